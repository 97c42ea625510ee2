# SPDX-License-Identifier: MIT
"""◊ before the hints: blinks until the first key, stands, and blinks again after ten seconds."""

import pytest

from host_tools.emulator.simulator import Simulator
from tests.helpers.screen import Size, columns, read
from tests.helpers.sessions import name


def begin(line: str, size: Size = (128, 64)) -> Simulator:
    """A desk at the first stop of a program, for a while."""
    desk = Simulator(*size, fast=True)
    desk.say(line, rest=1100)
    return desk


def seen(desk: Simulator, milliseconds: int) -> list[str]:
    """The first character of the last row, every 50 ms."""
    signs = []
    for _ in range(milliseconds // 50):
        desk.run(50)
        signs.append(read(desk.chip, desk.chip.height // 8 - 1)[0][:1] or " ")
    return signs


PLACES = [
    "nim heaps=7,8,4", "misere-nim", "race", "trigex", "yen", "cards", "calculation-lisp",
    "nim-table",
]  # fmt: skip


@pytest.mark.parametrize("line", PLACES)
def test_it_blinks_until_the_first_key_and_after_a_silence(line: str) -> None:
    desk = begin(line)
    signs = seen(desk, 3000)
    assert set(signs) == {"◊", " "} and 20 <= signs.count("◊") <= 40
    desk.press("LEFT")
    assert set(seen(desk, 9000)) == {"◊"}
    assert set(seen(desk, 3000)) == {"◊", " "}


@pytest.mark.parametrize("size", [(128, 32), (72, 40)])
def test_low_panels(size: Size) -> None:
    for line in ("race", "nim-table", "misere-nim heaps=6", "calculation-cobol"):
        desk = begin(line, size)
        assert set(seen(desk, 1500)) == {"◊", " "}, line


def test_the_end_has_none() -> None:
    desk = begin("nim heaps=1")
    assert desk.app.activity.ended
    assert "◊" not in seen(desk, 1500)


def test_a_picture_that_is_looked_at_meanwhile_has_it() -> None:
    desk = begin("nim-table mode=play")
    desk.press("BACK")
    assert desk.app.activity.pictured
    assert set(seen(desk, 9000)) == {"◊"}
    assert set(seen(desk, 3000)) == {"◊", " "}


@pytest.mark.parametrize("size", [(128, 64), (128, 32)])
def test_the_paper_that_is_scrolled_back_has_it(size: Size) -> None:
    desk = begin("nim heaps=7,8,4", size)
    desk.press("BACK")
    assert type(desk.app.activity).__name__ == "PaperScroll"
    assert set(seen(desk, 9000)) == {"◊"}
    assert set(seen(desk, 3000)) == {"◊", " "}
    desk.press("UP")
    assert set(seen(desk, 9000)) == {"◊"}
    assert read(desk.chip, desk.chip.height // 8 - 1)[1].startswith("◊"), "as inverse as its row"


@pytest.mark.parametrize("line", [*PLACES, "mir program=euclid"])
def test_the_paper_leaves_nothing_before_it(line: str) -> None:
    """The row of the paper that is scrolled back is inverse from the first pixel column on."""
    desk = begin(line)
    for key in ("LEFT", "UP", "UP"):  # the views of a picture
        desk.press(key)
        while name(desk) != "PaperScroll":
            desk.press("BACK")  # at the listing of `mir` first
        desk.press("OK")
        desk.run(1100)
        assert read(desk.chip, 7)[0][:1] in "◊ " and columns(desk.chip, 7)[0] == 0, key


def test_the_paper_of_a_game_that_is_over_has_none() -> None:
    desk = begin("nim heaps=1")
    desk.press("BACK")
    assert "◊" not in seen(desk, 1500)


def test_the_keyboard_of_a_typed_answer_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    Simulator()  # firmware can be imported from now on
    monkeypatch.setattr("teletype.handheld.picture_loader.picture_of", lambda *_: None)
    desk = begin("calculation-lisp stock=2")
    desk.press("OK")
    assert type(desk.app.activity).__name__ == "Keyboard"
    assert set(seen(desk, 9000)) == {"◊"}
    assert set(seen(desk, 3000)) == {"◊", " "}
    desk.press("DOWN")
    assert set(seen(desk, 9000)) == {"◊"}
    desk.press("BACK")
    assert desk.app.activity is desk.app.sessions.screen


def test_the_keyboard_of_a_setup_has_none() -> None:
    desk = begin("")
    desk.app.screens.setup("truth-table")
    desk.run(500)
    desk.press("DOWN", "OK")
    if type(desk.app.activity).__name__ == "Keyboard":
        assert "◊" not in seen(desk, 1500)
