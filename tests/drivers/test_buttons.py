# SPDX-License-Identifier: MIT
"""The buttons alone: bounces, presses that wait, repeats, BACK held, loose contacts.

Pins and clock are the model's; the figures are those of the docstrings in `drivers/buttons.py`.
"""

import importlib
from collections.abc import Iterator
from typing import Any

import pytest

from host_tools.emulator import simulator as clock
from host_tools.emulator.simulator import KEYS, Pin

UP, DOWN, LEFT, RIGHT, OK, BACK = range(6)
NONE = -1


@pytest.fixture(autouse=True)
def ticks() -> Iterator[None]:
    """A clock that turns round while something is tried."""
    clock.fill_in()
    before, clock._now = clock._now, clock._WRAP - 50
    yield
    clock._now = before


def buttons_on(pins: list[Pin | None]) -> Any:
    return importlib.import_module("teletype.drivers.buttons").Buttons(pins)


def made(*without: str) -> tuple[Any, dict[str, Pin]]:
    pins = {key: Pin() for key in KEYS if key not in without}
    return buttons_on([pins.get(key) for key in KEYS]), pins


def later(milliseconds: int) -> None:
    clock._now += milliseconds


def taken(buttons: Any, milliseconds: int, step: int = 10) -> list[tuple[int, int]]:
    """The keys that a main loop takes in this time, with their repeats."""
    found = []
    for _ in range(0, milliseconds, step):
        key = buttons.next()
        if key != NONE:
            found.append((key, buttons.repeat))
        later(step)
    return found


def press(buttons: Any, pin: Pin) -> None:
    """A press of 30 ms, long enough to be no bounce."""
    pin.drive(0)
    later(30)
    buttons.waits(NONE)  # somebody looks
    pin.drive(1)
    later(30)
    buttons.waits(NONE)


def test_a_press_is_there_at_its_first_edge() -> None:
    buttons, pins = made()
    assert buttons.next() == NONE
    pins["UP"].drive(0)
    assert buttons.waiting() and buttons.is_down(UP)
    assert (buttons.next(), buttons.repeat) == (UP, 0)
    assert buttons.next() == NONE and not buttons.waiting()


def test_bounces_are_one_press() -> None:
    """For 20 ms the pin is ignored, at its release too."""
    buttons, pins = made()
    for level in (0, 1, 0, 1, 0, 1, 0):
        pins["OK"].drive(level)
        later(2)
    assert taken(buttons, 100) == [(OK, 0)]
    for level in (1, 0, 1, 0, 1):
        pins["OK"].drive(level)
        later(2)
    assert taken(buttons, 1000) == [] and not buttons.is_down(OK)


@pytest.mark.parametrize(("after", "down"), [(19, True), (20, False)])
def test_an_edge_in_the_bounces_is_made_up_for(after: int, down: bool) -> None:
    """A tap that ended while the pin was ignored: its level is taken over after 20 ms."""
    buttons, pins = made()
    pins["OK"].drive(0)
    later(10)
    pins["OK"].drive(1)
    assert buttons.next() == OK
    later(after - 10)
    assert buttons.next() == NONE
    assert buttons.is_down(OK) == down


def test_repeats_come_after_400_ms_then_every_80() -> None:
    buttons, pins = made()
    pins["DOWN"].drive(0)
    assert buttons.next() == DOWN
    times = []
    for elapsed in range(1, 700):
        later(1)
        if buttons.next() != NONE:
            times.append((elapsed, buttons.repeat))
    assert times == [(400, 1), (480, 2), (560, 3), (640, 4)]
    pins["DOWN"].drive(1)
    assert taken(buttons, 500) == []


def test_a_key_held_at_power_on_is_no_press() -> None:
    pins = [Pin() for _ in KEYS]
    pins[BACK].drive(0)
    buttons = buttons_on([*pins])
    assert buttons.held_at_start and taken(buttons, 3000) == []
    pins[BACK].drive(1)
    assert taken(buttons, 100) == [] and not buttons.summoned()
    assert not buttons_on([Pin() for _ in KEYS]).held_at_start


def test_presses_wait_and_the_sixteenth_is_dropped() -> None:
    """Fifteen have room; BACK, which leads out of everything, takes the last one's place."""
    buttons, pins = made()
    for _ in range(15):
        press(buttons, pins["UP"])
    press(buttons, pins["DOWN"])
    assert buttons.waits(UP) and not buttons.waits(DOWN)
    press(buttons, pins["BACK"])
    assert buttons.waits(BACK)
    found = [key for key, _ in taken(buttons, 400)]
    assert found == [UP] * 14 + [BACK]


