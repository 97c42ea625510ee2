# SPDX-License-Identifier: MIT
"""The field of an evolution on the screen: cells as large as possible, and a frame around them."""

import micropython
from micropython import const

EDGE = const(2)
"""Rows and columns at each side of the field on which no cell ever lives."""


@micropython.viper
def _paint(
    column: int,
    byte: int,
    cells: ptr8,
    at: int,
    stride: int,
    shift: int,
    count: int,
    masks: ptr8,
    first: int,
    frame: ptr8,
    to: int,
    size: int,
    thick: int,
) -> int:
    """Draw the part of `count` columns of cells on one page of the screen.

    The rows of cells on the page start at bit `shift` of `cells[at]`; rows after bit 7 continue in
    `cells[at + stride]`. `masks[first]`, `masks[first + 1]`, ... are their pixels on the page;
    other pixels stay. `to`: the first byte in `frame`; each column of cells is `thick` bytes,
    `size` apart. Pass 0 for the first two arguments (see `teletype.engines.life`).

    Return the range of changed bytes, counted from `to`, as first << 8 | last, or -1.
    """
    pixels = 0
    for k in range(first, first + 8):
        pixels = pixels | masks[k]
    low = -1
    high = 0
    start = to
    for _ in range(count):
        rows = (cells[at] | cells[at + stride] << 8) >> shift & 255
        byte = 0
        k = first
        while rows:
            if rows & 1:
                byte = byte | masks[k]
            rows = rows >> 1
            k += 1
        column = to
        while column < to + thick:
            if frame[column] & pixels != byte:
                frame[column] = frame[column] & (255 ^ pixels) | byte
                high = column - start
                if low < 0:
                    low = high
            column += 1
        at += 1
        to += size
    if low < 0:
        return -1
    return low << 8 | high


class Field:
    """The cells and their place on the screen: as large as possible on rows `row` to `end` - 1.

    The two outermost rows and columns, which stay empty, are left out. A field that is too high
    takes the whole screen; `covered` then tells that text covers part of it.
    """

    def __init__(self, panel, setup, row, end):
        self._panel = panel
        self.m = setup["m"]
        self.n = setup["n"]
        self.pages = (self.m + 7) // 8
        self.cells = bytearray(self.n * (self.pages + 1))
        """Eight rows of a column in each byte, the upper one in bit 0, like a panel's frame."""
        rows = self.m - 2 * EDGE
        columns = self.n - 2 * EDGE
        self._size = min((panel.width - 2) // columns, (8 * (end - row) - 2) // rows)
        """Pixels of a cell, with the gap to the next one if there are more than two."""
        self.covered = not self._size
        if self.covered:
            self._size = 1
            row, end = 0, panel.rows
        self._x = (panel.width - columns * self._size) // 2
        self._y = 8 * row + (8 * (end - row) - rows * self._size) // 2
        self._masks = masks = bytearray(9 * panel.rows)
        """For each page of the screen nine bytes: the first row of cells, from 0, with pixels on
        it; then the pixels of that row and of those below it."""
        for i in range(EDGE, self.m - EDGE):
            top = self._y + (i - EDGE) * self._size
            for y in range(top, top + self._size - (self._size > 2)):
                at = y // 8 * 9
                if not masks[at]:
                    masks[at] = i
                masks[at + 1 + i - masks[at]] |= 1 << y % 8

    def alive(self, i, j):
        """Return whether there is a cell in row `i`, column `j`, counted from 1."""
        return self.cells[(i - 1) // 8 * self.n + j - 1] >> (i - 1) % 8 & 1

    def turn(self, i, j):
        """Set a cell, or remove it."""
        self.cells[(i - 1) // 8 * self.n + j - 1] ^= 1 << (i - 1) % 8

    def places(self):
        """Yield (row, column) of all cells, by rows."""
        for i in range(1 + EDGE, self.m - EDGE + 1):
            before = (i - 1) // 8 * self.n - 1
            bit = 1 << (i - 1) % 8
            for j in range(1 + EDGE, self.n - EDGE + 1):
                if self.cells[before + j] & bit:
                    yield i, j

    def draw(self):
        """Clear the screen and draw the frame of the field."""
        panel = self._panel
        panel.blank()
        width = (self.n - 2 * EDGE) * self._size
        height = (self.m - 2 * EDGE) * self._size
        gap = self._size > 2  # after the last cell
        panel.rect(self._x - 1, self._y - 1, width + 2 - gap, height + 2 - gap, 1)

    def draw_cells(self, row, end):
        """Draw the cells on rows `row` to `end` - 1 of the screen; send only the changes."""
        panel = self._panel
        for page in range(row, end):
            first = self._masks[9 * page]
            if first:
                changed = _paint(
                    0,
                    0,
                    self.cells,  # type: ignore[arg-type]
                    first // 8 * self.n + EDGE,
                    self.n,
                    first % 8,
                    self.n - 2 * EDGE,
                    self._masks,  # type: ignore[arg-type]
                    9 * page + 1,
                    panel.buffer,
                    1 + page * panel.width + self._x,
                    self._size,
                    self._size - (self._size > 2),
                )
                if changed >= 0:
                    low = changed >> 8
                    panel.touch(self._x + low, 8 * page, (changed & 255) + 1 - low, 8)

    def ring(self, i, j):
        """Draw a box around a cell; a second call removes it."""
        size = self._size
        x = self._x + (j - 1 - EDGE) * size - 1
        y = self._y + (i - 1 - EDGE) * size - 1
        side = size + 2 if size < 3 else size + 1
        panel = self._panel
        panel.flip(x, y, side, 1)
        panel.flip(x, y + side - 1, side, 1)
        panel.flip(x, y + 1, 1, side - 2)
        panel.flip(x + side - 1, y + 1, 1, side - 2)

    def upper(self, i):
        """Return whether row `i` is in the upper half of the screen."""
        return self._y + (i - 1 - EDGE) * self._size < self._panel.height // 2
