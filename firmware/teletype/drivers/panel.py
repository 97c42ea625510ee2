# SPDX-License-Identifier: MIT
"""The panel: Adafruit's SSD1306 driver, sending only what changed, over I2C or SPI.

The driver's `show` sends the whole frame (1044 bytes for 128x64). Here every page keeps the
ranges of changed columns, up to three separate ones, and `show` sends each
after the commands that set its position.
Scrolling by a text line changes the start line register instead of sending the picture: row 0 of
the screen is then another page of the chip's memory. There are always eight pages, even if the
panel shows only four or five of them.

The driver's two classes, for I2C and SPI, each have a bus and a frame. `Panel` derives from their
common base, because `teletype.drivers.bus` gives both buses the same interface.

What runs for every frame is compiled to machine code. A larger interpreted function takes its
frame from the heap, and after a garbage collection MicroPython may search 0.4 ms for room.

Transfers go through one buffer, with the bus's control byte in front if it has one; its slices
are made once, in steps of eight columns, so that nothing is allocated while the panel is in use.

The SH1106 (data sheet: Sino Wealth, v2.3) differs in three ways. Its memory has 132
columns. The position is set by page and column (B0h, 00h, 10h) instead of by a window (21h, 22h).
Its voltage converter is switched on with ADh 8Bh. It ignores the commands of the other chip.
The SSD1309 (data sheet: Solomon Systech, rev 1.1) has no charge pump: its module powers the glass.
The SH1107 is in `teletype.drivers.sh1107`, which overrides the parts marked "for another chip".
"""

import sys

import adafruit_ssd1306
import micropython
from adafruit_ssd1306 import _SSD1306
from micropython import const

from teletype.drivers.frame import checksum, copy, draw, fill, flip, widen

COLUMNS = {"ssd1306": 128, "ssd1309": 128, "sh1106": 132, "sh1107": 128}
"""The controllers, and the columns of their memory."""

_STEP = const(8)
_NONE = const(255)
_RANGES = const(3)
"""Columns of a step of a transfer; the other two as in `teletype.drivers.frame`."""
_SET_DISP_START_LINE = const(0x40)
_SET_SEG_REMAP = const(0xA0)
_SET_IREF_SELECT = const(0xAD)
_SET_DISP = const(0xAE)
_SET_COM_OUT_DIR = const(0xC0)
_SET_DISP_OFFSET = const(0xD3)
"""Commands, with the driver's names; imported ones would take memory."""
_DC_DC_ON = const(0x8B)
_NOP = const(0xE3)


if sys.implementation.name == "micropython":
    # the driver's own bus classes are unused and take a kilobyte of the heap
    for _name in ("SSD1306_I2C", "SSD1306_SPI", "i2c_device", "spi_device"):
        if hasattr(adafruit_ssd1306, _name):  # not at the prompt, after a start
            delattr(adafruit_ssd1306, _name)
    for _name in list(sys.modules):
        if _name.startswith("adafruit_bus_device"):
            del sys.modules[_name]


