# SPDX-License-Identifier: MIT
"""The strip of the race: the counter, the cell that is chosen, and the number that is forbidden.

RIGHT and UP choose a cell farther on, LEFT and DOWN a nearer one (held, by tens); the number that
the machine has just used is left out. OK moves there. Of a long strip a part around the counter is
seen. The book draws it upright; a panel is wider than it is high.
"""

from micropython import const

import words
from drivers.buttons import OK, RIGHT, UP
from handheld.glyphs import MARGIN, draw_text, width
from handheld.pictures import base
from handheld.pictures.shapes import box, disc

_TOP = const(26)
_HEIGHT = const(13)
"""Pixel rows of the strip."""

_LEAST = const(5)
_MOST = const(12)
"""Pixels of a cell, the line before it included."""

_BEHIND = const(2)
"""Cells behind the counter that are seen of a long strip."""

_BOX = const(90)
"""Pixels of a row of the result."""

_MOVE = const("T=")
_REFUSED = const("ВЫ ОШИБЛИСЬ")
"""What the machine says of its own move, and of one that cannot be made."""

_NOT = const((43, "not %d", "кроме %d", "%dはだめ"))
_CELLS = const((75, "OK:MOVE BY %d", "OK:ХОД НА %d", "OK:%dマス進む"))
_CHOOSE = const((50, "◄►:CELL", "◄►:КЛЕТКА", "◄►:マス"))


class Picture(base.Picture):
    """`setup`: `n` cells, the longest move `m`."""

    ANSWERS = True

    def __init__(self, app, setup):
        super().__init__(app, setup)
        self._n = setup["n"]
        self._m = setup["m"]
        self._cell = 0
        """Where the counter stands; 0 is before the strip."""
        self._taken = 0
        """The number that may not be played; 0 if there is none."""
        self._step = 1
        self._given: tuple = ()
        """The last answer, until the machine has accepted or refused it."""
        self._message = ""
        self._over = False
        panel = self._panel
        self._pitch = max(_LEAST, min(_MOST, (panel.width - 2) // (self._n + 1)))
        self._seen = min(self._n + 1, (panel.width - 2) // self._pitch)
        """Cells on the screen, the place before the strip among them."""

    def line(self, text):
        if self._given:
            if text != _REFUSED:
                self._cell = self._given[0]
                self._taken = 0
            self._given = ()
        if text.startswith(_MOVE):
            figures = text.replace("=", " ").split()
            self._cell = int(figures[1])
            self._taken = int(figures[3])
        else:
            self._message = text

    def answer(self, values):
        self._given = values
        self._step = max(1, min(values[1], self._m))  # offered again, also after a power cut

    def ask(self, request):
        if request is not None:
            self._step = min(self._step, self._m)
            if self._step == self._taken:
                self._step = 1 if self._taken > 1 else 2

    def end(self):
        self._over = True
        return True

    def draw(self):
        panel = self._panel
        panel.fill(0)
        panel.touch(0, 0, panel.width, panel.height)
        first = min(max(0, self._cell - _BEHIND), self._n + 1 - self._seen)
        last = first + self._seen - 1
        pitch = self._pitch
        x = MARGIN
        for cell in range(first, last + 1):
            if cell:
                panel.rect(x, _TOP, pitch + 1, _HEIGHT, 1)
            if cell == self._cell:
                disc(panel, x + pitch // 2, _TOP + _HEIGHT // 2, max(1, pitch // 2 - 2))
            if cell == self._cell + self._step and not self._over:
                panel.fill_rect(x + 1, _TOP + 1, pitch - 1, _HEIGHT - 2, 1)
            x += pitch
        draw_text(panel, 2, MARGIN, str(first or 1))
        text = str(last)
        draw_text(panel, 2, max(MARGIN, x - width(text)), text)
        if self._over:
            box(panel, words.say(self._message), 0, 1, _BOX)
            draw_text(panel, panel.rows - 1, MARGIN, self.end_keys())
            return
        draw_text(panel, 0, MARGIN, words.say(self._message))
        if self._taken:
            text = words.text(_NOT) % self._taken
            draw_text(panel, 1, panel.width - 2 - width(text), text)
        figures = "T=%d P=%d" % (self._cell + self._step, self._step)
        draw_text(panel, panel.rows - 2, MARGIN, figures)
        draw_text(panel, panel.rows - 1, MARGIN, words.text(_CELLS) % self._step)
        text = words.text(_CHOOSE)
        draw_text(panel, panel.rows - 1, panel.width - 2 - width(text), text)

    def key(self, key, repeat):
        if key == OK:
            return None if repeat else (self._cell + self._step, self._step)
        by = 10 if repeat >= 8 else 1
        up = key == RIGHT or key == UP
        step = self._step + (by if up else -by)
        if step == self._taken:
            step += 1 if up else -1
        if not 1 <= step <= self._m:
            if repeat:
                return None
            step = 1 if up else self._m
            if step == self._taken:
                step += 1 if up else -1
        self._step = step
        self.draw()
        return None
