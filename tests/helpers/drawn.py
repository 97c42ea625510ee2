# SPDX-License-Identifier: MIT
"""Drawn pictures on the handheld under CPython: begin a program, press keys, compare screens."""

from typing import Any

from host_tools.build import fonts
from host_tools.emulator.simulator import Desk
from teletype.fonts import fixed
from tests.helpers.screen import columns


def shown(line: str) -> Desk:
    """A desk at the first stop of a program, with its picture on the screen."""
    desk = Desk()
    desk.app.fast = True
    desk.serial.typed.append(line)
    desk.run(10)
    desk.settle()
    if not picture(desk).ANSWERS and not desk.app.sessions.screen.pictured:
        desk.press("BACK")
    desk.run(1100)
    assert desk.app.sessions.screen.pictured
    return desk


def picture(desk: Desk) -> Any:
    return desk.app.sessions.screen.picture


def tap(desk: Desk, keys: str) -> None:
    """Presses keys, not longer than the device needs to see them."""
    for key in keys.split():
        pin = desk.pin(key)
        pin.drive(0)
        desk.run(25)
        pin.drive(1)
        desk.run(25)


def answer(desk: Desk, keys: str) -> None:
    """Presses keys, the last of which answers, and lets the picture come back."""
    tap(desk, keys)
    desk.settle()
    desk.run(1100)


def screen(desk: Desk) -> bytes:
    return b"".join(desk.chip.rows())


def assert_as_anew(desk: Desk) -> None:
    """What small steps have left on the panel is what drawing everything would put there."""
    if not desk.app.is_idle():
        desk.app.tick()  # it has just been opened
    desk.app.panel.show()
    before = screen(desk)
    desk.app.activity.draw()
    desk.app.panel.touch(0, 0, 128, 64)
    desk.app.panel.show()
    assert screen(desk) == before


def says(desk: Desk, row: int, text: str) -> bool:
    """Whether a text row begins with `text`, also where letters of two alphabets look alike; in
    the last row the sign ◊ may be before it.
    """
    codes = fonts.code_points(fixed.CODES)
    glyphs = b"".join(
        fixed.GLYPHS[index * fixed.WIDTH : (index + 1) * fixed.WIDTH]
        for index in (codes.index(char) for char in text)
    )
    line = columns(desk.chip, row)
    last = row == desk.chip.height // 8 - 1
    return line[1:].startswith(glyphs) or (last and line[1 + fixed.WIDTH :].startswith(glyphs))


def bytes_of(desk: Desk, key: str) -> int:
    """Bytes on the bus for a key."""
    desk.chip.reset_counters()
    tap(desk, key)
    return desk.chip.wire_bytes


def last_answer(desk: Desk) -> str:
    """The answer that was given last, as the serial port shows it."""
    return desk.serial.printed.rpartition("◊ ")[0].rpartition("◊ ")[2].splitlines()[0]
