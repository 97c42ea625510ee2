# SPDX-License-Identifier: MIT
"""A setup: its rules at the first start, what was chosen last time, what is seldom changed."""

from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from teletype.programs import catalogue
from tests.helpers.screen import SIZES, Size, read, seen, text, texts
from tests.helpers.sessions import refuse

NAMES = list(catalogue.NAMES)


def opened(program: str, desk: Simulator | None = None, **options: object) -> Simulator:
    desk = desk or Simulator(**options)  # type: ignore[arg-type]
    desk.app.fast = True
    desk.app.shelf()
    desk.run(20)
    from teletype.handheld.screens.setup import SetupEditor

    desk.app.open(SetupEditor(desk.app, program))
    desk.run(20)
    return desk


def started(desk: Simulator, line: str) -> None:
    desk.app.shelf()
    desk.run(20)
    desk.say(line)
    desk.run(20)  # the stop is on the screen, then the setup is kept


@pytest.mark.parametrize("program", NAMES)
def test_a_default_prints_something_and_does_not_stop_at_once(program: str) -> None:
    desk = opened(program)
    desk.press("OK")
    desk.run(20)
    if program == "logic":
        desk.press("OK", "OK")  # the riddle, and what a person thinks
    if program == "mir":
        desk.press("OK")  # what the program is about
    desk.settle()
    screen = desk.app.sessions.screen
    assert screen.paper.roll.end or screen.session.request is not None


