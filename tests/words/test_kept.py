# SPDX-License-Identifier: MIT
"""The modules of the texts that this computer keeps: those of the texts as they are, or none."""

import importlib.util
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tools import paths
from host_tools.texts import languages
from tests.helpers.texts import WORDS

OLD, NEW = b'msgid "START"', b'msgid "BEGIN"'


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The texts in a firmware of their own, whose modules are kept in `tmp_path / "cache"`."""
    folder = tmp_path / languages.FOLDER
    folder.mkdir(parents=True)
    for path in WORDS.glob("*.po*"):
        shutil.copy(path, folder)
    monkeypatch.setattr(paths, "FIRMWARE", tmp_path)
    monkeypatch.setattr(languages, "KEPT", tmp_path / "cache")
    return folder


def made(words: Path, *names: str) -> list[dict[str, Any]]:
    """What modules have, as the next command finds them."""
    finder = languages.Finder()
    found = []
    for name in names:
        language, _, part = name.partition(".")
        spec = finder.find_spec(
            f"teletype.words.{name}", [str(words / language if part else words)]
        )
        assert spec
        module = importlib.util.module_from_spec(spec)
        finder.exec_module(module)
        found.append({key: value for key, value in vars(module).items() if key.isupper()})
    return found


ALL = ("index", "errors", "places", "printed_nim", "en.texts", "en.short0", "ru.texts")


def test_the_second_command_reads_no_texts(words: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = made(words, *ALL)
    assert "ru" in first[0]["LANGUAGES"] and first[5]["BLOCKS"]
    monkeypatch.setattr(languages, "source", None)  # a call would be an error
    assert made(words, *ALL) == first


@pytest.mark.slow
def test_a_changed_text_is_shown_at_once(words: Path) -> None:
    source = words / languages.SOURCE
    first = made(words, *ALL)
    source.write_bytes(source.read_bytes().replace(OLD, NEW, 1))
    second = made(words, *ALL)
    assert second[0]["LAYOUT"] != first[0]["LAYOUT"] and second[5] != first[5]
    source.write_bytes(source.read_bytes().replace(NEW, OLD, 1))
    assert made(words, *ALL) == first


@pytest.mark.slow
def test_a_language_that_is_gone_is_gone(words: Path) -> None:
    before = made(words, "index")[0]["LANGUAGES"]
    (words / "de.po").unlink()
    after = made(words, "index")[0]["LANGUAGES"]
    assert [code for code in before if code != "de"] == list(after)


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:40],
        lambda data: data[:-1],
        lambda data: data + b"\0",
        lambda data: data[:100] + bytes([data[100] ^ 1]) + data[101:],
        lambda data: b"\0" * len(data),
    ],
    ids=["empty", "head", "cut", "longer", "bit", "zeros"],
)
def test_a_damaged_file_is_made_again(words: Path, damage: Callable[[bytes], bytes]) -> None:
    first = made(words, *ALL)
    whole = {path.name: path.read_bytes() for path in languages.KEPT.iterdir()}
    assert set(whole) == {"shared", "en", "ru"}
    for path in languages.KEPT.iterdir():
        path.write_bytes(damage(path.read_bytes()))
    assert made(words, *ALL) == first
    assert {path.name: path.read_bytes() for path in languages.KEPT.iterdir()} == whole


@pytest.mark.slow
def test_a_cache_that_cannot_be_written_is_no_fault(words: Path) -> None:
    languages.KEPT.write_text("a file where the folder would be")
    first = made(words, *ALL)
    assert made(words, *ALL) == first
    assert languages.KEPT.read_text() == "a file where the folder would be"


@pytest.mark.slow
def test_another_firmware_is_not_kept(words: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / languages.FOLDER
    shutil.copytree(words, other)
    made(other, *ALL)
    assert not languages.KEPT.exists()
