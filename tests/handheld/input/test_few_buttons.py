# SPDX-License-Identifier: MIT
"""Boards with two to five buttons: every key can be made, and everything can be worked."""

from itertools import pairwise
from typing import Any

import pytest

import host_tools.emulator.simulator as clock
from host_tools.build import boards
from host_tools.emulator.simulator import KEYS, Simulator
from teletype import words
from teletype.programs import catalogue
from tests.helpers.boards import FIVE, FOUR, THREE, TWO
from tests.helpers.paper import printed
from tests.helpers.screen import SIZES, Size, hint, read, text, texts

INSTEAD = {"LEFT": "UP–", "RIGHT": "DOWN–", "BACK": "OK–"}


class Hand:
    """A person with a handheld of few buttons; `press` takes the names of keys."""

    def __init__(self, buttons: tuple[str, ...], width: int = 128, height: int = 64) -> None:
        self.desk = Simulator(width, height, buttons=buttons, fast=True)
        self.buttons = buttons
        self.presses = 0

    @property
    def at(self) -> Any:
        """What has the screen."""
        return self.desk.app.activity

    def press(self, *keys: str) -> None:
        for key in keys:
            self.presses += 1
            self.desk.press(key if key in self.buttons else INSTEAD[key])

    def start(self, program: str) -> None:
        """From the shelf to the first stop."""
        self.press(*["DOWN"] * list(catalogue.NAMES).index(program))
        self.press("OK")
        if type(self.at).__name__ == "Tables":
            self.press("DOWN")  # the setup, which begins with the start of the source
        self.press("OK")
        self.desk.settle()

    def pick(self, picker: Any, wanted: tuple[int, ...]) -> None:
        """Sets the fields of a picker, the last one last; by digits where it has wheels."""
        begun = self.presses
        while tuple(picker.values) != wanted:
            value, target = picker.values[picker.field], wanted[picker.field]
            by = 10**picker._wheel if picker.wheels[picker.field] else 1
            whole = value != target and not picker.wheels[picker.field]
            if not whole and value // by % 10 == target // by % 10:
                self.press("RIGHT")
            else:
                up = "UP" in self.buttons and value < target
                self.press("UP" if up else "DOWN")
            assert self.presses - begun < 30 * len(wanted), (picker.values, wanted)

    def type(self, line: str) -> None:
        """Types a line on the keyboard that is open, and sends it."""
        keyboard = self.at
        for sign in line + "↵":
            while sign != "↵" and sign not in keyboard._keys[keyboard._row]:
                self.press("RIGHT")  # the next row: here the long press
            row = keyboard._keys[keyboard._row]
            wanted = keyboard._enter if sign == "↵" else row.index(sign)
            while keyboard._column != wanted:
                self.press("DOWN")  # the next key: here the short press
            self.press("OK")


def game(buttons: tuple[str, ...], tape: str, width: int = 128, height: int = 64) -> Hand:
    """Plays a tape's game by its answers, on the paper's picker; the setup is the default one."""
    hand = Hand(buttons, width, height)
    lines = printed(tape).splitlines()
    hand.start(tape.partition("-")[0])
    for line in lines:
        if line.startswith("◊ "):
            answer = tuple(int(word.partition("=")[2]) for word in line[2:].split())
            hand.pick(hand.at.answering.picker, answer)
            hand.press("OK")
            hand.desk.settle()
    return hand


@pytest.mark.parametrize("size", [(128, 64), (72, 40)])
@pytest.mark.parametrize("tape", ["nim-protocol", "race-protocol"])
def test_a_whole_game_with_two_buttons(tape: str, size: Size) -> None:
    hand = game(TWO, tape, *size)
    assert hand.desk.serial.printed.partition("\n")[2].rstrip("◊ ") == printed(tape)
    assert hand.at.session.ended
    hand.press("OK")  # the reason, and then a start that can be won
    hand.desk.run(3500)
    hand.press("OK")
    hand.desk.settle()
    assert hand.desk.serial.printed.count(printed(tape).splitlines()[0]) == 2
    assert not hand.at.session.ended


