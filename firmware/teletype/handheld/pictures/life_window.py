# SPDX-License-Identifier: MIT
"""A window on a plane of cells: it follows those that it shows, and shows them smaller when there
are more than fit.
"""

from array import array

import micropython
from micropython import const

_SIZES = const((4, 2, 1))
"""Pixels of a cell, with the gap to the next one if there are more than two."""

_MARGIN = const(2)
"""Cells that stay free at each side, as long as they can be smaller."""

_SLACK = const(12)
"""The part of the window by which the middle of the cells may leave its middle: 1 / 12."""


@micropython.viper
def _copy(at: int, to: int, cells: ptr8, frame: ptr8, count: int) -> int:
    """Copies a page into the frame; returns what changed as first << 8 | last, or -1."""
    low = -1
    high = 0
    for x in range(count):
        byte = cells[at + x]
        if frame[to + x] != byte:
            frame[to + x] = byte
            high = x
            if low < 0:
                low = x
    if low < 0:
        return -1
    return low << 8 | high


class Window:
    """Shows `plane`, an `teletype.engines.plane.Plane`, on pages of the panel."""

    def __init__(self, panel, plane):
        self._panel = panel
        self._plane = plane
        self._cells = bytearray(panel.width * panel.rows)
        """What is seen, like the panel's frame."""
        self._place = array("i", [0] * 5)
        """The first row and column that are seen; how many cells are, their rows and columns."""
        self._high = 0
        self.begin()

    def begin(self):
        """After a restart the cells are large, and in the middle."""
        plane = self._plane
        self._size = 0
        """The number of the size in _SIZES."""
        self._i = (plane.top + plane.bottom) // 2
        self._j = (plane.left + plane.right) // 2

    def draw(self):
        """Clears the screen."""
        panel = self._panel
        panel.fill(0)
        panel.touch(0, 0, panel.width, panel.height)

    def draw_cells(self, row, end):
        """Draws the cells on rows `row` to `end` - 1 of the screen; only what changed is sent."""
        panel, plane, place = self._panel, self._plane, self._place
        self._high = 8 * (end - row)
        high, wide = plane.bottom - plane.top, plane.right - plane.left
        while self._size < len(_SIZES) - 1:
            size = _SIZES[self._size]
            if high < self._high // size - _MARGIN and wide < panel.width // size - _MARGIN:
                break
            self._size += 1
        size = _SIZES[self._size]
        rows, columns = self._high // size, panel.width // size
        place[0] = self._i - rows // 2
        place[1] = self._j - columns // 2
        plane.draw(place, self._cells, panel.width, self._high, size)
        for page in range(row, end):
            start = page * panel.width
            changed = _copy(
                (page - row) * panel.width,
                1 + start,
                self._cells,  # type: ignore[arg-type]
                panel.buffer,
                panel.width,
            )
            if changed >= 0:
                low = changed >> 8
                panel.touch(low, 8 * page, (changed & 255) + 1 - low, 8)
        self._follow(rows // _SLACK, columns // _SLACK)

    def _follow(self, rows, columns):
        """Moves the window by a cell where the middle of what is seen has left its middle."""
        place = self._place
        if not place[2]:
            if self._plane.living:
                self._i, self._j = self._plane.middle()
            return
        i = place[3] // place[2] - self._i
        j = place[4] // place[2] - self._j
        if not -rows <= i <= rows:
            self._i += 1 if i > 0 else -1
        if not -columns <= j <= columns:
            self._j += 1 if j > 0 else -1

    def rows(self):
        """A generator of the rows with the cells that are seen, as the paper has them."""
        plane, size = self._plane, _SIZES[self._size]
        top, left = self._place[0], self._place[1]
        bottom, right = top + self._high // size, left + self._panel.width // size
        first = max(left, plane.left) - plane.left
        for i in range(max(top, plane.top), min(bottom, plane.bottom + 1)):
            yield plane.row(i)[first : right - plane.left]
