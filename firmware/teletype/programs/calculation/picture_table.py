# SPDX-License-Identifier: MIT
"""The stacks of Calculation on the table, and the rest of the stock.

A foundation shows its count of 13 cards, its top card and the rank it wants next. A talon shows
its cards, bottom first, the top one whole.
"""

from micropython import const

from teletype import words
from teletype.engines.calculation import FOUNDATIONS, NONE, RANKS, TALONS, Table
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, ZERO, encode
from teletype.handheld.drawing.listing import title_row
from teletype.handheld.pictures.shapes import decimal
from teletype.programs.calculation.picture_cards import BIG_WIDTH, FULL, OUTLINE, RANK_CODES, WANT

_PART = const(1)
_TOP = const(10)
"""Pixel columns of a foundation's count and of its top card."""

_END = const(15)
"""Pixels right of the talons, and right of the place on them for another card."""

_PLUS = const(11)
"""The glyph of +, before the count of a talon's cards that do not fit."""

_LEFT = const(26)
"""The pixel row of the rest of the stock, below the card in hand."""

_LOOKED = const(23)
"""Cards of a talon in a row of the page that shows all of them."""


def rows_of(depths, rows, columns):
    """Return the share of `rows` of each talon: one for every `columns` cards, while they last."""
    shares = [max(1, (depth + columns - 1) // columns) for depth in depths]
    while sum(shares) > rows:
        shares[shares.index(max(shares))] -= 1
    return shares


class TableView:
    """Draw the stacks 1..8 of `table` with the Cards `pen`.

    drawn  cards on each stack, as drawn
    land   for talons 1..4 the pixel column of the next card, as drawn
    marked the stacks under the drawn cursor
    """

    def __init__(self, pen):
        self._pen = pen
        self._panel = pen.panel
        self.table = Table()
        self.drawn = bytearray(9)
        self.land = bytearray(5)
        self.marked = [NONE, NONE]
        self._codes = bytearray(_LOOKED)

    def count(self, stack):
        """Return the number of cards on a stack, 255 for more."""
        if stack in FOUNDATIONS:
            return self.table.heights[stack - 5]
        return min(255, len(self.table.talons[stack - 1]))

    def to_come(self, rank):
        """Return how many cards of a rank have not been turned out yet."""
        count = 4
        for stack in FOUNDATIONS:
            count -= self.table.foundation(stack - 4).count(rank)
        for talon in self.table.talons:
            count -= talon.count(rank)
        return max(0, count)

    def draw(self, stack):
        """Draw a stack as it is now."""
        self.drawn[stack] = self.count(stack)
        if stack in FOUNDATIONS:
            self._draw_foundation(stack)
        else:
            self.draw_talon(stack, self._pen.fan, self._panel.width - _END)

    def _draw_foundation(self, stack):
        pen = self._pen
        panel = self._panel
        y = pen.row(stack)
        height = self.table.heights[stack - 5]
        wanted = self.table.wanted[stack - 5]
        panel.fill_rect(0, y, pen.fan - 2, pen.pitch + pen.is_tiny, 0)
        panel.touch(0, y, pen.fan - 2, pen.pitch + pen.is_tiny)
        x = _PART if height > 9 else _PART + 2
        if pen.tall:
            pen.tiny(x, y, height)
            panel.hline(_PART, y + 6, 7, 1)
            pen.tiny(_PART, y + 8, RANKS)
        else:
            pen.tiny(x, y + 1, height)
            panel.vline(pen.fan - 2, y, pen.pitch, 1)
        if height:  # on a narrow panel the wanted rank covers it
            top = ((stack - 4) * height - 1) % RANKS + 1
            pen.card(min(_TOP, pen.wanted), y, top, OUTLINE)
        if wanted:
            pen.card(pen.wanted, y, wanted, WANT)
            if pen.is_tiny:
                pen.mark_next(_TOP + 6, y + 1)

    def draw_talon(self, stack, x, end):
        """Draw a talon between two pixel columns; if it has many cards, count the lower ones."""
        pen = self._pen
        panel = self._panel
        y = pen.row(stack)
        cards = self.table.talons[stack - 1]
        count = len(cards)
        panel.fill_rect(x, y, end - x, pen.height, 0)
        panel.touch(x, y, end - x, pen.height)
        if not count:
            pen.card(x, y, 0, WANT)
        first = 0
        room = 1 + (end - x - 2 - 2 * pen.width) // pen.step
        if count > room:  # the count takes the space of two or three cards
            first = count - room + 2
            if not pen.tall:
                panel.hline(x, y + 3, 3, 1)
                panel.vline(x + 1, y + 2, 3, 1)
                pen.tiny(x + 4, y + 1, min(first, 99))
                x += 12
            else:
                if first > 9:
                    first += 1
                codes = self._codes
                codes[0] = _PLUS
                figures = 1 + decimal(codes, 1, 3, min(first, 99))
                for figure in range(figures):
                    pen.glyph(x + figure * COLUMN, y + 2, codes[figure], 1)
                x += figures * pen.step
        if count > 1 and pen.tall:
            panel.vline(x, y, pen.height, 1)
            x += 1
        for at in range(first, count - 1):
            pen.buried(x, y, cards[at])
            x += pen.step
        if count:
            pen.card(x, y, cards[-1], OUTLINE)
            x += pen.width + pen.tall
        self.land[stack] = x

    def draw_left(self, hand):
        """Draw the rest of a deck without the card `hand`: a small deck, and its number below."""
        pen = self._pen
        left = 4 * RANKS - sum(self.table.heights) - (1 if hand else 0)
        for talon in self.table.talons:
            left -= len(talon)
        panel = self._panel
        x = panel.width - BIG_WIDTH
        y = _LEFT
        if pen.tall:
            panel.fill_rect(x, y, BIG_WIDTH, 12, 0)
            if left > 0:
                panel.rect(x + 3, y + 2, 6, 8, 1)
                panel.vline(x + 10, y + 1, 8, 1)
                panel.hline(x + 5, y, 6, 1)
            y += 12
        else:
            y = 22
        panel.fill_rect(x, y, BIG_WIDTH, 8, 0)
        panel.touch(x, _LEFT - 4, BIG_WIDTH, 24)
        x += 2 if left > 9 else 5
        if left > 9:
            pen.glyph(x, y, ZERO + left // 10, 1)
            x += COLUMN
        pen.glyph(x, y, ZERO + max(0, left) % 10, 1)

    def draw_talons(self, app):
        """Draw all cards of the talons, bottom first; leave out the lower ones if there are too
        many.
        """
        pen = self._pen
        panel = self._panel
        if pen.tall:
            title_row(app, words.text("CALCULATION_TALONS"))
            talons = self.table.talons
            shares = rows_of([len(cards) for cards in talons], panel.rows - 2, _LOOKED)
            codes = self._codes
            row = 1
            for stack in TALONS:
                cards = talons[stack - 1]
                codes[0] = ZERO + stack
                panel.draw(row, MARGIN, codes, 0, 1, app.font)
                first = max(0, len(cards) - shares[stack - 1] * _LOOKED)
                for at in range(first, len(cards)):
                    column = (at - first) % _LOOKED
                    codes[column] = RANK_CODES[cards[at]]
                    if at == first and first:
                        codes[column] = encode("…")[0]
                    last = at == len(cards) - 1
                    if last or column == _LOOKED - 1:
                        x = MARGIN + 2 * COLUMN
                        panel.draw(row, x, codes, 0, column + 1, app.font)
                        if last:
                            x += column * COLUMN
                            panel.draw(row, x, codes, column, 1, app.font, 255)
                            panel.clear(row, x - 1, 1, 255)
                        else:
                            row += 1
                row += 1
        else:
            panel.vline(6, 0, 4 * pen.pitch, 1)
            for stack in TALONS:
                pen.tiny(1, pen.row(stack) + 1, stack)
                self.draw_talon(stack, 8, panel.width - 2)

    def draw_cursor(self, decision, hand, shown):
        """Draw the cursor on the places of a decision, or those places without it."""
        pen = self._pen
        stack = decision % 10
        y = pen.row(stack)
        self.marked[0] = decision // 10
        self.marked[1] = stack
        if stack >= 5:
            wanted = self.table.wanted[stack - 5]
            pen.card(pen.wanted, y, wanted, FULL if shown else WANT)
        if decision == NONE:
            pen.big(hand, FULL if shown else OUTLINE)
        elif decision > 10:
            talon = decision // 10
            x = self.land[talon] - pen.width - pen.tall
            card = self.table.talons[talon - 1][-1]
            pen.card(x, pen.row(talon), card, FULL if shown else OUTLINE)
        elif stack <= 4:
            x = self.land[stack]
            if shown:
                pen.card(x, y, hand, FULL)
            elif self.drawn[stack]:
                self._panel.fill_rect(x, y, pen.width, pen.height, 0)
                self._panel.touch(x, y, pen.width, pen.height)
            else:
                pen.card(x, y, 0, WANT)
