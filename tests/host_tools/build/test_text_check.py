# SPDX-License-Identifier: MIT
"""Texts that lack a glyph or are too wide stop the build of an image and a flash."""

import ast
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from host_tools import __main__, paths
from host_tools.build import cache, environment, images, text_check
from host_tools.device import flash
from host_tools.paths import FIRMWARE
from host_tools.texts import languages
from host_tools.usage import BuildError


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    """A copy of the firmware that a test may spoil."""
    copy = tmp_path / "firmware"
    shutil.copytree(FIRMWARE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def spoil(firmware: Path, name: str, old: str, new: str) -> None:
    path = firmware / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


BRINGS = "; neither misc-fixed nor Misaki has one"


def faults(firmware: Path) -> list[str]:
    """Return the lines that the check has for a firmware."""
    try:
        text_check.check(firmware)
    except BuildError as error:
        return str(error).splitlines()
    return []


@pytest.mark.slow
def test_ours_are_as_they_should_be() -> None:
    text_check.check(FIRMWARE)


def test_a_firmware_that_has_passed_is_not_checked_again(
    firmware: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One with a fault is, and so is one in which a byte differs, or a name."""
    status = [0]
    runs = []

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        runs.append(command)
        return subprocess.CompletedProcess(command, status[0], "", "a fault")

    monkeypatch.setattr(paths, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(subprocess, "run", run)
    assert faults(firmware) == faults(firmware) == [] and len(runs) == 1
    status[0] = 1
    assert faults(firmware) == [] and len(runs) == 1
    spoil(firmware, PO + "ru.po", YOU, YOU.replace("ВЫ", "МЫ"))
    assert faults(firmware) == faults(firmware) == ["a fault"] and len(runs) == 3
    spoil(firmware, PO + "ru.po", YOU.replace("ВЫ", "МЫ"), YOU)
    assert faults(firmware) == [] and len(runs) == 3
    (firmware / "teletype/words/ru.po").rename(firmware / "teletype/words/la.po")
    assert faults(firmware) == ["a fault"]


ENTRY = '''"""Guess a number, an example: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    YEAR = 2026
    MACHINE = "C"
    TITLE = "HIGHER"
    LANGUAGE = "en"
'''

HIGHER = '''"""Guess a number: an example, by nobody, of no year."""

from teletype.programs import base


def play(setup):
    """Docstrings may hold anything: \ue000."""
    yield "I HAVE A NUMBER"


class Program(base.Program):
    play = staticmethod(play)
'''


def add_program(firmware: Path, source: str) -> None:
    folder = firmware / "teletype/programs/higher"
    folder.mkdir()
    (folder / "__init__.py").write_text(ENTRY, encoding="utf-8")
    (folder / "dialogue.py").write_text(source, encoding="utf-8")


@pytest.mark.slow
def test_a_program_without_translations_may_go_on_a_board(firmware: Path) -> None:
    add_program(firmware, HIGHER)
    assert faults(firmware) == []


PO = "teletype/words/"


def entry(context: str, source: str, text: str) -> str:
    """An entry of a .po file, as it is written."""
    return f'msgctxt "{context}"\nmsgid "{source}"\nmsgstr "{text}"\n'


YOU = entry("device TRIGEX_YOU", "YOU", "ВЫ")

SPOILT = (
    (
        PO + "ru.po",
        YOU,
        YOU.replace("ВЫ", "\ue000"),
        [r"words/ru\.po:\d+: device TRIGEX_YOU: no glyph for '\\ue000' \(U\+E000\)" + BRINGS],
    ),
    (
        "teletype/programs/nim/dialogue.py",
        'yield "ВАШ ХОД СДЕЛАН НЕ',
        'yield "ВАШ ХОД \ue001 СДЕЛАН НЕ',
        [r"no glyph for '\\ue001' \(U\+E001\)" + BRINGS],
    ),
    (
        PO + "en.pot",
        '"CR delay, ms\\n"\n"CR delay"',
        '"return of the carriage, ms\\n"\n"return"',
        ["SETTING_RETURN: 'return of the carriage, ms' is 130 pixels wide, not 127"],
    ),
    (
        PO + "en.pot",
        '"NO TAPES YET"',
        '"THERE ARE NO TAPES"',
        [r"en\.pot:\d+: device TAPES_NONE: 'THERE ARE NO TAPES' is 90 pixels wide, not 71"],
    ),
    (
        PO + "ru.po",
        YOU,
        YOU.replace("ВЫ", "ВАША ОЧЕРЕДЬ"),
        [r"ru\.po:\d+: device TRIGEX_YOU: 'ВАША ОЧЕРЕДЬ' is 60 pixels wide, not 40"],
    ),
    (
        PO + "ru.po",
        'msgid "not %d"\nmsgstr "кроме %d"',
        'msgid "not %d"\nmsgstr "кроме #"',
        [r"ru\.po:\d+: device RACE_NOT: \['#'\] is filled in, not \['%d'\]"],
    ),
    (
        PO + "en.pot",
        '40 pixels\nmsgctxt "device CUBE_STOP"',
        '34 pixels\nmsgctxt "device CUBE_STOP"',
        [
            r"en\.pot:\d+: device CUBE_STOP: 'OK:PAUSE' is 40 pixels wide, not 34",
            r"ru\.po:\d+: device CUBE_STOP: 'OK:СТОП' is 35 pixels wide, not 34",
            r"ja\.po:\d+: device CUBE_STOP: 'OK:止める' is 39 pixels wide, not 34",
            r"uk\.po:\d+: device CUBE_STOP: 'OK:СТОП' is 35 pixels wide, not 34",
            r"de\.po:\d+: device CUBE_STOP: '.*' is \d+ pixels wide, not 34",
        ],
    ),
    (
        PO + "en.pot",
        '40 pixels\nmsgctxt "device CUBE_STOP"',
        '40 px\nmsgctxt "device CUBE_STOP"',
        [r"en\.pot:\d+: device CUBE_STOP: 'at most 40 px' is not 'at most N pixels' or"],
    ),
    (
        PO + "de.po",
        '"OK:GEBOT ▲▼%d ◄►:STUFE"',
        '"OK:BIETEN ▲▼:%d ◄►:STUFE"',
        [r"de\.po:\d+: device YEN_KEYS: 'OK:BIETEN ▲▼:1000 ◄►:STUFE' is 130 pixels wide, not 120"],
    ),
    (
        PO + "en.pot",
        "at most 72 pixels with 999 999",
        "at most 72 pixels with 999",
        [r"en\.pot:\d+: device OUTCOME_COUNT: name the widest numbers of its %d: '.* with 99 99'"],
    ),
    (
        PO + "ru.po",
        '"P вне 1..M не проверялось',
        '"МНОГОСЛОЖНОДЛИННОСОСТАВНОЕ слово',
        [r"ru\.po:\d+: race ABOUT: a page is too narrow for 'МНОГОСЛОЖНОДЛИННОСОСТАВНОЕ'"],
    ),
    (
        PO + "ru.po",
        'msgctxt "race ABOUT"\nmsgid ""\n',
        'msgctxt "race ABOUT"\nmsgid "" x\n',
        [r"ru\.po:\d+: not a line of a \.po file"],
    ),
    (
        PO + "ru.po",
        'msgstr "тройка"',
        'msgstr "самый широкий планер"',
        [r"STRUCTURES 1: 'самый широкий планер' is 100 pixels wide, not 95"],
    ),
    (
        PO + "en.pot",
        'msgctxt "race LABELS n"',
        'msgctxt "race LABELS x"\nmsgid "the longest one"\nmsgstr ""\n\nmsgctxt "race LABELS n"',
        [r"race LABELS x: 'the longest one' is 75 pixels wide, not 60"],
    ),
    (
        PO + "en.pot",
        'msgctxt "nim STORY"',
        'msgctxt "nim PRESETS 6"\nmsgid "one more"\nmsgstr ""\n\nmsgctxt "nim STORY"',
        [r"en\.pot:\d+: nim has 5 presets and 6 texts PRESETS"],
    ),
    (
        PO + "en.pot",
        'msgctxt "nim PRESETS 1"',
        'msgctxt "nim PRESETS 7"',
        [r"en\.pot:\d+: nim PRESETS 7: the texts of PRESETS must be 1, 2, 3, 4, 5"],
    ),
    (
        PO + "en.pot",
        'msgctxt "nim TITLE"',
        'msgctxt "nim TITEL"',
        [r"en\.pot:\d+: nim TITEL: unknown context"],
    ),
    (
        PO + "en.pot",
        'msgctxt "nim GIST"',
        'msgctxt "nmi GIST"',
        [r"en\.pot:\d+: nmi GIST: there is no program 'nmi'"],
    ),
)


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("name", "old", "new", "complaints"), SPOILT, ids=[one[3][0][:60] for one in SPOILT]
)
def test_what_is_wrong_is_told(
    firmware: Path, name: str, old: str, new: str, complaints: list[str]
) -> None:
    spoil(firmware, name, old, new)
    lines = faults(firmware)
    assert len(lines) == len(complaints)
    for line, complaint in zip(lines, complaints, strict=True):
        assert re.search(complaint, line)


@pytest.mark.slow
def test_a_syntax_error_and_a_missing_module_are_told_in_a_line(firmware: Path) -> None:
    spoil(firmware, "teletype/programs/nim/dialogue.py", "def play(", "def play((")
    lines = faults(firmware)
    assert len(lines) == 1 and lines[0].startswith("teletype/programs/nim/dialogue.py:")
    (firmware / "teletype/programs/nim/dialogue.py").unlink()
    source = (firmware / "teletype/words/en.pot").read_text(encoding="utf-8").splitlines()
    line = source.index('msgctxt "nim TITLE"') + 1
    assert faults(firmware) == [
        f"teletype/words/en.pot:{line}: nim TITLE: there is no program 'nim'"
    ]
    (firmware / "teletype/handheld/screens/about.py").unlink()
    lines = faults(firmware)
    assert len(lines) == 2
    assert "FileNotFoundError" in lines[1] and "screens/about.py" in lines[1]


@pytest.mark.slow
def test_the_device_fills_in_what_the_check_demands() -> None:
    """Of a text with values it fills in all forms at once; the check knows the others by name."""
    source = languages.source(FIRMWARE / languages.FOLDER)
    values = {key for key, one in source.device.items() if re.search(text_check.VALUE, one.source)}
    at_once, used, parts = set(), set(), set()
    for path in (FIRMWARE / "teletype").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        parts |= set(re.findall(r'words\.text\("(\w+)"\)\.split\(" "\)(?!\[0\])', text))
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.BinOp(left=ast.Call(args=[key, *_]), op=ast.Mod()):
                    at_once |= {
                        one.value for one in ast.walk(key) if isinstance(one, ast.Constant)
                    }
                case ast.Constant(value=str(name)) if name in values:
                    used.add(name)
    assert used == values
    through_a_name = {"TRIGEX_TOOK", "TRIGEX_TAKES"}
    by_form = {name.split()[1] for name in text_check.BY_FORM}
    assert values - at_once == through_a_name | by_form
    assert parts == set(text_check.WORDS)


@pytest.mark.heavy
def test_there_is_no_image_with_such_a_text(
    firmware: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "FIRMWARE", firmware)
    monkeypatch.delenv(environment.UF2, raising=False)
    add_program(firmware, HIGHER.replace("NUMBER", "N\ue001MBER"))
    before = sorted(cache.RUNTIME.glob("uf2-*"))
    with pytest.raises(BuildError, match=r"higher/dialogue\.py:8: no glyph for '\\ue001'"):
        images.image()
    assert sorted(cache.RUNTIME.glob("uf2-*")) == before


@pytest.mark.slow
def test_no_board_is_flashed_with_such_a_text(
    firmware: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(port: str) -> None:
        raise AssertionError("the board has been asked")

    monkeypatch.setattr(paths, "FIRMWARE", firmware)
    monkeypatch.setattr(flash, "open_port", refuse)
    spoil(firmware, "teletype/words/en.pot", '"POCKET TELETYPE', '"\ue001POCKET TELETYPE')
    assert __main__.main(["flash", "--port", "/dev/null"]) == 1
    told = capsys.readouterr().err
    begin = r"flash: teletype/words/en\.pot:\d+: device TITLE: no glyph for '\\ue001' \(U\+E001\)"
    assert re.fullmatch(f"{begin}{BRINGS}\n", told)
