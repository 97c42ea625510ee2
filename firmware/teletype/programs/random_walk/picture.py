# SPDX-License-Identifier: MIT
"""The random walk: position against time while it prints, then the table as a histogram.

It is shown first; BACK leads to the paper. OK changes between the two views. RIGHT completes the
line printing behind them at once; held, it completes all lines. The scale of the walk follows its
extent: the marks on the left are at the middle of text rows, 8 pixels apart. The name of the time
is in the corner, where a walk seldom comes. In the histogram a bar is the count of the table. The
line in it or above it is the count that the binomial law predicts.
"""

# covers 000:7

from micropython import const

from teletype import words
from teletype.drivers.buttons import OK, RIGHT
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text, width
from teletype.handheld.drawing.listing import text_row
from teletype.handheld.pictures import base
from teletype.programs.random_walk.game import ORIGIN
from teletype.programs.random_walk.walk import expected, threshold

_LEFT = const(19)
"""The pixel column of time 0; the numbers of the axis are to its left, at most `+96`."""

_MIDDLE = const(28)
"""The pixel row of position 0: the middle of row 3, so that its `0` stands next to it."""

_SCALES = ((4, 1), (3, 1), (2, 1), (1, 1), (1, 2), (1, 4))
"""Pixels of a step, as fractions; the last one has room for 100 steps up or down."""

_FLOOR = const(47)
"""The pixel row of the histogram's base line."""

_PEAK = const(4)
"""The pixel row of its highest value, whose number is on row 0."""

_UNIT = const(100)
"""Expected walks are counted in hundredths."""

_GAP = const(3)
"""Pixels between two numbers."""

_WIDEST = const(12)
"""Most pixels from bar to bar."""


