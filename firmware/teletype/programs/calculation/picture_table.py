# SPDX-License-Identifier: MIT
"""The stacks of Calculation on the table, and the rest of the stock.

The foundations stand above, the talons below them as rows. A foundation shows its top card, the
rank it wants next, its number, and a mark for each of its 13 cards. A talon shows its number and
its cards, bottom first. On a low panel they stand next to each
other, without the marks.
"""

from micropython import const

from teletype import words
from teletype.engines.calculation import FOUNDATIONS, NONE, RANKS, TALONS, Table
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, ZERO, encode
from teletype.handheld.drawing.listing import title_row
from teletype.handheld.pictures.shapes import decimal
from teletype.programs.calculation import picture_cards

_NAME = const(1)
_TOP = const(10)
"""Pixel columns of a foundation's number and of its top card on a low panel."""

_SPACE = const(27)
_HIGH = const(15)
"""Pixels from foundation to foundation where they stand above, and the height of their cards."""

_EDGE = const(111)
"""The pixel column at which a talon's row ends there."""

_STEPS = const((10, 7, 5))
"""Pixels from card to card in such a row: the first with which all cards fit."""

_COUNTED = const(3)
"""Characters of the count of the lower cards, if they do not fit: `+12`."""

_TALON, _FOUNDATION, _NEXT_IS = encode("TF→")

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
    """Draw the stacks 1..8 of a table with the Cards `pen`.

    table  the table, as laid last
    drawn  cards on each stack, as drawn
    lettered  whether their numbers are those of T1..T4 and F1..F4, not 1..8
    land   for talons 1..4 the pixel column of the next card, as drawn
    top    that of the top card, where it is in a row
    marked the stacks under the drawn cursor
    """

    def __init__(self, pen):
        self._pen = pen
        self._panel = pen.panel
        self.table = Table()
        self.lettered = False
        self.drawn = bytearray(9)
        self.land = bytearray(5)
        self.top = bytearray(5)
        self.marked = [NONE, NONE]
        self._codes = bytearray(_LOOKED)

    def lay(self, table, lettered):
        """Draw `table` from now on; return whether other numbers of the stacks go with it."""
        changed = lettered != self.lettered
        self.table = table
        self.lettered = lettered
        return changed

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
        elif self._pen.tall:
            self._draw_row(stack)
        else:
            pen = self._pen
            self._panel.fill_rect(pen.fan - 5, pen.row(stack), 3, pen.height, 0)
            pen.tiny(pen.fan - 5, pen.row(stack) + 1, self._number(stack))
            self.draw_talon(stack, pen.fan, self._panel.width - _END)

    def _number(self, stack):
        return (stack - 1) % 4 + 1 if self.lettered else stack

    def _top_card(self, stack):
        height = self.table.heights[stack - 5]
        return ((stack - 4) * height - 1) % RANKS + 1 if height else 0

    def _draw_cards(self, stack, marked):
        """Draw the top card of a foundation that stands above and what it wants; return its left
        column.
        """
        pen = self._pen
        panel = self._panel
        x = (stack - 5) * _SPACE
        panel.fill_rect(x, 0, _SPACE - 1, _HIGH, 0)
        top = self._top_card(stack)
        pen.card(x + 3, 1, top, picture_cards.OUTLINE if top else picture_cards.WANT)
        wanted = self.table.wanted[stack - 5]
        if wanted:
            pen.glyph(x + 13, 3, _NEXT_IS)
            pen.rank(x + 19, 1, wanted, 1)
        if marked:
            panel.flip(x, 0, _SPACE - 1, _HIGH)
        panel.touch(x, 0, _SPACE - 1, _HIGH)
        return x

    def _draw_foundation(self, stack):
        pen = self._pen
        panel = self._panel
        height = self.table.heights[stack - 5]
        wanted = self.table.wanted[stack - 5]
        if pen.tall:
            x = self._draw_cards(stack, False) + 1
            if self.lettered:
                pen.glyph(x, _HIGH, _FOUNDATION)
                x += COLUMN
            pen.glyph(x, _HIGH, ZERO + self._number(stack))
            x += COLUMN
            panel.fill_rect(x, _HIGH + 2, RANKS, 4, 0)
            panel.fill_rect(x, _HIGH + 2, height, 4, 1)
            for mark in range(height, RANKS, 2):
                panel.pixel(x + mark, _HIGH + 4, 1)
            panel.touch(x - COLUMN, _HIGH, RANKS + COLUMN, 8)
            return
        top = self._top_card(stack)
        y = pen.row(stack)
        room = pen.fan - 7
        panel.fill_rect(0, y, room, pen.pitch + pen.is_tiny, 0)
        panel.touch(0, y, room, pen.pitch + pen.is_tiny)
        pen.tiny(_NAME, y + 1, self._number(stack))
        panel.vline(room, y, pen.pitch, 1)
        if height:  # on a narrow panel the wanted rank covers it
            pen.card(min(_TOP, pen.wanted), y, top, picture_cards.OUTLINE)
        if wanted:
            pen.card(pen.wanted, y, wanted, picture_cards.WANT)
            if pen.is_tiny:
                pen.mark_next(_TOP + 6, y + 1)

    def _draw_row(self, stack):
        """Draw a talon as a text row below the foundations."""
        pen = self._pen
        panel = self._panel
        codes = self._codes
        row = 2 + stack
        cards = self.table.talons[stack - 1]
        count = len(cards)
        panel.clear(row, 0, _EDGE)
        codes[0] = _TALON
        codes[self.lettered] = ZERO + self._number(stack)
        x = COLUMN + panel.draw(row, MARGIN, codes, 0, 1 + self.lettered, pen.font)
        room = _EDGE - x
        for step in _STEPS:
            if (count + 1) * step <= room:
                break
        first = count + 1 - room // step
        if first > 0:
            first += _COUNTED
            codes[0] = _PLUS
            figures = 1 + decimal(codes, 1, _COUNTED, min(first, 99))
            panel.draw(row, x, codes, 0, figures, pen.font)
            x += _COUNTED * COLUMN
        for at in range(max(0, first), count):
            self._draw_card(row, x, cards[at], 0)
            self.top[stack] = x
            x += step
        self.land[stack] = x

    def _draw_card(self, row, x, rank, invert):
        """Draw a card of a talon's row, with a column before it."""
        codes = self._codes
        codes[0] = picture_cards.RANK_CODES[rank]
        self._panel.clear(row, x - 1, 1, invert)
        self._panel.draw(row, x, codes, 0, 1, self._pen.font, invert)

    def draw_talon(self, stack, x, end):
        """Draw a talon of a low panel between two pixel columns; if it has many cards, count the
        lower ones.
        """
        pen = self._pen
        panel = self._panel
        y = pen.row(stack)
        cards = self.table.talons[stack - 1]
        count = len(cards)
        panel.fill_rect(x, y, end - x, pen.height, 0)
        panel.touch(x, y, end - x, pen.height)
        if not count:
            pen.card(x, y, 0, picture_cards.WANT)
        first = 0
        room = 1 + (end - x - 2 - 2 * pen.width) // picture_cards.STEP
        if count > room:  # the count takes the space of two or three cards
            first = count - room + 2
            panel.hline(x, y + 3, 3, 1)
            panel.vline(x + 1, y + 2, 3, 1)
            pen.tiny(x + 4, y + 1, min(first, 99))
            x += 12
        for at in range(first, count - 1):
            pen.rank(x + 1, y, cards[at], 1)
            x += picture_cards.STEP
        if count:
            pen.card(x, y, cards[-1], picture_cards.OUTLINE)
            x += pen.width
        self.land[stack] = x

    def draw_left(self, hand):
        """Draw the rest of a deck without the card `hand`: a small deck, and its number below."""
        pen = self._pen
        left = 4 * RANKS - self.table.laid() - (1 if hand else 0)
        panel = self._panel
        x = panel.width - picture_cards.BIG_WIDTH
        y = _LEFT
        if pen.tall:
            panel.fill_rect(x, y, picture_cards.BIG_WIDTH, 12, 0)
            if left > 0:
                panel.rect(x + 3, y + 2, 6, 8, 1)
                panel.vline(x + 10, y + 1, 8, 1)
                panel.hline(x + 5, y, 6, 1)
            y += 12
        else:
            y = 22
        panel.fill_rect(x, y, picture_cards.BIG_WIDTH, 8, 0)
        panel.touch(x, _LEFT - 4, picture_cards.BIG_WIDTH, 24)
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
        if not pen.tall:
            panel.vline(6, 0, 4 * pen.pitch, 1)
            for stack in TALONS:
                pen.tiny(1, pen.row(stack) + 1, stack)
                self.draw_talon(stack, 8, panel.width - 2)
            return
        title_row(app, words.text("CALCULATION_TALONS"))
        talons = self.table.talons
        shares = rows_of([len(cards) for cards in talons], panel.rows - 2, _LOOKED)
        codes = self._codes
        row = 1
        for stack in TALONS:
            cards = talons[stack - 1]
            codes[0] = ZERO + stack
            panel.draw(row, MARGIN, codes, 0, 1, pen.font)
            first = max(0, len(cards) - shares[stack - 1] * _LOOKED)
            for start in range(first, len(cards), _LOOKED):
                count = min(_LOOKED, len(cards) - start)
                for at in range(count):
                    codes[at] = picture_cards.RANK_CODES[cards[start + at]]
                if 0 < start == first:
                    codes[0] = encode("…")[0]
                x = MARGIN + 2 * COLUMN
                panel.draw(row, x, codes, 0, count, pen.font)
                row += 1
            if cards:  # the top is in inverse video
                x += (count - 1) * COLUMN
                panel.draw(row - 1, x, codes, count - 1, 1, pen.font, 255)
                panel.clear(row - 1, x - 1, 1, 255)
            else:
                row += 1

    def draw_cursor(self, decision, hand, shown):
        """Draw the cursor on the places of a decision, or those places without it."""
        pen = self._pen
        stack = decision % 10
        talon = decision // 10
        self.marked[0] = talon
        self.marked[1] = stack
        if decision == NONE:
            pen.big(hand, picture_cards.FULL if shown else picture_cards.OUTLINE)
        elif pen.tall:
            for each in self.marked:
                if each > len(TALONS):
                    self._draw_cards(each, shown)
                elif each and talon:
                    card = self.table.talons[each - 1][-1]
                    self._draw_card(2 + each, self.top[each], card, 255 if shown else 0)
                elif each:
                    card = hand if shown else 0
                    self._draw_card(2 + each, self.land[each], card, 255 if shown else 0)
        else:
            self._draw_low_cursor(talon, stack, hand, shown)

    def _draw_low_cursor(self, talon, stack, hand, shown):
        pen = self._pen
        y = pen.row(stack)
        if stack >= 5:
            wanted = self.table.wanted[stack - 5]
            pen.card(pen.wanted, y, wanted, picture_cards.FULL if shown else picture_cards.WANT)
        if talon:
            x = self.land[talon] - pen.width
            card = self.table.talons[talon - 1][-1]
            pen.card(
                x, pen.row(talon), card, picture_cards.FULL if shown else picture_cards.OUTLINE
            )
        elif stack <= 4:
            x = self.land[stack]
            if shown:
                pen.card(x, y, hand, picture_cards.FULL)
            elif self.drawn[stack]:
                self._panel.fill_rect(x, y, pen.width, pen.height, 0)
                self._panel.touch(x, y, pen.width, pen.height)
            else:
                pen.card(x, y, 0, picture_cards.WANT)
