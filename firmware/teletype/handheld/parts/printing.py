# SPDX-License-Identifier: MIT
"""The printer port: a copy of the paper on a serial printer or a teletype.

Lines wait here until they are printed, in order, and none is ever dropped: while `full`, the
player makes the program wait, so at most a few lines (and the output of a picture) are held.
The main loop gives the line's driver as many characters as it accepts without waiting; keys,
screen and serial port stay responsive however slow the printer is.
"""

from time import ticks_add, ticks_ms

from teletype.core.codes import bits, encode, line_end, preamble, spell
from teletype.core.paper import wrap
from teletype.drivers.printer import DEPTH, LOWEST, Line
from teletype.handheld.activity import due

_AHEAD = 2
"""Lines that the program may be ahead of the printer."""

_PAUSE = 60_000
"""Milliseconds without a line after which the printer is prepared again."""

_REST = 10
"""Milliseconds that the main loop may sleep."""


class Printing:
    """The printer on `port`: (number of the UART or state machine, pin).

    _now, _next  the present settings of the line, and the next ones
    _waiting     lines of paper
    _text        the line that is being printed, spelled in the printer's code
    _rows        (start, end) of its rows that are still to come
    _codes, _at  the row being sent, and the position in it
    _begin       what prepares the printer; it is due again at `_due`
    _fast        whether the line accepts more before the main loop has slept
    """

    def __init__(self, port):
        self._port = port
        self._begin = b""
        self._due = ticks_ms()
        self._line = None
        self._now: tuple = ()
        self._next: tuple = ()
        self._waiting = []
        self._rows = []
        self._text = ""
        self._codes = b""
        self._at = 0
        self._fast = False

    def configure(self, values):
        """Use the settings from the next line of paper on; ValueError if they are impossible."""
        whole, _, part = values["baud"].partition(".")
        rate = int(whole) * 100 + int(part or "0")
        if rate < LOWEST:
            raise ValueError("%s baud: at least %d here" % (values["baud"], LOWEST // 100))
        pauses = values["return"], values["feed"]
        code = values["printer"]
        self._begin = preamble(code, values["printer_kind"]) + values["printer_init"]
        self._next = (code, rate, values["columns"]) + pauses + (self._begin,)

    def lacks(self, line):
        """Whether the chosen code has no characters for a Japanese line."""
        return self._next[0] != "utf-8" and max(line, default="") >= "\u3000"

    def print(self, line):
        """Accept a line of paper, however many wait."""
        self._waiting.append(line)

    @property
    def full(self):
        """Whether the program should wait."""
        return len(self._waiting) >= _AHEAD

    def tick(self):
        """Send what the line accepts; return True if it accepts more before the loop sleeps."""
        if self._at == len(self._codes) and not self._take():
            return False
        room = self._line.room()
        while room and self._at < len(self._codes):
            self._line.put(self._codes[self._at])
            self._at += 1
            room -= 1
        return self._fast

    def _take(self):
        """Encode the next row; return False if there is none yet."""
        if not self._rows:
            if not self._waiting:
                return False
            if self._now != self._next:
                if self._line and not self._line.silent():
                    return False
                self._open()
            code = self._now[0]
            self._text = spell(self._waiting.pop(0), code)
            self._rows = wrap(self._text, self._now[2])
        start, end = self._rows.pop(0)
        now = ticks_ms()
        self._codes = encode(self._text[start:end], self._now[0]) + self._end
        if self._begin and due(self._due, now, _PAUSE):  # it may have been switched off and on
            self._codes = self._begin + self._codes
        self._due = ticks_add(now, _PAUSE)
        self._at = 0
        return True

    def _open(self):
        """Give the line the new settings."""
        if self._line:
            self._line.close()
            self._line = None
        code, rate, _, *pauses, _ = self._next
        self._due = ticks_ms()
        self._line = Line(self._port[0], self._port[1], rate, bits(code))
        frame = (bits(code) + 3) * 100_000  # milliseconds times the rate, rounded up below
        fills = [-(-pause * rate // frame) for pause in pauses]
        self._end = line_end(code, fills[0], fills[1])
        self._fast = DEPTH * frame < _REST * rate
        self._now = self._next

    def close(self):
        """Switch the printer off; lines not printed yet are discarded."""
        if self._line:
            self._line.close()
