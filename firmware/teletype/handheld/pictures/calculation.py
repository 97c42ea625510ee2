# SPDX-License-Identifier: MIT
"""The table of Calculation, which its three editions share: foundations, talons, the card in hand.

In four rows: a foundation, with how many of its 13 cards it has, its top card and the rank that it
wants next, and a talon, bottom first, its top card whole. The card on the right is the one to be
placed; a question mark while cards may be moved, for the next one. Below it is what the stock has
left, where it is a deck. Where a person turns out real cards,
UP and DOWN choose it, and the bottom row says how many of its rank are still to come. The cursor
only goes where the rules let it: there it shows the card in inverse video, or the card and the
place that it may move to. The bottom row has the answer, in the notation of the edition, that OK
will give.

UP and DOWN choose a row or a move. LEFT and RIGHT choose between foundations and talons, or
between moves and the next card; further to the right all cards of the talons can be looked at,
and there RIGHT asks the adviser (`engines.adviser`). It thinks until it is done, or any key is
pressed: then the cursor is on its choice, and the bottom row has its chance to win. OK gives that
answer, as ever. UP there lets the adviser play by itself, from the table as it is, until the game
is over or any key is pressed: a person, or an exhibit that nobody visits, may leave it alone.

A panel with fewer than eight text rows has the same rows and keys, and cards without edges: tiny
ones where there are four text rows, which have the number of the card for what the stock has left;
on 72 pixels no top of a foundation, but for the last, and short texts.
"""

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.drivers.buttons import DOWN, LEFT, OK, RIGHT, UP
from teletype.engines.calculation import FOUNDATIONS, NONE, RANKS, SYMBOLS, TALONS, Table
from teletype.handheld.activity import due
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, ZERO, encode, extent, number, width
from teletype.handheld.drawing.listing import text_row, title_row
from teletype.handheld.pictures import base
from teletype.handheld.pictures.shapes import box, decimal, stamp

_LARGE = const((14, 8, 12, 20, 31))
_LOW = const((6, 5, 7, 20, 31))
_SMALL = const((8, 6, 8, 9, 18))
"""For panels of 64 pixel rows, of 32, and of 72 pixel columns: pixels from row to row, and those
of a card; the pixel columns of the rank that a foundation wants, and of a talon's first card."""
_TINY_HEIGHT = const(7)
"""A card of this height has a rank as small as the figures of a count."""
_STEP = const(5)
"""Pixels of a card that another one lies on, where cards have no edges."""

_ROWS = const(8)
"""With fewer text rows cards have no edges."""
_WIDE = const(100)
"""On a panel with fewer pixels a foundation's top card is seen when no other is wanted, and a key
may have no words."""

_PART = const(1)
_TOP = const(10)
"""Pixel columns of a foundation's count and of its top card."""
_END = const(15)
"""Pixels right of the talons, and of the place on them where a card may go."""

_PLUS = const(11)
"""The glyph of +, before the count of the cards of a talon that have no room."""

_BIG_WIDTH = const(14)
_BIG_HEIGHT = const(20)
"""The card in hand, at the top on the right."""

_LEFT = const(26)
"""The pixel row of what the stock has left, below it."""

_TINY = (
    b"\x1f\x11\x1f\x00\x1f\x00\x1d\x15\x17\x15\x15\x1f\x07\x04\x1f"
    b"\x17\x15\x1d\x1f\x15\x1d\x01\x01\x1f\x1f\x15\x1f\x17\x15\x1f"
    b"\x01\x1f\x01\x18\x10\x1f\x0f\x09\x17\x1f\x04\x1b\x1e\x05\x1e\x11\x0a\x04"
)
"""Figures of 3 x 5 pixels, a byte a column, then T, J, Q, K, A, and › before what is wanted."""
_ACE = const(14)
_NEXT_IS = const(45)

_BOX = const(86)
_BOX_SMALL = const(45)
_BOX_ROW = const(3)
"""The result: pixels of a line, and its first text row, where there are eight rows."""

_LOOKED = const(23)
"""Cards of a talon on a row of the screen that shows all of them."""

