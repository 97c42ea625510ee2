# SPDX-License-Identifier: MIT
"""The sign that a key does nothing here: the last row blinks once, the buzzer ticks."""

import pytest

from host_tools.emulator.simulator import PWM, Simulator
from tests.helpers.drawn import picture, screen, shown, tap
from tests.helpers.screen import Size

LIMIT = 200
"""Of 65535: the pulse of the soft thud, `drivers.buzzer`."""

BLINK = 90
"""Milliseconds."""


def last_rows(desk: Simulator, rows: int = 8) -> list[list[int]]:
    """Pixels of the last row of text."""
    return [list(row) for row in desk.chip.rows()[-rows:]]


def turned(rows: list[list[int]]) -> list[list[int]]:
    return [[1 - bool(pixel) for pixel in row] for row in rows]


def lit(rows: list[list[int]]) -> list[list[int]]:
    return [[int(bool(pixel)) for pixel in row] for row in rows]


def test_the_last_row_blinks_once() -> None:
    desk = Simulator()
    desk.run(500)
    before = lit(last_rows(desk))
    all_before = screen(desk)
    pin = desk.pin("LEFT")
    pin.drive(0)
    desk.run(15, step=5)
    assert lit(last_rows(desk)) == turned(before)
    desk.run(BLINK + 10, step=5)
    assert screen(desk) == all_before
    desk.run(1000)  # held: no more of it
    assert screen(desk) == all_before
    pin.drive(1)


def test_a_key_that_does_something_gives_none() -> None:
    desk = Simulator()
    desk.run(500)
    before = lit(last_rows(desk))
    desk.pin("DOWN").drive(0)
    for _ in range(30):
        desk.run(5, step=5)
        assert lit(last_rows(desk)) != turned(before)


def test_it_is_drawn_over_whatever_comes_meanwhile() -> None:
    """The row is as the screen has drawn it, also where that was while it blinked."""
    desk = shown("nim heaps=7,8,4")
    tap(desk, "OK DOWN")  # to take nothing is no move; then the row says what OK does
    desk.run(200)
    row = lit(last_rows(desk))
    desk.app.activity.draw()
    desk.run(10)
    assert lit(last_rows(desk)) == row


@pytest.mark.parametrize(("sound", "ticks"), [("all", True), ("bell", False), ("off", False)])
def test_a_soft_tick(sound: str, ticks: bool) -> None:
    desk = Simulator(buzzer=0)
    desk.set(sound=sound)
    desk.run(500)
    if sound != "off":
        PWM.last.played.clear()
    desk.press("LEFT")
    heard = sound != "off" and any(duty == LIMIT for _, _, duty in PWM.last.played)
    assert heard == ticks


def test_a_field_that_is_taken_when_ok_is_let_go() -> None:
    desk = shown("trigex")
    row = lit(last_rows(desk))
    desk.pin("OK").drive(0)
    for _ in range(20):
        desk.run(5, step=5)
        assert lit(last_rows(desk)) != turned(row)
    assert picture(desk).played is None


@pytest.mark.parametrize(
    ("size", "text", "high"),
    [((128, 64), "larger", 16), ((128, 32), "normal", 8), ((72, 40), "normal", 8)],
)
def test_on_other_panels_and_with_larger_text(size: Size, text: str, high: int) -> None:
    desk = Simulator(*size)
    desk.set(text=text)
    desk.app.shelf()
    desk.run(500)
    before = lit(last_rows(desk, high))
    desk.pin("LEFT").drive(0)
    desk.run(15, step=5)
    assert lit(last_rows(desk, high)) == turned(before)
