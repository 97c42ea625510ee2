# SPDX-License-Identifier: MIT
"""The field of the race, for marking by hand: see `teletype.programs.race.marks`.

A column for each cell, a row for each number that may have led there; impossible points are left
out. A circle is a special point: the player who moves there loses. A cross is any other point. UP
and DOWN go along the current column, LEFT and RIGHT change a point, OK accepts the column. At the
end the machine's points stand there, and those marked otherwise are lit.
"""

# covers 002:197

from micropython import const

from teletype import words
from teletype.drivers.buttons import DOWN, OK, UP
from teletype.handheld.drawing.glyphs import MARGIN, draw_text, width
from teletype.handheld.drawing.listing import HINTS, keys_row
from teletype.handheld.pictures import base
from teletype.programs.race import picture_lattice as lattice

_LEFT = const(27)
_TOP = const(16)
_HEIGHT = const(8)
_WIDE = const(12)
"""The field's left and top edge, and the pixels of a point: height of its row, greatest width of
its column."""

_CELL = const("T=")


class Picture(base.Picture):
    """`setup`: `n` cells, the longest move `m`."""

    ANSWERS = True

    def __init__(self, app, setup, game):
        super().__init__(app, setup, game)
        self._n = setup["n"]
        self._m = setup["m"]
        self._pitch = min(_WIDE, (self._panel.width - 3 - _LEFT) // self._n)
        self._marks = [bytearray(b"\1" * self._m) for _ in range(self._n + 1)]
        """For each cell, and the number before it: 0 for a special point."""
        self._wrong = [0] * (self._n + 1)
        """For each cell: a bit for each point that the machine has marked otherwise."""
        self._cell = self._n
        """The current column; those before it are not marked yet."""
        self._at = 0
        self._message = ""
        self._over = False

    def line(self, text):
        cell, _, points = text.partition("  ")
        if not cell.startswith(_CELL):
            self._message = text
            return
        cell = int(cell[2:])
        if not points:
            self._cell = cell
            self._at = 0
            return
        row = self._marks[cell]
        for at, point in enumerate(points.split(" ")):
            if row[at] != int(point) and cell < self._n:
                self._wrong[cell] |= 1 << at
            row[at] = int(point)

    def answer(self, values):
        for at, point in enumerate(values):
            self._marks[self._cell][at] = point

    def end(self):
        self._over = True
        self._cell = 0
        return True

    def draw(self):
        panel = self._panel
        pitch = self._pitch
        panel.fill(0)
        panel.touch(0, 0, panel.width, panel.height)
        draw_text(panel, 0, MARGIN, words.shown(self._message))
        for cell in range(1, self._n + 1):
            x = _LEFT + (cell - 1) * pitch
            text = str(cell)
            draw_text(panel, 1, x + (pitch + 2 - width(text)) // 2, text)
            for at in range(min(self._m, cell)):
                self._draw_point(cell, at, x, _TOP + at * _HEIGHT)
        for at in range(self._m):
            draw_text(panel, 2 + at, MARGIN, "P=%d" % (at + 1))
        row = panel.rows - 1
        draw_text(panel, row - 1, MARGIN, words.text("MARKS_POINT"))
        if self._over:
            keys_row(self._app, row, self.end_keys())
        else:
            keys_row(self._app, row, words.text("MARKS_KEYS"), 0, HINTS)

    def _draw_point(self, cell, at, x, y):
        panel = self._panel
        pitch = self._pitch
        panel.rect(x, y, pitch + 1, _HEIGHT + 1, 1)
        if cell < self._cell:
            return
        middle = x + pitch // 2
        lattice.point(panel, middle, y + 4, not self._marks[cell][at])
        lit = self._wrong[cell] >> at & 1 if self._over else cell == self._cell and at == self._at
        if lit:
            panel.flip(x + 1, y + 1, pitch - 1, _HEIGHT - 1)

    def key(self, key, repeat):
        if self._over:
            return None
        row = self._marks[self._cell]
        count = min(self._m, self._cell)
        if key == OK:
            return None if repeat else tuple(row[:count])
        if key == UP or key == DOWN:
            self._at = (self._at + (1 if key == DOWN else -1)) % count
        elif not repeat:
            row[self._at] ^= 1
        self.draw()
        return None