_RESULTS = const(
    (
        "YOU WON THE GAME, CONGRATULATIONS",
        "YOU LOST THE GAME",
        "SUCCESS!",
        "FAILURE!",
        "VALUE T",
        "VALUE NIL",
    )
)
"""What the editions say of a game that is over."""

_REPROACHES = const(
    (
        "TRY MORE; STOCK EXHAUSTED",
        "...YOUR DECISION IS ILLEGAL...",
        "ILLEGAL OPERATION!",
    )
)
"""What they say of an answer."""

_PLAYOUTS = const(8)
"""Playouts of the adviser from one look at the keys to the next, some 16 ms at most."""

_SHOW = const(700)
"""Milliseconds for which a choice of the adviser is seen before it plays it."""

_OUTLINE, _FULL, _WANT = 0, 1, 2
"""How a card is drawn: an outline, in inverse video, or as a place with dots around it."""


_NIL = const("NIL")

_RANKS = encode(SYMBOLS)
_UNKNOWN = encode("?")[0]
_PER_CENT = encode("%")[0]


def _text(text):
    return bytearray(encode(text))


def _percent(codes, value):
    """Writes 0..100 with its sign to the end of `codes`, four places."""
    at = len(codes) - 4
    codes[at + decimal(codes, at, 4, value)] = _PER_CENT


