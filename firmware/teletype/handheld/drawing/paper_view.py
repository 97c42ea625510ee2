# SPDX-License-Identifier: MIT
"""The paper of a session on the screen: typed row by row, scrolled up from the last row.

If the panel is large enough, it has holes at its edges and a print head, and it feeds smoothly, by
the panel's start line. The settings may switch this off. With a panel of 64 rows the controller
has no spare row: the row that leaves at the top disappears when the feed begins. The panel moves
as a whole, so the row of keys is hidden during the feed.
"""

from time import ticks_add, ticks_diff

from micropython import const

from teletype.handheld.activity import due
from teletype.handheld.drawing.glyphs import COLUMN, LEAD, MARGIN, ZERO, encode, extent
from teletype.handheld.drawing.listing import title_row
from teletype.handheld.drawing.paper_buffer import PaperBuffer

_KEPT = const(16)
"""Rows of paper in memory; older ones are printed again from the answers on demand."""

_SLOWEST = const(500)
"""The longest time for a character, in milliseconds."""

_HEAD = const(2)
"""Rows above the answer on empty paper: the title, and the row of the sign."""

_EDGE = const(6)
"""Pixels of an edge of the paper, including its distance to the text: MARGIN and a multiple of
COLUMN, so that the text stays in its columns."""

_PITCH = const(8)
"""Pixel rows of a row of text."""

_HEAD_WIDTH = const(4)


class _Edges:
    """The two edges of the paper, as glyphs of a font: the holes, and the tear-off line."""

    WIDTH = _EDGE
    GLYPHS = b"\x00\x66\x66\x00\x55\x00" + b"\x55\x00\x66\x66\x00\x00"
    WIDE_GLYPHS = b""


_SIDES = b"\0\1"