@pytest.mark.parametrize("size", SIZES)
def test_the_rules_are_shown_until_a_program_was_started(size: Size, tmp_path: Path) -> None:
    desk = opened("nim", width=size[0], height=size[1], folder=tmp_path)
    first = text(desk.chip, 1)
    assert first.lower().startswith("take ") and text(desk.chip, size[1] // 8 - 1)[:7] == "OK:PLAY"
    desk.press("DOWN")
    assert text(desk.chip, 1) == "START"
    desk = opened("nim", width=size[0], height=size[1], folder=tmp_path)
    desk.press("OK")  # one key begins
    desk.settle()
    assert desk.app.sessions.screen.name == "nim"
    desk = opened("nim", width=size[0], height=size[1], folder=tmp_path)
    assert text(desk.chip, 1) == "START"


def test_as_last_time_over_power_off(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path)
    started(desk, "nim heaps=3,4,5")
    started(desk, "evolution r=20")
    started(desk, "race")
    assert (tmp_path / "setups.txt").read_text() == "evolution r=20\nnim heaps=3,4,5\n"
    desk = opened("nim", folder=tmp_path)
    assert read(desk.chip, 1)[0] == "AS LAST TIME"
    assert text(desk.chip, 2).split() == ["heaps", "3,4,5"]
    desk.press("DOWN", "DOWN", "RIGHT")  # an example
    assert text(desk.chip, 1) == "START"
    desk = opened("race", folder=tmp_path)
    assert text(desk.chip, 1) == "START"
    started(desk, "nim")  # the default is not written
    assert (tmp_path / "setups.txt").read_text() == "evolution r=20\n"


@pytest.mark.parametrize(
    "damage",
    [
        b"nim heaps=",
        b"nim heaps=0,0\n",
        b"\xff\xfe",
        "nim heaps=1,2,3\n".encode("utf-16-le"),
        b"nim " + b"x" * 5000,
        b"nim\n",
        b"nim a\n\n",
    ],
)
def test_a_damaged_file_is_harmless(damage: bytes, tmp_path: Path) -> None:
    (tmp_path / "setups.txt").write_bytes(damage)
    desk = opened("nim", folder=tmp_path)
    desk.press("DOWN")
    assert texts(desk.chip)[1:3] == ["START", "heaps               7,8,4"]
    started(desk, "nim heaps=1,2")
    assert (tmp_path / "setups.txt").read_text() == "nim heaps=1,2\n"


def test_a_flash_that_refuses_does_not_hold_the_program() -> None:
    desk = Simulator()

    desk.app.store.replace = refuse
    started(desk, "nim heaps=3,4,5")
    assert desk.app.sessions.screen.name == "nim"


def test_the_about_page_and_back(tmp_path: Path) -> None:
    desk = opened("nim", folder=tmp_path)
    before = texts(desk.chip)
    desk.press("RIGHT")
    assert "Take as many" in " ".join(texts(desk.chip)) and text(desk.chip, 7).startswith(
        "OK:CLOSE"
    )
    desk.press("BACK")
    assert texts(desk.chip) == before


def test_a_formula_that_reads_otherwise_than_it_looks_is_remarked_on() -> None:
    desk = opened("truth-table")
    setup = desk.app.activity
    setup._values["formula"] = "AvB"
    desk.press("OK")
    remark = "v is a letter of the formula; write + for 'or'"
    assert remark in " ".join(texts(desk.chip))
    setup._values["formula"] = "XvY"
    desk.app.shelf()  # an editor of a formula starts it from elsewhere
    desk.run(100)
    assert desk.app.activity is not setup
    setup._noted = ""
    setup.head(0)
    desk.run(100)
    assert remark in " ".join(texts(desk.chip))
    assert desk.app.activity is setup
    desk.press("OK")
    assert desk.app.activity is not setup
    assert desk.app.sessions.screen.name == "truth-table"


def test_of_a_riddle_and_a_formula_one_is_given() -> None:
    desk = opened("logic")
    desk.app.activity._set(desk.app.activity._fields[1], "A+B")
    assert desk.app.activity._values["puzzle"] is None
    desk.press("DOWN", "RIGHT")
    assert desk.app.activity._values["formula"] is None
    assert desk.app.activity._values["puzzle"] == "vessel"


@pytest.mark.parametrize(
    ("program", "line"),
    [(name, "") for name in ("race", "nim", "trigex", "misere-nim", "yen", "nim-table")]
    + [("nim-table", "mode=play"), ("nim-table", "mode=play limit=1")],
)
def test_pickers_begin_with_a_legal_answer(program: str, line: str) -> None:
    """What OK alone answers is never reproached, to the end of a game or for twenty answers."""
    from teletype.core.session import Session

    module, setup = catalogue.prepare(program, line)
    session = Session(module.play(setup))
    answers = 0
    reproaches = ("ВЫ ОШИБЛИСЬ", "ВАШ ХОД СДЕЛАН НЕ ПО ПРАВИЛАМ", "DO NOT REVOKE", "illegal")
    last = None
    while answers < 20:
        event = session.step()
        if event is None:
            break
        if isinstance(event, str):
            assert not event.startswith(reproaches), event
            assert "take from one heap" not in event and "is not in" not in event, event
        elif session.request is not None:
            request = session.request
            wanted = request.values or last or request.lows  # as the screen of a session has it
            last = tuple(
                min(max(value, low), high)
                for value, low, high in zip(wanted, request.lows, request.highs, strict=True)
            )
            session.answer_values(last)
            answers += 1
    assert answers


@pytest.mark.parametrize("size", SIZES)
def test_a_list_of_a_fixed_length_has_no_field_for_it(size: Size) -> None:
    desk = opened("dates", Simulator(*size))
    desk.press("DOWN", "OK")
    assert text(desk.chip, 2) == "1:12 2:15"
    desk.press("RIGHT", "UP", "OK")
    assert desk.app.activity._values["d"] == (12, 16)


def test_the_signs_that_can_follow_come_first() -> None:
    follow = catalogue.load("truth-table").FIELDS[0].follow
    assert follow("")[:3] == "A~(" and follow("(A->")[0] == "B" and follow("(A->B")[0] == ")"
    assert follow("(A")[0] == "→" and "(" in follow("(A->B)")[:4] and follow("A~")[0] in "AB"


def test_examples_of_the_setup() -> None:
    count = 0
    for name in catalogue.NAMES:
        for line in catalogue.load(name).PRESETS:
            catalogue.prepare(name, line)
            count += 1
    assert count > 10
    desk = Simulator()
    desk.press("DOWN", "DOWN", "OK", "DOWN")  # the tables
    desk.press("DOWN", "DOWN", "DOWN")  # rules, objects, people, example
    assert texts(desk.chip)[4].split() == ["example", "GAME", "RECORD"]
    desk.press("RIGHT")
    assert texts(desk.chip)[2].split() == ["heaps", "22,19,23,11"]
    assert texts(desk.chip)[4].split() == ["example", "CHAPTER"]
    desk.press("LEFT", "OK", "OK")
    assert texts(desk.chip)[2].split() == ["heaps", "11,23,9,39,30"]
    assert texts(desk.chip)[4].split() == ["example", "FIVE", "HEAPS"]
    desk.press("UP", "UP", "OK", "UP", "OK")  # four groups
    assert texts(desk.chip)[4].split() == ["example", seen("–")]
    desk.press("DOWN", "DOWN", "RIGHT", "UP", "UP", "UP", "OK")
    desk.settle(60_000)
    assert desk.app.sessions.screen.setup["heaps"] == (7, 8, 4)


def test_a_message_names_fields_as_the_rows_do() -> None:
    """A name is one by itself, not the end of a word, and a sign of a name stands behind it."""
    editor = opened("race").app.activity
    label = editor.label(editor._program.FIELDS[0]).split("\n")[0]
    assert editor._program.FIELDS[0].name == "n" and label != "n"
    assert editor._named("n=3: no") == f"{label} 3: no"
    assert editor._named("a sin=3; n: no") == f"a sin=3; {label}: no"
    assert editor._named("as in=3") == "as in=3"
    assert editor._named("n is no") == "n is no"
