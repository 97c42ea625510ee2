# SPDX-License-Identifier: MIT
"""Encoders, ladders of resistors and matrices, on the model's pins and clock."""

import importlib
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from host_tools.emulator import simulator as clock
from host_tools.emulator.simulator import KEYS
from tests.drivers.test_buttons import BACK, DOWN, LEFT, NONE, OK, RIGHT, UP, later, taken


@pytest.fixture(autouse=True)
def ticks() -> Iterator[None]:
    clock.fill_in()
    before, clock._now = clock._now, clock._WRAP - 50
    yield
    clock._now = before


class Pin(clock.Pin):
    def irq(self, handler: Callable[[Any], None], trigger: int, hard: bool = False) -> None:
        super().irq(handler, trigger)


GRAY = ((1, 1), (0, 1), (0, 0), (1, 0))
"""One step clockwise, `a` first: both open, a closed, both closed, b closed, both open."""


class Turned:
    """A knob with buttons, turned by quarters of a step."""

    def __init__(self, *names: str, edges: int = 4) -> None:
        self.pins = {name: Pin() for name in names}
        self.a, self.b = Pin(), Pin()
        self.at = 0
        knob = importlib.import_module("teletype.drivers.encoder").Knob
        self.knob = knob(
            [self.pins.get(key) for key in KEYS], bytes(6), self.a, self.b, edges=edges
        )

    def turn(self, quarters: int) -> None:
        for _ in range(abs(quarters)):
            self.at += 1 if quarters > 0 else -1
            a, b = GRAY[self.at % 4]
            self.a.drive(a)
            self.b.drive(b)

    def keys(self, milliseconds: int = 100) -> list[int]:
        return [key for key, _ in taken(self.knob, milliseconds)]


def test_a_step_is_a_press() -> None:
    hand = Turned("OK")
    assert not hand.knob.one_way and hand.knob.held == [BACK]
    hand.turn(4)
    assert hand.knob.waiting() and hand.keys() == [DOWN]
    hand.turn(-12)
    assert hand.keys() == [UP, UP, UP]
    assert not hand.knob.waiting() and hand.keys(2000) == []  # no repeats


def test_half_a_step_is_none() -> None:
    hand = Turned("OK")
    hand.turn(2)
    hand.turn(-2)
    hand.turn(3)
    assert hand.keys() == []
    hand.turn(1)
    assert hand.keys() == [DOWN]


def test_a_knob_that_rests_twice_as_often() -> None:
    hand = Turned("OK", edges=2)
    hand.turn(2)
    assert hand.keys() == [DOWN]
    hand.turn(-4)
    assert hand.keys() == [UP, UP]


def test_bouncing_contacts_and_lost_edges() -> None:
    hand = Turned("OK")
    for level in (0, 1, 0, 1, 0):
        hand.a.drive(level)
    for level in (0, 1, 0):
        hand.b.drive(level)
    hand.a.drive(1)
    hand.b.drive(1)
    assert hand.keys() == [DOWN]
    hand.a._level = 0  # an edge that interrupts nobody
    hand.b.drive(0)
    hand.a.drive(1)
    hand.b.drive(1)
    assert hand.keys() == [DOWN]
    hand.turn(-4)
    assert hand.keys() == [UP]


def test_pressed_and_turned() -> None:
    hand = Turned("OK")
    hand.pins["OK"].drive(0)
    later(100)
    hand.turn(8)
    assert hand.keys() == [RIGHT, RIGHT]
    hand.turn(-4)
    assert hand.keys(900) == [LEFT]
    hand.pins["OK"].drive(1)
    assert hand.keys() == [], "neither OK nor BACK"
    hand.turn(4)
    assert hand.keys() == [DOWN]


@pytest.mark.parametrize(
    ("names", "long"), [(("OK",), BACK), (("OK", "BACK"), OK), (("LEFT", "RIGHT", "OK"), BACK)]
)
def test_the_button_of_a_knob(names: tuple[str, ...], long: int) -> None:
    hand = Turned(*names)
    for held, key in ((100, OK), (700, long)):
        hand.pins["OK"].drive(0)
        early = hand.keys(held)
        hand.pins["OK"].drive(1)
        assert (early + hand.keys()) == [key]
    assert hand.knob.is_down(OK) is False and not hand.knob.is_down(DOWN)


def test_more_steps_than_the_queue_takes() -> None:
    hand = Turned("OK")
    hand.turn(4 * 40)
    assert set(hand.keys(400)) == {DOWN} and not hand.knob.waiting()


# --- a ladder, a joystick, a matrix --------------------------------------------------------------


