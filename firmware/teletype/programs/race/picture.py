# SPDX-License-Identifier: MIT
"""The strip of the race: the counter, the chosen cell, and the forbidden number.

RIGHT chooses a cell farther on, LEFT a nearer one (held, by tens). The number that the machine has
just used is left out. A move beyond the strip, which loses, is offered only if there is no other.
OK moves there. Each possible number stands in the cell that it leads to, a cross in the cell of
the forbidden one. A bracket marks the reach of a move, a flag the end of the race. Of a long strip
only a part around the counter is visible. The book draws it upright; a panel is wider than it is
high.

UP leads to the author's grid of states (`picture_lattice`), then to his cheat sheet, and
with that back to the strip. A circle below the counter now marks a special point, and a circle or
a cross marks each cell in reach. DOWN leads back. A panel with fewer than eight text rows has only
the strip.
"""

# covers 002:113

from micropython import const

from teletype import words
from teletype.drivers.buttons import DOWN, OK, RIGHT, UP
from teletype.engines.game import MACHINE
from teletype.handheld.activity import work
from teletype.handheld.drawing.glyphs import MARGIN, draw_text, width
from teletype.handheld.drawing.listing import HINTS, form, keys_row
from teletype.handheld.pictures import base
from teletype.handheld.pictures.shapes import box, digit, disc, inverse, right
from teletype.programs.race import picture_lattice as lattice

_TOP = const(26)
_TOP_LOW = const(10)
_HEIGHT = const(13)
"""Pixel rows of the strip; on a low panel it is higher."""

_ROWS = const(8)
"""A panel with fewer text rows is low."""

_POINTS = const(44)
"""The pixel row of the points below the strip."""

_REACH_ROW = const(2)
_BELOW = const(5)
"""Text rows of M above the bracket, and of the numbers of cells below the strip."""

_EACH = const(5)
"""Interval between the cells that have their number below them."""

_LEAST = const(5)
_NUMBERED = const(6)
_MOST = const(12)
"""Pixels of a cell, including the line before it: at least, with a number in it, at most."""

_BEHIND = const(2)
"""Visible cells behind the counter on a long strip."""

_BOX_ROW = const(1)
_BOX = const(90)
"""The result: its text row, above the strip, and pixels of a row."""

_ARROWS = "◄►\nOK:+%d  ◄►"
"""The names of the other keys, and a shorter form of the whole row."""

_STRIP, _GRID, _CRIB, _MARKED = 0, 1, 2, 3


