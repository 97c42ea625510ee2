# SPDX-License-Identifier: MIT
"""The MIR on the handheld: the list, the first page, LISTING, the values, directives."""

import importlib
from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from teletype import words
from teletype.programs.mir import library
from teletype.words import LANGUAGES
from tests.helpers.screen import read, seen, texts
from tests.helpers.sheets import Golden, compare, shot


def switched_on(folder: Path, language: str = "en") -> Simulator:
    """Return a desk that shows the shelf."""
    (folder / "settings.txt").write_text(f"language={language}\n", encoding="utf-8")
    desk = Simulator(folder=folder, fast=True)
    desk.settle()
    return desk


def listed(folder: Path, language: str = "en") -> Simulator:
    """Return a desk that shows the list of programs."""
    desk = switched_on(folder, language)
    desk.app.sessions.set_up("mir")
    desk.run(50)
    return desk


def press(desk: Simulator, *keys: str) -> list[str]:
    desk.press(*keys)
    desk.run(300)
    return texts(desk.chip)


def open_program(desk: Simulator, name: str) -> list[str]:
    """Open the first page of a program of ours."""
    names = [entry[0] for entry in library.PROGRAMS]
    return press(desk, *["DOWN"] * names.index(name), "OK")


def typed(desk: Simulator, line: str) -> None:
    desk.say(line, rest=1500)


def marked(desk: Simulator) -> str:
    """Return the statement that LISTING marks: the inverse text above the variables."""
    return "".join(read(desk.chip, row)[1] for row in range(6))


def test_from_the_list_to_the_values(tmp_path: Path) -> None:
    desk = listed(tmp_path)
    rows = texts(desk.chip)
    assert rows[1] == "EUCLID                112"
    rows = open_program(desk, "euclid")
    assert rows[1] == "The largest number that" and rows[5] == "cells         112 of 4096"
    press(desk, "OK")
    desk.settle()
    desk.run(1200)  # the result is read before the values cover the paper
    rows = texts(desk.chip)
    assert rows[0] == "GCD=12" and rows[3] == "A=  12 B=  12"
    assert rows[5] == seen("«ВЫП»A=12;B=12;«НА»1")
    rows = press(desk, "UP")
    assert rows[3] == "A=  22 B=  12" and rows[5] == seen("«ВЫП»A=22;B=12;«НА»1")
    press(desk, "OK")
    desk.run(1200)
    assert texts(desk.chip)[0] == "GCD=12" and texts(desk.chip)[1] == "GCD=2"
    assert "> A=22 B=12" in (tmp_path / "tapes/0001-mir.tape").read_text("utf-8")


def test_listing_runs_statement_by_statement(tmp_path: Path) -> None:
    desk = listed(tmp_path)
    open_program(desk, "euclid")
    rows = press(desk, "RIGHT")
    assert marked(desk) == seen("«ЕСЛИ»A<1«ТО»")
    assert rows[6].startswith("A=84 B=36") and rows[6].endswith("step 0")
    press(desk, "OK")
    assert marked(desk) == seen("«ЕСЛИ»B<1«ТО»")
    press(desk, "OK")
    assert marked(desk) == seen("«ЕСЛИ»A<B«ТО»")
    press(desk, "OK")
    assert marked(desk) == seen("«ЕСЛИ»B<A«ТО»")
    press(desk, "OK")
    assert marked(desk) == "A=A-B"
    rows = press(desk, "OK")
    assert marked(desk) == seen("«НА»2") and rows[6].startswith("A=48 B=36")
    assert rows[6].endswith("step 5")
    press(desk, "RIGHT")  # on, to the values
    desk.run(1500)
    assert texts(desk.chip)[0] == "GCD=12"


