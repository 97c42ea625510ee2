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
from teletype.programs.race.marks import REPROACH, TASK

_LEFT = const(27)
_TOP = const(16)
_HEIGHT = const(8)
_WIDE = const(12)
"""The field's left and top edge, and the pixels of a point: height of its row, greatest width of
its column."""


class Picture(base.Picture):
    """`setup`: `n` cells, the longest move `m`."""

    ANSWERS = True

    def __init__(self, app, setup, game):
        base.Picture.__init__(self, app, setup, game)
        self._pitch = min(_WIDE, (self._panel.width - 3 - _LEFT) // game.n)
        self._row = bytearray(game.m)
        """The points of the current column, before they are given."""
        self._cell = 0
        self._at = 0
        self._over = False

    def ask(self, request):
        if request is not None and self._cell != self.game.cell:
            self._cell = self.game.cell
            self._at = 0
            for at in range(len(self._row)):
                self._row[at] = 1

    def end(self):
        self._over = True
        return True

    def draw(self):
        panel = self._panel
        game = self.game
        pitch = self._pitch
        panel.blank()
        message = self.message
        if not self._over:
            message = REPROACH if game.refused else TASK
        draw_text(panel, 0, MARGIN, words.shown(message))
        for cell in range(1, game.n + 1):
            x = _LEFT + (cell - 1) * pitch
            text = str(cell)
            draw_text(panel, 1, x + (pitch + 2 - width(text)) // 2, text)
            for at in range(len(game.points[cell])):
                self._draw_point(cell, at, x, _TOP + at * _HEIGHT)
        for at in range(game.m):
            draw_text(panel, 2 + at, MARGIN, "P=%d" % (at + 1))
        row = panel.rows - 1
        draw_text(panel, row - 1, MARGIN, words.text("MARKS_POINT"))
        if self._over:
            keys_row(self._app, row, self.end_keys())
        else:
            keys_row(self._app, row, words.text("MARKS_KEYS"), 0, HINTS)

    def _draw_point(self, cell, at, x, y):
        panel = self._panel
        game = self.game
        pitch = self._pitch
        panel.rect(x, y, pitch + 1, _HEIGHT + 1, 1)
        if cell < game.cell:
            return
        current = cell == game.cell
        row = self._row if current else game.points[cell]
        lattice.point(panel, x + pitch // 2, y + 4, not row[at])
        if game.wrong[cell] >> at & 1 or (current and at == self._at):
            panel.flip(x + 1, y + 1, pitch - 1, _HEIGHT - 1)

    def key(self, key, repeat):
        if self._over:
            return None
        row = self._row
        count = len(self.game.points[self.game.cell])
        if key == OK:
            return None if repeat else tuple(row[:count])
        if key == UP or key == DOWN:
            self._at = (self._at + (1 if key == DOWN else -1)) % count
        elif not repeat:
            row[self._at] ^= 1
        self.draw()
        return None
