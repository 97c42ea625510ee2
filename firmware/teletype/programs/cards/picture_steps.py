# SPDX-License-Identifier: MIT
"""The steps of the machine's training, card by card, and the resulting formula.

V. N. Kasatkin, 1980, chapter 3, «Алгоритм узнавания»: each card is compared with the first one;
the cells in which they differ are removed. The rest is written H = X1 X2 X6, with a bar above the
empty cells. On the left is the card, on the right the rest. Cells removed now are crossed out,
cells removed before are dots. A coloured cell has two bits in a box.

OK and RIGHT go forward, LEFT goes back, UP to the first page, DOWN to the formula.
"""

# covers 002:1209, 002:1255

from micropython import const

from teletype import words
from teletype.drivers.buttons import DOWN, LEFT, OK, RIGHT, UP
from teletype.handheld.drawing.glyphs import COLUMN, width
from teletype.handheld.drawing.listing import HINTS, keys_row, text_row, title_row
from teletype.handheld.pictures.shapes import digit, disc, ring, write
from teletype.programs.cards import pattern as engine

_REMOVED = const(6)
"""A cell of the pattern that the current card removes."""

_TOP = const(9)
"""The first pixel row of the cards."""

_GAP = const(3)
_LINE = const(12)
_BIG = const(12)
"""Pixels between two factors, from one row of them to the next, and of a large X with its gap."""


