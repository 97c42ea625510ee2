# SPDX-License-Identifier: MIT
"""The about page is one key away: BACK held for a second, in a setup, at a stop, in a picture."""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from teletype import words
from teletype.programs import catalogue
from tests.handheld.screens.test_languages import (
    held_while_it_prints,
    hold,
    looked_back,
    name,
    nothing,
    picker,
    picture,
    setup,
    still,
    stop,
    tapes,
)
from tests.handheld.screens.test_screens import SIZES
from tests.helpers.boards import FIVE, FOUR, THREE, TWO
from tests.helpers.screen import texts

ASKS = 1000
"""Milliseconds."""


def ask(desk: Simulator, key: str = "BACK", milliseconds: int = ASKS + 100) -> None:
    hold(desk, key, milliseconds)


@pytest.mark.parametrize("place", [setup, picker, stop, picture, looked_back])
def test_it_lies_over_the_screen(place: Callable[[Simulator], None]) -> None:
    """Its keys lead back to where one was, whichever of them; its story is behind it."""
    desk = Simulator()
    desk.app.settings.values["speed"] = "fast"
    desk.app.apply()
    place(desk)
    before = still(desk)
    where = desk.app.activity
    for keys in (["OK"], ["BACK"], ["RIGHT", "LEFT", "DOWN", "LEFT"], ["RIGHT", "OK"]):
        ask(desk)
        assert name(desk) == "About"
        desk.press(*keys)
        assert desk.app.activity is where and still(desk) == before


def test_it_comes_while_a_program_prints_which_stands_still() -> None:
    desk = Simulator()
    session = held_while_it_prints(desk, ASKS + 100, "About")
    shown = session.paper.shown
    desk.press("OK")
    desk.settle()
    assert session.paper.shown > shown


@pytest.mark.parametrize("place", [nothing, tapes])
def test_where_there_is_no_program_it_is_back(place: Callable[[Simulator], None]) -> None:
    desk = Simulator()
    place(desk)
    ask(desk)
    assert name(desk) == "Shelf"


def test_held_on_it_is_the_page_of_languages_over_the_screen_below() -> None:
    desk = Simulator()
    setup(desk)
    hold(desk)
    assert name(desk) == "Languages"
    desk.press("BACK")
    assert name(desk) == "SetupEditor"
    ask(desk)
    hold(desk)
    assert name(desk) == "Languages"
    desk.press("BACK")
    assert name(desk) == "About", "it was wanted, and is below the page"


def test_in_the_dark_it_only_brings_the_light_back() -> None:
    desk = Simulator()
    setup(desk)
    desk.app.settings.values.update(dim=1, blank=2)
    desk.app.apply()
    desk.run(180_000, 100)
    assert desk.app.saver.dark == 2
    ask(desk)
    assert name(desk) == "SetupEditor" and not desk.app.saver.dark
    ask(desk)
    assert name(desk) == "About"


@pytest.mark.parametrize("buttons", [TWO, THREE, FOUR, FIVE])
def test_with_few_buttons(buttons: tuple[str, ...]) -> None:
    desk = Simulator(buttons=buttons)
    desk.press("OK")
    key = "BACK" if "BACK" in buttons else "OK"
    ask(desk, key)
    assert name(desk) == "About"
    desk.press("OK")
    assert name(desk) == "SetupEditor"


def page(desk: Simulator) -> str:
    """The text of a page, which wraps it."""
    while desk.app.activity._work is not None:
        desk.run(50)
    return "".join(desk.app.activity._lines).replace(" ", "")


@pytest.mark.parametrize("program", list(catalogue.NAMES))
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_rules_first(language: str, program: str) -> None:
    """What to do, in three rows; the keys; then the story; the source comes last."""
    desk = Simulator()
    desk.app.speak(language)
    desk.app.screens.about(program)
    desk.run(100)
    said = words.program(program)
    if not said.storied():
        pytest.skip("no story")
    rules, keys = said.RULES.replace(" ", ""), said.KEYS.replace("\n", "").replace(" ", "")
    assert rules and keys and page(desk).startswith(rules + keys)
    starts = desk.app.activity._starts
    assert starts[1] <= 3, "the rules take three rows"
    desk.press("RIGHT")
    story = page(desk)
    first = said.STORY.split("\n")[0].replace(" ", "")
    last = said.ABOUT[-1].replace(" ", "")
    assert story.startswith(first) and story.endswith(last)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_it_is_told(language: str, size: tuple[int, int]) -> None:
    """At the end of every about page; and below the rules of the first start."""
    desk = Simulator(*size)
    desk.app.speak(language)
    desk.press("RIGHT")
    said = "".join(desk.app.activity._lines).replace(" ", "")
    assert said.endswith(words.text("KEYS_HOLD_RULES").split("\n")[0].replace(" ", ""))
    desk.press("OK", "OK")
    assert words.text("KEYS_HOLD_RULES") in desk.app.activity._rules


def test_with_a_button_that_is_called_otherwise() -> None:
    desk = Simulator(labels={"OK": "A", "BACK": "B"})
    desk.press("OK")
    assert texts(desk.chip)[4] == "Rules: hold B."


@pytest.mark.parametrize(
    ("size", "won", "told"),
    [
        ((128, 64), "0/3", "WON 0 OF 3"),
        ((128, 64), "2/3", "★ WON 2 OF 3"),
        ((72, 40), "0/3", "0/3"),
        ((72, 40), "2/3", "★ 2/3"),
    ],
)
def test_games_won_stand_beside_the_title(
    size: tuple[int, int], won: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a star after the first one."""
    (tmp_path / "wins.txt").write_text(f"race={won}\n")
    desk = Simulator(*size, folder=tmp_path)
    desk.app.screens.about("race")
    desk.run(50)
    said: list[str] = []
    names = type(desk.app.activity).draw_title.__globals__
    monkeypatch.setitem(names, "heading_row", lambda app, row, title, right="": said.append(right))
    desk.app.activity.draw()
    assert said == [told]
