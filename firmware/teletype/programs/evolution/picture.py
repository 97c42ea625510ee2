# SPDX-License-Identifier: MIT
"""Evolution as pixels: a living field. It is shown first; BACK leads to the paper.

The picture computes its own evolution from the setup, without the limit of `r` ticks, while the
paper prints behind it. It starts slowly, so that a viewer can follow; RIGHT makes it faster and
then slow again. OK pauses and continues it. While it is paused, RIGHT computes one tick and LEFT
starts again. UP prints the tick on the paper, DOWN hides the two rows of text.

On a plane, which is larger than the screen, a window follows the cells; UP prints the part in the
window.
"""

# covers 002:1418

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.drivers.buttons import DOWN, LEFT, OK, RIGHT
from teletype.engines.evolution import FOREVER
from teletype.engines.life import Life
from teletype.handheld.activity import due
from teletype.handheld.drawing.glyphs import MARGIN, encode, place
from teletype.handheld.drawing.listing import HINTS, keys_row, text_row
from teletype.handheld.pictures import base
from teletype.handheld.pictures.shapes import decimal
from teletype.loading import load
from teletype.programs.evolution.picture_field import Field

_FRAMES = const((250, 100, 25))
"""Milliseconds from tick to tick, one number for each speed. A full frame takes the panel 25 ms at
400 kHz."""

_START = const(600)
"""Milliseconds for which the start is shown before the evolution runs."""

_KEPT = const(200)
"""Most lines that wait to be printed."""

_TICK = const("%d  ТАКТ")
_NOBODY = const("ЖИВЫХ ОСОБЕЙ НЕТ")
"""The program's heading of a tick, and its message if nothing lives."""


_COUNTS_SHORT = "T#####  N#####"
_NARROW_PANEL = const(100)
"""A panel with fewer pixels has that."""
_DIGITS = const(8)
"""Digits of the tick, with blanks after the signs, if there is room before the cells: enough for
29 days at 40 ticks a second."""

_ENDED_SHORT = "  ◄▲"


def _begun(panel, setup, beside):
    """Return (the engine that computes `setup`, the object that draws its cells). `beside`: what
    loads it, as in `loading.load`.
    """
    laws = (
        setup["v1"],
        setup["v2"],
        setup["v3"],
        min(setup["z"], FOREVER),
        setup["neighbours"],
    )
    if setup.get("space") is None:
        return Life(setup["m"], setup["n"], *laws), Field(panel, setup, 1, panel.rows - 1)
    plane = load("teletype.engines.plane", beside).Plane(
        setup["m"], setup["n"], *laws, setup.get("rule")
    )
    return plane, load("teletype.programs.evolution.picture_window", beside).Window(panel, plane)