def test_back_comes_at_its_release_without_repeats() -> None:
    buttons, pins = made()
    pins["BACK"].drive(0)
    assert taken(buttons, 1900) == []
    pins["BACK"].drive(1)
    assert taken(buttons, 1000) == [(BACK, 0)] and not buttons.summoned()


@pytest.mark.parametrize("looks", [True, False])
def test_back_held_for_two_seconds_is_a_summons(looks: bool) -> None:
    """Once, while it is still held, or, where nobody looked, with its release."""
    buttons, pins = made()
    pins["BACK"].drive(0)
    if looks:
        assert taken(buttons, 1990) == [] and not buttons.summoned()
        later(10)
    else:
        later(2000)
        pins["BACK"].drive(1)
    assert buttons.summoned() and not buttons.summoned()
    pins["BACK"].drive(1)
    assert taken(buttons, 500) == [] and not buttons.summoned()


def test_back_that_has_done_something_is_no_press() -> None:
    buttons, pins = made()
    pins["BACK"].drive(0)
    later(700)
    assert buttons.backing() == 700
    buttons.spent = True
    assert buttons.backing() == 0
    pins["BACK"].drive(1)
    assert taken(buttons, 500) == []
    pins["BACK"].drive(0)
    later(60)
    assert not buttons.spent and buttons.backing() == 60
    pins["BACK"].drive(1)
    assert taken(buttons, 500) == [(BACK, 0)]


def test_a_stuck_button_is_told_once_after_a_minute() -> None:
    buttons, pins = made()
    pins["LEFT"].drive(0)
    pins["OK"].drive(0)
    found = []
    for second in range(1, 120):
        later(1000)
        if second == 30:
            pins["OK"].drive(1)
            buttons.next()
        key = buttons.check()
        if key != NONE:
            found.append((second, key))
        assert buttons.down() == (2 if second < 30 else 1 if second < 60 else 0)
    assert found == [(60, LEFT)] and not buttons.loose(LEFT)


def chatter(buttons: Any, pin: Pin, changes: int) -> None:
    """A second of a contact that changes so often, each 25 ms apart."""
    for _ in range(changes):
        pin.drive(1 - pin.value())
        later(25)
        buttons.waits(NONE)
    later(1000 - 25 * changes)


def test_a_loose_contact_is_none_until_it_has_been_quiet() -> None:
    """Thirty changes a second, for three seconds; then ten quiet ones."""
    buttons, pins = made()
    pin = pins["RIGHT"]
    told = []
    for _ in range(3):
        chatter(buttons, pin, 30)
        told.append(buttons.check())
    assert told == [NONE, NONE, RIGHT] and buttons.loose(RIGHT)
    taken(buttons, 500)
    for second in range(10):
        assert buttons.loose(RIGHT)
        press(buttons, pin)
        assert taken(buttons, 100) == [], second
        buttons.check()
    assert not buttons.loose(RIGHT)
    press(buttons, pin)
    assert taken(buttons, 100) == [(RIGHT, 0)]


def test_a_quick_finger_is_not_loose() -> None:
    buttons, pins = made()
    for _ in range(5):
        chatter(buttons, pins["RIGHT"], 28)
        assert buttons.check() == NONE
    assert not buttons.loose(RIGHT)


def test_a_lost_interrupt_is_found_by_looking() -> None:
    """All pins are read every sixteen polls, whatever the interrupts say."""
    buttons, pins = made()
    pins["OK"]._level = 0  # no handler is called
    found = [buttons.next() for _ in range(16)]
    assert found.count(OK) == 1 and not set(found) - {OK, NONE}


def test_keys_made_by_holding_another() -> None:
    buttons, pins = made("LEFT", "RIGHT", "BACK")
    assert buttons.held == [LEFT, RIGHT, BACK] and not buttons.one_way
    assert buttons.has(UP) and not buttons.has(LEFT)
    pins["UP"].drive(0)
    assert buttons.is_down(UP) and not buttons.is_down(LEFT)
    assert taken(buttons, 490) == []
    assert taken(buttons, 520)[:2] == [(LEFT, 0), (LEFT, 1)]
    pins["UP"].drive(1)
    assert taken(buttons, 500) == []
    pins["UP"].drive(0)
    later(499)
    pins["UP"].drive(1)
    assert taken(buttons, 500) == [(UP, 0)]


def test_two_buttons_lead_one_way() -> None:
    buttons, _ = made("UP", "LEFT", "RIGHT", "BACK")
    assert buttons.one_way and buttons.held == [RIGHT, BACK]
