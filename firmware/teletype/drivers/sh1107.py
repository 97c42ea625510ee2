# SPDX-License-Identifier: MIT
"""The SH1107: a panel of 64 x 128 pixels in landscape, 128 wide and 64 high.

Data sheet: Sino Wealth, v2.1. Its columns lie along the short side of the glass, and a byte of its
memory is eight pixels along the long one. So each cell of 8 x 8 pixels of the frame is rotated
before it is sent. There are 128 columns, of which 64 are visible: scrolling moves the start line
(DCh) through all of them.

The settings are those of the two public drivers for such panels, Adafruit's for the FeatherWing
and Waveshare's for the Pico-OLED-1.3: 64 of the 128 outputs are used, from the offset 60h on, the
last column is the top row, and the module powers the glass itself.
"""

import micropython
from micropython import const

from teletype.drivers.frame import flip
from teletype.drivers.panel import Panel

_OFFSET = const(0x60)

_SET_UP = (
    b"\xae\xd5\x51\x20\xa8\x3f\xd3\x60\xdc\x00\xad\x8a\xa0\xc0\xd9\x22\xdb\x35\x81\xff\xa4\xa6"
)
"""Off; clock; page addressing; 64 outputs; offset; start line; the converter as the modules have
it; order of segments and of outputs; pre-charge; level; contrast; the memory is shown; not
inverted."""


@micropython.viper
def _turn(target: ptr8, to: int, source: ptr8, at: int, back: int):
    """Rotate a cell: each pixel row becomes a byte, its left pixel in bit 0, the lowest row first.

    `back` rotates it the other way: the left pixel in bit 7, the highest row first.
    """
    for row in range(8):
        byte = 0
        for x in range(8):
            pixel = (source[at + x] >> row) & 1
            byte = byte | pixel << (7 - x if back else x)
        target[to + (row if back else 7 - row)] = byte


class Sh1107(Panel):
    """A `Panel` of 128 x 64 pixels. `rotate` 180 is for one that is mounted upside down."""

    lines = 16

    def __init__(self, width, height, bus, controller="sh1107", shift=-1, rotate=0, first=None):
        self._place = bytearray(bus.COMMAND + b"\xb0\x00\x10")
        Panel.__init__(self, width, height, bus, controller, shift, rotate, first)

    def _set_up(self):
        for byte in _SET_UP:
            self.write_cmd(byte)

    def offset(self, rows):
        """Move the picture down by pixel rows; rows that leave the glass are hidden."""
        self._lowered = rows
        self.write_cmd(0xD3)
        self.write_cmd(_OFFSET + (-rows if self._rotate else rows) & 127)

    def _begin(self):
        start = self._line * 8 - self._lag
        self.write_cmd(0xDC)
        self.write_cmd((start if self._rotate else -start) & 127)

    @micropython.native
    def _put(self, line, page, low, high):
        front = self._front
        place = self._place
        back = self._rotate != 0
        column = line * 8 if back else (self.height - 8 - line * 8) & 127
        place[front + 1] = column & 15
        place[front + 2] = 0x10 | column >> 4
        last = self.width // 8 - 1
        at = 1 + page * self.width
        for cell in range(low // 8, high // 8 + 1):
            place[front] = 0xB0 | (last - cell if back else cell)
            self._bus.command(place)
            _turn(self._transfer, front, self.buffer, at + 8 * cell, back)  # type: ignore[arg-type]
            if self._flashed >> page & 1:
                flip(self._transfer, front, 8, 255)  # type: ignore[arg-type]
            self._bus.data(self._slices[1])
