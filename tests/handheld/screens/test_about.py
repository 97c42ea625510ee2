# SPDX-License-Identifier: MIT
"""The about page is one key away: BACK held for a second, in a setup, at a stop, in a picture."""

import importlib
import re
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
    nothing,
    picker,
    picture,
    setup,
    stop,
    tapes,
)
from tests.helpers.boards import FIVE, FOUR, THREE, TWO
from tests.helpers.drawn import still
from tests.helpers.screen import SIZES, Size, texts
from tests.helpers.sessions import name, to_setup

BARE = str.maketrans("", "", " -")
"""Removes blanks, which wrapping drops at the end of a row, and hyphens, which it adds."""

ASKS = 1000
"""Milliseconds."""


def ask(desk: Simulator, key: str = "BACK", milliseconds: int = ASKS + 100) -> None:
    hold(desk, key, milliseconds)


@pytest.mark.parametrize("place", [setup, picker, stop, picture, looked_back])
def test_it_lies_over_the_screen(place: Callable[[Simulator], None]) -> None:
    """Its keys lead back to where one was, whichever of them; its chapters are behind it."""
    desk = Simulator()
    desk.set(speed="fast")
    place(desk)
    before = still(desk)
    where = desk.app.activity
    for keys in (
        ["OK"],
        ["BACK"],
        ["RIGHT", "LEFT", "DOWN", "LEFT"],
        ["RIGHT", "BACK"],
        ["RIGHT", "OK", "DOWN", "OK", "DOWN", "RIGHT", "BACK", "BACK"],
    ):
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
    desk.set(dim=1, blank=2)
    desk.run(180_000, 100)
    assert desk.app.saver.dark == 2
    ask(desk)
    assert name(desk) == "SetupEditor" and not desk.app.saver.dark
    ask(desk)
    assert name(desk) == "About"


@pytest.mark.parametrize("buttons", [TWO, THREE, FOUR, FIVE])
def test_with_few_buttons(buttons: tuple[str, ...]) -> None:
    desk = Simulator(buttons=buttons)
    to_setup(desk)
    key = "BACK" if "BACK" in buttons else "OK"
    ask(desk, key)
    assert name(desk) == "About"
    desk.press("OK")
    assert name(desk) == "SetupEditor"


@pytest.mark.parametrize("buttons", [TWO, THREE, FOUR, FIVE])
def test_it_explains_the_keys_of_pictures_that_there_are(buttons: tuple[str, ...]) -> None:
    desk = Simulator(buttons=buttons)
    for program in TOLD:
        desk.say(program)
        pictured = desk.app.sessions.screen.picture is not None
        desk.app.screens.about(program)
        desk.run(100)
        said = words.program(program)
        keys, shown = (re.sub(r"BACK|OK|\W", "", each) for each in (said.KEYS, page(desk)))
        assert page(desk).startswith(said.RULES.translate(BARE))
        assert (keys in shown) == pictured == (buttons == FIVE), program
        desk.app.shelf()


def page(desk: Simulator) -> str:
    """The text of a page, which wraps it."""
    while desk.app.activity._work is not None:
        desk.run(50)
    return "".join(desk.app.activity._lines).translate(BARE)


TOLD = [program for program in catalogue.NAMES if words.program(program, "en").STORY]
"""Programs with all their texts; a new one may have none but those of docs/add-a-program.md."""


def test_the_programs_of_the_sources_have_all_their_texts() -> None:
    assert len(TOLD) >= 16


@pytest.mark.parametrize("program", TOLD)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_rules_first(language: str, program: str) -> None:
    """Two pages: what to do, in three rows, and the keys; what it is and where it is from."""
    desk = Simulator()
    desk.app.speak(language)
    desk.app.screens.about(program)
    desk.run(100)
    said = words.program(program)
    rules, keys = said.RULES.translate(BARE), said.KEYS.replace("\n", "").translate(BARE)
    assert rules and keys and page(desk).startswith(rules + keys)
    about = desk.app.activity
    assert about._starts[1] <= 3, "the rules take three rows"
    first, second = about._lines[:6], about._lines[6:]
    assert len(second) <= 6
    assert "".join(first).translate(BARE) == rules + keys
    origin = "".join(second).translate(BARE)
    assert said.ABOUT[1].translate(BARE) in origin
    original = catalogue.title(program)
    told = original in words.titles(program, original)[0] or original.translate(BARE) in origin
    assert told, "the title of the original is shown"


