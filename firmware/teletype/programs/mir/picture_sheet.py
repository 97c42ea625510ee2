# SPDX-License-Identifier: MIT
"""A listing on the panel: the text of a program in rows, with a part of it marked."""

from array import array

from micropython import const

from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text

_INDENT = const(2)
"""Columns before the second and further rows of a line."""


class Sheet:
    """The `text` of a program without its head, on `count` rows of `panel` from the row `top` on.

    text    the text
    _rows   for each row of the listing where it begins and ends in the text, and its indent
    _first  the row of the listing on the first row of the panel
    """

    def __init__(self, panel, text, top, count):
        self._panel = panel
        self.text = text
        self._top = top
        self._count = count
        self._first = 0
        self._rows = array("H")
        columns = (panel.width - MARGIN) // COLUMN
        at = 0
        headed = True
        while at < len(text):
            end = text.find("\n", at)
            if end < 0:
                end = len(text)
            line = text[at:end]
            headed = headed and (line[:1] == "#" or not line.strip())
            if not headed:
                self._split(at, end, columns)
            at = end + 1

    def _split(self, at, end, columns):
        """Add the rows of a line of the text; they break before a service word if they can."""
        text = self.text
        indent = 0
        while True:
            room = columns - indent
            cut = min(end, at + room)
            if cut < end:
                word = max(text.rfind("«", at + 1, cut), text.rfind(";", at, cut - 1) + 1)
                if word > at:
                    cut = word
            self._rows.extend(array("H", (at, cut, indent)))
            at = cut
            indent = _INDENT
            if at >= end:
                return

    @property
    def rows(self):
        """How many rows the listing has."""
        return len(self._rows) // 3

    def scroll(self, step):
        """Show the listing `step` rows further down."""
        self._first = max(0, min(self._first + step, self.rows - self._count))

    def find(self, at):
        """Let the place `at` of the text be visible, with a row above it."""
        row = 0
        while row + 1 < self.rows and self._rows[3 * row + 3] <= at:
            row += 1
        if not self._first <= row < self._first + self._count - 1:
            self._first = max(0, min(row - 1, self.rows - self._count))

    def draw(self, start=-1, end=-1):
        """Draw the visible rows; those signs from `start` to before `end` are marked."""
        panel = self._panel
        for line in range(self._count):
            row = self._top + line
            panel.clear(row)
            at = 3 * (self._first + line)
            if at >= len(self._rows):
                continue
            begin, stop, indent = self._rows[at : at + 3]
            x = MARGIN + indent * COLUMN
            draw_text(panel, row, x, self.text[begin:stop])
            first, last = max(begin, start), min(stop, end)
            if first < last:
                x += (first - begin) * COLUMN
                panel.clear(row, x - 1, 1, 255)
                draw_text(panel, row, x, self.text[first:last], 255)
