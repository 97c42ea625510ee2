# SPDX-License-Identifier: MIT
"""What is on the screen while a program prints and when it has ended, and where OK leads."""

from pathlib import Path
from typing import Any

import pytest

from host_tools.emulator.simulator import Simulator
from teletype.words import LANGUAGES
from tests.helpers.screen import hint, text
from tests.helpers.sheets import Golden

GAMES = {
    "nim": ("2 1", "1 2", "3 1", "2 0"),
    "trigex": ("6", "7"),
}
"""Answers that lose the game of the default setup."""


def begin(line: str, *answers: str, speed: str = "fast", **options: Any) -> Simulator:
    desk = Simulator(**options)
    desk.set(speed=speed)
    desk.serial.typed.append(line)
    for answer in answers:
        desk.run(50)
        desk.settle()
        desk.serial.typed.append(answer)
    desk.run(50)
    return desk


def ended(program: str, **options: Any) -> Simulator:
    desk = begin(program, *GAMES[program], **options)
    desk.settle()
    desk.run(1500)
    assert desk.app.sessions.screen.ended
    return desk


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("program", GAMES)
def test_the_end_of_a_drawn_game_stays_drawn(program: str, language: str, golden: Golden) -> None:
    desk = ended(program)
    screen = desk.app.sessions.screen
    desk.set(language=language, messages="translated")
    screen.draw()
    desk.run(500)
    if not screen.pictured:  # it was printed again, in the other language
        desk.settle()
        desk.run(1500)
    assert screen.pictured
    golden(f"end-{program}-{language}", desk.chip)
    for key in ("UP", "LEFT", "DOWN"):
        desk.press(key)
    assert screen.pictured
    desk.press("BACK")
    assert not screen.pictured and type(desk.app.activity).__name__ == "PaperScroll"
    desk.press("OK")
    assert screen.pictured


@pytest.mark.parametrize("program", GAMES)
def test_the_same_setup_begins_again(program: str, tmp_path: Path) -> None:
    """Both starts cannot be won: OK shows why, and then RIGHT is the same one again."""
    desk = ended(program, folder=tmp_path)
    before = desk.app.sessions.screen
    desk.press("OK")
    desk.run(3500)
    desk.press("RIGHT")
    desk.settle()
    after = desk.app.sessions.screen
    assert after is not before and after.setup == before.setup and not after.ended
    names = sorted(path.name for path in (tmp_path / "tapes").iterdir())
    assert names == [f"0001-{program}.end.tape", f"0002-{program}.tape"]


def test_where_nothing_was_asked_ok_leads_to_the_setup() -> None:
    desk = begin("truth-table formula=AB")
    desk.settle()
    desk.run(50)
    assert hint(desk.chip).split() == ["OK:SETUP", "BACK:FORMULA"]
    desk.press("OK")
    editor = desk.app.activity
    assert type(editor).__name__ == "SetupEditor"
    assert editor._values["formula"] == "AB"


def test_a_hint_while_it_prints_and_ok_held_goes_to_the_stop() -> None:
    desk = begin("nim", speed="10")
    desk.run(500)
    assert text(desk.chip, 7).startswith("OK:LINE") and "HOLD OK" in text(desk.chip, 7)
    desk.press("OK")  # the first line is there
    assert text(desk.chip, 7).startswith("OK:LINE")
    desk.hold("OK", 700)
    desk.run(50)
    assert not desk.app.sessions.screen.printing() and not desk.app.sessions.screen.ended
    assert hint(desk.chip).startswith("OK:PICTURE")


def test_the_hint_gives_its_row_to_the_paper() -> None:
    desk = begin("nim", speed="10", width=72, height=40)
    for _ in range(4000):
        desk.run(20)
        if not desk.app.sessions.screen.printing():
            break
        line = desk.app.sessions.screen.paper.line
        if line >= desk.app.panel.rows:
            assert "HOLD" not in text(desk.chip, desk.app.panel.rows - 1)
    assert not desk.app.sessions.screen.printing()


def test_the_cursor_is_where_it_was_after_the_power_was_off(tmp_path: Path) -> None:
    desk = begin("nim heaps=7,8,4", "3 3", folder=tmp_path)
    desk.settle()
    desk.run(1500)
    assert desk.app.sessions.screen.picture.heap == 2
    desk = Simulator(folder=tmp_path)
    desk.run(100)
    desk.settle()
    desk.run(1500)
    assert desk.app.sessions.screen.picture.heap == 2