class Picture(base.Picture):
    """The evolution that starts from `setup`."""

    FIRST = True

    @staticmethod
    def fits(panel, setup):
        # without the edge of the field, with a frame
        return setup["space"] or (setup["m"] - 2 < panel.height and setup["n"] - 2 < panel.width)

    def __init__(self, app, setup, game):
        base.Picture.__init__(self, app, setup, game)
        self._setup = setup
        self._wide = setup.get("space") is not None
        if setup.get("quiz"):
            self.FIRST = False  # the paper has its questions
        self.encode_words()
        self._life, self._field = _begun(app.panel, setup, self)
        self.hints = True
        """Whether the rows of text are shown."""
        self._waits = False
        """Whether the program is waiting for an answer."""
        self.printed = []
        """Lines to print on the paper."""
        self._running = True
        self._single = False
        """Whether to compute one more tick."""
        self._speed = 0
        """The index in _FRAMES of the pause between ticks."""
        self._due = ticks_ms()
        """The time of the next tick."""
        self._begin()

    def _begin(self):
        places = self._setup["cells"]
        self._time = 0
        self._place((places[at], places[at + 1]) for at in range(0, len(places), 2))
        self._census()
        self._end = ""
        """The reason why there is no further tick, as text."""
        self._note = ""
        if self._wide:
            self._field.begin()

    def _census(self):
        """Count the cells; return whether they have come too near to the edge."""
        life = self._life
        if self._wide:
            self._living = life.living
            return life.narrow
        if life.narrow():
            return True
        self._living = life.living()
        return False

    def _place(self, cells):
        """Replace all cells by the (row, column) pairs."""
        setup, life = self._setup, self._life
        life.clear()
        for i, j in cells:
            life.place(i, j)
        if not self._time and not self._wide:
            top, bottom, left, right = life.rectangle()
            top, bottom = setup["m1"] or top, setup["m2"] or bottom
            life.extend(top, bottom, setup["n1"] or left, setup["n2"] or right)

    def encode_words(self):
        narrow = self._app.panel.width < _NARROW_PANEL
        text = _COUNTS_SHORT if narrow else words.text("LIFE_COUNTS")
        self._text = bytearray(encode(text))
        self._tick_at = place(text, text.index("#"))
        self._cells_at = place(text, text.rindex("#")) - 4

    def ask(self, request):
        self._waits = request is not None

    # drawing

    def draw(self):
        if not self._time:
            self._due = ticks_add(ticks_ms(), _START)
        self._field.draw()
        self._draw_cells()
        if self.hints:
            self._app.panel.clear(0)
        self._draw_figures()
        self._draw_keys()

    def _draw_cells(self):
        field = self._field
        if not self._wide:
            for page in range(field.pages):
                self._life.to_frame(field.cells, page * field.n, page)
        text = 1 if self.hints else 0
        field.draw_cells(text, self._app.panel.rows - text)

    def _draw_figures(self):
        """Draw the number of the tick and of the cells."""
        if self.hints and self._note:
            text_row(self._app, 0, self._note)
        elif self.hints:
            text = self._text
            digits = min(_DIGITS, self._cells_at - 1 - self._tick_at)
            decimal(text, self._tick_at, digits, self._time)
            decimal(text, self._cells_at, 5, self._living)
            self._app.panel.draw(0, MARGIN, text, 0, len(text), self._app.font)

    def _draw_keys(self):
        """Draw the current names of the keys."""
        if self.hints:
            if self._running:
                last = self._speed == len(_FRAMES) - 1
                text = (
                    words.text("LIFE_SLOWER" if last else "LIFE_FASTER")
                    + "\n"
                    + words.text("LIFE_RUNS_SHORT")
                )
            elif self._end:
                end = words.text(self._end)
                text = end + words.text("LIFE_ENDED") + "\n" + end + _ENDED_SHORT
            else:
                text = words.text("LIFE_PAUSED") + "\n" + words.text("LIFE_PAUSED_SHORT")
            x = HINTS if self._waits else MARGIN
            keys_row(self._app, self._app.panel.rows - 1, text, 0, x)

    # work

    def tick(self, now):
        if not self._single and (not self._running or not due(self._due, now, _START)):
            return self._running
        self._single = False
        self._due = ticks_add(now, _FRAMES[self._speed])
        self._compute()
        if self._note:
            self._forget()
        self._draw_figures()
        if self._end:
            self._draw_keys()
        return self._running

    def _compute(self):
        """Compute a tick and draw it, unless it comes too near to the edge to be shown."""
        self._life.tick()
        if self._census():
            self._end = "LIFE_NO_ROOM" if self._wide else "LIFE_NARROW"
            if not self._wide:
                self._place(self._field.places())  # as shown; only the ages are lost
        else:
            self._time += 1
            if not self._living:
                self._end = "LIFE_DEAD"
            self._draw_cells()
        if self._end:
            self._running = False

    def _forget(self):
        """Remove the message in place of the figures."""
        self._note = ""
        if self.hints:
            self._app.panel.clear(0)

    def _print(self):
        """Queue the visible tick for the paper, in the form of the program."""
        lines = self.printed
        if len(lines) > _KEPT:
            self._note = words.text("LIFE_BUSY")
        else:
            self._note = words.text("LIFE_IS_PRINTED") % self._time
            self._note += "\n%d " % self._time + words.text("LIFE_PRINTED_SHORT")
            lines.append("")
            lines.append(_TICK % self._time)
            if not self._living:
                lines.append(_NOBODY)
            elif self._wide:
                lines.extend(self._field.rows())
            else:
                top, bottom, left, right = self._life.rectangle()
                alive = self._field.alive
                for i in range(top, bottom + 1):
                    row = ["0" if alive(i, j) else "." for j in range(left, right + 1)]
                    lines.append("".join(row))
        self._draw_figures()

    def key(self, key, repeat):
        if key == RIGHT and not self._running:
            self._single = not self._end
        elif repeat:
            pass
        elif key == RIGHT:
            self._speed = (self._speed + 1) % len(_FRAMES)
            self._due = ticks_ms()
            self._draw_keys()
        elif key == OK:
            if not self._end:
                self._running = not self._running
                self._due = ticks_ms()
                self._forget()
                self._draw_figures()
                self._draw_keys()
        elif key == LEFT:
            self._begin()
            self.draw()
        elif key == DOWN:
            self.hints = not self.hints
            self.draw()
        else:
            self._print()
        return None
