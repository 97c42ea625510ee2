# SPDX-License-Identifier: MIT
"""The paper of a session on the screen: typed row by row, scrolled up from the last row."""

from time import ticks_add, ticks_ms

from micropython import const

from handheld.activity import due
from handheld.glyphs import COLUMN, LEAD, MARGIN, ZERO, encode, extent
from handheld.listing import title_row
from handheld.roll import Roll

KEPT = const(32)
"""Rows of paper in memory; older ones are printed again from the answers when looked at."""

_BLINK = const(500)
"""Milliseconds for which the sign ◊ is there, or not."""

_HEAD = const(2)
"""Rows above the answer where nothing is on the paper yet: the title, and the row of the sign."""


class PaperView:
    """The paper below the `title` of its program.

    roll    the rows, those that wait to be typed among them
    shown   how many of them are typed
    line    the row of the screen on which the next one goes
    hidden  whether something else has the screen; the paper goes on behind it

    _begun, _typed, _x     whether the next row is begun, its bytes so far, the pixel behind them
    _due                   when the next character, or the next blink, is to come
    _sign, _sign_shown     the sign ◊, and whether it is there
    _percent, _progress    how far a search is, as glyph numbers, and as a number if it is shown
    """

    def __init__(self, app, title):
        self._app = app
        self._panel = app.panel
        self.title = title
        self.roll = Roll(app.panel.width - MARGIN, KEPT)
        self.shown = 0
        self.line = 0
        self.hidden = False
        self._begun = False
        self._typed = 0
        self._x = MARGIN
        self._due = 0
        self._sign = encode("◊")
        self._sign_shown = False
        self._percent = bytearray(encode("    %"))
        self._progress = -1

    @property
    def behind(self):
        """Whether rows wait to be typed."""
        return self.shown < self.roll.end

    def type(self, now, at_once):
        """Types the next character, or all of the row if `at_once`; True if the next may follow
        without waiting.
        """
        roll = self.roll
        if not self._begun:
            self.make_room(1)
            self._typed = 0
            self._x = MARGIN
            self._begun = True
            self._due = ticks_add(now, self._app.character)
        count = roll.length(self.shown) - self._typed
        at = roll.offset(self.shown) + self._typed
        if not at_once and count:
            if not due(self._due, now, _BLINK):
                return False
            self._due = ticks_add(self._due, self._app.character)
            count = 1 if roll.codes[at] < LEAD else 2
            if roll.codes[at]:
                self._app.peripherals.click()
        if not self.hidden:
            self._x = self._panel.draw(self.line, self._x, roll.codes, at, count, self._app.font)
        self._typed += count
        if self._typed == roll.length(self.shown):
            self.shown += 1
            self._begun = False
            self.line += 1
        return at_once

    def make_room(self, rows):
        """Scrolls until `rows` more rows fit below the paper."""
        while self.line + rows > self._panel.rows:
            self.line -= 1
            if not self.hidden:
                self._panel.scroll()

    def stop(self, rows):
        """Makes room for an answer of `rows` rows; below the title, if nothing is printed yet."""
        if not self.roll.end:
            self.line = _HEAD
            if not self.hidden:
                title_row(self._app, self.title)
        self.make_room(rows)

    def go_on(self):
        """Takes away the sign, and what stands below the paper."""
        if not self.hidden:
            self._show_sign(False)
            for row in range(self.line, self._panel.rows):
                self._panel.clear(row)

    def catch_up(self, roll, rows):
        """Shows the end of `roll` as if it had been typed, and room for `rows` rows below it."""
        self.roll = roll
        self.shown = roll.end
        self._begun = False
        self.line = min(roll.end, self._panel.rows - rows) or _HEAD * bool(rows)

    def draw(self):
        """The whole screen anew, but for what is below the paper."""
        panel = self._panel
        self._progress = -1
        for line in range(panel.rows):
            row = self.shown - self.line + line
            if line < self.line and row >= 0:
                self.draw_row(line, self.roll, row)
            elif not line and row == -_HEAD:
                title_row(self._app, self.title)
            else:
                panel.clear(line)
        if self._begun:
            at = self.roll.offset(self.shown)
            self._x = panel.draw(
                self.line, MARGIN, self.roll.codes, at, self._typed, self._app.font
            )

    def draw_row(self, line, roll, row):
        """Draws a row of a roll on the row `line` of the screen."""
        panel = self._panel
        panel.clear(line, 0, MARGIN)
        end = panel.draw(
            line, MARGIN, roll.codes, roll.offset(row), roll.length(row), self._app.font
        )
        panel.clear(line, end)

    # the sign

    def show_sign(self):
        """Shows the sign ◊, which blinks from now on."""
        self._show_sign(True)
        self._due = ticks_add(ticks_ms(), _BLINK)

    def blink(self, now):
        """Shows or hides the sign when it is time."""
        if due(self._due, now, _BLINK):
            self._due = ticks_add(now, _BLINK)
            self._show_sign(not self._sign_shown)

    def _show_sign(self, shown):
        """It stands behind the last row of paper, or at its end if the row is full."""
        self._sign_shown = shown
        if not self.line:
            return
        panel = self._panel
        roll = self.roll
        at = roll.offset(self.shown - 1)
        count = roll.length(self.shown - 1)
        columns = (panel.width - MARGIN) // COLUMN
        x = MARGIN + COLUMN + min(extent(roll.codes, at, count), (columns - 2) * COLUMN)
        if shown:
            panel.draw(self.line - 1, x, self._sign, 0, 1, self._app.font)
        else:
            panel.clear(self.line - 1, x)
            panel.draw(self.line - 1, MARGIN, roll.codes, at, count, self._app.font)

    # the progress of a long search

    def show_progress(self, percent):
        """How far a long search is, on the row where the paper will go on."""
        if percent == self._progress:
            return
        self._progress = percent
        self.make_room(1)
        codes = self._percent
        codes[0] = ZERO + percent // 100 if percent > 99 else 0
        codes[1] = ZERO + percent // 10 % 10 if percent > 9 else 0
        codes[2] = ZERO + percent % 10
        self._panel.draw(self.line, MARGIN, codes, 0, len(codes), self._app.font)

    def hide_progress(self):
        if self._progress >= 0:
            self._progress = -1
            if not self.hidden:
                self._panel.clear(self.line, MARGIN, len(self._percent) * COLUMN)