class Steps:
    """The pages of a `training`, a list of words of 0 and 1 with `bits` for each cell.

    shape  (rows, columns) of the cells
    goes_on  whether another screen follows the last page
    """

    def __init__(self, app, training, bits, shape, goes_on):
        self._app = app
        self._panel = app.panel
        self._training = training
        self._bits = bits
        self._shape = shape
        self._goes_on = goes_on
        self._page = 0
        self._factors = []
        """The factors of the formula: (number of the cell or bit, whether it is full)."""
        pattern = engine.learned(training)
        for at in range(len(pattern)):
            if pattern[at] != engine.IRRELEVANT:
                self._factors.append((at + 1, pattern[at]))
        self._starts = self._paged()
        """The first factor of each page of the formula."""
        self.encode_words()

    def encode_words(self):
        self._said = words.program("cards").PICTURE

    def _pages(self):
        return len(self._training) - 1 + len(self._starts)

    def key(self, key, repeat):
        """Turn the pages; return True when the reader leaves them."""
        last = self._pages() - 1
        page = self._page
        if key == OK and page == last:
            if repeat or self._goes_on:
                return not repeat
            page = 0
        elif key == OK or key == RIGHT:
            page = min(page + 1, last)
        elif key == LEFT:
            page = max(page - 1, 0)
        elif key == UP:
            page = 0
        elif key == DOWN:
            page = len(self._training) - 1
        if page != self._page:
            self._page = page
            self.draw()
        return False

    def draw(self):
        panel = self._panel
        panel.blank()
        cards = len(self._training) - 1
        if self._page < cards:
            self._draw_card(self._page + 1)
        else:
            self._draw_formula(self._page - cards)
        number = "%d/%d" % (self._page + 1, self._pages())
        leaves = self._goes_on and self._page == self._pages() - 1
        text = self._said["ASK" if leaves else "NEXT"].replace("#", number)
        keys_row(self._app, panel.rows - 1, words.called(text), 0, HINTS)

    def _draw_card(self, index):
        panel = self._panel
        card = self._training[index]
        pattern = engine.learned(self._training[:index])
        cells = engine.removed(pattern, card)
        for at in cells:
            pattern[at] = _REMOVED
        text = self._said["REMOVES" if cells else "NOTHING"].replace("#", str(index + 1))
        text = text.replace("*", " ".join(["X%d" % (at + 1) for at in cells]))
        text += "\n%d: %d×X" % (index + 1, len(cells))  # where their names do not fit
        text_row(self._app, 0, text)
        half = panel.width // 2
        high = panel.height - 8 - _TOP
        self._draw_grid(card, 0, half - 2, high)
        self._draw_grid(pattern, half + 2, half - 2, high)

    def _draw_grid(self, word, left, wide, high):
        """Draw a card, or the remaining cells, in a rectangle of `wide` by `high` pixels."""
        rows, columns = self._shape
        bits = self._bits
        if bits > 1:  # the last line of the boxes
            wide -= 1
            high -= 1
        across = min(15, wide // (columns * bits))
        down = min(15, high // rows)
        if bits == 1:
            across = down = min(across, down)
        if min(across, down) < 3:
            return  # too many for a panel of this height
        left += (wide - columns * bits * across) // 2
        top = _TOP + (high - rows * down) // 2
        for at in range(len(word)):
            x = left + (at // bits % columns * bits + at % bits) * across
            y = top + at // bits // columns * down
            if bits > 1 and at % bits == 0:
                self._panel.rect(x, y, bits * across + 1, down + 1, 1)
            self._draw_bit(word[at], x, y, across, down)

    def _draw_bit(self, value, x, y, across, down):
        panel = self._panel
        bits = self._bits
        middle = (min(across, down) - 1) // 2
        radius = max(1, middle - 1 if bits > 1 else min(across, down) // 2 - 1)
        x += across // 2 if bits > 1 else middle
        y += down // 2 if bits > 1 else middle
        if value < 2 and bits > 1 and across > 5 and down > 7:
            digit(panel, x, y + 1, value)
        elif value == 0:
            ring(panel, x, y, radius)
        elif value == 1:
            disc(panel, x, y, radius)
        elif value == _REMOVED:
            lit = 1
            if radius > 2:
                size = 2 * radius + 1
                panel.fill_rect(x - radius, y - radius, size, size, 1)
                radius -= 1
                lit = 0
            panel.line(x - radius, y - radius, x + radius, y + radius, lit)
            panel.line(x - radius, y + radius, x + radius, y - radius, lit)
        else:
            inner = 1 if radius > 2 else 0
            panel.fill_rect(x - inner, y - inner, 2 * inner + 1, 2 * inner + 1, 1)

    # the formula

    def _room(self):
        """Return the area of the formula in pixels: its start, its greatest width and height."""
        panel = self._panel
        high = panel.height - 8 - _TOP - (8 if panel.rows > 5 else 0)
        rows, columns = self._shape
        bits = self._bits
        grid = 0
        if panel.width > 100:
            grid = min(15, 54 // (columns * bits), high // rows) * columns * bits + 4
        return grid, panel.width - grid - 2, high

    def _paged(self):
        """Return the starts of the pages of the formula, if it needs several."""
        starts = [0]
        _, wide, high = self._room()
        if self._is_big(wide, high):
            return starts
        rows = 0
        x = self._prefix()
        for index in range(len(self._factors)):
            size = width("X%d" % self._factors[index][0]) + _GAP
            if x + size > wide:
                rows += 1
                x = self._prefix()
                if (rows + 1) * _LINE > high:
                    starts.append(index)
                    rows = 0
            x += size
        return starts

    def _prefix(self):
        return width("H=") + _GAP

    def _is_big(self, wide, high):
        """Return whether the formula fits with a large X."""
        size = self._prefix()
        for number, _ in self._factors:
            size += _BIG + width(str(number))
        return size <= wide and high > 24

    def _draw_formula(self, index):
        panel = self._panel
        title_row(self._app, self._said["LEARNED"])
        left, wide, high = self._room()
        if left:
            self._draw_grid(engine.learned(self._training), 0, left - 2, high)
        starts = self._starts
        first = starts[index]
        factors = self._factors[first : starts[index + 1] if index + 1 < len(starts) else None]
        if not self._factors:
            write(panel, left + 2, _TOP + high // 2 - 4, "H = 1")
        elif self._is_big(wide, high):
            self._draw_big(left + 2, _TOP + high // 2 - 9)
        else:
            self._draw_rows(left + 2, left + wide, factors, first == 0)
        if panel.rows > 5:
            text = self._equal() if self._factors else words.called(self._said["EVERY"])
            if not self._factors or len(text) * COLUMN < panel.width:
                text_row(self._app, panel.rows - 2, text)

    def _draw_big(self, x, y):
        panel = self._panel
        write(panel, x, y + 6, "H=")
        x += self._prefix()
        for number, full in self._factors:
            if not full:
                panel.fill_rect(x, y, 9, 2, 1)
            write(panel, x, y + 3, "X", 2)
            x = write(panel, x + 9, y + 11, str(number)) + 2

    def _draw_rows(self, left, end, factors, first):
        panel = self._panel
        x = left
        y = _TOP + 3  # a bar right below the title would be read as a part of it
        if first:
            write(panel, x, y + 2, "H=")
        x += self._prefix()
        for number, full in factors:
            text = "X%d" % number
            if x + width(text) + _GAP > end + 2:
                x = left + self._prefix()
                y += _LINE
            if not full:
                panel.hline(x, y, width(text) - 1, 1)
            x = write(panel, x, y + 2, text) + _GAP

    def _equal(self):
        """Return the remaining cells as equations, the book's other form: X1=X2=0 X6=1."""
        parts = []
        for value in (0, 1):
            names = ["X%d=" % number for number, full in self._factors if full == value]
            if names:
                parts.append("".join(names) + str(value))
        return " ".join(parts)