class Picture(base.Picture):
    """`setup`: `n` cells, the longest move `m`."""

    ANSWERS = True

    @staticmethod
    def fits(panel, setup):
        return True

    def __init__(self, app, setup, game):
        base.Picture.__init__(self, app, setup, game)
        self._step = 1
        self._over = False
        self._view = _STRIP
        self._scan = None
        """The search for the special points, while the cheat sheet waits for them."""
        panel = self._panel
        self._low = panel.rows < _ROWS
        least = _LEAST if self._low else _NUMBERED
        self._pitch = max(least, min(_MOST, (panel.width - 2) // (game.n + 1)))
        self._seen = min(game.n + 1, (panel.width - 2) // self._pitch)
        """Cells on the screen, including the place before the strip."""

    def _follow(self):
        """Take the last move of the game, if it is new."""
        game = self.game
        if self.moved() and game.mover == MACHINE and self._view in (_STRIP, _MARKED):
            self.moves(min(game.number, game.cell - self._first()), game.moves == 1)

    def _first(self):
        """Return the first cell on the screen; after a step over the end there is a place behind
        the strip.
        """
        if self.opening:
            return 0
        cell = self.game.cell
        return min(max(0, cell - _BEHIND), max(self.game.n, cell) + 1 - self._seen)

    def frame(self, before):
        """Move the counter along the strip."""
        panel = self._panel
        pitch = self._pitch
        top = _TOP_LOW if self._low else _TOP
        first = self._first()
        x = MARGIN + (self.game.cell - before - first) * pitch
        panel.fill_rect(x + 1, top + 1, pitch - 1, _HEIGHT - 2, 0)
        panel.touch(x, top, pitch, _HEIGHT)
        x = MARGIN + (self.game.cell - self.unseen - first) * pitch
        self._draw_counter(x, top)
        panel.touch(x, top, pitch, _HEIGHT)
        if self._over and not self.unseen and not self._low:
            self._draw_result()
            panel.touch(0, 0, panel.width, _TOP)

    def _draw_counter(self, x, top):
        pitch = self._pitch
        disc(self._panel, x + pitch // 2, top + _HEIGHT // 2, max(1, pitch // 2 - 2))

    def _draw_result(self):
        box(self._panel, self.shown_message(self.message), 0, _BOX_ROW, _BOX)

    def answer(self, values):
        self._step = max(1, min(values[1], self.game.m))  # offered again, also after a power cut

    def ask(self, request):
        if request is not None:
            self.who = request.player
            self._follow()
            self._step = min(self._step, self._most())
            if self._step == self.game.number:
                self._step = 1 if self._step > 1 else 2

    def _most(self):
        """Return the longest move that stays on the strip; a longer one only if no move stays."""
        rest = self.game.n - self.game.cell
        return 2 if rest == self.game.number == 1 else min(self.game.m, rest)

    def end(self):
        self._follow()
        self._over = True
        return True

    def tick(self, now):
        if self._view < _CRIB or self.game.table:
            return False
        if not self._scan:
            self._scan = self._search()
        if work(self._scan, now):
            self._scan = None
            self.draw()
        return True

    def _search(self):
        for _ in self.game.prepare():
            yield True

    def draw(self):
        panel = self._panel
        game = self.game
        panel.blank()
        special = game.table.special if game.table and self._view >= _CRIB else None
        if self._view in (_GRID, _CRIB):
            step = 0 if self._over else self._step
            lattice.draw(panel, game.n, game.m, game.path, step, special)
            if self._over:
                text = self.shown_message(self.message)
                inverse(panel, panel.rows - 2, panel.width - 2 - width(text), text)
                keys_row(self._app, panel.rows - 1, self.end_keys())
            return
        first = self._first()
        last = min(first + self._seen - 1, game.n)
        x = self._draw_cells(first, last, special)
        if self.opening:
            text = form(words.text("PICTURE_OPENING"), panel.width - MARGIN)
            draw_text(panel, 0, MARGIN, text)
            return
        if self._low:
            self._draw_low()
            return
        if special or self._over:
            at = MARGIN if first else MARGIN + self._pitch
            draw_text(panel, _REACH_ROW, at, str(first or 1))
            text = str(last)
            draw_text(panel, _REACH_ROW, max(MARGIN, x - width(text)), text)
        else:
            self._draw_reach(first, last)
        if not self._over:
            self._draw_words(special)
            return
        if not self.unseen:
            self._draw_result()
        keys_row(self._app, panel.rows - 1, self.end_keys())

    def _draw_cells(self, first, last, special):
        """Draw the cells of the strip; return the column behind them."""
        panel = self._panel
        game = self.game
        pitch = self._pitch
        x = MARGIN
        top = _TOP_LOW if self._low else _TOP
        counter = 0 if self.opening else game.cell - self.unseen
        for cell in range(first, last + 1):
            if cell:
                panel.rect(x, top, pitch + 1, _HEIGHT, 1)
            if cell == counter:
                self._draw_counter(x, top)
            if self.opening:
                x += pitch
                continue
            if cell == game.cell + self._step and not self._over:
                panel.fill_rect(x + 1, top + 1, pitch - 1, _HEIGHT - 2, 1)
            step = cell - game.cell
            if 0 < step <= game.m and not self._over and not self._low:
                self._draw_number(x, top, step)
            if special and not step:
                step = game.number
            elif self._over or step > game.m or step == game.number:
                step = -1
            if special and step >= 0:
                lattice.point(panel, x + pitch // 2, _POINTS, special(cell, step))
            x += pitch
        if counter > last:
            self._draw_counter(x, top)
        return x

    def _draw_words(self, special):
        """Draw the texts of a move, above and below the strip."""
        panel = self._panel
        game = self.game
        draw_text(panel, 0, MARGIN, self.shown_message(self.message))
        if game.number:
            text = words.text("RACE_NOT") % game.number
            right(panel, 1, text)
        figures = "T=%d P=%d" % (game.cell + self._step, self._step)
        free = draw_text(panel, panel.rows - 2, MARGIN, figures)
        choose = words.text("RACE_CHOOSE")
        if special:
            text = lattice.legend()
            right(panel, panel.rows - 2, text)
            choose = choose.replace("▲", "▼")
        else:
            text = words.text("RACE_GOAL") % game.n
            if free + width(text) < panel.width - 2:
                right(panel, panel.rows - 2, text)
        keys = words.text("RACE_CELLS") % self._step + "  " + choose
        keys_row(self._app, panel.rows - 1, keys, 0, HINTS)

    def _draw_number(self, x, top, step):
        """Draw the number that leads to the cell at `x`, if it fits; a cross if forbidden."""
        panel = self._panel
        colour = 0 if step == self._step else 1
        middle = x + (self._pitch + 1) // 2
        y = top + _HEIGHT // 2
        if step == self.game.number:
            panel.line(middle - 2, y - 2, middle + 1, y + 1, 1)
            panel.line(middle - 2, y + 1, middle + 1, y - 2, 1)
        elif step < 10:
            digit(panel, middle, y + 1, step, colour)
        elif self._pitch == _MOST:
            digit(panel, middle - 2, y + 1, step // 10, colour)
            digit(panel, middle + 3, y + 1, step % 10, colour)

    def _draw_reach(self, first, last):
        """Draw the reach of a move, the cell that ends the race, and the numbers of cells."""
        panel = self._panel
        pitch = self._pitch
        x = MARGIN + (self.game.cell + 1 - first) * pitch
        end = MARGIN + (min(self.game.cell + self.game.m, last) + 1 - first) * pitch
        panel.hline(x, _TOP - 3, end - x + 1, 1)
        panel.vline(x, _TOP - 2, 1, 1)
        panel.vline(end, _TOP - 2, 1, 1)
        text = "M=%d" % self.game.m
        at = (x + end - width(text)) // 2
        if last == self.game.n:
            pole = MARGIN + (last - first) * pitch + pitch // 2
            panel.vline(pole, _TOP - 10, 10, 1)
            panel.fill_rect(pole + 1, _TOP - 10, 4, 4, 1)
            at = min(at, pole - 1 - width(text))
        draw_text(panel, _REACH_ROW, max(MARGIN, at), text)
        free = 0
        for cell in range(max(1, first), last + 1):
            text = str(cell)
            at = MARGIN + (cell - first) * pitch + (pitch + 1 - width(text)) // 2
            if (cell % _EACH == 0 or cell in (1, self.game.n)) and at > free:
                if cell == self.game.n or cell + width(text) // pitch + 1 < self.game.n:
                    at = min(at, panel.width - 2 - width(text))
                    free = draw_text(panel, _BELOW, max(MARGIN, at), text)

    def _draw_low(self):
        """Draw the texts above and below the strip, on a panel with few rows."""
        panel = self._panel
        row = panel.rows - 1
        text = self.shown_message(self.message)
        if self._over:
            inverse(panel, 0, MARGIN, text)
            keys_row(self._app, row, self.end_keys() + "\n" + self.end_keys(False))
            return
        draw_text(panel, 0, MARGIN, text)
        if self.game.number:
            text = words.text("RACE_NOT") % self.game.number
            right(panel, 0 if row < 4 else 3, text)
        cell = "T=%d " % (self.game.cell + self._step)
        if row > 3:
            draw_text(panel, 3, MARGIN, cell)
            cell = ""
        text = words.text("RACE_CELLS") % self._step + "  " + cell
        keys_row(self._app, row, text + _ARROWS % self._step, 0, HINTS)

    def key(self, key, repeat):
        if key == OK:
            return None if repeat else (self.game.cell + self._step, self._step)
        if key == UP or key == DOWN:
            view = self._view + (1 if key == UP else -1)
            if not repeat and _STRIP <= view <= _MARKED and not self._low:
                self._view = view
                self.draw()
            return None
        by = 10 if repeat >= 8 else 1
        up = key == RIGHT
        step = self._step + (by if up else -by)
        if step == self.game.number:
            step += 1 if up else -1
        most = self._most()
        if not 1 <= step <= most:
            if repeat:
                return None
            step = 1 if up else most
            if step == self.game.number:
                step += 1 if up else -1
        self._step = step
        self.draw()
        return None