def test_listing_of_a_message_with_quotes(tmp_path: Path) -> None:
    """They begin no service word, and its letters are no variables."""
    (tmp_path / "nim.mir").write_text(
        "1.«ВЫВ»[«НИМ» B],A,«СТР»;«НА»1«ГДЕ»B=7;A=4«КОН»◊\n", encoding="utf-8"
    )
    desk = listed(tmp_path)
    press(desk, "UP", "OK")
    rows = press(desk, "RIGHT")
    assert marked(desk) == seen("«ВЫВ»[«НИМ» B],A,«СТР»")
    assert rows[6].startswith("A=4 B=7")
    press(desk, "OK")
    assert marked(desk) == seen("«НА»1")


@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_only_the_last_row_has_the_sign_after_some_steps(tmp_path: Path, steps: int) -> None:
    (tmp_path / "rows.mir").write_text(
        "«ВЫВ»[A],«СТР»,[B],«СТР»;«ВЫВ»[C],«СТР»;«ВЫВ»[D];«ВВОД»34«КОН»◊\n", encoding="utf-8"
    )
    desk = listed(tmp_path)
    press(desk, "UP", "OK")
    press(desk, "RIGHT", *["OK"] * steps)
    press(desk, "RIGHT")
    desk.run(1500)
    assert texts(desk.chip)[:4] == ["A", "B", "C", "D ◊"]


def test_listing_at_a_stop_and_back(tmp_path: Path) -> None:
    desk = listed(tmp_path)
    open_program(desk, "euclid")
    press(desk, "OK")
    desk.run(1500)
    press(desk, "BACK")
    assert marked(desk) == seen("«ВВОД»34")
    assert press(desk, "LEFT")[3] == "A=  12 B=  12"
    press(desk, "BACK", "OK")  # the directive is given, and the first statement waits
    assert marked(desk) == seen("«ЕСЛИ»A<1«ТО»")
    assert not desk.app.activity.printing()
    rows = press(desk, "BACK")  # the paper; the program goes on
    assert "GCD=12" in rows
    press(desk, "OK")
    desk.run(1500)
    assert texts(desk.chip)[3] == "A=  12 B=  12"


def test_held_ok_runs_and_a_running_program_ends_with_back(tmp_path: Path) -> None:
    desk = switched_on(tmp_path)
    desk.serial.typed.append("mir program=1.A=1;«НА»1«КОН»")
    desk.run(500)
    assert desk.app.activity.printing()
    desk.press("BACK")  # LISTING, in which the program runs on
    desk.run(200)
    assert marked(desk)
    assert press(desk, "OK")[6].startswith("A=1") and not desk.app.activity.printing()
    step = int(texts(desk.chip)[6].rpartition(" ")[2])
    assert int(press(desk, "OK")[6].rpartition(" ")[2]) == step + 1
    desk.press("BACK")
    desk.run(200)
    assert "RESUME" in texts(desk.chip)[-1]
    desk = listed(tmp_path)
    open_program(desk, "life")
    press(desk, "RIGHT")
    desk.hold("OK", 3000)
    desk.run(100)
    assert int(texts(desk.chip)[6].rpartition(" ")[2]) > 5


def test_a_directive_is_typed_with_words_as_keys(tmp_path: Path) -> None:
    desk = switched_on(tmp_path)
    typed(desk, "mir program=«ВВОД»34;2.«ВЫВ»[ДА]«КОН»")
    press(desk, "OK", "OK", "RIGHT", "OK", "DOWN", "DOWN")
    press(desk, "DOWN", "LEFT", "LEFT", "LEFT", "OK")  # the row of digits: 2
    rows = texts(desk.chip)
    assert rows[1] == seen("«ВЫП»«НА»2")
    press(desk, "LEFT", "LEFT", "OK")  # ↵
    desk.run(500)
    assert seen("ДА") in [row.rstrip(" ◊") for row in texts(desk.chip)]
    assert "> «ВЫП»«НА»2◊" in (tmp_path / "tapes/0001-mir.tape").read_text("utf-8")