class PaperView:
    """The paper below the `title` of its program.

    roll    The rows, including those to be typed next.
    lines   Texts to be added to the roll and typed after them.
    shown   The number of typed rows.
    line    The row of the screen for the next one.
    hidden  Whether something else is on the screen; printing continues behind it (`hide`).
    foot    Draws the last row of the screen, which the paper then never takes; or None.

    feeds        Whether it has a print head and feeds smoothly.
    _left, _end  The pixel columns where text begins, and where it must end.
    _edged       Whether it has holes.
    _begun, _typed, _x     Whether the next row is begun, its bytes so far, the pixel after them.
    _lag                   Pixel rows by which the paper still has to move up.
    _due                   When the next character is due.
    _sign                  The sign ◊, in glyphs.
    _percent, _progress    The progress of a search, as glyph numbers, and as a number; -1: hidden.
    """

    def __init__(self, app, title):
        self._app = app
        self._panel = app.panel
        self.title = title
        panel = app.panel
        self.feeds = app.settings.values["paper"] == "holes"
        self._edged = self.feeds and panel.width > 100 and panel.rows > 5
        self._left = _EDGE if self._edged else MARGIN
        self._end = panel.width - (_EDGE if self._edged else 0)
        self.roll = PaperBuffer(self._end - self._left, _KEPT)
        self.lines = []
        self.shown = 0
        self.line = 0
        self.hidden = False
        self.foot = None
        self._begun = False
        self._typed = 0
        self._lag = 0
        self._x = self._left
        self._due = 0
        self._sign = encode("◊")
        self._percent = bytearray(encode("    %"))
        self._progress = -1

    @property
    def behind(self):
        """Whether rows wait to be typed."""
        return self.shown < self.roll.end or bool(self.lines)

    def type(self, now, at_once):
        """Type the next character, or the whole row if `at_once`; return True if the next may
        follow without waiting.
        """
        roll = self.roll
        if not self._begun:
            if self.shown == roll.end:
                rest = roll.add(self.lines.pop(0), False)
                if rest:
                    self.lines.insert(0, rest)
            fed = self._make_row()
            self._typed = 0
            self._x = self._left
            self._begun = True
            self._due = ticks_add(now, self._app.character)
            if not self.hidden:
                self._edge(self.line)
            self._lag = _PITCH if fed and self.feeds and not (at_once or self.foot) else 0
        count = roll.length(self.shown) - self._typed
        at = roll.offset(self.shown) + self._typed
        if not at_once and count:
            if not due(self._due, now, _SLOWEST):
                if self._lag:
                    self._feed(now)
                return False
            self._lag = 0
            self._due = ticks_add(self._due, self._app.character)
            count = 1 if roll.codes[at] < LEAD else 2
            if roll.codes[at]:
                self._app.peripherals.click(roll.codes[at])
        ended = self._typed + count == roll.length(self.shown)
        if not self.hidden:
            self._x = self._panel.draw(self.line, self._x, roll.codes, at, count, self._app.font)
            if self.feeds and not at_once and self._x + _HEAD_WIDTH <= self._end:
                self._panel.clear(self.line, self._x, _HEAD_WIDTH, 0 if ended else 0x7F)
        self._typed += count
        if ended:
            self.shown += 1
            self._begun = False
            self.line += 1
        return at_once

    def _feed(self, now):
        """Feed the paper gradually, in the time of a character."""
        left = ticks_diff(self._due, now)
        self._lag = max(0, min(_PITCH, left * _PITCH // max(1, self._app.character)))
        if not self.hidden:
            self._panel.feed(self._lag)

    def hide(self, hidden):
        """Print behind something else on the screen, or on the screen again."""
        self.hidden = hidden

    def head(self, title):
        """Change the title of the program."""
        self.title = title

    def make_room(self, rows):
        """Scroll until `rows` more rows fit below the paper; return whether that was necessary."""
        fed = False
        while self.line + rows > self._panel.rows:
            self.line -= 1
            if not self.hidden:
                self._panel.scroll()
            fed = True
        return fed

    def _make_row(self):
        """Scroll until the next row fits, and keep the foot; return whether that was necessary."""
        fed = self.make_room(2 if self.foot else 1)
        if fed and self.foot and not self.hidden:
            self._panel.clear(self.line)
            self.foot()
        return fed

    def _edge(self, line):
        """Draw the edges of a row of the screen."""
        if self._edged:
            panel = self._panel
            panel.draw(line, 0, _SIDES, 0, 1, _Edges)
            panel.draw(line, panel.width - _EDGE, _SIDES, 1, 1, _Edges)

    @property
    def over(self):
        """Return 1 if the last row is full, so that the sign needs a row below it; else 0."""
        if not self.shown:
            return 0
        roll = self.roll
        at, count = roll.offset(self.shown - 1), roll.length(self.shown - 1)
        room = (roll.width // COLUMN - 1) * COLUMN
        return 1 if extent(roll.codes, at, count) > room else 0

    def stop(self, rows):
        """Make space for an answer of `rows` rows; below the title, if nothing is printed yet.

        The paper ends above it.
        """
        if not self.roll.end:
            self.line = _HEAD
            if not self.hidden:
                title_row(self._app, self.title)
                self._panel.clear(1)
        self.make_room(min(rows + self.over, self._panel.rows))
        if not self.hidden:
            for row in range(self.line, self._panel.rows):
                self._panel.clear(row)

    def go_on(self):
        """Remove the sign, and everything below the paper; a row that is being typed has none."""
        if not self.hidden:
            if not self._begun:
                self.show_sign(False)
            for row in range(self.line + self._begun, self._panel.rows):
                self._panel.clear(row)
                self._edge(row)
            if self.foot:
                self.foot()

    def catch_up(self, roll, rows):
        """Show the end of `roll` as if it had been typed, with space for `rows` rows below it."""
        self.roll = roll
        self.lines.clear()
        self.shown = roll.end
        self._begun = False
        if rows:
            rows = min(rows + self.over, self._panel.rows)
        self.line = min(roll.end, self._panel.rows - rows) or _HEAD * bool(rows)

    def retype(self, rows):
        """Take the last `rows` typed rows as not typed yet. The caller redraws the paper."""
        rows = min(rows, self.line, self.shown)
        self.shown -= rows
        self.line -= rows

    def draw(self, printing=True):
        """Redraw the whole screen except below the paper, which ends there unless `printing`."""
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
                if printing:
                    self._edge(line)
        if self._begun:
            at = self.roll.offset(self.shown)
            self._x = panel.draw(
                self.line, self._left, self.roll.codes, at, self._typed, self._app.font
            )
        if self.foot:
            self.foot()

    def draw_row(self, line, roll, row):
        """Draw a row of a roll on the row `line` of the screen."""
        panel = self._panel
        panel.clear(line, 0, self._left)
        at, count = roll.offset(row), roll.length(row)
        end = panel.draw(line, self._left, roll.codes, at, count, self._app.font)
        panel.clear(line, end)
        self._edge(line)

    # the sign

    def show_sign(self, shown=True):
        """Show or remove the sign ◊: after the last row of paper, or below it if that is full."""
        if not self.line:
            return
        panel = self._panel
        if self.over:
            sign = self._sign if shown else b"\0"
            panel.draw(self.line, self._left, sign, 0, 1, self._app.font)
            return
        roll = self.roll
        at = roll.offset(self.shown - 1)
        count = roll.length(self.shown - 1)
        columns = self.roll.width // COLUMN
        x = self._left + COLUMN + min(extent(roll.codes, at, count), (columns - 2) * COLUMN)
        if shown:
            panel.draw(self.line - 1, x, self._sign, 0, 1, self._app.font)
        else:
            panel.clear(self.line - 1, x, self._end - x)
            panel.draw(self.line - 1, self._left, roll.codes, at, count, self._app.font)

    # the progress of a long search

    def show_progress(self, percent):
        """Show the progress of a long search, on the next row of the paper."""
        if percent == self._progress:
            return
        self._progress = percent
        self._make_row()
        codes = self._percent
        codes[0] = ZERO + percent // 100 if percent > 99 else 0
        codes[1] = ZERO + percent // 10 % 10 if percent > 9 else 0
        codes[2] = ZERO + percent % 10
        self._edge(self.line)
        self._panel.draw(self.line, self._left, codes, 0, len(codes), self._app.font)

    def hide_progress(self):
        if self._progress >= 0:
            self._progress = -1
            if not self.hidden:
                self._panel.clear(self.line, self._left, len(self._percent) * COLUMN)
