# SPDX-License-Identifier: MIT
"""The console: the session on the USB serial port, without stopping the device.

Paper and prompts are printed there; a line typed there answers the request. Ctrl-C still
ends the device's program, so that mpremote and a REPL reach the board.

Neither direction can block the main loop. Each iteration reads a few bytes of input, even while
nothing reads lines: otherwise Ctrl-C would wait behind unread input. Input that does not fit is
dropped with a notice. Output waits here until the computer reads it. If too much waits, further
output is dropped, and a notice marks the place.
"""

import select
import sys
from time import ticks_diff, ticks_ms

from micropython import const, kbd_intr

from teletype import words
from teletype.core.request import narrowed

LONGEST_TYPED = 1000
"""Bytes in a typed line; beyond this a bell rings, and the line is rejected."""

_INTERRUPT = const(3)
"""Ctrl-C."""

_ESCAPE = const(27)
_AT_ONCE = const(300)
"""Milliseconds that a control sequence may take."""

_TAKEN = const(32)
"""Bytes that a step of the main loop reads, and sends; it sends more if many wait."""

_AHEAD = const(128)
"""Size in bytes of the ring buffer of the input; it holds one less."""

_HELD = const(250)
"""Bytes that wait to be sent before more is dropped."""


_MARK = const(b"\xef\xbb\xbf")
"""The byte order mark with which some programs begin a text."""

_LOCKED = const("locked: hold BACK at power-on\n")
"""The reply to Ctrl-C. `host_tools.device.link` waits for the first word."""