def test_values_at_a_stop_before_anything_is_printed(tmp_path: Path) -> None:
    (tmp_path / "ask.mir").write_text(
        "# answer: A 1..9; «НА»1\n«ВВОД»34;1.«ВЫВ»A;«ВВОД»34«КОН»◊\n", encoding="utf-8"
    )
    desk = listed(tmp_path)
    press(desk, "UP", "OK", "OK")
    desk.run(1500)
    assert texts(desk.chip)[3] == "A=1"
    press(desk, "UP", "OK")
    desk.run(1500)
    assert texts(desk.chip)[0] == "A=2" and texts(desk.chip)[3] == "A=2"


def test_a_long_directive_breaks_before_a_word_or_behind_a_value(tmp_path: Path) -> None:
    for names, rows in (
        ("ABCDEG", ["«ВЫП»A=1;B=1;C=1;D=1;E=1;", "G=1;«НА»1«КОН»◊"]),
        ("ABCD", ["«ВЫП»A=1;B=1;C=1;D=1;", "«НА»1«КОН»◊"]),
        ("ABC", ["«ВЫП»A=1;B=1;C=1;«НА»1", "«КОН»◊"]),
    ):
        fields = ", ".join(f"{name} 1..9" for name in names)
        (tmp_path / "long.mir").write_text(
            f"# answer: {fields}; «НА»1\n1.«ВВОД»34«КОН»◊\n", encoding="utf-8"
        )
        desk = listed(tmp_path)
        press(desk, "UP", "OK", "OK")
        desk.run(1500)
        assert texts(desk.chip)[5:7] == [seen(row) for row in rows]


def test_files_of_the_flash(tmp_path: Path) -> None:
    (tmp_path / "zwei.mir").write_text(
        "# title: TWICE\n# about: doubles\n# answer: A 1..9; «НА»1\n"
        "1.«ВЫВ»«ЗНАЧ»2×A;«ВВОД»34«ГДЕ»A=4«КОН»◊\n",
        encoding="utf-8",
    )
    (tmp_path / "bad.mir").write_text("A=1;\nB=(2;C=3«КОН»", encoding="utf-8")
    (tmp_path / "worse.mir").write_bytes(b"\xff\xfe")
    desk = listed(tmp_path)
    rows = press(desk, "UP", "UP", "UP")
    assert rows[4:7] == ["bad.mir", "worse.mir", "zwei.mir"]
    rows = press(desk, "OK")
    assert rows[:3] == ["HERE IS ;, NO BRACKET )", "A=1;", "B=(2;C=3" + seen("«КОН»")]
    assert read(desk.chip, 2)[1] == ";" and rows[6] == "row 2, sign 5"
    press(desk, "OK")
    assert "UTF-8" in press(desk, "DOWN", "OK")[0]
    press(desk, "OK")
    rows = press(desk, "DOWN", "OK")
    assert "TWICE" in rows[0] and rows[1] == "doubles"
    press(desk, "OK")
    desk.run(1500)
    assert texts(desk.chip)[0] == "8" and texts(desk.chip)[3] == "A=4"


def test_an_error_is_marked_in_the_listing(tmp_path: Path) -> None:
    desk = switched_on(tmp_path)
    typed(desk, "mir program=A=1;↵B=A/(A-1)«КОН»")
    press(desk, "BACK")
    assert read(desk.chip, 1)[1] == "/"
    assert read(desk.chip, 6)[1].rstrip() == "DIVISION BY NOUGHT"


def test_a_session_resumes(tmp_path: Path) -> None:
    desk = listed(tmp_path)
    open_program(desk, "bachet")
    press(desk, "OK")
    desk.run(2000)
    typed(desk, "1")
    desk = Simulator(folder=tmp_path)
    desk.settle()
    desk.run(1500)
    rows = "\n".join(texts(desk.chip))
    assert "LEFT: 19" in rows or seen("ОСТАЛОСЬ 19") in rows


