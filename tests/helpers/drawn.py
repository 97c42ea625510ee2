# SPDX-License-Identifier: MIT
"""Pictures of programs on the simulator: start a program, press keys, compare screens."""

from typing import Any

from host_tools.build import fonts
from host_tools.emulator.simulator import Simulator
from teletype.fonts import fixed
from tests.helpers.screen import columns, unsigned


def shown(line: str) -> Simulator:
    """Return a simulator at the first prompt of a program, with its picture on the screen."""
    desk = Simulator(fast=True)
    desk.say(line)
    if not picture(desk).ANSWERS and not desk.app.sessions.screen.pictured:
        desk.press("BACK")
    desk.run(1100)
    assert desk.app.sessions.screen.pictured
    return desk


def picture(desk: Simulator) -> Any:
    return desk.app.sessions.screen.picture


def tap(desk: Simulator, keys: str) -> None:
    """Press keys just long enough for the device to see them."""
    for key in keys.split():
        desk.hold(key, 25)
        desk.run(25)


def answer(desk: Simulator, keys: str) -> None:
    """Press keys, the last of which answers, and wait until the picture is back."""
    tap(desk, keys)
    desk.settle()
    desk.run(1100)


def screen(desk: Simulator) -> bytes:
    return b"".join(desk.chip.rows())


def still(desk: Simulator) -> set[bytes]:
    """Return what the panel shows while the sign ◊ blinks."""
    found = set()
    for _ in range(30):
        desk.run(50)
        found.add(unsigned(desk.chip))
    return found


def assert_as_anew(desk: Simulator) -> None:
    """Check that redrawing everything would give the same screen as the small steps so far."""
    if not desk.app.is_idle():
        desk.app.tick()  # it has just been opened
    desk.app.panel.show()
    before = screen(desk)
    desk.app.activity.draw()
    desk.app.panel.touch(0, 0, 128, 64)
    desk.app.panel.show()
    assert screen(desk) == before


def says(desk: Simulator, row: int, text: str) -> bool:
    """Return whether a text row begins with `text`.

    Letters that look alike in two alphabets are equal. In the last row the sign ◊ may come first.
    """
    codes = fonts.code_points(fixed.CODES)
    glyphs = b"".join(
        fixed.GLYPHS[index * fixed.WIDTH : (index + 1) * fixed.WIDTH]
        for index in (codes.index(char) for char in text)
    )
    line = columns(desk.chip, row)
    last = row == desk.chip.height // 8 - 1
    return line[1:].startswith(glyphs) or (last and line[1 + fixed.WIDTH :].startswith(glyphs))


def bytes_of(desk: Simulator, key: str) -> int:
    """Return the bytes on the bus for a key."""
    desk.chip.reset_counters()
    tap(desk, key)
    return desk.chip.wire_bytes


def last_answer(desk: Simulator) -> str:
    """Return the last answer, as shown on the serial port."""
    return desk.serial.printed.rpartition("◊ ")[0].rpartition("◊ ")[2].splitlines()[0]
