# SPDX-License-Identifier: MIT
"""A device that was left alone for days: tick differences turn round after 6.2 of them."""

from pathlib import Path

import pytest

from host_tools.emulator import simulator as model
from host_tools.emulator.simulator import UART, Simulator

DAY = 86_400_000

DAYS = [7 * DAY, 9 * DAY, 12 * DAY]
"""After 6.2 days the difference has turned round, after 12.4 twice."""


def pass_time(desk: Simulator, milliseconds: int) -> None:
    """Nothing happens for so long; the loop turns once an hour."""
    for _ in range(milliseconds // 3_600_000):
        desk.run(3_600_000, step=3_600_000)


@pytest.mark.parametrize("left", DAYS)
def test_a_print_that_was_left_in_the_middle_of_a_row(left: int) -> None:
    desk = Simulator()
    desk.serial.typed.append("nim")
    desk.run(1000)
    shown = desk.app.sessions.screen
    assert shown.paper._begun
    desk.app.shelf()
    pass_time(desk, left)
    desk.app.sessions.resume()
    desk.run(12_000)
    assert not shown.printing()


@pytest.mark.parametrize("left", DAYS)
def test_life_behind_its_paper(left: int) -> None:
    desk = Simulator(fast=True)
    desk.serial.typed.append("evolution z=200 cells=5:4,5:5,5:6")  # it blinks for ever
    desk.run(20)
    desk.settle()
    desk.run(4000)
    picture = desk.app.sessions.screen.picture
    assert desk.app.sessions.screen.pictured and picture._time > 10
    desk.press("BACK")
    model._now += left
    time = picture._time
    assert picture.tick(model._now % model._WRAP)
    assert picture._time == time + 1


@pytest.mark.parametrize("left", DAYS)
def test_the_printer_is_not_busy_after_days(left: int, tmp_path: Path) -> None:
    """A change of its settings takes effect with the next line."""
    (tmp_path / "settings.txt").write_text("speed=fast\nprinter=utf-8\nbaud=9600\n")
    desk = Simulator(folder=tmp_path, printer=(1, 8))
    desk.serial.typed.append("dates")
    desk.run(2000)
    desk.press("OK")
    first = UART.last
    assert b"DH" in first.sent
    pass_time(desk, left)
    desk.set(baud="1200")
    desk.serial.typed.append("dates")
    desk.run(3000)
    assert UART.last is not first and b"DH" in UART.last.sent and not first.cut


def test_a_start_after_a_failed_one_is_good_after_days_of_life(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path, bitten=True)
    busy = [True]
    desk.app.activity.tick = lambda now: busy[0]
    pass_time(desk, 7 * DAY)
    assert (tmp_path / "boots.txt").read_text() == "1"
    busy[0] = False
    desk.run(10)
    assert not (tmp_path / "boots.txt").exists()


def test_the_ticks_of_life_are_shown_with_all_their_digits() -> None:
    from teletype.handheld.pictures.shapes import decimal
    from teletype.programs.evolution.picture import _DIGITS

    desk = Simulator(fast=True)
    desk.say("evolution")
    picture = desk.app.sessions.screen.picture
    picture._time = 100_010
    picture._draw_figures()
    at = picture._tick_at
    shown = "".join(chr(32 + code) for code in picture._text[at : at + 9])
    assert shown == "100010   " and decimal(bytearray(8), 0, _DIGITS, 99_999_999) == 8


def test_what_is_set_late_in_a_turn_is_not_due_at_once() -> None:
    """The turn's own `now` is some milliseconds old by then."""
    Simulator()  # has the ticks
    from teletype.handheld.activity import due

    for late in (0, 1, 700):
        assert not due(100 + late + 1000, 100, 1000)
    assert due(1100, 1100, 1000)
    assert due(100 + 7 * DAY, 100, 1000)


def test_the_keys_of_screens_are_those_of_the_buttons() -> None:
    Simulator()  # has MicroPython's modules
    from teletype.drivers.buttons import KEYS
    from teletype.handheld import activity

    for keys, named in (
        (activity.ALL, "OK DOWN UP RIGHT LEFT BACK"),
        (activity.LIST, "OK DOWN UP RIGHT"),
        (activity.CHOICE, "OK DOWN UP BACK"),
        (activity.TEXT, "OK BACK"),
    ):
        assert " ".join(KEYS[key] for key in keys) == named
