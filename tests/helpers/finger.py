# SPDX-License-Identifier: MIT
"""A finger on the emulated Pico: helpers for scripted games by button presses."""

import codecs
from pathlib import Path

from host_tools.emulator.pico import Emulator, Pico
from host_tools.measure.bench import quiet
from tests.helpers.shelf import ORDER

STOP = "◊ ".encode()
"""What the device prints on the serial port where it stops and waits."""

FORMULA = (
    ("(", "RIGHT RIGHT"),
    ("A", ""),
    ("→", ""),
    ("B", ""),
    (")", ""),
    ("(", "RIGHT RIGHT"),
    ("~", "RIGHT"),
    ("A", ""),
    ("+", "RIGHT"),
    ("~", "RIGHT"),
    ("B", ""),
    (")", ""),
)
"""The signs of the book's formula, and the way to each in the row of those that can follow, which
begins with the likeliest."""


SIGN = tuple(
    tuple(dot == "#" for dot in row)
    for row in ("..#..", ".#.#.", ".#.#.", "#...#", ".#.#.", ".#.#.", "..#..", ".....")
)
"""The sign ◊ at the left end of the last row, dot by dot."""


LOADED = 400
"""Milliseconds in which a screen that is opened first is loaded and drawn."""


class Finger:
    """Plays on a Pico with our firmware, from power-on, with the buttons alone.

    With `fast`, the speed is set to fast first, by the keys like anything else.
    """

    def __init__(self, uf2: Path, fast: bool = True, emulator: Emulator | None = None) -> None:
        self.pico = Pico(uf2, emulator=emulator)
        self.pico.boot()
        self.pico.run_until(lambda: b"POCKET TELETYPE" in self.pico.output, 3000)
        quiet(self.pico)
        self.press("OK OK")  # a new handheld asks for the language, English, and for sound, none
        self._at = 0  # the chosen row of the shelf
        if fast:
            self.press("UP OK LEFT BACK DOWN")  # the settings, the first of which is the speed
            quiet(self.pico, LOADED)  # they are saved

    def press(self, keys: str) -> None:
        """Presses the named keys one after the other; waits until the panel is quiet."""
        for key in keys.split():
            self.pico.tap(key, hold_ms=40, gap_ms=25)
        quiet(self.pico)

    def open(self, program: str) -> None:
        """From the shelf to the setup of a program, the shorter way round.

        The shelf stands where it was left, and must have no session to go on with.
        """
        rows = len(ORDER) + 3  # the records, the tapes and the settings are rows too
        down = (ORDER.index(program) - self._at) % rows
        up = rows - down
        self._at = ORDER.index(program)
        self.press(("DOWN " * down if down <= up else "UP " * up) + "OK")
        quiet(self.pico, LOADED)  # the shelf stands until the program is there

    def until_stop(self, milliseconds: int = 60_000) -> None:
        """Waits until the program has printed and stops for an answer or ends."""
        seen = self._stops()
        self.pico.run_until(
            lambda: self._stops() > seen, milliseconds, step_ms=10, what="the next stop"
        )
        quiet(self.pico)

    def answer(self, keys: str) -> None:
        """Presses keys, the last of which sends the answer, and waits for the next stop."""
        *first, last = keys.split()
        if first:
            self.press(" ".join(first))
        seen = self._stops()
        self.pico.tap(last, hold_ms=40, gap_ms=25)
        self.pico.run_until(lambda: self._stops() > seen, 60_000, step_ms=10, what="the next stop")
        quiet(self.pico)

    def until_printed(self, text: str, milliseconds: int = 60_000) -> None:
        """Waits until `text` is on the paper and the panel is quiet: for the end of a program."""
        wanted = text.encode()  # a character may still be cut in two
        self.pico.run_until(
            lambda: wanted in self.pico.output.rpartition(b"POCKET TELETYPE")[2],
            milliseconds,
            step_ms=10,
            what=f"'{text}'",
        )
        quiet(self.pico)

    def until_sign(self) -> None:
        """Waits until the blinking ◊ at the left end of the last row is there."""
        self.pico.run_until(self._sign_is_lit, 1500, step_ms=10, what="the blinking ◊")
        quiet(self.pico)
        if not self._sign_is_lit():  # it has just gone again
            self.until_sign()

    def _sign_is_lit(self) -> bool:
        rows = self.pico.panel.rows()[-8:]
        return tuple(tuple(map(bool, row[1:6])) for row in rows) == SIGN

    def _stops(self) -> int:
        return self.pico.output.count(STOP)

    def paper(self) -> str:
        """Everything the device printed on the serial port, but a character that is half sent."""
        decoder = codecs.getincrementaldecoder("utf-8")()
        return decoder.decode(self.pico.output).replace("\r\n", "\n")

    def session(self) -> str:
        """What the device printed on the serial port since the shelf was left."""
        return self.paper().rpartition("POCKET TELETYPE")[2].partition("\n")[2]


def type_formula(finger: Finger, count: int) -> None:
    """Types the first `count` signs of the book's formula."""
    for _, way in FORMULA[:count]:
        finger.press(way + " OK")
