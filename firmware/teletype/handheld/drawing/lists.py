# SPDX-License-Identifier: MIT
"""Lists of rows with a chosen one; not in memory while a program runs."""

from teletype.drivers.buttons import DOWN, UP
from teletype.handheld.drawing.listing import draw_bar, heading_row, text_row


class Listing:
    """A list below the title, on rows 1 to `rows`; the chosen text in inverse video, and a scroll
    bar if there are more.

    `text(index)` returns the text of a row and that at its right end. Rows for which
    `heading(index)` is true cannot be chosen; the last row never is.
    """

    def __init__(self, app, rows, text, count, heading=None, chosen=0):
        self._app = app
        self._rows = rows
        self._text = text
        self.count = count
        self._heading = heading or (lambda index: False)
        self.chosen = 1 if count and self._heading(0) else chosen
        self._first = 0

    def draw(self, count=None):
        """Draw the list; `count`: how many texts there are from now on."""
        if count is not None:
            self.count = count
        above = self._above(self.chosen)
        if above < self._first:
            self._first = above
        elif self.chosen >= self._first + self._rows:
            self._first = self.chosen - self._rows + 1
        for row in range(self._rows):
            self._draw_row(self._first + row)
        self._draw_bar()

    def _draw_bar(self):
        draw_bar(self._app.panel, 1, self._rows, self._first, self._rows, self.count)

    def _above(self, index):
        """Return the top row that must be visible with `index`: its first heading, or itself."""
        while index and self._heading(index - 1):
            index -= 1
        return index

    @property
    def seen(self):
        """Return the first visible row, and the one after the last."""
        return self._first, min(self._first + self._rows, self.count)

    def draw_row(self, index):
        """Draw a row that is on the screen."""
        self._draw_row(index)
        self._draw_bar()

    def _draw_row(self, index):
        text, right = self._text(index) if index < self.count else ("", "")
        if index < self.count and self._heading(index):
            heading_row(self._app, 1 + index - self._first, text, right)
            return
        invert = 255 if index == self.chosen else 0
        text_row(self._app, 1 + index - self._first, text, invert, right)

    @property
    def row(self):
        """Return the row of the screen with the chosen text."""
        return 1 + self.chosen - self._first

    def redraw(self):
        """Redraw the chosen row."""
        self.draw_row(self.chosen)

    def key(self, key, repeat):
        """Choose another row with UP and DOWN; a single press wraps at the ends."""
        if key != UP and key != DOWN:
            return
        step = 1 if key == DOWN else -1
        old = self.chosen
        new = old + step
        while new >= 0 and new < self.count and self._heading(new):
            new += step
        if not 0 <= new < self.count:
            if repeat < 2:
                self._app.peripherals.limit()
            if repeat:
                return
            new = self.count - 1 if step < 0 else 0
            while self._heading(new):
                new += 1
        self.chosen = new
        if self._first <= self._above(new) and new < self._first + self._rows:
            self._draw_row(old)
            self.draw_row(new)
        else:
            self.draw()