class Console:
    """A terminal session: reads `sys.stdin` without waiting and echoes what is typed.

    bell           called when a line is too long
    _ahead         a ring buffer of the input, from `_first` to `_end`
    _lost, _torn   whether input after it was dropped; whether that cut a line
    _skip          whether the rest of a cut line is still expected
    _line          the typed part of the next line
    _long          whether the line is too long and its end is missing
    _after_return  whether a line feed would be the second half of a line end
    _waiting       the output after `_data` from `_at` on; `_held` bytes in total
    _unread        whether output after it was dropped
    _sequence      ESC, or the character after it, inside a control sequence; else 0
    _since         when it began
    _locked        whether Ctrl-C is an ordinary byte
    """

    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)
        self._stdin = sys.stdin.buffer
        self._one = bytearray(1)
        self._ahead = bytearray(_AHEAD)
        self._first = self._end = 0
        self._lost = self._torn = self._skip = False
        self._line = bytearray()
        self._after_return = False
        self._long = False
        self._waiting = []
        self._data = b""
        self._at = self._held = 0
        self._unread = self._locked = False
        self._sequence = self._since = 0
        self.bell = None

    def lock(self, locked):
        """Choose whether Ctrl-C ends the device's program or is an ordinary byte."""
        self._locked = locked
        kbd_intr(-1 if locked else _INTERRUPT)

    def write(self, text):
        """Print without a line end."""
        while self._held > _HELD and self.flush():
            pass
        if self._held > _HELD:
            self._unread = True
            return
        if self._unread:
            self._unread = False
            self._add("\n%s\n" % words.text("CONSOLE_UNREAD"))
        self._add(text)

    def _add(self, text):
        data = text.replace("\n", "\r\n").encode()
        self._waiting.append(data)
        self._held += len(data)

    def print(self, line):
        self.write(line + "\n")

    def begin_row(self):
        """End a row with a prompt, and with what was typed behind it, so that the next line is in
        a row of its own."""
        last = self._waiting[-1] if self._waiting else self._data
        if self._line or (last and last[-1] != 10):
            self.write("\n")

    def flush(self):
        """Send some of the waiting output; return True if there is more to do at once."""
        for _ in range(_TAKEN + self._held // 8):
            if self._at == len(self._data):
                if not self._waiting:
                    return False
                self._data = self._waiting.pop(0)
                self._at = 0
                if not self._data:
                    continue
            if not _ready(self._room):
                return False
            self._one[0] = self._data[self._at]
            sys.stdout.buffer.write(self._one)
            self._at += 1
            self._held -= 1
        return True

    def take(self):
        """Read some of the input; return True if there may be more.

        Raise KeyboardInterrupt for a Ctrl-C from before `main.py` ran, which came as a byte.
        """
        interrupted = False
        more = True
        for _ in range(_TAKEN):
            if not _ready(self._poll):
                more = False
                break
            self._stdin.readinto(self._one)  # type: ignore[attr-defined]
            byte = self._one[0]
            if byte == _INTERRUPT:
                interrupted = True
            if self._sequence and self._is_in_sequence(byte):
                continue
            if byte < 32 and byte != 8 and byte != 10 and byte != 13:
                if byte == _ESCAPE:
                    self._sequence = _ESCAPE
                    self._since = ticks_ms()
                continue
            end = (self._end + 1) % _AHEAD
            if self._lost or end == self._first:
                if not self._lost:
                    self._lost = True
                    self._refuse()
                self._torn = byte != 10 and byte != 13
            else:
                self._ahead[self._end] = byte
                self._end = end
        if interrupted:
            if not self._locked:
                raise KeyboardInterrupt
            self.write(_LOCKED)
        return more

    def _is_in_sequence(self, byte):
        """Whether a byte belongs to the control sequence that ESC has begun (ECMA-48, 5.4).

        An arrow, Delete and a function key send one, and it marks a pasted text. A terminal sends
        it at once; what a person types later is text.
        """
        kind = self._sequence
        self._sequence = 0
        if byte < 32 or ticks_diff(ticks_ms(), self._since) > _AT_ONCE:
            return False
        if kind == _ESCAPE:
            if byte == 0x5B or byte == 0x4F:  # "[", or "O" and one more
                self._sequence = byte
            return self._sequence != 0
        if kind == 0x5B and byte < 0x40:
            self._sequence = kind
        return True

    def _refuse(self):
        self.write("\a\n%s\n" % words.text("CONSOLE_REFUSED"))
        if self.bell:
            self.bell()

    def read(self, secret=False):
        """Return the typed line once it is complete, else None; never wait. A `secret` line is not
        echoed.
        """
        while self._first != self._end:
            byte = self._ahead[self._first]
            self._first = (self._first + 1) % _AHEAD
            if byte == 13 or byte == 10:
                line_feed = byte == 10 and self._after_return
                self._after_return = byte == 13
                if line_feed:
                    continue  # the second half of a CR LF
                if self._skip:
                    self._skip = False
                    continue
                self.write("\n")
                if self._long:
                    line = "\ufffd" * (LONGEST_TYPED + 1)  # at least as long as the input
                    self._long = False
                else:
                    line = self._taken()
                self._line = bytearray()
                return line
            self._after_return = False
            if self._skip:
                continue
            if byte == 8 or byte == 127:
                self._rub_out(secret)
            elif len(self._line) == LONGEST_TYPED:
                if not self._long:
                    self._long = True
                    self._refuse()
            else:
                self._line.append(byte)
                if not secret:
                    self._echo(byte)
        if self._lost:
            self._lost = False
            self._skip = self._torn
            self._line = bytearray()  # its end is missing
        return None

    def _taken(self):
        """Return the line as text; an empty one, with a message, if a character is rejected."""
        if self._line[:3] == _MARK:
            self._line = self._line[3:]
        line = narrowed(self._line)
        wrong = unknown(line)
        if wrong is None:
            return str(line, "utf-8")
        column, point = wrong
        what = "U+%04X is not taken" % point if point >= 0 else "not UTF-8"
        self.print(words.error("column %d: %s" % (column, what)))
        if self.bell:
            self.bell()
        return ""

    def _echo(self, byte):
        """Echo the input; drop the echo rather than delay it."""
        if not self._held and _ready(self._room):
            self._one[0] = byte
            sys.stdout.buffer.write(self._one)

    def _rub_out(self, secret):
        """Remove the last character, all bytes of it."""
        length = len(self._line)
        if not length:
            return
        length -= 1
        while length and self._line[length] & 0xC0 == 0x80:
            length -= 1
        self._line = self._line[:length]
        if not self._held and not secret:
            self.write("\b \b")


def _ready(poll):
    for _ in poll.ipoll(0):
        return True
    return False


_SIGNS = const((b"\xe2\x87\x92", b"\xe2\x87\x94", b"\xe2\x8a\x95"))
"""Characters of formulas outside the range of the others: ⇒ ⇔ ⊕."""


def unknown(data):
    """Return (column, code point) of the first character in the UTF-8 `data` that is not accepted,
    or None. The code point is -1 if the bytes are not UTF-8.

    MicroPython interns each character taken from a text and never frees it: somebody who types
    thousands of different ones would fill the memory. Latin, Cyrillic and the characters of
    formulas are few.
    """
    at = column = 0
    while at < len(data):
        byte = data[at]
        column += 1
        if byte < 0x80:
            length = 1
        elif byte in b"\xc2\xc3\xd0\xd1":
            length = 2
        elif byte == 0xE2 and (
            data[at + 1 : at + 2] in (b"\x80", b"\x86", b"\x88", b"\x89", b"\x96", b"\x97")
            or data[at : at + 3] in _SIGNS
        ):
            length = 3
        else:
            return column, _code_point(data, at)
        if not _follow(data, at + 1, length - 1):
            return column, -1
        at += length
    return None


def _follow(data, at, count):
    """Whether `count` bytes that continue a character stand at `at`."""
    for index in range(at, at + count):
        if index >= len(data) or data[index] & 0xC0 != 0x80:
            return False
    return True


def _code_point(data, at):
    """Return the code point at `at`; -1 if it is not UTF-8."""
    byte = data[at]
    length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
    if byte < 0xC2 or byte > 0xF4 or not _follow(data, at + 1, length - 1):
        return -1
    point = byte & (0x7F >> length)
    for index in range(at + 1, at + length):
        point = point << 6 | data[index] & 0x3F
    return point


def typed(data):
    """Return bytes as text; `\\ufffd` if they are not text or have rejected characters."""
    return "\ufffd" if unknown(data) else str(data, "utf-8")
