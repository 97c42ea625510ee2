# SPDX-License-Identifier: MIT
"""Where each section of the five sources is in the product: `python3 -m host_tools lab coverage`.

Markers in comments say what a file shows: the word `covers`, then places in the transcriptions,
file and line (a marker in this docstring would also count). Tapes have them in comments, documents
in `<!-- … -->`. The claims (`claims`) also count as markers.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from host_tools import paths
from host_tools.lab.history import claims
from host_tools.lab.history.sections import NAMES, SECTIONS
from host_tools.usage import Failed, Parser

PAGE = paths.ROOT / "docs" / "coverage.md"

MARKER = re.compile(r"covers((?:,? \d{3}:\d+[a-z]?)+)")

FOLDERS = ("firmware/teletype", "host_tools", "tests", "docs")

KINDS = (
    ("firmware/teletype/programs/", "program"),
    ("firmware/teletype/engines/", "engine"),
    ("firmware/teletype/handheld/pictures/", "picture"),
    ("firmware/teletype/handheld/", "screen"),
    ("firmware/teletype/words/", "text"),
    ("host_tools/", "command"),
    ("tests/tapes/", "tape"),
    ("tests/", "test"),
    ("docs/", "page"),
)
"""The kind of a file, by its folder."""

HEAD = """# Coverage

For historians: every section of the five [sources](sources.md), and where the product shows it.
Each line is that of a transcription. `host_tools lab coverage --update` makes this page,
from markers in the files.
"""


def place(mark: str) -> tuple[str, int, str]:
    """Return a place as (file, line, letter), for comparison."""
    file, _, line = mark.partition(":")
    number = line.rstrip("abcdefghijklmnopqrstuvwxyz")
    return file, int(number), line[len(number) :]


def section(mark: str) -> str:
    """Return the section that a place belongs to. Raises Failed."""
    within = [first for first, *_ in SECTIONS if place(first) <= place(mark)]
    if not within or within[-1][:3] != mark[:3]:
        raise Failed(f"no section of the sources has {mark}")
    return within[-1]


def shown(path: str) -> str:
    """Return a file as the page shows it: its kind and its name."""
    kind, folder = next((kind, folder) for folder, kind in KINDS if path.startswith(folder))
    if kind == "program" and Path(path).name.startswith("picture"):
        kind = "picture"
    return f"{kind} `{path.removeprefix(folder)}`"


def markers(root: Path) -> Iterator[tuple[str, str]]:
    """Yield pairs of a file, relative to the root, and a place that it covers."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".py", ".tape", ".md", ".pot") or path == PAGE:
                continue
            for match in MARKER.finditer(path.read_text("utf-8")):
                for mark in match[1].replace(",", "").split():
                    yield path.relative_to(root).as_posix(), mark


def found(root: Path) -> dict[str, list[str]]:
    """Return what covers each section. Raises Failed for a place outside all sections."""
    covered: dict[str, list[str]] = {first: [] for first, *_ in SECTIONS}
    for path, mark in markers(root):
        try:
            there = covered[section(mark)]
        except Failed as error:
            raise Failed(f"{path}: {error}") from error
        if shown(path) not in there:
            there.append(shown(path))
    for name, claim in claims.everything().items():
        covered[section(claim.line)].append(f"claim `{name}`")
    order = [kind for _, kind in KINDS]
    for there in covered.values():
        there.sort(key=lambda text: order.index(text.split()[0]) if text[:5] != "claim" else 99)
    return covered


def page(covered: dict[str, list[str]]) -> str:
    """Return the page. Raises Failed for a section that nothing covers without a stated reason."""
    lines = [HEAD]
    last = ""
    for first, title, why in SECTIONS:
        if first[:3] != last:
            last = first[:3]
            lines += [f"\n## {NAMES[last]}\n\n| line | section | where |\n| --- | --- | --- |\n"]
        where = ", ".join(covered[first])
        if not where and not why:
            raise Failed(f"{first}, {title}: nothing covers it, and nothing says why")
        where = ". ".join(part for part in (where, f"Not shown: {why}" if why else "") if part)
        lines.append(f"| {first} | {title} | {where} |\n")
    return "".join(lines)


def main(argv: list[str]) -> int:
    """Run the command; return the exit status."""
    parser = Parser(
        prog="host_tools lab coverage",
        description="Show where each section of the sources is covered.",
        example="--update",
    )
    parser.add_argument("--update", action="store_true", help=f"write docs/{PAGE.name}")
    options = parser.parse_args(argv)
    made = page(found(paths.ROOT))
    if options.update:
        PAGE.write_text(made, "utf-8")
        return 0
    print(made, end="")
    return 0
