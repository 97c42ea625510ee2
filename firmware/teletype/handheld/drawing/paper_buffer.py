# SPDX-License-Identifier: MIT
"""The paper in memory: the last printed rows, as glyph numbers, in a ring buffer of fixed size."""

from micropython import const

from teletype.handheld.drawing.glyphs import COLUMN, WIDE, encode, fitted, rows

_PIECE = const(6)
"""Rows of a long line that are added at once; the buffer keeps more than the screen shows."""


class PaperBuffer:
    """The last `kept` rows of `width` pixels; rows keep their numbers, which start at 0.

    `codes[offset(row):][:length(row)]` are the bytes of a row (see `handheld.drawing.glyphs`).

    end      number of rows added so far
    _stride  bytes of the longest row: wide characters take more than narrow ones
    """

    def __init__(self, width, kept):
        self.width = width
        self.kept = kept
        self._stride = width // WIDE * 2 + width % WIDE // COLUMN
        self.codes = bytearray(self._stride * kept)
        self.lengths = bytearray(kept)
        self.end = 0

    @property
    def first(self):
        """Return the oldest row that is still kept."""
        return max(0, self.end - self.kept)

    def add(self, line, whole=True):
        """Add a line, wrapped at blanks; the columns of a table are closed up first.

        Unless `whole`, add only the first rows of a long line without blanks; return the rest
        for a later iteration of the main loop.
        """
        rest = ""
        piece = self.width // COLUMN * _PIECE
        if not whole and len(line) > piece and " " not in line:
            line, rest = line[:piece], line[piece:]
        line = fitted(line, self.width)
        for start, end in rows(line, self.width):
            self._add(encode(line[start:end]))
        return rest

    def copy(self, other, row):
        """Add a row of another buffer; `…` if it is no longer there."""
        if row < other.first:
            self.add("…")
        else:
            at = other.offset(row)
            self._add(other.codes[at : at + other.length(row)])

    def _add(self, glyphs):
        at = self.offset(self.end)
        for index in range(len(glyphs)):
            self.codes[at + index] = glyphs[index]
        self.lengths[self.end % self.kept] = len(glyphs)
        self.end += 1

    def offset(self, row):
        """Return the index in `codes` at which a row begins."""
        return row % self.kept * self._stride

    def length(self, row):
        """Return the bytes of a row."""
        return self.lengths[row % self.kept]
