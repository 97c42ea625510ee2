# SPDX-License-Identifier: MIT
"""Where did I lose? From the list of tapes to the page that says it."""

from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from host_tools.paths import TAPES
from teletype.loading import load
from teletype.words import LANGUAGES
from tests.helpers.screen import SIZES, Size
from tests.helpers.sessions import name as at
from tests.helpers.sessions import rows, until
from tests.helpers.sheets import Golden, compare, shot

LOST = ("misere-nim", "1 2 3", "0 2 2", "0 0 2")


def begun(folder: Path) -> Simulator:
    desk = Simulator(folder=folder, fast=True)
    return desk


def lesson(desk: Simulator) -> list[str]:
    """Goes from the shelf to the lesson of the first tape."""
    desk.press("UP", "UP", "OK", "OK")
    assert at(desk) == "SavedTape"
    while desk.app.activity._rows[desk.app.activity._list.chosen] != "WHERE I LOST":
        desk.press("DOWN")
    desk.press("OK")
    until(desk, "Page")
    return rows(desk)


def test_a_lost_game(tmp_path: Path) -> None:
    desk = begun(tmp_path)
    desk.say(*LOST)
    desk.press("BACK", "BACK")
    shown = lesson(desk)
    assert desk.app.activity._title == "WHERE I LOST"
    told = [row.rstrip() for row in shown[1:7]]
    assert told == ["Answer 2 lost the game:", "0 0 2", "", "Better:", "0 1 0", "(ii)"]
    desk.press("BACK")
    assert at(desk) == "SavedTape"


def test_while_it_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the list stays, and a part of the tape in percent is all that is told."""
    module = load("teletype.handheld.screens.lesson")
    monkeypatch.setattr(module, "work", lambda generator, now: False)  # it has more to do
    desk = begun(tmp_path)
    desk.say(*LOST)
    desk.press("BACK", "BACK", "UP", "UP", "OK", "OK")
    (path,) = tmp_path.glob("tapes/*")
    screen = module.Teaching(desk.app, path.name, desk.app.shelf)
    next(screen._work)
    screen._file.seek(0)
    desk.app.open(screen)
    desk.run(100)
    told = [row.strip("? ") for row in rows(desk)[1:7]]
    assert told == ["", "0 %", "", "", "", ""]
    screen._file.seek(0, 2)
    desk.run(100)
    assert rows(desk)[2].strip("? ") == "100 %"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_one_key_at_the_end(language: str, size: Size, tmp_path: Path, golden: Golden) -> None:
    """The last row says it when the result has been read; the tape is kept, the shelf follows."""
    (tmp_path / "settings.txt").write_text(f"language={language}\n")
    desk = Simulator(folder=tmp_path, width=size[0], height=size[1], fast=True)
    desk.say("nim heaps=1,2,3 style=hard", "2 1", "2 0")
    desk.run(2000)
    assert desk.app.sessions.screen.ended and at(desk) == "SessionScreen"
    desk.run(2000)
    assert at(desk) == "Outcome"
    if language == "en":
        assert [row for row in rows(desk) if "WHERE I LOST" in row]
    images = [shot(desk)]
    desk.press("RIGHT")
    until(desk, "Page")
    if size == (128, 64):
        images.append(shot(desk))
        compare(golden, f"lesson-{language}", images)
    desk.press("BACK")
    desk.run(50)
    assert at(desk) == "Shelf" and desk.app.sessions.screen is None
    assert [path.name for path in (tmp_path / "tapes").iterdir()] == ["0001-nim.end.tape"]


def test_no_lesson_of_what_is_not_lost_or_not_kept(tmp_path: Path) -> None:
    desk = begun(tmp_path)
    desk.say("dates")
    desk.run(8000)
    assert "►" not in rows(desk)[-1]
    desk.press("RIGHT")
    assert at(desk) == "SessionScreen"


def test_a_tape_that_is_damaged(tmp_path: Path) -> None:
    desk = begun(tmp_path)
    desk.say(*LOST)
    desk.press("BACK", "BACK")
    (path,) = (tmp_path / "tapes").iterdir()
    text = path.read_text("utf-8").replace("    1    2    2", "    1    1    1")
    path.write_text(text, encoding="utf-8")
    assert any(row.startswith("line 6") for row in lesson(desk))
    assert path.read_text("utf-8") == text


def test_a_tape_of_another_program_than_its_name_says(tmp_path: Path) -> None:
    """The name promises a lesson, the head a program that has none: said, and the tape stays."""
    desk = begun(tmp_path)
    desk.say("race")
    desk.press("BACK", "BACK")
    desk.app.shelf()
    desk.run(20)
    (path,) = (tmp_path / "tapes").iterdir()
    path.write_text("program: dates\nsetup:\n---\n", "utf-8")
    assert "dates: its games cannot be analysed" in " ".join(lesson(desk))
    assert path.exists()


def test_given_up(tmp_path: Path) -> None:
    desk = begun(tmp_path)
    desk.say(*LOST)
    desk.press("BACK", "BACK")
    desk.app.shelf()
    desk.run(20)
    from teletype.handheld.screens import lesson, saved_tapes

    (path,) = (tmp_path / "tapes").iterdir()
    tape = saved_tapes.SavedTape(desk.app, path.name, saved_tapes.Saved(desk.app), 0)
    desk.app.open(lesson.Teaching(desk.app, path.name, tape))
    desk.app.activity.key(5, 0)
    assert desk.app.activity is tape


@pytest.mark.parametrize(("program", "there"), [("dates", False), ("race", True)])
def test_only_where_there_are_lessons(program: str, there: bool, tmp_path: Path) -> None:
    desk = begun(tmp_path)
    desk.say(program)
    desk.app.shelf()
    desk.run(20)
    from teletype.handheld.screens import saved_tapes

    (path,) = (tmp_path / "tapes").iterdir()
    assert saved_tapes.program_of(desk.app, path.name) == program
    assert (
        "WHERE I LOST"
        in saved_tapes.SavedTape(desk.app, path.name, saved_tapes.Saved(desk.app), 0)._rows
    ) == there


@pytest.mark.parametrize(
    "tape",
    [
        "yen-listing-4",
        "yen-draw",
        "calculation-cobol-won",
        "calculation-fortran-won",
        "calculation-lisp-won",
    ],
)
def test_no_lesson_for_a_winner(tape: str, tmp_path: Path) -> None:
    """A game that was won or drawn has no place where it was lost: RIGHT is not offered."""
    lines = (TAPES / f"{tape}.tape").read_text().splitlines()
    program, setup = [
        line.partition(": ")[2] for line in lines if line.startswith(("program: ", "setup: "))
    ]
    desk = begun(tmp_path)
    answers = [line[2:] for line in lines if line.startswith("> ")]
    desk.say(f"{program} {setup}", *answers)
    desk.run(4000)
    assert desk.app.sessions.screen.ended
    assert not desk.app.sessions.screen.at_end.teaches()
    assert desk.app.sessions.screen.recorder.name
    desk.run(6000)
    assert "WHERE" not in rows(desk)[-1]