@pytest.mark.parametrize("tape", ["race-protocol", "nim-protocol"])
@pytest.mark.parametrize("buttons", [THREE, FOUR, FIVE], ids=len)
def test_a_whole_game_with_more_buttons(tape: str, buttons: tuple[str, ...]) -> None:
    """The picture of the stones comes up where all directions can be made."""
    hand = Hand(buttons)
    hand.start(tape.partition("-")[0])
    lines = [line for line in printed(tape).splitlines() if line.startswith("◊ ")]
    for line in lines:
        answer = tuple(int(word.partition("=")[2]) for word in line[2:].split())
        if hand.at.picture:
            assert buttons is FIVE
            hand.desk.run(1100)
            assert hand.at.pictured
            (take_stones if tape.startswith("nim") else take_step)(hand, *answer)
        else:
            hand.pick(hand.at.answering.picker, answer)
            hand.press("OK")
        hand.desk.settle()
    assert hand.desk.serial.printed.partition("\n")[2].rstrip("◊ ") == printed(tape)


def take_step(hand: Hand, cell: int, step: int) -> None:
    """Answers on the strip of the race."""
    while hand.at.picture._step != step:
        hand.press("RIGHT")
    hand.press("OK")


def take_stones(hand: Hand, group: int, left: int) -> None:
    """Answers in the drawn heaps, as pictures/test_stones.py does with six buttons."""
    picture = hand.at.picture
    begun = hand.presses
    while picture.heap != group - 1:
        hand.press("RIGHT")
        assert hand.presses - begun < 20
    while picture.left[group - 1] != left:
        hand.press("DOWN")
        assert hand.presses - begun < 120
    hand.press("OK")