PARTS = 3
"""Chapters that ABOUT has: credits, how it works, slips."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("program", TOLD)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_chapters_tell_all(language: str, program: str) -> None:
    """Each text is in a chapter, each page says how to leave, and LEFT leads to the list."""
    desk = Simulator()
    desk.app.speak(language)
    desk.app.screens.chapters(program)
    names = desk.app.activity.chapters
    slips = words.program(program, "en").ABOUT.count("***") == PARTS - 1
    assert names == ("STORY", "HOW", "CLAIMS", *["SLIPS"] * slips, "CREDITS")
    assert words.program(program).ABOUT.count("***") == PARTS - 1 - (not slips)
    told = ""
    for number, chapter in enumerate(names):
        desk.app.screens.chapters(program, None, number)
        desk.press("OK")
        assert name(desk) == "Chapter"
        told += page(desk) + "\n"
        title = words.text(chapter).split("\n")[0]
        pages = -(-len(desk.app.activity._lines) // desk.app.activity._rows)
        for shown in range(1, pages + 1):
            assert desk.app.activity.where() == (f"{shown}/{pages}" if pages > 1 else "")
            if language in ("en", "de"):  # others share glyphs between letters
                assert pages == 1 or texts(desk.chip)[0].startswith(title)
                assert texts(desk.chip)[-1].strip().startswith("BACK:")
            desk.press("DOWN" if shown % 2 else "RIGHT")
        desk.press("LEFT")
        assert name(desk) == "Chapters"
    said = words.program(program)
    title = words.titles(program, catalogue.title(program))[0].split("\n")[0]
    own = [line for line in said.ABOUT if line.upper() != title.upper() and line != "***"]
    problems = [text for _, problem, _ in said.PROBLEMS for text in problem.split("\n")]
    for line in (*own, *problems, *said.STORY.split("\n"), *said.CLAIMS.split("\n")):
        assert line.translate(BARE) in told


def test_larger_text_does_not_shorten_a_story() -> None:
    desk = Simulator()
    desk.set(text="larger")
    desk.app.screens.chapters("nim")
    desk.press("OK")
    assert desk.app.panel.rows == 4
    story = words.program("nim").STORY.replace("\n", "").translate(BARE)
    assert page(desk) == story


@pytest.mark.parametrize("size", [*SIZES[1:], (64, 48)])
@pytest.mark.parametrize("program", TOLD)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_low_panel_has_a_short_story(language: str, program: str, size: Size) -> None:
    """At most four screens, whole sentences, at least two of its lines (one on 64x48)."""
    desk = Simulator(*size)
    desk.app.speak(language)
    desk.app.screens.chapters(program)
    desk.press("OK")
    told = page(desk)
    chapter = desk.app.activity
    lines = [line.translate(BARE) for line in words.program(program).STORY.split("\n") if line]
    shown = next(count for count in range(len(lines) + 1) if "".join(lines[:count]) == told)
    titled = size == (64, 48)
    assert shown >= 2 - titled
    assert 1 < len(chapter._lines) <= 4 * (desk.app.panel.rows - 1 - titled)
    seen = set()
    for _ in range(6):
        seen.add(desk.chip.image().tobytes())
        keys = texts(desk.chip)[-1]
        assert language not in ("en", "de") or "◄:" in keys or "BACK:" in keys
        desk.press("DOWN")
    assert len(seen) <= 4


@pytest.mark.parametrize("size", [*SIZES[1:], (64, 48)])
@pytest.mark.parametrize("program", TOLD)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_low_panel_says_shortly_how_it_works(language: str, program: str, size: Size) -> None:
    """At most six screens: the first lines, whole, without those about the fields of the setup."""
    desk = Simulator(*size)
    desk.app.speak(language)
    desk.app.screens.chapters(program, None, 1)
    desk.press("OK")
    told = page(desk)
    chapter = desk.app.activity
    assert -(-len(chapter._lines) // chapter._rows) <= 6
    said = words.program(program)
    ends = [at for at, line in enumerate(said.ABOUT) if line == "***"]
    how = said.ABOUT[ends[0] + 1 : ends[1] if len(ends) > 1 else None]
    fields = [field.name for field in catalogue.load(program).FIELDS]
    lines = [line.translate(BARE) for line in how if line and line.partition("=")[0] not in fields]
    shown = next(count for count in range(len(lines) + 1) if "".join(lines[:count]) == told)
    assert shown >= 1


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_small_panel_says_how_the_machine_plays_the_race(language: str) -> None:
    desk = Simulator(72, 40)
    desk.app.speak(language)
    desk.app.screens.chapters("race", None, 1)
    desk.press("OK")
    said = words.program("race").ABOUT
    rules = said.index("***") + 1
    assert page(desk).startswith("".join(said[rules : rules + 3]).translate(BARE))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_it_is_told(language: str, size: Size) -> None:
    """At the end of every about page; and below the rules of the first start."""
    desk = Simulator(*size)
    desk.app.speak(language)
    desk.press("RIGHT")
    said = "".join(desk.app.activity._lines).translate(BARE)
    assert said.endswith(words.text("KEYS_HOLD_RULES").split("\n")[0].translate(BARE))
    desk.press("OK")
    to_setup(desk)
    assert words.text("KEYS_HOLD_RULES") in desk.app.activity._rules


def test_with_a_button_that_is_called_otherwise() -> None:
    desk = Simulator(labels={"OK": "A", "BACK": "B"})
    to_setup(desk)
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
    size: Size, won: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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


def test_in_a_longer_language_a_page_stays_in_its_paragraph() -> None:
    """The first paragraph is twice as long there, and begins with the same words."""
    desk = Simulator()
    about = importlib.import_module("teletype.handheld.screens.about")
    count = [f"{number:03}" for number in range(400)]
    short, long = ([" ".join(count[:end]), "THE END"] for end in (200, 400))
    lines = short
    desk.app.open(about.Page(desk.app, lambda: ("TITLE", lines, "OK:CLOSE"), None))
    desk.run(500)
    desk.press("DOWN")
    before = texts(desk.chip)
    assert before[1] > "03", "not the first page"
    lines = long
    desk.app.activity.relabel()
    desk.app.activity.draw()
    desk.run(500)
    assert texts(desk.chip)[1:] == before[1:]