class Panel(_SSD1306):
    """A panel of `width` x `height` pixels on `bus` (of `teletype.drivers.bus`).

    `rows` text rows of 8 pixels, counted from the top as a person sees them. Drawing changes the
    frame only; `show` sends it. `controller` is one of COLUMNS, `shift` the first column of its
    memory that is seen (-1: the glass is in the middle), `rotate` 180 for a panel that is mounted
    upside down. `first(panel)` draws the first picture: the memory has to be sent once anyway.

    top    the page of the frame that is row 0 of the screen
    lines  text rows that the chip's memory has
    dirty  whether something has been drawn since the last `show`
    _line  the text row of the memory that is row 0 of the screen
    _high  the changed ranges: of page p in the places p, p + rows, ..., in this order
    _flashed  the pages that `flash` shows inverted, a bit each
    _sent  whether `show` has sent something since the last `ask`
    _lag   pixel rows by which the whole picture is shifted down, and whether `feed` has set this
           since the last `show`; the next `show` resets it
    """

    lines = 8  # for another chip

    def __init__(self, width, height, bus, controller="ssd1306", shift=-1, rotate=0, first=None):
        self._first = first
        self.rows = height // 8
        self._bus = bus
        self.top = 0
        self._line = 0
        self._lag = 0
        self._fed = False
        self._flashed = 0
        self._low = bytearray(_RANGES * self.rows)
        self._high = bytearray(_RANGES * self.rows)
        hidden = COLUMNS[controller] - width
        if shift < 0:
            shift = hidden // 2
        self._shift = hidden - shift if rotate else shift
        self._rotate = rotate
        self._paged = controller == "sh1106"
        at = b"\xb0\x00\x10" if self._paged else b"\x21\0\0\x22\0\0"
        self._front = len(bus.DATA)
        self._at = bytearray(bus.COMMAND + at)
        self._one = bytearray(bus.COMMAND + b"\0")
        self._transfer = bytearray(bus.DATA + bytes(width))
        view = memoryview(self._transfer)
        self._slices = [view[: self._front + length] for length in range(0, width + 1, _STEP)]
        self.buffer = bytearray(1 + self.rows * width)  # the byte in front as in the driver
        self.width = width
        self._dark = True
        self._on = True
        self._contrast = 255
        self._inverted = False
        self._lowered = 0
        self._sent = False
        bus.reset()
        _SSD1306.__init__(
            self,
            memoryview(self.buffer)[1:],
            width,
            height,
            external_vcc=controller == "ssd1309",
            reset=None,
            page_addressing=False,
        )
        self._light()

    def write_cmd(self, cmd):
        """Send a byte of a command; the display stays off until its memory is cleared."""
        if not (self._dark and cmd == _SET_DISP | 0x01):
            self._one[-1] = cmd
            self._bus.command(self._one)

    def init_display(self):
        """Initialise as the driver does, but `show` after the commands that set up this panel."""
        self.dirty = False
        self._set_up()
        if self._first:
            self._first(self)
            self._first = None
        self._whole()
        self.show()

    def _set_up(self):  # for another chip
        """Send all commands that the chip needs before the first picture."""
        _SSD1306.init_display(self)
        if self._paged:
            self.write_cmd(_SET_IREF_SELECT)  # here the command of the voltage converter
            self.write_cmd(_DC_DC_ON)
        if self._rotate:
            self.write_cmd(_SET_SEG_REMAP)
            self.write_cmd(_SET_COM_OUT_DIR)

    def _light(self):
        self._dark = False
        self.switch(self._on)

    def switch(self, on):
        """Switch the display on or off; the chip keeps the picture and accepts a new one.

        The driver's `poweron` would pulse a reset pin as well.
        """
        self._on = on
        self.write_cmd(_SET_DISP | on)

    def contrast(self, contrast):
        """Set the contrast register, 0 to 255; like all of these it survives `recover`."""
        self._contrast = contrast
        _SSD1306.contrast(self, contrast)

    def invert(self, invert):
        """Show every pixel inverted, or not."""
        self._inverted = invert
        _SSD1306.invert(self, invert)

    def offset(self, rows):  # for another chip
        """Move the picture by pixel rows (display offset, D3h); it wraps around."""
        self._lowered = rows
        self.write_cmd(_SET_DISP_OFFSET)
        self.write_cmd(rows)

    @micropython.native
    def _mark(self, page, at, changed):
        """Add what `draw` or `fill` changed, counted from column `at`, to the page's ranges."""
        if changed < 0:
            return
        self.dirty = True
        low = at + (changed >> 8)
        high = at + (changed & 0xFF)
        widen(self._low, self._high, page, self.rows, low, high)  # type: ignore[arg-type]

    @micropython.native
    def draw(self, row, x, codes, first, count, font, invert=0):
        """Draw glyphs of `font`, `codes[first:][:count]`, at pixel column `x` of a text row.

        A byte is a narrow glyph, or from 0xFC on, with the next one, a wide one of eight columns.
        Anything beyond the right edge is left out. Return the column after the last glyph.
        """
        page = (row + self.top) % self.rows
        changed = draw(
            self.buffer,  # type: ignore[arg-type]
            1 + page * self.width + x,
            self.width - x,
            codes,
            first,
            count,
            font.GLYPHS,
            font.WIDTH,
            font.WIDE_GLYPHS,
            invert,
        )
        if changed >> 8 & 0xFF != 0xFF:
            self._mark(page, x, changed & 0xFFFF)
        return x + (changed >> 16)

    @micropython.native
    def clear(self, row, x=0, count=-1, byte=0):
        """Set `count` pixel columns of a text row, from `x`, to `byte`; -1 means to the end."""
        if count < 0:
            count = self.width - x
        page = (row + self.top) % self.rows
        at = 1 + page * self.width + x
        self._mark(page, x, fill(self.buffer, at, count, byte))  # type: ignore[arg-type]

    def home(self):
        """Make row 0 of the screen page 0 of the frame again, for drawing by pixels.

        The screen must be redrawn afterwards.
        """
        if not self._line and not self.top:
            return
        self.top = self._line = self._lag = 0
        self._start_changed = self.dirty = True
        if self.rows < self.lines:
            self._whole()

    def blank(self):
        """Clear all pixels."""
        self.fill(0)
        self.touch(0, 0, self.width, self.height)

    @micropython.native
    def touch(self, x, y, width, height):
        """Mark pixels as changed after drawing with the methods of the frame buffer.

        Only after `home`, which aligns pixel rows and pages.
        """
        if width <= 0 or height <= 0:
            return
        first = max(0, x)
        last = min(self.width, x + width) - 1
        for page in range(max(0, y) // 8, min(self.rows - 1, (y + height - 1) // 8) + 1):
            self._mark(page, 0, (first << 8) | last)

    def flip(self, x, y, width, height):
        """Invert a box of pixels, as for a cursor; a second call restores it.

        Only after `home`, and for boxes on the screen.
        """
        for page in range(y // 8, (y + height - 1) // 8 + 1):
            mask = 0xFF << max(0, y - page * 8) & 0xFF
            below = page * 8 + 8 - y - height
            if below > 0:
                mask &= 0xFF >> below
            at = 1 + page * self.width + x
            flip(self.buffer, at, width, mask)  # type: ignore[arg-type]
            self._mark(page, x, width - 1)

    def flash(self, row):
        """Show a text row inverted until `steady`; the frame does not change."""
        page = (row + self.top) % self.rows
        self._flashed |= 1 << page
        self._mark(page, 0, self.width - 1)

    def steady(self):
        """Show all rows as they are in the frame."""
        for page in range(self.rows):
            if self._flashed >> page & 1:
                self._mark(page, 0, self.width - 1)
        self._flashed = 0

    def state(self, columns, last=1):
        """Return a checksum of the picture, which misses one change in a million.

        The first `columns` of the `last` text rows are left out.
        """
        total = self._line
        for row in range(self.rows):
            end = 1 + ((row + self.top) % self.rows + 1) * self.width
            at = end - self.width
            if row >= self.rows - last:
                at += columns
            total = checksum(total, self.buffer, at, end)  # type: ignore[arg-type]
        return total

    def scroll(self):
        """Move the picture up by a text row; the new bottom row is cleared."""
        bottom = self.top
        self.top = (self.top + 1) % self.rows
        self._line = (self._line + 1) % self.lines
        self._start_changed = self.dirty = True
        self.clear(self.rows - 1)
        if self.rows < self.lines:  # the page of the chip's memory that comes into sight is stale
            self._low[bottom] = 0
            self._high[bottom] = self.width - 1

    def feed(self, lag):
        """Shift the picture down by `lag` pixel rows (0 to 8) for the next `show` only: paper that
        feeds gradually costs a one-byte command, the start line, at each step.

        After `scroll`; on 64 rows the bottom row then appears at the top.
        """
        self._fed = lag > 0
        if lag != self._lag:
            self._lag = lag
            self._start_changed = self.dirty = True

    @micropython.native
    def show(self):
        """Send the changes since the last call, if there are any."""
        if self._lag and not self._fed:
            self.feed(0)
        self._fed = False
        if not self.dirty:
            return
        self._sent = True
        self.dirty = False
        for place in range(_RANGES * self.rows):
            low = self._low[place]
            if low == _NONE:
                continue
            page = place % self.rows
            line = (page - self.top) % self.rows + self._line
            self._put(line % self.lines, page, low, self._high[place])
            self._low[place] = _NONE
        if self._start_changed:
            self._start_changed = False
            self._begin()

    def _begin(self):  # for another chip
        """Set the line of the memory that is at the top of the picture."""
        self.write_cmd(_SET_DISP_START_LINE | self._line * 8 - self._lag & 63)

    @micropython.native
    def _put(self, line, page, low, high):  # for another chip
        """Send the columns `low` to `high` of a page of the frame to a text row of the memory."""
        length = (high - low) // _STEP + 1
        if low + length * _STEP > self.width:
            low = self.width - length * _STEP
        self._seek(line, self._shift + low, length * _STEP)
        at = 1 + page * self.width + low
        copy(self._transfer, self._front, self.buffer, at, length * _STEP)  # type: ignore[arg-type]
        if self._flashed >> page & 1:
            flip(self._transfer, self._front, length * _STEP, 255)  # type: ignore[arg-type]
        self._bus.data(self._slices[length])

    def _seek(self, page, column, count):
        """Set the position of the next data: `count` columns of a page of the chip's memory."""
        at = self._at
        front = self._front
        if self._paged:
            at[front] = 0xB0 | page
            at[front + 1] = column & 15
            at[front + 2] = 0x10 | column >> 4
        else:
            at[front + 1] = column
            at[front + 2] = column + count - 1
            at[front + 4] = at[front + 5] = page
        self._bus.command(at)

    def ask(self):
        """Send a command without effect if nothing was sent since the last call. It detects a
        missing panel even while the picture does not change.
        """
        if not self._sent:
            self.write_cmd(_NOP)
        self._sent = False

    def recover(self):
        """Restart the panel after errors on the bus, with an empty picture.

        Return False while it still does not answer; after True the caller redraws the screen.
        """
        self._bus.errors = 0
        self._bus.reset()
        self._begin()  # a short transfer, not a whole frame
        if self._bus.errors:
            return False
        self._dark = True
        self.init_display()
        self.contrast(self._contrast)
        self.invert(self._inverted)
        self.offset(self._lowered)
        self._light()
        return not self._bus.errors

    def _whole(self):
        """Mark every column of every page as changed, and make row 0 of the screen page 0."""
        self.top = self._line = self._lag = 0
        self._start_changed = self.dirty = True
        for place in range(_RANGES * self.rows):
            self._low[place] = 0 if place < self.rows else _NONE
            self._high[place] = self.width - 1