def test_pace_of_a_mir(tmp_path: Path) -> None:
    """250 operations a second, also on a device that is faster."""
    desk = switched_on(tmp_path)
    desk.serial.typed.append("mir program=1.A=1;«НА»1«КОН» pace=mir1")
    desk.run(500)
    machine = desk.app.sessions.screen.game.machine
    before = machine.operations
    desk.run(4000)
    assert 800 <= machine.operations - before <= 1200


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages(tmp_path: Path, language: str, golden: Golden) -> None:
    desk = listed(tmp_path, language)
    shots = [shot(desk)]
    open_program(desk, "euclid")
    shots.append(shot(desk))
    press(desk, "RIGHT")
    press(desk, "OK", "OK")
    shots.append(shot(desk))
    press(desk, "RIGHT")
    desk.run(1500)
    shots.append(shot(desk))
    compare(golden, f"mir-{language}", shots)


REFUSED = {
    "en": ("SIGN 10: NO LABEL 7, THERE ARE 2", "STOP: DIRECTIVE: STATEMENT 1, ROW 1, SIGN 6"),
    "uk": ("ЗНАК 10: НЕМАЄ МІТКИ 7, Є 2", "СТОП: ДИРЕКТИВА: ОПЕРАТОР 1, РЯДОК 1, ЗНАК 6"),
    "ja": ("文字10: ", "停止: 指示: 命令1、行1、文字6"),
    "de": ("ZEICHEN 10: ", "STOPP: ANWEISUNG: SCHRITT 1, ZEILE 1, ZEICHEN 6"),
    "ru": ("ЗНАК 10: НЕТ МЕТКИ 7, ЕСТЬ 2", "СТОП: ДИРЕКТИВА: ОПЕРАТОР 1, СТРОКА 1, ЗНАК 6"),
}
"""Two faults in each language: a label that is missing, and a division by nought."""

RUSSIAN = "ДИРЕКТИВА: ОПЕРАТОР 1, СТРОКА 1, ЗНАК 6"


@pytest.mark.parametrize("language", LANGUAGES)
def test_faults_of_a_directive_are_told_in_each_language(tmp_path: Path, language: str) -> None:
    desk = switched_on(tmp_path, language)
    typed(desk, "mir program=«ВВОД»34;2.«ВЫВ»[ДА]«КОН»")
    refused, stopped = REFUSED[language]
    before = len(desk.serial.printed)
    typed(desk, "«ВЫП»«НА»7◊")
    assert desk.serial.printed[before:].startswith(refused)
    typed(desk, "A=1+1/0◊")
    assert desk.serial.printed.rstrip().endswith("ДЕЛЕНИЕ НА НУЛЬ")  # the port keeps the paper
    assert words.say(f"СТОП: {RUSSIAN}") == stopped


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("5«EXPRESSIONS»A", ["5", "  «EXPRESSIONS", "  »A"]),
        ("1.A=5;B=6;C=7+8", ["1.A=5;B=6;", "  C=7+8"]),
        ("«FOR»I=11«STEP»1", ["«FOR»I=11", "  «STEP»1"]),
        ("123456789012345", ["12345678901234", "  5"]),
    ],
)
def test_a_row_of_the_listing_ends_before_a_word(text: str, rows: list[str]) -> None:
    desk = Simulator(72, 40)
    sheet = importlib.import_module("teletype.programs.mir.picture_sheet")
    shown = sheet.Sheet(desk.app.panel, text, 0, 3)
    shown.draw()
    desk.app.panel.show()
    assert [row for row in texts(desk.chip)[:3] if row] == rows


def test_its_values_are_picked_with_the_picker_of_the_screen(tmp_path: Path) -> None:
    """A second copy of that module takes 0.7 KB of every session's heap."""
    desk = switched_on(tmp_path)
    typed(desk, "mir program=euclid")
    screen = desk.app.activity
    paper = type(screen.answering).begin.__globals__["Picker"]
    assert screen.picture.picker is paper
    assert "teletype.handheld.input.picker" not in screen.picture.brought
