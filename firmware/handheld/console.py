# SPDX-License-Identifier: MIT
"""The console: the session on the USB serial port, without stopping the device.

Paper and stops are printed there; a line that is typed there answers the request. Ctrl-C still
ends the device's program, so that mpremote and a REPL reach the board.
"""

import io
import select
import sys

LONGEST_TYPED = 1000
"""Bytes in a typed line; at more a bell rings, and the line is none that anything takes."""


class Console:
    """Reads `sys.stdin` without waiting and echoes what is typed, as a terminal expects.

    bell           called when a line is too long
    _line          what was typed of the next line
    _long          whether more was typed than a line takes, and its end is missing
    _after_return  whether a line feed would be the second half of a line end
    """

    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._stdin: io.FileIO = sys.stdin.buffer  # type: ignore[assignment]
        self._one = bytearray(1)
        self._line = bytearray()
        self._after_return = False
        self._long = False
        self.bell = None

    def write(self, text):
        """Prints without a line end."""
        sys.stdout.write(text)

    def print(self, line):
        print(line)

    def read(self):
        """The line that was typed, once it is complete; else None. Never waits."""
        while self._ready():
            self._stdin.readinto(self._one)
            byte = self._one[0]
            if byte == 13 or byte == 10:
                line_feed = byte == 10 and self._after_return
                self._after_return = byte == 13
                if line_feed:
                    continue  # the second half of a CR LF
                sys.stdout.write("\n")
                try:
                    line = str(self._line, "utf-8")
                except UnicodeError:
                    line = "\ufffd"
                if self._long:
                    line = "\ufffd" * (LONGEST_TYPED + 1)  # as long as what was typed, at least
                    self._long = False
                self._line = bytearray()
                return line
            self._after_return = False
            if byte == 8 or byte == 127:
                self._rub_out()
            elif byte >= 32:
                if len(self._line) == LONGEST_TYPED:
                    sys.stdout.write("\a")
                    self._long = True
                    if self.bell:
                        self.bell()
                else:
                    self._line.append(byte)
                    sys.stdout.buffer.write(self._one)
        return None

    def _ready(self):
        for _ in self._poll.ipoll(0):
            return True
        return False

    def _rub_out(self):
        """Takes back the last character, all bytes of it."""
        length = len(self._line)
        if not length:
            return
        length -= 1
        while length and self._line[length] & 0xC0 == 0x80:
            length -= 1
        self._line = self._line[:length]
        sys.stdout.write("\b \b")
