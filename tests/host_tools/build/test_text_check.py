# SPDX-License-Identifier: MIT
"""Texts that lack a glyph or are too wide stop the build of an image and a flash."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools import __main__, paths
from host_tools.build import cache, environment, images, text_check
from host_tools.build.cache import BuildError
from host_tools.device import flash
from host_tools.paths import FIRMWARE
from host_tools.usage import WrongUsage


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


BRINGS = "; python3 -m host_tools fonts adds it"


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, list[str]]]:
    def call(*arguments: str | Path) -> tuple[int, list[str]]:
        status = text_check.main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        assert printed.out == ""
        return status, printed.err.splitlines()

    return call


Call = Callable[..., tuple[int, list[str]]]


def test_ours_are_as_they_should_be(call: Call) -> None:
    text_check.check(FIRMWARE)
    assert call() == (0, [])


HIGHER = '''"""Guess a number: an example, by nobody, of no year."""

from teletype.programs import base


def play(setup):
    """Docstrings may hold anything: \u9f98."""
    yield "I HAVE A NUMBER"


class Program(base.Program):
    play = staticmethod(play)
'''


def add_program(firmware: Path, source: str) -> None:
    (firmware / "teletype/programs/higher.py").write_text(source, encoding="utf-8")
    first = '    ("race", 1980, '
    line = '    ("higher", 2026, "C", "HIGHER", "en"),\n'
    spoil(firmware, "teletype/programs/catalogue.py", first, line + first)


def test_a_program_without_translations_may_go_on_a_board(firmware: Path, call: Call) -> None:
    add_program(firmware, HIGHER)
    assert call(firmware) == (0, [])


SPOILT = (
    (
        "teletype/words/ru/device.py",
        '\nTITLE = "',
        '\nTITLE = "\u9f98',
        ["teletype/words/ru/device.py:4: no glyph for '\u9f98' (U+9F98)" + BRINGS],
    ),
    (
        "teletype/programs/nim/dialogue.py",
        'yield "ВАШ ХОД СДЕЛАН НЕ',
        'yield "ВАШ ХОД \u20ac СДЕЛАН НЕ',
        ["no glyph for '\u20ac' (U+20AC)" + BRINGS],
    ),
    (
        "teletype/words/en/device.py",
        'SETTING_RETURN = "CR delay, ms\\nCR delay"',
        'SETTING_RETURN = "return of the carriage, ms\\nreturn"',
        ["en/device.py: SETTING_RETURN: 'return of the carriage, ms' is 130 pixels wide, not 127"],
    ),
    (
        "teletype/words/en/device.py",
        'TAPES_NONE = "NO TAPES YET"',
        'TAPES_NONE = "THERE ARE NO TAPES"',
        ["en/device.py: TAPES_NONE: 'THERE ARE NO TAPES' is 90 pixels wide, not 71"],
    ),
    (
        "teletype/words/ru/device.py",
        'TRIGEX_YOU = "ВЫ"',
        'TRIGEX_YOU = "ВАША ОЧЕРЕДЬ"',
        ["ru/device.py: TRIGEX_YOU: 'ВАША ОЧЕРЕДЬ' is 60 pixels wide, not 40"],
    ),
    (
        "teletype/words/ru/device.py",
        'TRIGEX_YOU = "ВЫ"',
        'TRIGEX_ME = "Я"',
        [
            "ru/device.py: TRIGEX_YOU is missing",
            "ru/device.py: TRIGEX_ME is not a text of the device",
        ],
    ),
    (
        "teletype/words/en/device.py",
        '"OK:PAUSE"  # 40 px',
        '"OK:PAUSE"  # 34 px',
        [
            "en/device.py: CUBE_STOP: 'OK:PAUSE' is 40 pixels wide, not 34",
            "ja/device.py: CUBE_STOP: 'OK:止める' is 39 pixels wide, not 34",
            "ru/device.py: CUBE_STOP: 'OK:СТОП' is 35 pixels wide, not 34",
            "uk/device.py: CUBE_STOP: 'OK:СТОП' is 35 pixels wide, not 34",
        ],
    ),
    (
        "teletype/words/en/device.py",
        '"OK:PAUSE"  # 40 px',
        '"OK:PAUSE"  # 40',
        ["ValueError: teletype/words/en/device.py: '40' is not 'N px' or 'any width'"],
    ),
    (
        "teletype/words/__init__.py",
        'LANGUAGES = ("en", "ru", ',
        'LANGUAGES = ("en", ',
        ["words/__init__.py: LANGUAGES is "],
    ),
    (
        "teletype/words/ru/race.py",
        "ABOUT = (\n",
        'ABOUT = (\n    "МНОГОСЛОЖНОДЛИННОСОСТАВНОЕ",\n',
        ["teletype/words/ru/race.py: a page is too narrow for 'МНОГОСЛОЖНОДЛИННОСОСТАВНОЕ'"],
    ),
    (
        "teletype/words/ru/evolution.py",
        'STRUCTURES = (\n    "тройка",\n',
        'STRUCTURES = (\n    "самый широкий планер",\n',
        ["ru/evolution.py: STRUCTURES: 'самый широкий планер' is 100 pixels wide, not 95"],
    ),
    (
        "teletype/words/en/race.py",
        "LABELS = {\n",
        'LABELS = {\n    "x": "the longest one",\n',
        ["en/race.py: LABELS: 'the longest one' is 75 pixels wide, not 60"],
    ),
    (
        "teletype/words/ja/nim.py",
        "PRESETS = (",
        'PRESETS = ("例", ',
        ["ja/nim.py: 6 PRESETS, not 5"],
    ),
    (
        "teletype/words/en/nim.py",
        "TITLE = ",
        "TITEL = TITLE = ",
        ["en/nim.py: TITEL is not a text of a program"],
    ),
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new", "complaints"), SPOILT, ids=[one[3][0][:60] for one in SPOILT]
)
def test_what_is_wrong_is_told(
    firmware: Path, call: Call, name: str, old: str, new: str, complaints: list[str]
) -> None:
    spoil(firmware, name, old, new)
    status, lines = call(firmware)
    assert status == 1 and len(lines) == len(complaints)
    for line, complaint in zip(lines, complaints, strict=True):
        assert line.startswith("check-texts: ") and complaint in line


def test_a_syntax_error_and_a_missing_module_are_told_in_a_line(
    firmware: Path, call: Call
) -> None:
    spoil(firmware, "teletype/programs/nim/dialogue.py", "def play(", "def play((")
    status, lines = call(firmware)
    assert (
        status == 1
        and len(lines) == 1
        and lines[0].startswith("check-texts: teletype/programs/nim/dialogue.py:")
    )
    (firmware / "teletype/programs/nim/dialogue.py").unlink()
    assert call(firmware) == (
        1,
        ["check-texts: ModuleNotFoundError: No module named 'teletype.programs.nim.dialogue'"],
    )


def test_what_is_no_firmware(tmp_path: Path) -> None:
    for arguments in ([tmp_path], [tmp_path / "missing"], [FIRMWARE, FIRMWARE]):
        with pytest.raises(WrongUsage, match=r"no firmware in|unrecognized arguments"):
            text_check.main([str(argument) for argument in arguments])


@pytest.mark.heavy
def test_there_is_no_image_with_such_a_text(
    firmware: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "FIRMWARE", firmware)
    monkeypatch.delenv(environment.UF2, raising=False)
    add_program(firmware, HIGHER.replace("NUMBER", "N\u00baMBER"))
    before = sorted(cache.RUNTIME.glob("uf2-*"))
    with pytest.raises(BuildError, match=r"higher\.py:8: no glyph for 'º'"):
        images.image()
    assert sorted(cache.RUNTIME.glob("uf2-*")) == before


def test_no_board_is_flashed_with_such_a_text(
    firmware: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(port: str) -> None:
        raise AssertionError("the board has been asked")

    monkeypatch.setattr(paths, "FIRMWARE", firmware)
    monkeypatch.setattr(flash, "open_port", refuse)
    spoil(firmware, "teletype/words/en/device.py", '\nTITLE = "', '\nTITLE = "\u20ac')
    assert __main__.main(["flash", "--port", "/dev/null"]) == 1
    assert (
        capsys.readouterr().err
        == f"flash: teletype/words/en/device.py:9: no glyph for '€' (U+20AC){BRINGS}\n"
    )
