# SPDX-License-Identifier: MIT
"""How long each pixel of an exhibit's panel is lit, which is what ages an OLED.

The host simulator spends a week of 8 hours a day in a museum, with a visit every three minutes.
Each visitor chooses a language, plays a short tape and walks away; languages and tapes rotate.
"""

from pathlib import Path

from host_tools.emulator.scenes import session_of
from host_tools.emulator.simulator import Simulator
from host_tools.lab.measure.figures import Figure
from host_tools.lab.short_sessions import TAPES

WEEK = 7 * 160
"""Visits in a week."""

WIDTH, HEIGHT = 128, 64

_VISIT = 180_000
_LONGEST = 100_000
_STEP = 100
"""Milliseconds: a visit, its answers at most, and a loop step."""


class Exposure:
    """Milliseconds for which each pixel of a simulator's panel was lit.

    They are added up as one large integer, 32 bits per pixel.
    """

    def __init__(self, desk: Simulator) -> None:
        self._desk = desk
        self._sum = self._picture = self._since = 0
        self._version = -1

    def run(self, milliseconds: int) -> None:
        """Let the simulator run."""
        for _ in range(milliseconds // _STEP):
            self._desk.run(_STEP, _STEP)
            if self._desk.chip.version != self._version:
                self._add()
                self._version = self._desk.chip.version
                spaced = bytearray(4 * WIDTH * HEIGHT)
                spaced[::4] = b"".join(self._desk.chip.rows())
                self._picture = int.from_bytes(spaced, "little")
            self._since += 1

    def _add(self) -> None:
        self._sum += self._picture * self._since
        self._since = 0

    def pixels(self) -> list[int]:
        """Return the milliseconds for each pixel, row by row."""
        self._add()
        data = memoryview(self._sum.to_bytes(4 * WIDTH * HEIGHT, "little")).cast("I")
        return [_STEP * count for count in data]


def week(visits: int = WEEK) -> tuple[list[int], int]:
    """Return (milliseconds for which each pixel was lit, milliseconds in all)."""
    desk = Simulator(files={"exhibit.txt": ""})
    exposure = Exposure(desk)
    sessions = [session_of(name)[1:] for name in TAPES]
    for number in range(visits):
        line, answers = sessions[number % len(sessions)]
        spent = 0
        for key in ("OK", *["DOWN"] * (number % 3), "OK"):
            desk.press(key)
            exposure.run(1000)
            spent += 1000
        for text in (line, *answers):
            desk.serial.typed.append(text)
            exposure.run(8000)
            spent += 8000
            if spent > _LONGEST:
                break
        exposure.run(_VISIT - spent)
        desk.serial.printed = ""
    return exposure.pixels(), visits * _VISIT


def ratio(pixels: list[int]) -> float:
    """Return the time of the pixel lit longest, divided by the mean of those lit at all."""
    lit = [pixel for pixel in pixels if pixel]
    return max(lit) * len(lit) / sum(lit)


def figures(uf2: Path) -> list[Figure]:
    """The figures; `uf2` is not used."""
    pixels, whole = week()
    return [
        Figure("exhibit: most lit pixel, of the mean", round(100 * ratio(pixels)), "%", 300),
        Figure("exhibit: most lit pixel, of the time", 100 * max(pixels) // whole, "%"),
    ]
