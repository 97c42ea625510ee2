# SPDX-License-Identifier: MIT
"""The check of prose finds what it should, and ignores code."""

import subprocess
from pathlib import Path

import pytest

from host_tools import paths
from host_tools.lab import prose

LONG = "This sentence goes on " + "and on " * 14 + "until it ends."


def test_a_long_sentence_and_a_term() -> None:
    text = f"# Head\n\n{LONG}\n\n- a fine item\n- is mended here\n\n```text\n{LONG}\n```\n"
    found = list(prose.faults("a.md", prose.paragraphs(text), ["is mended"]))
    assert [line.partition(": ")[0] for line in found] == ["a.md:3", "a.md:6"]
    assert "35 words" in found[0] and "'is mended'" in found[1]


@pytest.mark.parametrize(
    "text",
    [
        LONG.replace("and on and on", "and on. And on"),
        " ".join(f"`{word}`" for word in LONG.split()[:20]),
        "| " + " | ".join([LONG[:60]] * 3) + " |",
    ],
)
def test_what_is_no_long_sentence(text: str) -> None:
    assert list(prose.faults("a.md", prose.paragraphs(text + "\n"), [])) == []


def test_docstrings_without_their_tables() -> None:
    source = f'"""Short.\n\n{LONG}\n\nname     {LONG}\n"""\n\ndef f():\n    """Do it."""\n'
    found = list(prose.faults("a.py", prose.docstrings(source), []))
    assert len(found) == 1 and found[0].startswith("a.py:1: ")


def test_the_terms_are_those_of_the_page() -> None:
    terms = prose.terms((paths.ROOT / prose.STYLE).read_text("utf-8"))
    assert len(terms) > 10 and "is mended" in terms and "instead of" not in terms


@pytest.mark.parametrize(
    ("message", "word"),
    [
        ("Add a hook\n\nBecause.\n", ""),
        ("Bring it\n", ""),
        ("x" * 73, "73 characters"),
        ("Add a hook.\n", "full stop"),
        ("Add this; add that\n", "semicolon"),
        ("Added a hook\n", "imperative"),
        ("add a hook\n", "capital"),
        ("Add a hook\nbecause\n", "blank line"),
        ("", "no subject"),
    ],
)
def test_the_hook_for_commit_messages(message: str, word: str, tmp_path: Path) -> None:
    path = tmp_path / "message"
    path.write_text(message)
    hook = paths.ROOT / "host_tools/hooks/commit-msg"
    done = subprocess.run([hook, path], capture_output=True, text=True)
    assert done.returncode == bool(word) and word in done.stderr


MESSAGES = """
def main(path, error):
    raise Failed(f"{path}: not a tape ({error})")
    raise SetupError("m=%d: " % m + what)
    print("no board", "found")
    tell("line")
    raise
    calls("nobody reads this")
"""


def test_messages_of_a_module() -> None:
    assert sorted(prose.messages(MESSAGES)) == [
        (3, "{path}: not a tape ({error})"),
        (4, "m=%d: {what}"),
        (5, "no board"),
    ]


@pytest.mark.slow
def test_the_table_has_the_messages_of_both_sides() -> None:
    rows = list(prose.message_table())
    for name, text in (
        ("host_tools/device/flash.py", "this firmware is already installed"),
        ("firmware/teletype/core/request.py", "'%s' is not an integer"),
    ):
        assert any(row.startswith(name) and text in row for row in rows)