def rows_of(depths, rows, columns):
    """How many of `rows` each talon gets: one for `columns` cards, as long as there are enough."""
    shares = [max(1, (depth + columns - 1) // columns) for depth in depths]
    while sum(shares) > rows:
        shares[shares.index(max(shares))] -= 1
    return shares


class Picture(base.Picture):
    """Draws the table of the request that waits; an answer is one of the request's `answers`."""

    ANSWERS = True
    STAYS = True

    @staticmethod
    def fits(panel, setup):
        return True

    def __init__(self, app, setup):
        super().__init__(app, setup)
        self._tall = app.panel.rows >= _ROWS
        self._wide = app.panel.width > _WIDE
        (
            self._pitch,
            self._width,
            self._height,
            self._wanted,
            self._fan,
        ) = _LARGE if self._tall else _LOW if self._wide else _SMALL
        self._request = None
        self._table = Table()
        self._hand = 0
        self._places = []
        """The decisions that are legal, in the order of the cursor."""
        self._at = 0
        self._left = 0
        """The move that the cursor was on before it went to the next card."""
        self._codes = {}
        """For each of them the answer that makes it, as glyph numbers."""
        self._talon = 1
        """The talon on which a card was put last."""
        self._drawn = bytearray(9)
        """Cards on each stack 1..8, as it is drawn."""
        self._land = bytearray(5)
        """For talons 1..4 the pixel column for a further card, as it is drawn."""
        self._marked = [NONE, NONE]
        """The stacks that the cursor is drawn on."""
        self._turning = False
        """Whether the person turns out a card."""
        self._result = ""
        """How a game has ended, until it has been read."""
        self._reproach = ""
        self._stale = False
        """Whether the screen shows an older table."""
        self._whole = False
        """Whether all of it must be drawn anew."""
        self._looking = False
        self._adviser = None
        self._thinking = False
        self._chance = -1
        """Per cent, while the cursor is on the adviser's choice; -1 when it is not."""
        self._plays = False
        """Whether the adviser plays by itself."""
        self._due = 0
        """When it gives the answer that the cursor is on."""
        self.played = None
        """The answer that it gives."""
        self._deck = setup.get("stock") is None and self._height != _TINY_HEIGHT
        """Whether there is a deck, and room for what it has left."""
        self._cards = bytearray(_LOOKED)
        self._placed = 0
        """The number of the card in hand."""
        self.encode_words()

    def encode_words(self):
        self._ok = _text(words.text("CALCULATION_OK"))
        self._number = _text(words.text("CALCULATION_CARD"))
        self._next = _text(words.text("CALCULATION_NEXT"))
        self._look = _text(words.text("CALCULATION_LOOK"))
        self._still = _text(words.text("CALCULATION_STILL"))
        self._to_next = _text(words.text("CALCULATION_TO_NEXT"))
        self._to_talon = _text(words.text("CALCULATION_TO_TALON"))
        decimal(self._number, len(self._number) - 3, 3, self._placed)
        exhibit = self._app.exhibit  # where nobody is, OK begins a visit
        self._stop = _text(
            "" if exhibit and not exhibit.visiting else words.text("CALCULATION_STOP")
        )
        first = 0 if self._wide else -4  # a share ends the text; on a narrow panel it is alone
        self._thinks = _text(words.text("CALCULATION_THINKS")[first:])
        self._wins = _text(words.text("CALCULATION_WINS")[first:])
        if self._codes and self._request:  # without one they are encoded with the next
            self._encode_places()

    def line(self, text):
        if text in _RESULTS:
            if not self._result:  # another one is of a game that had no card
                self._result = text
                self._whole = True
        elif text in _REPROACHES:
            self._reproach = text

    def answer(self, values):
        if self.played is None and not self._turning:
            self._plays = False  # a typed answer
        self.played = None
        self._reproach = ""
        self._thinking = False
        self._chance = -1
        if self._result:
            self._result = ""
            self._whole = True

    def ask(self, request):
        """Takes any request that says what is legal. A result has to be read before a new game."""
        self._request = request
        if request is None:
            return True
        if request.answers is None:
            return False
        if not self._result:
            self._take()
        return True

    def end(self):
        return bool(self._result)

    def _take(self):
        """Turns to the request: the table as it is now, and a cursor that fits most likely."""
        request = self._request
        self._table = request.table
        self._turning = request.hand is None
        self._hand = request.hand or 0
        self._places = sorted(request.answers)
        self._codes.clear()
        self._encode_places()
        if self._hand:
            placed = sum(self._table.heights)
            for talon in self._table.talons:
                placed += len(talon)
            self._placed = placed + 1
            decimal(self._number, len(self._number) - 3, 3, self._placed)
            fits = len(self._places) > len(TALONS)
            self._at = len(TALONS) if fits else self._talon - 1
        elif self._turning:
            self._at = 0
        else:
            self._places.append(self._places.pop(0))  # NONE is the last
            self._at = self._left = 0
        if self._looking:  # a typed answer came
            self._looking = False
            self._whole = True
        self._stale = True
        if self._plays and not self._turning:
            self._ask_adviser()

    def _encode_places(self):
        for decision in self._places:
            text = self._request.format(self._request.answers[decision])
            self._codes[decision] = _text(words.text("CALCULATION_TURN") if text == _NIL else text)

    # drawing

    def draw(self):
        self._plays = False
        self._conclude()
        self._draw()

    def _draw(self):
        panel = self._panel
        panel.fill(0)
        panel.touch(0, 0, panel.width, panel.height)
        self._stale = self._whole = False
        if self._looking:
            self._draw_talons()
            return
        for stack in range(1, 9):
            self._draw_stack(stack)
        if not self._result:
            self._draw_big(_OUTLINE)
            self._draw_left()
        if self._request and not self._result:
            self._draw_cursor(True)
        self._draw_strip()
        if self._result:
            text = words.say(self._result)
            left = self._fan
            room = _BOX
            if not self._wide:
                text = text.split(",")[0]
                left -= 2
                room = _BOX_SMALL
            box(panel, text, left, min(_BOX_ROW, panel.rows - 3 - (width(text) > room)), room)

    def tick(self, now):
        if self._whole:
            self.draw()
        elif self._stale:
            self._update()
        if self._thinking:
            self._think()
        elif self._playing() and self._request and due(self._due, now, _SHOW):
            self.played = self._choice()
        return self._thinking

    def _playing(self):
        """Whether the adviser gives the next answer; a card is turned out by the person."""
        return self._plays and not self._turning

    def _update(self):
        """Draws what is different: after an answer, two stacks and the card in hand."""
        self._stale = False
        for stack in range(1, 9):
            if self._count(stack) != self._drawn[stack] or stack in self._marked:
                self._draw_stack(stack)
        self._draw_big(_OUTLINE)
        self._draw_left()
        self._draw_cursor(True)
        self._draw_strip()

    def _count(self, stack):
        """Cards on a stack, 255 for more."""
        if stack in FOUNDATIONS:
            return self._table.heights[stack - 5]
        return min(255, len(self._table.talons[stack - 1]))

    def _draw_stack(self, stack):
        self._drawn[stack] = self._count(stack)
        if stack in FOUNDATIONS:
            self._draw_foundation(stack)
        else:
            self._draw_talon(stack, self._fan, self._panel.width - _END)

    def _draw_foundation(self, stack):
        panel = self._panel
        y = self._row(stack)
        height = self._table.heights[stack - 5]
        wanted = self._table.wanted[stack - 5]
        panel.fill_rect(0, y, self._fan - 2, self._pitch + (self._height == _TINY_HEIGHT), 0)
        panel.touch(0, y, self._fan - 2, self._pitch + (self._height == _TINY_HEIGHT))
        x = _PART if height > 9 else _PART + 2
        if self._tall:
            self._draw_tiny(x, y, height)
            panel.hline(_PART, y + 6, 7, 1)
            self._draw_tiny(_PART, y + 8, RANKS)
        else:
            self._draw_tiny(x, y + 1, height)
            panel.vline(self._fan - 2, y, self._pitch, 1)
        if height:  # on a narrow panel what is wanted covers it
            top = ((stack - 4) * height - 1) % RANKS + 1
            self._draw_card(min(_TOP, self._wanted), y, top, _OUTLINE)
        if wanted:
            self._draw_card(self._wanted, y, wanted, _WANT)
            if self._height == _TINY_HEIGHT:
                stamp(panel, _TOP + 6, y + 1, _TINY, _NEXT_IS, 3)

    def _row(self, stack):
        """The pixel row of a stack's cards; tiny ones have their first row beyond the edge."""
        return (stack - 1) % 4 * self._pitch - (self._height == _TINY_HEIGHT)

    def _draw_tiny(self, x, y, value):
        """Draws 0..99 in small figures."""
        if value > 9:
            stamp(self._panel, x, y, _TINY, value // 10 * 3, 3)
            x += 4
        stamp(self._panel, x, y, _TINY, value % 10 * 3, 3)

    def _draw_left(self):
        """What the stock has left, if it is a deck: a small one, and the number below it."""
        if not self._deck:
            return
        left = 4 * RANKS - sum(self._table.heights) - (1 if self._hand else 0)
        for talon in self._table.talons:
            left -= len(talon)
        panel = self._panel
        x = panel.width - _BIG_WIDTH
        y = _LEFT
        if self._tall:
            panel.fill_rect(x, y, _BIG_WIDTH, 12, 0)
            if left > 0:
                panel.rect(x + 3, y + 2, 6, 8, 1)
                panel.vline(x + 10, y + 1, 8, 1)
                panel.hline(x + 5, y, 6, 1)
            y += 12
        else:
            y = 22
        panel.fill_rect(x, y, _BIG_WIDTH, 8, 0)
        panel.touch(x, _LEFT - 4, _BIG_WIDTH, 24)
        x += 2 if left > 9 else 5
        if left > 9:
            self._draw_glyph(x, y, ZERO + left // 10, 1)
            x += COLUMN
        self._draw_glyph(x, y, ZERO + max(0, left) % 10, 1)

    def _draw_talon(self, stack, x, end):
        """A talon between two pixel columns; of many cards the lower ones are counted."""
        panel = self._panel
        y = self._row(stack)
        cards = self._table.talons[stack - 1]
        count = len(cards)
        panel.fill_rect(x, y, end - x, self._height, 0)
        panel.touch(x, y, end - x, self._height)
        if not count:
            self._draw_card(x, y, 0, _WANT)
        first = 0
        room = 1 + (end - x - 2 - 2 * self._width) // (_STEP + self._tall)
        if count > room:  # the count takes the room of two cards, or of three
            first = count - room + 2
            if not self._tall:
                panel.hline(x, y + 3, 3, 1)
                panel.vline(x + 1, y + 2, 3, 1)
                self._draw_tiny(x + 4, y + 1, min(first, 99))
                x += 12
            else:
                if first > 9:
                    first += 1
                codes = self._cards
                codes[0] = _PLUS
                figures = 1 + decimal(codes, 1, 3, min(first, 99))
                for figure in range(figures):
                    self._draw_glyph(x + figure * COLUMN, y + 2, codes[figure], 1)
                x += figures * (_STEP + self._tall)
        if count > 1 and self._tall:
            panel.vline(x, y, self._height, 1)
            x += 1
        for at in range(first, count - 1):
            self._draw_buried(x, y, cards[at])
            x += _STEP + self._tall
        if count:
            self._draw_card(x, y, cards[-1], _OUTLINE)
            x += self._width + self._tall
        self._land[stack] = x

    def _draw_buried(self, x, y, rank):
        """What is to be seen of a card under another one."""
        if self._tall:
            panel = self._panel
            panel.hline(x, y, (_STEP + self._tall), 1)
            panel.hline(x, y + self._height - 1, (_STEP + self._tall), 1)
            panel.vline(x, y, 2, 1)
            panel.vline(x, y + self._height - 2, 2, 1)
        self._draw_rank(x + 1, y, rank, 1)

    def _draw_card(self, x, y, rank, style):
        panel = self._panel
        width = self._width
        height = self._height
        panel.fill_rect(x, y, width, height, 1 if style == _FULL else 0)
        panel.touch(x, y, width, height)
        if not self._tall:
            if not rank:
                panel.hline(x + 1, y + height - 2, 3, 1)
        elif style == _OUTLINE:
            panel.rect(x, y, width, height, 1)
        elif style == _WANT:
            for right in range(0, width, 2):
                panel.pixel(x + right, y, 1)
                panel.pixel(x + width - 1 - right, y + height - 1, 1)
            for down in range(0, height, 2):
                panel.pixel(x, y + down, 1)
                panel.pixel(x + width - 1, y + height - 1 - down, 1)
        self._draw_rank(x + 1 + self._tall, y, rank, 0 if style == _FULL else 1)

    def _draw_rank(self, x, y, rank, colour):
        """The sign of a rank on a card with its upper edge at the pixel row `y`; nothing for 0."""
        if self._height != _TINY_HEIGHT:
            self._draw_glyph(x, y + (self._height - 8) // 2, _RANKS[rank], colour)
        elif rank:
            stamp(self._panel, x, y + 1, _TINY, 3 * (rank if rank > 1 else _ACE), 3, colour)

    def _draw_glyph(self, x, y, code, colour):
        stamp(self._panel, x, y, self._font.GLYPHS, code * COLUMN, COLUMN, colour)

    def _draw_big(self, style):
        """The card in hand, twice as large, or a question mark."""
        panel = self._panel
        x = panel.width - _BIG_WIDTH
        panel.fill_rect(x, 0, _BIG_WIDTH, _BIG_HEIGHT, 1 if style == _FULL else 0)
        panel.touch(x, 0, _BIG_WIDTH, _BIG_HEIGHT)
        if style == _OUTLINE:
            panel.rect(x, 0, _BIG_WIDTH, _BIG_HEIGHT, 1)
        columns = self._font.GLYPHS
        rank = self._places[self._at] if self._turning else self._hand
        code = _RANKS[rank] if 0 < rank < len(_RANKS) else _UNKNOWN
        for column in range(COLUMN):
            bits = columns[code * COLUMN + column]
            y = 2
            while bits:
                if bits & 1:
                    panel.fill_rect(x + 3 + 2 * column, y, 2, 2, 0 if style == _FULL else 1)
                bits >>= 1
                y += 2

    def _draw_cursor(self, shown):
        """The cursor on the places of its decision, or the places as they are without it."""
        decision = self._places[self._at]
        if self._turning:
            self._draw_big(_FULL)
            return
        stack = decision % 10
        y = self._row(stack)
        self._marked[0] = decision // 10
        self._marked[1] = stack
        if stack >= 5:
            wanted = self._table.wanted[stack - 5]
            self._draw_card(self._wanted, y, wanted, _FULL if shown else _WANT)
        if decision == NONE:
            self._draw_big(_FULL if shown else _OUTLINE)
        elif decision > 10:
            talon = decision // 10
            x = self._land[talon] - self._width - self._tall
            card = self._table.talons[talon - 1][-1]
            self._draw_card(x, self._row(talon), card, _FULL if shown else _OUTLINE)
        elif stack <= 4:
            x = self._land[stack]
            if shown:
                self._draw_card(x, y, self._hand, _FULL)
            elif self._drawn[stack]:
                self._panel.fill_rect(x, y, self._width, self._height, 0)
                self._panel.touch(x, y, self._width, self._height)
            else:
                self._draw_card(x, y, 0, _WANT)

    def _draw_strip(self):
        """The bottom row: the answer that OK gives, the number of the card, another key."""
        panel = self._panel
        row = panel.rows - 1
        if self._reproach and not self._result:
            text_row(self._app, row, words.say(self._reproach).strip("."), 255)
            return
        if self._result and self._app.sessions.screen.ended:
            from teletype.handheld.drawing.listing import keys_row

            keys_row(self._app, row, self.end_keys() + "\n" + self.end_keys(False))
            return
        answer = middle = right = b""
        if self._result:
            answer = _text(words.text("CALCULATION_GO_ON"))  # seldom: not kept
        elif self._thinking:
            answer = self._stop
            right = self._thinks
        elif self._chance >= 0:
            answer = self._codes[self._places[self._at]]
            right = self._wins
            if self._plays:
                middle = right
                right = answer
                answer = self._stop
        elif self._request:
            decision = self._places[self._at]
            answer = self._codes[decision]
            if self._turning:
                right = self._look
                if decision <= RANKS:
                    middle = self._still
                    self._still[-1] = ZERO + self._to_come(decision)
            elif self._hand:
                middle = self._number
                right = self._look if decision <= 4 else self._to_talon
            elif decision == NONE:
                middle = self._next
                right = self._look
            else:
                right = self._to_next
        x = MARGIN
        panel.clear(row, 0, x)
        if answer:
            named = self._result or self._thinking or self._playing()
            if not named and (self._wide or len(answer) < 11):  # else `((T1 F2)(X))` has no room
                x = self._draw_codes(x, self._ok)
            x = self._draw_codes(x, answer)
        end = panel.width - 2 * self._wide
        shown = len(right)
        start = end - extent(right, 0, shown)
        if start <= x:  # no more than its ►
            shown = 0 if self._chance >= 0 else 1
            start = end - COLUMN - 1
        at = x + (start - x - extent(middle, 0, len(middle))) // 2
        if at >= x + COLUMN and middle:
            panel.clear(row, x, at - x)
            x = self._draw_codes(at, middle)
        panel.clear(row, x, start - x)
        panel.clear(row, self._draw_codes(start, right, shown))

    def _to_come(self, rank):
        """Cards of a rank that have not been turned out yet."""
        count = 4
        for stack in FOUNDATIONS:
            count -= self._table.foundation(stack - 4).count(rank)
        for talon in self._table.talons:
            count -= talon.count(rank)
        return max(0, count)

    def _draw_codes(self, x, codes, count=-1):
        panel = self._panel
        count = len(codes) if count < 0 else count
        return panel.draw(panel.rows - 1, x, codes, 0, count, self._font)

    def _draw_talons(self):
        """All cards of the talons, bottom first; of very many the lower ones are left away."""
        panel = self._panel
        if self._tall:
            title_row(self._app, words.text("CALCULATION_TALONS"))
            talons = self._table.talons
            shares = rows_of([len(cards) for cards in talons], panel.rows - 2, _LOOKED)
            codes = self._cards
            row = 1
            for stack in TALONS:
                cards = talons[stack - 1]
                codes[0] = ZERO + stack
                panel.draw(row, MARGIN, codes, 0, 1, self._font)
                first = max(0, len(cards) - shares[stack - 1] * _LOOKED)
                for at in range(first, len(cards)):
                    column = (at - first) % _LOOKED
                    codes[column] = _RANKS[cards[at]]
                    if at == first and first:
                        codes[column] = number(0x2026)  # …
                    last = at == len(cards) - 1
                    if last or column == _LOOKED - 1:
                        x = MARGIN + 2 * COLUMN
                        panel.draw(row, x, codes, 0, column + 1, self._font)
                        if last:
                            x += column * COLUMN
                            panel.draw(row, x, codes, column, 1, self._font, 255)
                            panel.clear(row, x - 1, 1, 255)
                        else:
                            row += 1
                row += 1
        else:
            panel.vline(6, 0, 4 * self._pitch, 1)
            for stack in TALONS:
                self._draw_tiny(1, self._row(stack) + 1, stack)
                self._draw_talon(stack, 8, panel.width - 2)
        back, advice, demo = [
            _text(words.text(text))
            for text in ("CALCULATION_TABLE", "CALCULATION_ADVICE", "CALCULATION_DEMO")
        ]
        x = self._draw_codes(MARGIN, back) if self._wide else MARGIN
        right = panel.width - 2 * self._wide - extent(demo, 0, len(demo))
        self._draw_codes(right, demo)
        free = right - x - extent(advice, 0, len(advice))
        self._draw_codes(x + free // 2 // COLUMN * COLUMN, advice)

    # keys

    def key(self, key, repeat):
        request = self._request
        if self._result:
            if request and not repeat:
                self._result = ""
                self._take()
                self.draw()
            return None
        if self._looking:
            if not repeat:
                self._looking = False
                if request and key == UP:
                    self.lead()
                elif request and key == RIGHT:
                    self._plays = False
                    if not self._turning:
                        self._ask_adviser()
                self._draw()
            return None
        if self._thinking or self._playing():
            if not repeat:
                self.draw()
            return None
        if not request or (repeat and key == OK):
            return None
        reproach = self._reproach
        self._reproach = ""
        if key == OK:
            return self._choice()
        at = self._turn(key)
        if at < 0:
            if not repeat:
                self._looking = True
                self.draw()
        elif at != self._at or reproach:
            self._chance = -1
            self._draw_cursor(False)
            self._at = at
            self._draw_cursor(True)
            self._draw_strip()
        return None

    def _choice(self):
        """The answer that the cursor is on."""
        decision = self._places[self._at]
        if self._hand and decision in TALONS:
            self._talon = decision
        return self._request.answers[decision]

    # the adviser

    def lead(self):
        """The adviser plays by itself, from the table as it is."""
        self._plays = True
        if self._request and not self._turning:
            self._ask_adviser()
        return True

    def _ask_adviser(self):
        if not self._adviser:
            from teletype.engines.adviser import Adviser  # 3 KB of heap, for those who ask

            self._adviser = Adviser()
        self._adviser.begin(self._table, self._hand)
        self._thinking = True
        self._chance = -1
        _percent(self._thinks, 0)

    def _think(self):
        adviser = self._adviser
        percent = adviser.done * 100 // adviser.total
        for _ in range(_PLAYOUTS):
            if not adviser.step():
                self._conclude()
                self._draw()
                return
        if percent != adviser.done * 100 // adviser.total:
            _percent(self._thinks, adviser.done * 100 // adviser.total)
            self._draw_strip()

    def _conclude(self):
        """Stops thinking, and puts the cursor on the choice so far."""
        if self._thinking:
            self._thinking = False
            self._at = self._places.index(self._adviser.advice())
            self._chance = self._adviser.chance()
            self._due = ticks_add(ticks_ms(), _SHOW)
            _percent(self._wins, self._chance)

    # the cursor

    def _turn(self, key):
        """The index of the place that a direction leads to; -1 for a look at the talons."""
        at = self._at
        places = self._places
        count = len(places)
        step = 1 if key == DOWN else -1
        if self._turning:
            if key == RIGHT:
                return -1
            return at if key == LEFT else (at - step) % count
        if not self._hand:  # moves, and at the end the next card
            if key == LEFT:
                return self._left if at == count - 1 else at
            if key == RIGHT:
                if at == count - 1:
                    return -1
                self._left = at
                return count - 1
            return (at + step) % count
        talons = len(TALONS)
        if at < talons:  # the talons, and behind them the foundations that the card fits
            if key == RIGHT:
                return -1
            if key == LEFT:
                nearest = at
                for index in range(count - 1, talons - 1, -1):
                    if nearest == at or abs(places[index] - 5 - at) <= abs(
                        places[nearest] - 5 - at
                    ):
                        nearest = index
                return nearest
            return (at + step) % talons
        row = places[at] - 5
        if key == LEFT:
            return at
        if key == RIGHT:
            return row
        if count == talons + 1:  # no other foundation: the talon above or below
            return (row + step) % talons
        return talons + (at - talons + step) % (count - talons)
