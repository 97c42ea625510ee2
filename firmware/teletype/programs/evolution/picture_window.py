# SPDX-License-Identifier: MIT
"""A window on a plane of cells: it follows the visible cells, and draws them smaller if they do
not fit.
"""

from array import array

import micropython
from micropython import const

_SIZES = const((4, 2, 1))
"""Pixels of a cell, with the gap to the next one if there are more than two."""

_MARGIN = const(2)
"""Cells that stay free at each side, as long as the cells can be drawn smaller."""

_SLACK = const(12)
"""The fraction of the window (1 / 12) by which the centre of the cells may be off its centre."""


@micropython.viper
def _copy(at: int, to: int, cells: ptr8, frame: ptr8, count: int) -> int:
    """Copy a page into the frame; return the changed range as first << 8 | last, or -1."""
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
    """Show `plane`, a `teletype.engines.plane.Plane`, on pages of the panel."""

    def __init__(self, panel, plane):
        self._panel = panel
        self._plane = plane
        self._cells = bytearray(panel.width * panel.rows)
        """The visible cells, in the form of the panel's frame."""
        self._place = array("i", [0] * 5)
        """The first visible row and column; the number of visible cells, their rows and
        columns."""
        self._high = 0
        self.begin()

    def begin(self):
        """Start again with large cells, in the middle."""
        plane = self._plane
        self._size = 0
        """The index of the size in _SIZES."""
        self._i = (plane.top + plane.bottom) // 2
        self._j = (plane.left + plane.right) // 2

    def draw(self):
        """Clear the screen."""
        self._panel.blank()

    def draw_cells(self, row, end):
        """Draw the cells on rows `row` to `end` - 1 of the screen; send only the changes."""
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
        """Move the window by a cell if the centre of the visible cells has left its centre."""
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
        """Yield the rows with visible cells, in the form of the paper."""
        plane, size = self._plane, _SIZES[self._size]
        top, left = self._place[0], self._place[1]
        bottom, right = top + self._high // size, left + self._panel.width // size
        first = max(left, plane.left) - plane.left
        for i in range(max(top, plane.top), min(bottom, plane.bottom + 1)):
            yield plane.row(i)[first : right - plane.left]