class Picture(base.Picture):
    """Draw what is printed; takes no answers."""

    FIRST = True

    def __init__(self, app, setup, game):
        base.Picture.__init__(self, app, setup, game)
        self._setup = setup
        self._time = setup["time"]
        self._step = min(10, (app.panel.width - 2 - _LEFT) // max(1, self._time))
        """Pixels from time to time."""
        self._t = 0
        """The number of times known, and of those drawn."""
        self._drawn = 0
        self._scale = 0
        self._expected: list[int] = []
        """Hundredths of walks for each number of steps up, once needed."""
        self._second = False
        """Whether the second part of the paper has started, with its line of figures."""
        self._low = self._high = 0
        """The positions at the ends of the histogram."""
        self._left = self._pitch = 0
        """Its left end and the distance from bar to bar, in pixels."""
        self._row = self._row_drawn = None
        """The position of the table's last row, and of the last drawn row."""
        self._peak = 0
        self._table = False
        self._whole = self._over = False
        """Whether the screen must be redrawn, and whether all is printed."""

    # the paper

    def line(self, text):
        game = self.game
        while self._t < game.reached:
            self._t += 1
            while not self._fits(game.walk[self._t] - ORIGIN):
                self._scale += 1
                self._whole = True
        if game.counted and not self._second:
            self._expect()
            self._second = self._table = self._whole = True
        if game.row != self._row:
            self._row = game.row
            self._fit_histogram(self._row)

    def end(self):
        self._over = self._whole = True
        return False

    def hurries(self, key, repeat):
        return key == RIGHT

    def _fits(self, x):
        up, down = _SCALES[self._scale]
        return abs(x) * up <= (_MIDDLE - 1) * down

    def _expect(self):
        """Compute the prediction of the binomial law; the histogram shows values of at least half
        a pixel.
        """
        if self._expected:
            return
        setup = self._setup
        nu = setup["nu"]
        sample = setup["sample"]
        pp = threshold(setup["p"], nu)
        self._expected = expected(self._time, sample, pp, nu, _UNIT)
        self._peak = max(self._expected)
        ends = [
            2 * ups - self._time
            for ups in range(self._time + 1)
            if self._height(self._expected[ups])
        ]
        self._low = ends[0]
        self._high = ends[-1]

    def _fit_histogram(self, x):
        """Make room for the position `x` and its count."""
        count = _UNIT * self.game.printed(x)
        if x < self._low or x > self._high or count > self._peak:
            self._low = min(self._low, x)
            self._high = max(self._high, x)
            self._peak = max(self._peak, count)
            self._whole = True

    # drawing

    def draw(self):
        panel = self._panel
        panel.blank()
        self._whole = False
        if self._table:
            self._draw_histogram()
        else:
            self._draw_axes()
            more = "" if self._over else " ►"
            text_row(self._app, panel.rows - 1, words.text("WALK_TABLE") + more)
            self._drawn = 0
            self._draw_walk()

    def _draw_axes(self):
        panel = self._panel
        up, down = _SCALES[self._scale]
        far = (_MIDDLE - 4) * down // up
        for row, text in ((0, "+%d" % far), (3, "0"), (6, "-%d" % far)):
            draw_text(panel, row, _LEFT - 3 - len(text) * COLUMN, text)
        draw_text(panel, 0, _LEFT, words.text("WALK_PLACE"))
        name = words.text("WALK_TIME")
        draw_text(panel, 6, panel.width - 2 - width(name), name)
        panel.vline(_LEFT - 2, 0, 2 * _MIDDLE, 1)
        for y in range(4, 2 * _MIDDLE, 8):
            panel.pixel(_LEFT - 3, y, 1)
        end = _LEFT + self._time * self._step
        for x in range(_LEFT, end + 1, 2):
            panel.pixel(x, _MIDDLE, 1)
        for t in range(10, self._time + 1, 10):
            panel.vline(_LEFT + t * self._step, _MIDDLE - 1, 3, 1)

    def _x(self, t):
        return _LEFT + t * self._step

    def _y(self, t):
        up, down = _SCALES[self._scale]
        return _MIDDLE - (self.game.walk[t] - ORIGIN) * up // down

    def _draw_walk(self):
        """Draw the new steps, the point at their end and its figures."""
        panel = self._panel
        t = self._drawn
        if t:
            self._draw_point(t)  # erases it
        while t < self._t:
            x, y = self._x(t), self._y(t)
            t += 1
            new = self._y(t)
            panel.line(x, y, self._x(t), new, 1)
            panel.touch(x, min(y, new), self._step + 1, abs(new - y) + 1)
        self._drawn = t
        if t:
            self._draw_point(t)
            text = "%-12s" % ("t=%d x=%d" % (t, self.game.walk[t] - ORIGIN))
            draw_text(panel, panel.rows - 1, panel.width - 2 - 12 * COLUMN, text)

    def _draw_point(self, t):
        """Draw the walking point, a small box; a second call erases it."""
        x = self._x(t) - 1
        y = max(0, self._y(t) - 1)
        self._panel.flip(x, y, 3, min(3, _MIDDLE * 2 - y))

    def _draw_histogram(self):
        panel = self._panel
        self._expect()
        low, high = self._low, self._high
        steps = (high - low) // 2 + 1
        self._pitch = max(1, min(_WIDEST, panel.width // steps))
        self._left = (panel.width - steps * self._pitch) // 2
        for ups in range(self._time + 1):
            x = 2 * ups - self._time
            if low <= x <= high:
                self._draw_bar(x)
        self._row_drawn = self._row
        panel.hline(0, _FLOOR, panel.width, 1)
        for x in range(2, panel.width, 4):
            panel.pixel(x, _PEAK, 1)
        peak = "%d %s" % ((self._peak + _UNIT // 2) // _UNIT, words.text("WALK_COUNT"))
        mode = 2 * self._expected.index(max(self._expected)) - self._time
        aside = panel.width - 2 - width(peak) if self._bar(mode) < panel.width // 2 else MARGIN
        draw_text(panel, 0, aside, peak)  # away from the highest bars
        text_row(self._app, panel.rows - 1, words.text("WALK_WALK"), 0, words.text("WALK_LEGEND"))
        left = self._label(low, 0, panel.width)
        right = self._label(high, left, panel.width)
        right -= width(str(high)) + _GAP
        if low < 0 < high:
            left = self._label(0, left, right)
        name = words.text("WALK_PLACE")
        space = right - left - _GAP - width(name)
        if space >= 0:
            draw_text(panel, _FLOOR // 8 + 1, left + space // 2, name)

    def _label(self, x, start, end):
        """Write the position `x` below its bar if it fits between `start` and `end`.

        Return the first column for the next one.
        """
        panel = self._panel
        text = str(x)
        middle = self._bar(x) + (self._pitch - 1) // 2
        at = min(max(0, middle - width(text) // 2), panel.width - width(text))
        if at < start or at + width(text) > end:
            return start
        draw_text(panel, _FLOOR // 8 + 1, at, text)
        panel.vline(middle, _FLOOR, 3, 1)
        return at + width(text) + _GAP

    def _bar(self, x):
        """Return the left pixel column of the bar of position `x`."""
        return self._left + (x - self._low) * self._pitch // 2

    def _draw_bar(self, x):
        panel = self._panel
        count = self._height(_UNIT * self.game.printed(x))
        left = self._bar(x)
        thick = max(1, self._pitch - 1)
        panel.fill_rect(left, _FLOOR - count, thick, count, 1)
        panel.touch(left, _FLOOR - count, thick, count)
        if (x + self._time) % 2 == 0:  # with an odd time the table may name even positions
            line = self._height(self._expected[(x + self._time) // 2])
            panel.hline(left, _FLOOR - line, thick, 0 if line < count else 1)

    def _height(self, count):
        """Return the height in pixels of `count` hundredths of a walk."""
        return (2 * count * (_FLOOR - _PEAK) + self._peak) // (2 * self._peak)

    # while it is shown

    def tick(self, now):
        if self._whole:
            self.draw()
        elif self._table:
            if self._row != self._row_drawn:
                self._row_drawn = self._row
                self._draw_bar(self._row)
        elif self._drawn < self._t:
            self._draw_walk()
        return False

    def key(self, key, repeat):
        if key == OK and not repeat:
            self._table = not self._table
            self.draw()
        return None