@pytest.mark.parametrize("buttons", [TWO, THREE], ids=len)
def test_a_large_number_is_a_few_presses_away(buttons: tuple[str, ...]) -> None:
    hand = Hand(buttons)
    hand.press("OK", "DOWN", "OK")  # race, the value n
    hand.pick(hand.at._picker, (987,))
    assert hand.presses < 40
    hand.press("OK")
    assert text(hand.desk.chip, 2).split() == ["cells", "987"]
    hand.press("OK")
    hand.pick(hand.at._picker, (999,))  # the largest
    hand.press("BACK")
    assert text(hand.desk.chip, 2).split() == ["cells", "987"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("buttons", [TWO, THREE], ids=len)
def test_a_formula_is_typed(buttons: tuple[str, ...], size: Size) -> None:
    hand = Hand(buttons, *size)
    hand.press(*["DOWN"] * list(catalogue.NAMES).index("truth-table"))
    hand.press("OK", "DOWN", "OK")
    keyboard = hand.at
    while keyboard._text:
        hand.press("BACK")
    hand.type("A+~B")
    assert hand.at is not keyboard
    while hand.at._list.chosen:
        hand.press("DOWN")
    hand.press("OK")
    hand.desk.settle()
    assert "A=0  B=0  X=1" in hand.desk.serial.printed


@pytest.mark.parametrize("buttons", [TWO, THREE], ids=len)
def test_the_keyboard_is_left_without_a_text(buttons: tuple[str, ...]) -> None:
    hand = Hand(buttons, 72, 40)
    hand.start("calculation-lisp")
    hand.press("OK")
    assert hand.at.__class__.__name__ == "Keyboard"
    hand.press("BACK")
    assert hand.at is hand.desk.app.sessions.screen


@pytest.mark.parametrize("buttons", [TWO, THREE, FOUR, FIVE], ids=len)
def test_the_settings_are_changed_and_kept(buttons: tuple[str, ...]) -> None:
    hand = Hand(buttons)
    hand.press(*["DOWN"] * (len(catalogue.NAMES) + 3))
    assert text(hand.desk.chip, 6).split()[0] == "SETTINGS"
    hand.press("OK", "RIGHT")
    assert hand.desk.app.settings.values["speed"] == "30"
    hand.press("OK", "BACK")
    assert hand.at.__class__.__name__ == "Shelf"
    assert "speed=fast" in hand.desk.app.store.read("settings.txt", 4000)


@pytest.mark.parametrize("buttons", [TWO, THREE], ids=len)
def test_a_list_is_edited(buttons: tuple[str, ...]) -> None:
    hand = Hand(buttons)
    hand.press("DOWN", "DOWN", "OK", "DOWN", "OK")  # the heaps of nim
    picker = hand.at._picker
    while hand.at._picker.values[0] != 4:
        hand.press("DOWN")
    picker = hand.at._picker
    hand.pick(picker, (4, 22, 19, 23, 11))
    hand.press("OK")
    assert text(hand.desk.chip, 2) == "heaps         22,19,23,11"


@pytest.mark.parametrize("size", [(128, 64), (72, 40)])
@pytest.mark.parametrize("buttons", [TWO, THREE], ids=len)
def test_the_whole_paper_can_be_looked_at(buttons: tuple[str, ...], size: Size) -> None:
    hand = game(buttons, "race-protocol", *size)
    hand.press("BACK")
    look = hand.at
    tops = {look.top}
    back = "DOWN" if buttons is TWO else "UP"
    for _ in range(hand.desk.app.sessions.screen.paper.shown):
        hand.press(back)
        tops.add(look.top)
    assert tops == set(range(max(tops) + 1)) and max(tops) > 0
    while look.top:
        hand.press(back)
    hand.press(back)
    assert look.top == (max(tops) if buttons is TWO else 0)  # the only way is round
    hand.press("OK")
    assert hand.at is hand.desk.app.sessions.screen


def test_the_about_page_goes_round_with_two_buttons() -> None:
    hand = Hand(TWO, 72, 40)
    hand.press("RIGHT")
    page = hand.at
    firsts = []
    for _ in range(100):
        firsts.append(page._first)
        hand.press("DOWN")
    assert {second - first for first, second in pairwise(firsts)} == {4, -max(firsts)}
    hand.press("OK")
    assert hand.at is not page


# --- what the screen says ------------------------------------------------------------------------


def test_hints_name_what_is_held() -> None:
    hand = Hand(THREE)
    assert hint(hand.desk.chip) == "OK:PLAY  ▼-:ABOUT"
    hand.press("OK", "DOWN")
    assert hint(hand.desk.chip) == "OK:CHANGE  OK-:SHELF"
    assert hint(Hand(FOUR).desk.chip) == "OK:PLAY  ▼-:ABOUT"
    assert hint(Hand(FIVE).desk.chip) == hint(Hand(KEYS).desk.chip) == "OK:PLAY  ►:ABOUT"


def test_hints_name_what_is_written_on_the_buttons() -> None:
    labels = {"OK": "A", "BACK": "B"}
    desk = Simulator(labels=labels)
    assert hint(desk.chip) == "A:PLAY  ►:ABOUT"
    desk.press("OK", "DOWN", "DOWN")  # past the tables
    assert hint(desk.chip) == "A:CHANGE  B:SHELF"
    assert hint(Simulator(buttons=THREE, labels={"OK": "A"}).chip) == "A:PLAY  ▼-:ABOUT"
    desk = Simulator(buttons=THREE, labels={"OK": "A"})
    desk.press("OK")
    assert hint(desk.chip) == "A:PLAY  ▼-:ABOUT"
    for said, called in (
        ("LOOK", "LOOK"),
        ("OK", "A"),
        ("TAKE? OK", "TAKE? A"),
        ("もう一度OK:消す", "もう一度A:消す"),
        ("OKITAC BACK", "OKITAC BACK"),
    ):
        assert words.called(said) == called


@pytest.mark.parametrize("buttons", boards.BUTTONS, ids=len)
def test_the_page_of_keys_names_every_key_without_a_button(buttons: tuple[str, ...]) -> None:
    hand = Hand(buttons)
    hand.press(*["DOWN"] * (len(catalogue.NAMES) + 2))
    if buttons == KEYS:
        assert read(hand.desk.chip, 6)[0].split()[0] == "SETTINGS"
        return
    assert text(hand.desk.chip, 6) == "KEYS"
    hand.press("OK")
    rows = texts(hand.desk.chip)[1:]
    lines = {"LEFT": "▲- = ◄", "RIGHT": "▼- = ►", "BACK": "OK- = BACK"}
    missing = set(KEYS) - set(buttons) - ({"UP", "LEFT"} if buttons == TWO else set())
    assert rows.pop() == ("OK:SHELF")
    assert [row for row in rows[1:] if row] == [lines[key] for key in lines if key in missing]
    hand.press("OK")
    assert text(hand.desk.chip, 7).startswith("OK:")


def test_the_page_of_keys_names_what_a_knob_does() -> None:
    hand = Hand(KEYS)
    hand.desk.app.buttons.KNOB = True
    hand.desk.app.shelf()
    hand.desk.run(20)
    hand.press(*["DOWN"] * (len(catalogue.NAMES) + 2))
    assert text(hand.desk.chip, 6) == "KEYS"
    hand.press("OK")
    rows = [row for row in texts(hand.desk.chip)[1:] if row]
    assert rows == ["KNOB = ▲▼", "OK + KNOB = ◄►", "OK:SHELF"]


# --- the buttons themselves ----------------------------------------------------------------------


def keys_of(hold: int, key: str = "OK", buttons: tuple[str, ...] = THREE) -> list[str]:
    """The keys that come from a button held for so many milliseconds; `+` behind a repeat."""
    desk = Simulator(buttons=buttons)
    found = []
    pin = desk.pin(key)

    def turn(milliseconds: int) -> None:
        for _ in range(milliseconds // 5):
            clock._now += 5
            code = desk.app.buttons.next()
            if code >= 0:
                found.append(KEYS[code] + ("+" if desk.app.buttons.repeat else ""))

    pin.drive(0)
    turn(hold)
    pin.drive(1)
    turn(600)
    return found


def test_a_short_press_comes_with_the_release() -> None:
    assert keys_of(60) == keys_of(495) == ["OK"]


def test_a_long_press_comes_while_it_is_held_and_repeats() -> None:
    assert keys_of(510) == ["BACK"]
    assert keys_of(600, "UP") == ["LEFT"]
    held = keys_of(1500, "DOWN")
    assert held[0] == "RIGHT" and set(held[1:]) == {"RIGHT+"}
    assert 5 <= len(held) <= 9


def test_a_button_with_one_key_is_as_quick_as_ever() -> None:
    assert keys_of(60, "DOWN", FIVE) == ["DOWN"]
    assert keys_of(500, "DOWN", FIVE)[1:2] == ["DOWN+"]
    assert keys_of(510, "OK", FOUR)[:1] == ["OK"]


def test_a_long_press_is_told_from_a_short_one_also_when_nobody_looked() -> None:
    """The program was busy from before the press until after the release."""
    for hold, key in ((300, "OK"), (700, "BACK")):
        desk = Simulator(buttons=THREE)
        pin = desk.pin("OK")
        pin.drive(0)
        clock._now += hold
        pin.drive(1)
        clock._now += 50
        assert KEYS[desk.app.buttons.next()] == key


def test_a_second_press_is_no_repeat_of_the_first() -> None:
    """Nobody looked between the two; the second one is held and becomes a long one."""
    desk = Simulator(buttons=THREE)
    pin = desk.pin("DOWN")
    assert pin is not None
    for level in (0, 1, 0):
        pin.drive(level)
        clock._now += 30
    found = []
    for _ in range(115):
        code = desk.app.buttons.next()
        if code >= 0:
            found.append(KEYS[code])
        clock._now += 5
    assert found == ["DOWN", "RIGHT"]


def test_a_press_while_the_pins_are_polled_does_not_wait_for_the_rest() -> None:
    """An edge then only tells that it came; the loop must not rest before it has looked again."""
    desk = Simulator()
    buttons = desk.app.buttons
    buttons._polling = True
    desk.pin("DOWN").drive(0)
    buttons._polling = False
    assert buttons.waiting()
    assert buttons.next() == KEYS.index("DOWN")
    assert not buttons.waiting()
