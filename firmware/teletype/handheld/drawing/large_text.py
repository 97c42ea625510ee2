# SPDX-License-Identifier: MIT
"""Larger text, a setting or an access option of an exhibit: half as many rows, of 16 pixels.

It replaces the panel: each row is drawn on two, with columns of double height. Screens use the
layout of a low panel, and the pixels that they draw are twice as high, too. Pictures draw on the
panel itself.
"""

_SPREAD = bytes([sum([3 << 2 * bit for bit in range(4) if half >> bit & 1]) for half in range(16)])
"""For each half of a column, the pixels that are as tall as a whole one."""


class _Halves:
    """A font whose glyphs are the halves of columns."""

    WIDTH = 1
    GLYPHS = _SPREAD
    WIDE_GLYPHS = b""


class LargeText:
    """The `panel` (a `teletype.drivers.panel.Panel`) with rows that are twice as high."""

    def __init__(self, panel):
        self._panel = panel
        self.rows = panel.rows // 2
        self.width = panel.width
        self.height = panel.height // 2
        self._upper = bytearray(panel.width)
        self._lower = bytearray(panel.width)

    def __getattr__(self, name):
        return getattr(self._panel, name)

    def draw(self, row, x, codes, first, count, font, invert=0):
        """Draw like the panel."""
        end = 0
        last = first + count
        while first < last:
            glyph, size, glyphs = codes[first], font.WIDTH, font.GLYPHS
            first += 1
            if glyph >= 0xFC:
                glyph = (glyph - 0xFC) << 8 | codes[first]
                first += 1
                size, glyphs = 8, font.WIDE_GLYPHS
            if x + end + size > self.width:
                break
            for column in range(size):
                byte = glyphs[glyph * size + column]
                self._upper[end] = byte & 15
                self._lower[end] = byte >> 4
                end += 1
        self._panel.draw(2 * row, x, self._upper, 0, end, _Halves, invert)
        return self._panel.draw(2 * row + 1, x, self._lower, 0, end, _Halves, invert)

    def clear(self, row, x=0, count=-1, byte=0):
        """Clear like the panel."""
        self._panel.clear(2 * row, x, count, _SPREAD[byte & 15])
        self._panel.clear(2 * row + 1, x, count, _SPREAD[byte >> 4])

    def fill_rect(self, x, y, width, height, colour):
        """Fill a box like the panel."""
        self._panel.fill_rect(x, 2 * y, width, 2 * height, colour)

    def rect(self, x, y, width, height, colour):
        """Draw a frame like the panel, but clear what is in it."""
        self.fill_rect(x, y, width, height, colour)
        self.fill_rect(x + 1, y + 1, width - 2, height - 2, 0)

    def touch(self, x, y, width, height):
        """Mark pixels like the panel."""
        self._panel.touch(x, 2 * y, width, 2 * height)

    def flip(self, x, y, width, height):
        """Invert a box like the panel."""
        self._panel.flip(x, 2 * y, width, 2 * height)

    def state(self, columns):
        """Return a checksum like the panel."""
        return self._panel.state(columns, 2)

    def flash(self, row):
        """Flash like the panel."""
        self._panel.flash(2 * row)
        self._panel.flash(2 * row + 1)

    def scroll(self):
        """Scroll like the panel."""
        self._panel.scroll()
        self._panel.scroll()

    def feed(self, lag):
        """Feed like the panel."""
        self._panel.feed(2 * lag)
