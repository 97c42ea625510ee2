# SPDX-License-Identifier: MIT
"""`texts export` and `texts import`: a language as a .po file, and back."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import polib  # type: ignore[import-untyped]
import pytest

from host_tools import paths
from host_tools.build import fonts, translations
from host_tools.usage import Failed, WrongUsage
from teletype import words
from tests.helpers.pages import COPY, blocks, run

PAGE = "docs/add-a-language.md"
OTHERS = [language for language in words.LANGUAGES if language != translations.SOURCE]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The language folder in a copy of the firmware, which an import writes to."""
    copy = tmp_path / "firmware"
    shutil.copytree(paths.FIRMWARE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(paths, "FIRMWARE", copy)
    monkeypatch.chdir(tmp_path)
    return copy / "teletype/words"


def contents(folder: Path) -> dict[str, str]:
    """Return the modules, independent of their line breaks."""
    return {
        str(path.relative_to(folder)): ast.dump(ast.parse(path.read_bytes()))
        for path in folder.rglob("*.py")
    }


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_exported_is_imported_as_it_was(
    language: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The imported modules equal the existing ones."""
    before = contents(folder)
    kept = {name: (folder / language / name).read_bytes() for name in ("__init__.py", "device.py")}
    assert translations.main(["export", language]) == 0
    file = polib.pofile(f"{language}.po")
    assert file.percent_translated() == 100 and file.metadata["Language"] == language
    shutil.rmtree(folder / language)
    (folder / language).mkdir()
    for name, data in kept.items():
        (folder / language / name).write_bytes(data)
    assert translations.main(["import", f"{language}.po"]) == 0
    assert contents(folder) == before
    capsys.readouterr()
    assert translations.main(["import", f"{language}.po"]) == 0
    assert "already has these texts" in capsys.readouterr().out


def test_widths_stand_in_the_comments() -> None:
    notes = {entry.context: entry.notes for entry in translations.entries("uk")}
    assert notes["device RACE_NOT"] == ["at most 43 pixels"]
    assert notes["device FULL"] == ["any width"]
    assert notes["device TITLE"] == ["at most 127 pixels; after \\n a shorter form of at most 71"]
    assert notes["nim LABELS heaps"] == ["at most 60 pixels"]
    assert notes["nim RULES"] == ["at most 3 rows of 127 pixels"]
    assert notes["nim MESSAGES"][0].startswith("English: ")


Spoil = Callable[[polib.POFile], object]


def entry(file: polib.POFile, context: str) -> polib.POEntry:
    return next(each for each in file if each.msgctxt == context)


def said(context: str, text: str) -> Spoil:
    return lambda file: setattr(entry(file, context), "msgstr", text)


SPOILT: tuple[tuple[Spoil, list[str]], ...] = (
    (said("device RACE_NOT", "не можна %d"), [r"device RACE_NOT: .* 55 pixels wide, not 43"]),
    (
        said("device TAPES_NONE", "СТРІЧОК ЩЕ НЕМАЄ"),
        [r"device TAPES_NONE: 'СТРІЧОК ЩЕ НЕМАЄ' is 80 pixels wide, not 71"],
    ),
    (said("device RACE_NOT", ""), [r"device RACE_NOT is not translated: 'not %d'"]),
    (said("device RACE_NOT", "крім #"), [r"\['#'\] is filled in, not \['%d'\]"]),
    (said("device TITLE", "\u9f98"), [r"device TITLE: no glyph for '\u9f98'"]),
    (said("nim LABELS heaps", "довжелезні купки"), [r"nim LABELS heaps: .* not 60"]),
    (said("nim GIST", ""), [r"nim GIST is not translated: 'take the last stone'"]),
    (
        said("nim STORY", "Щонайприскіпливішенайдовше"),
        [r"nim STORY: a page is too narrow for 'Щонайприскіпливішенайдовше'"],
    ),
    (
        lambda file: setattr(entry(file, "device TITLE"), "msgid", "POCKET TELEX"),
        [r"device TITLE is of another version; it is now 'POCKET TELETYPE", r"TITLE is missing"],
    ),
    (lambda file: file.remove(entry(file, "nim TITLE")), [r"nim TITLE is missing: 'NIM'"]),
    (lambda file: file.append(entry(file, "nim TITLE")), [r"nim TITLE is there twice"]),
    (
        lambda file: setattr(entry(file, "nim TITLE"), "msgctxt", "nim TITEL"),
        [r"nim TITEL: there is no 'NIM' in this version", r"nim TITLE is missing"],
    ),
    (
        lambda file: file.metadata.update(Language="en"),
        [r"Language: 'en' is not the code of a language, like uk"],
    ),
    (
        lambda file: [said("device TITLE", "")(file), said("device SHELF", "")(file)],
        [r"TITLE is not translated", r"SHELF is not translated"],
    ),
)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("spoil", "complaints"), SPOILT, ids=[one[1][0] for one in SPOILT])
def test_what_is_wrong_changes_nothing(
    spoil: Spoil, complaints: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each mistake is reported with the line of its entry."""
    before = contents(folder)
    translations.main(["export", "uk"])
    file = polib.pofile("uk.po")
    spoil(file)
    file.save()
    capsys.readouterr()
    assert translations.main(["import", "uk.po"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines[-1] == "texts: nothing was changed" and len(lines) == len(complaints) + 1
    text = Path("uk.po").read_text(encoding="utf-8").splitlines()
    for line, complaint in zip(lines, complaints, strict=False):
        assert re.search(complaint, line)
        number = re.match(r"texts: uk\.po:(\d+): (\w+ \w+)", line)
        if number and number[2] != "Language":
            assert "msgctxt" in "".join(text[int(number[1]) - 3 : int(number[1]) + 1])
    assert contents(folder) == before


@pytest.mark.parametrize(
    "text", [b"", b'msgid ""\nmsgstr "\nx', b"\xff\xfe", b"msgid no quotes\n", b"\0" * 50]
)
def test_what_is_damaged_changes_nothing(
    text: bytes, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(folder)
    Path("uk.po").write_bytes(text)
    assert translations.main(["import", "uk.po"]) == 1
    assert capsys.readouterr().err.startswith("texts: uk.po:")
    assert translations.main(["import", "missing.po"]) == 1
    assert contents(folder) == before


def test_a_file_that_is_there_is_not_written_over(folder: Path) -> None:
    Path("uk.po").write_text("a month of work")
    with pytest.raises(Failed, match=r"uk\.po: File exists; give another FILE with --out"):
        translations.main(["export", "uk"])
    assert Path("uk.po").read_text() == "a month of work"
    for language in ("en", "", "Ukrainian", "../x"):
        with pytest.raises(WrongUsage):
            translations.main(["export", language])


def test_without_a_command_the_texts_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    """This is what `texts` did in version 0.1."""
    assert translations.main([]) == 0 and capsys.readouterr() == ("", "")


def translate(path: Path) -> None:
    """Fill in a new language from Ukrainian; of the programs only Nim is translated."""
    known = {each.key: each.text for each in translations.entries("uk")}
    file = polib.pofile(str(path))
    for each in file:
        if each.msgctxt.split()[0] in ("language", "device", "nim"):
            each.msgstr = known[each.msgctxt, each.msgid]
    entry(file, "language NAME").msgstr = "Xenian"
    file.save()


SPOKEN = """
from host_tools.emulator.simulator import Simulator
desk = Simulator()
from teletype import words
assert words.LANGUAGES[-1] == "xx" and words.named("xx") == "Xenian"
words.use("xx")
assert words.text("TITLE").startswith("КИШЕНЬКОВИЙ")
assert words.titles("nim", "НИМ")[0] == "НІМ" and words.titles("race", "")[0][:4] == "VERT"
words.speak("nim")
assert words.say("ВАШ ХОД") == "ВАШ ХІД"
"""


@pytest.mark.slow
def test_the_page_is_true(tmp_path: Path) -> None:
    """The commands of the page add a language to a copy of the repository."""
    copy = tmp_path / "copy"
    ignored = shutil.ignore_patterns(".git", ".cache", "dist", "__pycache__", ".*_cache")
    shutil.copytree(paths.ROOT, copy, ignore=ignored, symlinks=True)
    (copy / ".cache").symlink_to((paths.ROOT / ".cache").resolve())
    export, into, glyphs = blocks(COPY, page=PAGE)
    run(export, copy, dict(os.environ))
    translate(copy / "xx.po")
    run(into, copy, dict(os.environ))
    if fonts.FIXED.is_file() and fonts.MISAKI.is_file():
        run(glyphs, copy, dict(os.environ))
    subprocess.run([sys.executable, "-c", SPOKEN], cwd=copy, check=True)