class Board:
    """The chip: millivolts at its analogue pins, and what a matrix joins."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.volts: dict[int, int] = {}
        self.joined: set[tuple[int, int]] = set()
        self.low: set[int] = set()
        self.scan: Callable[[Any], None] = lambda timer: None
        board = self

        class Line:
            IN, OPEN_DRAIN, PULL_UP = 0, 2, 1

            def __init__(self, number: int, mode: int = 0, pull: int = 0, value: int = 0) -> None:
                self.number = number

            def __call__(self, level: int) -> None:
                (board.low.discard if level else board.low.add)(self.number)

            def value(self) -> int:
                return int(not any((row, self.number) in board.joined for row in board.low))

        class Converter:
            def __init__(self, pin: Line) -> None:
                self.pin = pin.number

            def read_u16(self) -> int:
                return board.volts[self.pin] * 65535 // 3300

        class Timer:
            def __init__(self, number: int, period: int, callback: Callable[[Any], None]) -> None:
                assert (number, period) == (-1, 5)
                board.scan = callback

        machine: Any = types.ModuleType("machine")
        machine.ADC, machine.Pin, machine.Timer = Converter, Line, Timer
        monkeypatch.setitem(sys.modules, "machine", machine)
        for name in ("teletype.drivers.scanned", "teletype.handheld.parts.more_inputs"):
            sys.modules.pop(name, None)

    def buttons(self, **has: Any) -> Any:
        module = importlib.import_module("teletype.handheld.parts.more_inputs")
        return module.buttons(has, [None] * len(KEYS), [False] * len(KEYS))

    def passes(self, buttons: Any, milliseconds: int) -> list[int]:
        found = []
        for _ in range(0, milliseconds, 5):
            self.scan(None)
            key = buttons.next()
            if key != NONE:
                found.append(key)
            later(5)
        return found


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Iterator[Board]:
    yield Board(monkeypatch)
    for name in ("teletype.drivers.scanned", "teletype.handheld.parts.more_inputs"):
        sys.modules.pop(name, None)


LADDER = {26: {"rest": 3300, "UP": 0, "DOWN": 700, "LEFT": 1300, "RIGHT": 1900, "OK": 2400,
               "BACK": 2800}}  # fmt: skip


def test_a_ladder(board: Board) -> None:
    board.volts[26] = 3300
    buttons = board.buttons(LADDER=LADDER)
    assert buttons.held == [] and not buttons.one_way
    for name, level in LADDER[26].items():
        if name == "rest":
            continue
        for off in (-90, 0, 90):  # resistors of 5 %
            board.volts[26] = max(0, level + off)
            found = board.passes(buttons, 60)
            board.volts[26] = 3300
            found += board.passes(buttons, 60)
            assert found == [KEYS.index(name)], (name, off)


def test_a_voltage_on_its_way_is_no_press(board: Board) -> None:
    board.volts[26] = 3300
    buttons = board.buttons(LADDER=LADDER)
    for level in (2800, 2000, 1200, 600, 0):  # each seen once
        board.volts[26] = level
        assert board.passes(buttons, 5) == []
    assert board.passes(buttons, 20) == [UP]


def test_a_joystick_with_a_button_of_a_matrix(board: Board) -> None:
    board.volts.update({26: 1650, 27: 1650})
    buttons = board.buttons(
        LADDER={26: {"rest": 1650, "LEFT": 0, "RIGHT": 3300}, 27: {"rest": 1650, "UP": 0,
                "DOWN": 3300}},
        MATRIX={"OK": (2, 4), "BACK": (2, 5)},
    )  # fmt: skip
    board.volts[27] = 3200
    assert board.passes(buttons, 600)[:2] == [DOWN, DOWN]  # held, it repeats
    board.volts[27] = 1650
    board.passes(buttons, 100)
    board.volts[26] = 100
    assert board.passes(buttons, 50) == [LEFT]
    board.volts[26] = 1700
    board.passes(buttons, 100)
    board.joined.add((2, 4))
    assert board.passes(buttons, 50) == [OK]


def test_a_matrix(board: Board) -> None:
    places = {"UP": (2, 4), "DOWN": (2, 5), "LEFT": (2, 6), "RIGHT": (3, 4), "OK": (3, 5),
              "BACK": (3, 6)}  # fmt: skip
    buttons = board.buttons(MATRIX=places)
    for name, place in places.items():
        board.joined.add(place)
        found = board.passes(buttons, 60)
        board.joined.remove(place)
        assert found + board.passes(buttons, 60) == [KEYS.index(name)]
    assert board.low == set(), "no row stays low"
    pin = importlib.import_module("teletype.handheld.parts.more_inputs").pin
    assert pin({"BUTTONS": {}, "MATRIX": places}, "OK") == "GP3 GP5"
    assert pin({"BUTTONS": {}, "LADDER": LADDER}, "OK") == "GP26"
    assert pin({"BUTTONS": {"OK": 7}}, "OK") == "GP7"


def test_a_button_that_is_down_at_power_on(board: Board) -> None:
    board.volts[26] = 2800
    buttons = board.buttons(LADDER=LADDER)
    assert buttons.held_at_start and board.passes(buttons, 100) == []


@pytest.mark.parametrize(("volts", "shown"), [(0, 0), (1650, 1649), (3300, 3300)])
def test_the_voltage_that_is_shown_is_that_of_the_pin(
    board: Board, volts: int, shown: int
) -> None:
    """65535 is 3.3 V; what lies between two millivolts is cut off."""
    board.volts[28] = volts
    assert importlib.import_module("teletype.handheld.parts.more_inputs").millivolts(28) == shown
