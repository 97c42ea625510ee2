# SPDX-License-Identifier: MIT
"""The page of languages: BACK held for two seconds opens it from anywhere, and nothing is lost."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tools.emulator.simulator import Simulator
from teletype import words
from tests.helpers.boards import FIVE, FOUR, THREE, TWO
from tests.helpers.drawn import still
from tests.helpers.screen import SIZES, Size, read, seen, texts, unsigned
from tests.helpers.sessions import name, refuse, to_setup
from tests.helpers.sheets import Golden

SUMMON = 2000
"""Milliseconds."""


def hold(desk: Simulator, key: str = "BACK", milliseconds: int = SUMMON + 100) -> None:
    """Holds BACK until the page is there, and lets it go."""
    desk.hold(key, milliseconds)
    desk.run(60)


def held_while_it_prints(desk: Simulator, milliseconds: int, page: str) -> Any:
    """Holds BACK while a program prints: the page comes, and the program stands still.

    Returns the program's screen.
    """
    desk.serial.typed.append("race")
    desk.run(1000)
    session = desk.app.sessions.screen
    hold(desk, milliseconds=milliseconds)
    assert name(desk) == page
    typed = session.paper._typed, session.paper.shown
    desk.run(5000)
    assert session.printing() and (session.paper._typed, session.paper.shown) == typed
    return session


def chosen(desk: Simulator) -> str:
    """The language on the chosen row."""
    return words.LANGUAGES[desk.app.activity._chosen]


def say(desk: Simulator, *lines: str) -> None:
    desk.say(*lines)
    desk.run(1500)


def nothing(desk: Simulator) -> None:
    """The shelf."""


def about(desk: Simulator) -> None:
    desk.press("RIGHT", *["DOWN"] * 3)


def story(desk: Simulator) -> None:
    desk.press("RIGHT", "RIGHT", *["DOWN"] * 3)


def setup(desk: Simulator) -> None:
    to_setup(desk)
    desk.press("DOWN", "RIGHT")


def picker(desk: Simulator) -> None:
    setup(desk)
    desk.press("OK", "UP")


def keyboard(desk: Simulator) -> None:
    desk.press(*["DOWN"] * 3, "OK", "DOWN", "OK", "BACK", "OK")
    assert name(desk) == "Keyboard"


def a_list(desk: Simulator) -> None:
    desk.press("DOWN", "DOWN", "OK", "DOWN", "DOWN", "OK", "RIGHT", "UP")
    assert name(desk) == "ListEditor"


def settings(desk: Simulator) -> None:
    desk.press("UP", "OK", "DOWN", "DOWN")


def a_setting(desk: Simulator) -> None:
    desk.press("UP", "OK", *["DOWN"] * 4, "OK", "UP")


def tapes(desk: Simulator) -> None:
    say(desk, "race", "9 9")
    desk.press("BACK", "BACK", "UP", "UP", "OK")
    assert name(desk) == "Saved"


def tape(desk: Simulator) -> None:
    tapes(desk)
    desk.press("OK", "DOWN")


def paper(desk: Simulator) -> None:
    tape(desk)
    desk.press("OK")


def stop(desk: Simulator) -> None:
    say(desk, "race", "9 9")
    desk.press("RIGHT", "UP")


def picture(desk: Simulator) -> None:
    say(desk, "nim")
    desk.press("RIGHT")
    assert desk.app.sessions.screen.pictured


def looked_back(desk: Simulator) -> None:
    say(desk, "race", *["9 9"] * 9)
    desk.press("BACK", "UP", "UP")


def typing(desk: Simulator) -> None:
    say(desk, "calculation-lisp")
    desk.run(1500)
    desk.press("BACK", "OK")


def cards(desk: Simulator) -> None:
    open_editor(desk, "cards", 2)


def cells(desk: Simulator) -> None:
    open_editor(desk, "evolution", 1)
    desk.press("BACK", *["DOWN"] * 5)  # its menu


def open_editor(desk: Simulator, program: str, row: int) -> None:
    from teletype.handheld.screens.setup import SetupEditor

    desk.app.open(SetupEditor(desk.app, program))
    names = [field.name for field in desk.app.activity._fields]
    desk.press(*["DOWN"] * (1 + names.index("cells" if program == "evolution" else "cards")), "OK")
    assert name(desk) == "Editor"


PLACES = (
    nothing, about, story, setup, picker, keyboard, a_list, settings, a_setting, tapes, tape,
    paper, stop, picture, looked_back, typing, cards, cells,
)  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_one_comes_back_to_the_very_place(place: Callable[[Simulator], None]) -> None:
    """To the same screen, in the language that was chosen; and back again to the first one."""
    desk = Simulator()
    desk.set(speed="fast")
    place(desk)
    if desk.app.sessions.screen:
        desk.app.sessions.screen.hints.never()  # what is said later, where no key is pressed
    before = still(desk)
    where = desk.app.activity
    hold(desk)
    assert name(desk) == "Languages" and chosen(desk) == "en"
    desk.press("BACK")
    assert desk.app.activity is where and still(desk) == before
    for language in words.LANGUAGES[1:]:
        hold(desk)
        desk.press("DOWN", "OK")
        assert words.language == language
        desk.run(200)
        assert name(desk) == type(where).__name__
        if place is not stop:  # the paper and the values are the program's
            assert not still(desk) & before
        assert desk.chip.unknown == []
    hold(desk)
    desk.press("DOWN", "OK")
    desk.run(200)
    assert still(desk) == before


@pytest.mark.parametrize("place", PLACES)
def test_all_is_said_as_if_it_had_been_so_from_the_start(
    place: Callable[[Simulator], None],
) -> None:
    """What comes after the choice is the screen of a handheld that spoke so from the start."""

    def placed(language: str) -> Simulator:
        desk = Simulator()
        desk.set(speed="fast", language=language)
        desk.app.shelf()
        desk.run(20)
        place(desk)
        return desk

    fresh = placed("ja")
    wanted = still(fresh)
    desk = placed("en")
    hold(desk)
    desk.press("DOWN", "DOWN", "OK")
    desk.run(200)
    assert name(desk) == name(fresh)
    if place not in (about, story):  # there the paragraph is the same, which has other rows
        assert still(desk) == wanted


def test_back_comes_when_it_is_let_go() -> None:
    desk = Simulator()
    to_setup(desk)
    assert name(desk) == "SetupEditor"
    desk.pin("BACK").drive(0)
    desk.run(900)
    assert name(desk) == "SetupEditor"
    desk.pin("BACK").drive(1)
    desk.run(60)
    assert name(desk) == "Shelf"


def test_the_page_comes_while_back_is_held_and_only_once() -> None:
    desk = Simulator()
    desk.pin("BACK").drive(0)
    desk.run(SUMMON + 100)
    assert name(desk) == "Languages"
    desk.run(2 * SUMMON)
    desk.pin("BACK").drive(1)
    desk.run(60)
    assert name(desk) == "Languages"
    hold(desk)
    assert name(desk) == "Languages"
    desk.press("BACK")
    assert name(desk) == "Shelf"


@pytest.mark.parametrize("buttons", [TWO, THREE, FOUR, FIVE])
def test_with_few_buttons(buttons: tuple[str, ...]) -> None:
    """Where BACK is OK that is held, it is held on; a shorter time still means BACK."""
    desk = Simulator(buttons=buttons)
    to_setup(desk)
    key = "BACK" if "BACK" in buttons else "OK"
    hold(desk, key)
    assert name(desk) == "Languages"
    desk.press("DOWN", "OK")
    assert name(desk) == "SetupEditor" and words.language == "ru"
    desk.press("BACK" if key == "BACK" else "OK–")
    assert name(desk) == "Shelf"


def test_while_a_program_prints_it_stands_still_and_goes_on() -> None:
    desk = Simulator()
    session = held_while_it_prints(desk, SUMMON + 100, "Languages")
    desk.serial.typed.append("6 5")  # waits for the stop
    desk.run(100)
    assert name(desk) == "Languages"
    desk.press("DOWN", "OK")
    desk.settle()
    desk.run(200)
    desk.settle()
    assert list(session.recorder.answers()) == ["T=6 P=5"]


def in_the_original() -> Simulator:
    desk = Simulator()
    desk.set(messages="original")
    return desk


def test_a_translated_paper_follows() -> None:
    """The paper speaks the language that was chosen if it is a translation, else it stays."""
    desk = in_the_original()
    say(desk, "race", "9 9")
    desk.press("BACK", "RIGHT")
    assert words.spoken == "en"
    hold(desk)
    desk.press("DOWN", "DOWN", "OK")
    desk.run(500)
    assert words.spoken == "ja" == words.language and name(desk) == "PaperScroll"
    desk.press("OK")
    desk.run(500)
    shown = still(desk)
    fresh = Simulator()
    fresh.set(language="ja", messages="translated")
    say(fresh, "race", "9 9")
    assert still(fresh) == shown


def test_right_on_the_paper_is_for_this_paper_alone() -> None:
    desk = in_the_original()
    say(desk, "race", "9 9")
    desk.press("BACK", "RIGHT", "RIGHT")
    assert words.spoken == "ja" and words.language == "en"
    assert texts(desk.chip)[7].startswith("OK:RESUME"), "the device goes on in its language"
    desk.press("BACK")
    assert texts(desk.chip)[7].startswith("OK:RESUME")
    desk.press("OK")
    desk.run(100)
    assert words.spoken == "ja", "as long as the session is in memory"
    say(desk, "race")
    desk.press("BACK", "BACK")
    say(desk, "race")
    assert words.spoken is None, "the next one begins as the settings say"


def test_a_paper_names_each_language_in_its_own_script() -> None:
    from teletype.handheld.drawing.glyphs import encode

    drawn: list[bytes] = []
    desk = in_the_original()
    say(desk, "race", "9 9")
    panel = desk.app.panel
    draw = panel.draw

    def spy(row: int, x: int, codes: bytes, *more: object) -> object:
        drawn.append(bytes(codes))
        return draw(row, x, codes, *more)

    panel.draw = spy
    desk.press("BACK")
    for wanted in ("English", "日本語", "Українська", "Deutsch", "Русский", "English"):
        assert any(encode(wanted) in codes for codes in drawn), wanted
        drawn.clear()
        desk.press("RIGHT")


def test_keys_that_wait_are_not_lost_and_the_flash_may_refuse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Simulator(folder=tmp_path)

    monkeypatch.setattr(desk.app.store, "replace", refuse)
    hold(desk)
    desk.press("DOWN", "OK")
    assert name(desk) == "Notice" and words.language == "ru"
    desk.press("OK")
    assert name(desk) == "Shelf"


def test_in_the_dark_it_only_brings_the_light() -> None:
    desk = Simulator()
    desk.set(blank=1)
    desk.run(61_000, 100)
    assert desk.app.saver.is_off()
    hold(desk)
    assert not desk.app.saver.dark and name(desk) == "Shelf"


def test_a_text_that_is_taken_back_by_holding_is_there_again() -> None:
    desk = Simulator()
    keyboard(desk)
    editor = desk.app.activity
    text = editor._text
    assert len(text) > 5
    hold(desk)
    assert name(desk) == "Languages"
    desk.press("OK")
    assert desk.app.activity is editor and editor._text == text
    desk.hold("BACK", 1200)
    desk.run(60)
    assert desk.app.activity is editor and editor._text == ""
    desk.press("BACK")
    assert name(desk) == "SetupEditor"


# The first start


def test_a_new_handheld_asks_once(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path, new=True)
    assert name(desk) == "Languages" and chosen(desk) == "en"
    assert "POCKET TELETYPE" in desk.serial.printed
    desk.press("DOWN", "OK")
    assert name(desk) == "Shelf" and words.language == "ru"
    assert "language=ru\n" in (tmp_path / "settings.txt").read_text()
    again = Simulator(folder=tmp_path)
    assert name(again) == "Shelf" and words.language == "ru"


@pytest.mark.parametrize("size", SIZES)
def test_a_step_draws_two_rows_unless_the_list_scrolls(size: Size) -> None:
    """The panel is then as if the page had just been opened on that row."""
    desk = Simulator(*size, new=True)
    rows = desk.app.panel.rows
    two = 2 * (desk.app.panel.width + 20) + (rows > len(words.LANGUAGES)) * desk.app.panel.width
    for key in ("DOWN", "DOWN", "DOWN", "DOWN", "DOWN", "UP", "UP", "UP", "UP", "UP"):
        old = desk.app.activity._chosen
        desk.chip.reset_counters()
        desk.press(key)
        sent, shown = desk.chip.wire_bytes, desk.chip.rows()
        low, high = sorted((old, desk.app.activity._chosen))
        assert sent <= two or high >= rows - 1 or high - low > 1, (key, old)
        desk.app.activity.draw()
        desk.run(60)
        assert desk.chip.rows() == shown


def test_who_goes_back_has_chosen_too(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path, new=True)
    desk.press("DOWN", "BACK")
    assert name(desk) == "Shelf" and words.language == "en"
    assert name(Simulator(folder=tmp_path, new=True)) == "Shelf"


def test_a_typed_line_starts_a_program_at_once(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path, new=True)
    desk.serial.typed.append("")
    desk.run(20)
    assert name(desk) == "Languages", "an empty line says nothing"
    desk.say("dates")
    assert "S=3716" in desk.serial.printed and name(desk) == "SessionScreen"
    desk = Simulator(folder=tmp_path, new=True)
    desk.run(500)
    desk.settle()
    assert name(desk) == "SessionScreen", "after a power cut the session has the screen"


def test_a_line_that_is_wrong_is_told_and_the_shelf_is_there(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path, new=True)
    desk.serial.typed.append("chess")
    desk.run(20)
    assert "unknown program 'chess'" in desk.serial.printed and name(desk) == "Shelf"


def test_a_safe_start_does_not_ask(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path, new=True, held=["BACK"])
    assert name(desk) == "Notice"
    desk.pin("BACK").drive(1)
    desk.run(3000)
    desk.press("OK")
    assert name(desk) == "Shelf"


# What it looks like


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_page(size: Size, golden: Golden) -> None:
    """Each language in its own script, and the keys in that of the chosen row."""
    desk = Simulator(*size, new=True)
    assert read(desk.chip, 2 if size[1] == 64 else 1)[1].startswith(" English")
    for language in words.LANGUAGES:
        assert chosen(desk) == language
        golden(f"languages-{language}-{size[0]}x{size[1]}", desk.chip)
        desk.press("DOWN")
    assert chosen(desk) == "en", "it goes round"


def test_notices_follow(tmp_path: Path) -> None:
    """Of the start, of an error, and of a lost game."""

    def shown(desk: Simulator) -> str:
        return " ".join(texts(desk.chip))

    (tmp_path / "settings.txt").write_text("language=en\nspeed=fast\n")
    (tmp_path / "boots.txt").write_text("3")
    desk = Simulator(folder=tmp_path)
    desk.run(20)
    assert seen("three times") in shown(desk) and "OK:CONTINUE" in shown(desk)
    hold(desk)
    desk.press("DOWN", "OK")
    assert seen("трижды") in shown(desk) and seen("OK:ДАЛЕЕ") in shown(desk)
    desk = Simulator(crashes=True, fast=True)
    say(desk, "race")
    desk.app.sessions.screen.session._play = iter(())
    desk.serial.typed.append("1 1")
    desk.run(200)
    assert seen("STOPPED BY AN ERROR") in shown(desk)
    assert seen("SAVED AS crash-1.tape") in shown(desk)
    hold(desk)
    desk.press("DOWN", "OK")
    assert seen("ОСТАНОВ ПО ОШИБКЕ") in shown(desk) and seen("ЛЕНТА: crash-1.tape") in shown(desk)


@pytest.mark.parametrize(
    ("line", "size"),
    [("calculation-lisp", (128, 64)), ("calculation-cobol", (72, 40)), ("logic", (128, 32))],
)
def test_a_stop_in_another_language_is_as_if_it_had_begun_in_it(
    line: str, size: Size, tmp_path: Path
) -> None:
    """Words that a picture keeps, and the title of a keyboard, which is a line of the program."""

    def stopped(language: str) -> Simulator:
        folder = tmp_path / language
        folder.mkdir()
        (folder / "settings.txt").write_text(
            f"language={language}\nspeed=fast\nmessages=translated\ndim=0\n"
        )
        desk = Simulator(*size, folder=folder)
        say(desk, line)
        desk.press("OK")
        desk.run(3000)
        return desk

    wanted = stopped("ru")
    desk = stopped("en")
    before = unsigned(desk.chip)
    hold(desk)
    desk.press("DOWN", "OK")
    desk.run(3000)
    assert words.language == "ru" and unsigned(desk.chip) != before
    assert unsigned(desk.chip) == unsigned(wanted.chip)


@pytest.mark.parametrize("messages", ["original", "translated"])
@pytest.mark.parametrize("size", SIZES)
def test_a_kept_tape_is_read_in_two_languages(size: Size, messages: str) -> None:
    """RIGHT at its end leads to the other one and back; the last row says so, and only there."""
    desk = Simulator(*size)
    desk.set(speed="fast", messages=messages)
    paper(desk)
    assert name(desk) == "Look"
    desk.run(60)
    tongues = {"original": ("►:English", "ХОД"), "translated": ("►:Русский", "MOVE")}

    def to_the_end() -> str:
        """All that is read on the way to the end of the tape."""
        told = ""
        for _ in range(20):
            rows = texts(desk.chip)
            told += " ".join(rows[:-1])
            if "►:" in rows[-1]:
                break
            desk.press("DOWN")
        return told

    one = tongues.pop(messages)
    (other,) = tongues.values()
    assert seen(one[1]) in to_the_end()
    assert texts(desk.chip)[-1].split()[-1] == seen(one[0])
    desk.press("RIGHT")
    told = to_the_end()
    assert seen(other[1]) in told and seen(one[1]) not in told
    assert texts(desk.chip)[-1].split()[-1] == seen(other[0])
    desk.press("RIGHT")
    assert seen(one[1]) in to_the_end()
    desk.press("OK")
    assert name(desk) == "SavedTape" and words.spoken is None


def test_a_tape_in_the_own_language_has_no_other() -> None:
    desk = Simulator()
    desk.set(speed="fast", language="ru")
    paper(desk)
    desk.press(*["RIGHT"] * 3)
    assert name(desk) == "Look" and words.spoken is None
    assert "►:" not in texts(desk.chip)[-1]
