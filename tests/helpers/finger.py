# SPDX-License-Identifier: MIT
"""A finger on the emulated Pico, for scripted games by button presses."""

import codecs
from collections.abc import Callable
from pathlib import Path

from host_tools.emulator.pico import Emulator, Pico
from host_tools.lab.measure.bench import quiet
from teletype.programs import catalogue
from tests.helpers.shelf import ORDER

STOP = "◊ ".encode()
"""Prompt that the device prints on the serial port."""

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
"""Signs of the book's formula, and the keys to each in the row of next signs, likeliest first."""


SIGN = tuple(
    tuple(dot == "#" for dot in row)
    for row in ("..#..", ".#.#.", ".#.#.", "#...#", ".#.#.", ".#.#.", "..#..", ".....")
)
"""The sign ◊ at the left end of the last row, dot by dot."""


LOADED = 400
"""Milliseconds for loading and drawing a screen for the first time."""


class Finger:
    """Plays on a Pico with our firmware, from power-on, with buttons alone.

    With `fast` it first sets the speed to fast, by buttons like everything else.
    """

    def __init__(
        self,
        uf2: Path,
        fast: bool = True,
        emulator: Emulator | None = None,
        golden: Callable[..., None] | None = None,
    ) -> None:
        self._golden = golden
        self.pico = Pico(uf2, emulator=emulator)
        self.pico.boot()
        self.pico.run_until(lambda: b"POCKET TELETYPE" in self.pico.output, 3000)
        quiet(self.pico)
        self.press("OK OK")  # a new handheld asks for language (English) and sound (none)
        self._at = 0  # the chosen row of the shelf
        if fast:
            self.press("UP OK LEFT BACK DOWN")  # the speed is the first of the settings
            quiet(self.pico, LOADED)  # until the settings are saved

    def press(self, keys: str) -> None:
        """Press the named buttons one after another; wait until the panel is quiet."""
        for key in keys.split():
            self.pico.tap(key, hold_ms=40, gap_ms=25)
        quiet(self.pico)

    def look(self, name: str) -> None:
        """Compare the panel with tests/golden/NAME.png."""
        assert self._golden
        self._golden(name, self.pico.panel)

    def open(self, program: str) -> None:
        """Go from the shelf to the setup of a program, the shorter way round.

        The shelf is where it was left, and must not offer a session to resume.
        """
        rows = len(ORDER) + 3  # the records, the tapes and the settings are rows too
        down = (ORDER.index(program) - self._at) % rows
        up = rows - down
        self._at = ORDER.index(program)
        self.press(("DOWN " * down if down <= up else "UP " * up) + "OK")
        quiet(self.pico, LOADED)  # the shelf stays until the program is loaded
        if catalogue.load(program).TABLES:
            self.press("DOWN")  # the setup is behind the start page
            quiet(self.pico, LOADED)

    def until_stop(self, milliseconds: int = 60_000) -> None:
        """Wait until the program has printed and waits for an answer or ends."""
        seen = self._stops()
        self.pico.run_until(
            lambda: self._stops() > seen, milliseconds, step_ms=10, what="the next stop"
        )
        quiet(self.pico)

    def answer(self, keys: str) -> None:
        """Press buttons, the last of which sends the answer, and wait for the next prompt."""
        *first, last = keys.split()
        if first:
            self.press(" ".join(first))
        seen = self._stops()
        self.pico.tap(last, hold_ms=40, gap_ms=25)
        self.pico.run_until(lambda: self._stops() > seen, 60_000, step_ms=10, what="the next stop")
        quiet(self.pico)

    def until_printed(self, text: str, milliseconds: int = 60_000) -> None:
        """Wait until `text` is on the paper and the panel is quiet: for the end of a program."""
        wanted = text.encode()  # compare bytes, because the last character may be incomplete
        self.pico.run_until(
            lambda: wanted in self.pico.output.rpartition(b"POCKET TELETYPE")[2],
            milliseconds,
            step_ms=10,
            what=f"'{text}'",
        )
        quiet(self.pico)

    def until_sign(self) -> None:
        """Wait until the blinking ◊ at the left end of the last row is lit."""
        self.pico.run_until(self._sign_is_lit, 1500, step_ms=10, what="the blinking ◊")
        quiet(self.pico)
        if not self._sign_is_lit():  # it has just blinked off again
            self.until_sign()

    def _sign_is_lit(self) -> bool:
        rows = self.pico.panel.rows()[-8:]
        return tuple(tuple(map(bool, row[1:6])) for row in rows) == SIGN

    def _stops(self) -> int:
        return self.pico.output.count(STOP)

    def paper(self) -> str:
        """Return everything printed on the serial port, except an incomplete last character."""
        decoder = codecs.getincrementaldecoder("utf-8")()
        return decoder.decode(self.pico.output).replace("\r\n", "\n")

    def session(self) -> str:
        """Return what was printed on the serial port since the shelf was left."""
        return self.paper().rpartition("POCKET TELETYPE")[2].partition("\n")[2]


def type_formula(finger: Finger, count: int) -> None:
    """Type the first `count` signs of the book's formula."""
    for _, way in FORMULA[:count]:
        finger.press(way + " OK")
