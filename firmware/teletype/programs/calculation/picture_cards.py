# SPDX-License-Identifier: MIT
"""Cards of Calculation, in a size that fits the panel, and their rows.

A panel with fewer than eight text rows has cards without edges. With four text rows the cards are
tiny, and their ranks as small as the digits of a count.
"""

from micropython import const

from teletype.engines.calculation import SYMBOLS
from teletype.handheld.drawing.glyphs import COLUMN, encode
from teletype.handheld.pictures.shapes import stamp

_LARGE = const((14, 9, 13, 20, 31))
_LOW = const((6, 5, 7, 20, 36))
_SMALL = const((8, 6, 8, 9, 23))
"""For panels of 64 pixel rows, of 32, and of 72 pixel columns: pixels from row to row; width and
height of a card. Then the pixel columns of a foundation's wanted rank and of a talon's first
card; the first of these panels has neither rows nor such columns."""

_TINY_HEIGHT = const(7)
"""A card of this height has a rank as small as the digits of a count."""

STEP = const(5)
"""Visible pixels of a covered card on a low panel."""

_ROWS = const(8)
"""On panels with fewer text rows cards have no edges."""

_WIDE = const(100)
"""On a panel with fewer pixels a foundation's top card is drawn only when it wants no other, and a
key may have no words."""

BIG_WIDTH = const(14)
_BIG_HEIGHT = const(20)
"""Width and height of the card in hand in pixels; it is at the top right."""

_TINY = (
    b"\x1f\x11\x1f\x00\x1f\x00\x1d\x15\x17\x15\x15\x1f\x07\x04\x1f"
    b"\x17\x15\x1d\x1f\x15\x1d\x01\x01\x1f\x1f\x15\x1f\x17\x15\x1f"
    b"\x01\x1f\x01\x18\x10\x1f\x0f\x09\x17\x1f\x04\x1b\x1e\x05\x1e\x11\x0a\x04"
)
"""Digits of 3 x 5 pixels, a byte a column, then T, J, Q, K, A, and › before the wanted rank."""

_ACE = const(14)
_NEXT_IS = const(45)

OUTLINE, FULL, WANT = 0, 1, 2
"""The style of a card: an outline, inverse video, or a place with dots around it."""

RANK_CODES = encode(SYMBOLS)
_UNKNOWN = encode("?")[0]


class Cards:
    """Draw cards with the glyphs of `font` on `panel`, and mark the drawn areas.

    tall     whether cards have edges
    wide     whether there is room for words
    is_tiny  whether ranks are as small as digits
    pitch    pixels from row to row
    width, height  pixels of a card
    wanted   the pixel column of a foundation's wanted rank
    fan      the pixel column of a talon's first card
    font     of the ranks
    """

    def __init__(self, panel, font):
        self.panel = panel
        self.font = font
        self.tall = panel.rows >= _ROWS
        self.wide = panel.width > _WIDE
        size = _LARGE if self.tall else _LOW if self.wide else _SMALL
        self.pitch, self.width, self.height, self.wanted, self.fan = size
        self.is_tiny = self.height == _TINY_HEIGHT

    def row(self, stack):
        """Return the pixel row of a stack's cards; the first row of tiny ones lies beyond the
        edge.
        """
        return (stack - 1) % 4 * self.pitch - self.is_tiny

    def tiny(self, x, y, value):
        """Draw 0..99 in small digits."""
        if value > 9:
            stamp(self.panel, x, y, _TINY, value // 10 * 3, 3)
            x += 4
        stamp(self.panel, x, y, _TINY, value % 10 * 3, 3)

    def mark_next(self, x, y):
        """Draw the sign › before the wanted rank, if ranks are tiny."""
        stamp(self.panel, x, y, _TINY, _NEXT_IS, 3)

    def card(self, x, y, rank, style):
        """Draw a whole card, `style`: OUTLINE, FULL or WANT; rank 0 draws no rank."""
        panel = self.panel
        width = self.width
        height = self.height
        panel.fill_rect(x, y, width, height, 1 if style == FULL else 0)
        panel.touch(x, y, width, height)
        if not self.tall:
            if not rank:
                panel.hline(x + 1, y + height - 2, 3, 1)
        elif style == OUTLINE:
            panel.rect(x, y, width, height, 1)
        elif style == WANT:
            for right in range(0, width, 2):
                panel.pixel(x + right, y, 1)
                panel.pixel(x + width - 1 - right, y + height - 1, 1)
            for down in range(0, height, 2):
                panel.pixel(x, y + down, 1)
                panel.pixel(x + width - 1, y + height - 1 - down, 1)
        self.rank(x + 1 + self.tall, y, rank, 0 if style == FULL else 1)

    def rank(self, x, y, rank, colour):
        """Draw the sign of a rank on a card with its upper edge at pixel row `y`; none for 0."""
        if not self.is_tiny:
            self.glyph(x, y + (self.height - 8) // 2, RANK_CODES[rank], colour)
        elif rank:
            stamp(self.panel, x, y + 1, _TINY, 3 * (rank if rank > 1 else _ACE), 3, colour)

    def glyph(self, x, y, code, colour=1):
        """Draw a glyph with its upper edge at any pixel row."""
        stamp(self.panel, x, y, self.font.GLYPHS, code * COLUMN, COLUMN, colour)

    def back(self, wide):
        """Draw the back of the card in hand while it turns over, 1 to 3 thirds `wide`."""
        panel = self.panel
        x = panel.width - BIG_WIDTH
        panel.fill_rect(x, 0, BIG_WIDTH, _BIG_HEIGHT, 0)
        panel.touch(x, 0, BIG_WIDTH, _BIG_HEIGHT)
        shown = BIG_WIDTH * wide // 3 & 14
        x += (BIG_WIDTH - shown) // 2
        panel.rect(x, 0, shown, _BIG_HEIGHT, 1)
        for y in range(2, _BIG_HEIGHT - 2, 2):
            panel.hline(x + 2, y, shown - 4, 1)

    def big(self, rank, style):
        """Draw the card in hand, twice as large, at the top right; a question mark for 0."""
        panel = self.panel
        x = panel.width - BIG_WIDTH
        panel.fill_rect(x, 0, BIG_WIDTH, _BIG_HEIGHT, 1 if style == FULL else 0)
        panel.touch(x, 0, BIG_WIDTH, _BIG_HEIGHT)
        if style == OUTLINE:
            panel.rect(x, 0, BIG_WIDTH, _BIG_HEIGHT, 1)
        columns = self.font.GLYPHS
        code = RANK_CODES[rank] if 0 < rank < len(RANK_CODES) else _UNKNOWN
        for column in range(COLUMN):
            bits = columns[code * COLUMN + column]
            y = 2
            while bits:
                if bits & 1:
                    panel.fill_rect(x + 3 + 2 * column, y, 2, 2, 0 if style == FULL else 1)
                bits >>= 1
                y += 2
