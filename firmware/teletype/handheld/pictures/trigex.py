# SPDX-License-Identifier: MIT
"""The board of Trigex: nine fields on nine lines, and a cursor that may rest on any of them.

The machine's stones are filled, the person's are crossed out, an empty field is a ring with its
number. Taken fields can be chosen too: the program refuses them in its own words. Of two people
the first one has the machine's stones.
"""

# covers 002:224

from micropython import const

from teletype import words
from teletype.drivers.buttons import DOWN, LEFT, OK, RIGHT, UP
from teletype.engines.trigex import LINES
from teletype.handheld.drawing.glyphs import MARGIN, ZERO, draw_text, encode, width
from teletype.handheld.input.picker import shortened
from teletype.handheld.pictures import base
from teletype.handheld.pictures.shapes import digit, disc, ring

PLACES = (
    (0, 0),  # the fields count from 1
    (42, 8),
    (24, 20),
    (51, 25),
    (69, 29),
    (119, 13),
    (64, 50),
    (81, 39),
    (7, 32),
    (45, 36),
)
"""(x, y) of each field in pixels: all nine lines are straight, and the last row of text is free.

The book's figure of the board is lost; the nine lines are all that the game needs of it.
"""

SPANS = ((1, 8), (1, 6), (1, 7), (2, 6), (2, 4), (5, 8), (5, 9), (5, 6), (7, 8))
"""The two outer fields of each of the lines."""

_RADIUS = const(5)
_REACH = const(_RADIUS + 1)
"""From the middle of a field to the edge of the cursor's box, in pixels."""

_SMALL = const(3)
"""The radius of the two stones that stand before what they mean, on the top row."""
_MACHINE_X = const(83)
_YOU_X = const(111)
"""Where those words begin."""
_GAP = const(6)
"""From the middle of such a stone to its word."""

_END = const(126)

_RESULT = const(74)
"""Pixels of the result, at the right of the top row."""


_MOVE = const("N=")
_REFUSED = const("ВЫ ОШИБЛИСЬ")
"""What the machine says of its own field, and of one that cannot be taken."""

_DRAW = const("НИЧЬЯ")
"""What it says of two people of whom nobody has a line."""

_FREE, _MACHINE, _PERSON = 0, 1, 2

_DIRECTIONS = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}


def neighbour(field, key):
    """The field that a direction leads to from `field`: near, and rather straight ahead.

    The same field when none lies that way.
    """
    right, down = _DIRECTIONS[key]
    x, y = PLACES[field]
    best = field
    least = 1000
    for other in range(1, 10):
        across = PLACES[other][0] - x
        along = PLACES[other][1] - y
        ahead = across * right + along * down
        aside = abs(across * down) + abs(along * right)
        if aside <= 2 * ahead and ahead + 3 * aside < least and other != field:
            least = ahead + 3 * aside
            best = other
    return best


class Picture(base.Picture):
    """Draws the board; an answer is the field under the cursor."""

    ANSWERS = True

    def __init__(self, app, setup):
        super().__init__(app, setup)
        self._owner = bytearray(10)
        self._cursor = 1
        self._given = 0
        """The field last answered, until the machine has taken it or refused it."""
        self._move = ""
        self._message = ""
        self._over = False
        self.encode_words()

    def encode_words(self):
        self._hint = bytearray(encode(words.text("TRIGEX_CHOICE") + "1"))

    def line(self, text):
        if self._given:
            if text != _REFUSED:
                self._owner[self._given] = _MACHINE if self.who == "A" else _PERSON
            self._given = 0
        if text.startswith(_MOVE):
            self._move = text
            self._owner[int(text[len(_MOVE) :])] = _MACHINE
        else:
            self._message = text

    def answer(self, values):
        self._given = values[0] if 1 <= values[0] <= 9 else 0
        self._cursor = self._given or self._cursor

    def ask(self, request):
        """At a new turn the cursor leaves a field that is taken, for the nearest free one."""
        if request is not None:
            self.who = request.player
        if request is None or self._owner[self._cursor] == _FREE or self._message == _REFUSED:
            return
        x, y = PLACES[self._cursor]
        least = 1 << 20
        for field in range(1, 10):
            right = PLACES[field][0] - x
            down = PLACES[field][1] - y
            if self._owner[field] == _FREE and right * right + down * down < least:
                least = right * right + down * down
                self._cursor = field

    def end(self):
        self._over = True
        return True

    def _draw_won(self):
        """The line that is the machine's, thick."""
        for fields in LINES:
            owner = self._owner[fields[0]]
            if owner and all([self._owner[field] == owner for field in fields]):
                for field in fields:
                    for other in fields:
                        x, y = PLACES[field]
                        right, down = PLACES[other]
                        for shift in (-1, 1):
                            self._panel.line(x + shift, y, right + shift, down, 1)
                            self._panel.line(x, y + shift, right, down + shift, 1)

    def _draw_result(self):
        panel = self._panel
        drawn = self._message == _DRAW  # it is said to both
        text = words.say(self._message) if drawn else self.told(self._message)
        text = shortened(text, _RESULT)
        x = _END - 1 - width(text)
        panel.fill_rect(x - 3, 0, panel.width - x + 3, 8, 1)  # field 5 begins below
        draw_text(panel, 0, x, text, 255)
        keys, _, paper = self.end_keys().partition("  ")
        draw_text(panel, panel.rows - 1, MARGIN, keys)
        draw_text(panel, panel.rows - 1, _END - width(paper), paper)

    def draw(self):
        panel = self._panel
        panel.fill(0)
        for first, last in SPANS:
            panel.line(*PLACES[first], *PLACES[last], 1)
        if self._over:
            self._draw_won()
        for field in range(1, 10):
            self._draw_field(field)
        if self._over:
            self._draw_result()
            panel.touch(0, 0, panel.width, panel.height)
            return
        disc(panel, _MACHINE_X - _GAP, 3, _SMALL)
        draw_text(panel, 0, _MACHINE_X, "A" if self.who else words.text("TRIGEX_MACHINE_NAME"))
        ring(panel, _YOU_X - _GAP, 3, _SMALL)
        self._cross(_YOU_X - _GAP, 3, 1)
        draw_text(panel, 0, _YOU_X, "B" if self.who else words.text("TRIGEX_YOU"))
        bottom = panel.rows - 1
        draw_text(panel, bottom - 1, MARGIN, self.told(self._message))
        draw_text(panel, bottom, _END - width(self._move), self._move)
        panel.touch(0, 0, panel.width, panel.height)
        self._draw_hint()
        self._draw_cursor()

    def _draw_field(self, field):
        panel = self._panel
        x, y = PLACES[field]
        owner = self._owner[field]
        if owner == _MACHINE:
            disc(panel, x, y, _RADIUS)
            digit(panel, x, y, field, 0)
        else:
            ring(panel, x, y, _RADIUS)
            if owner == _PERSON:
                self._cross(x, y, 3)
            else:
                digit(panel, x, y, field)

    def _cross(self, x, y, reach):
        self._panel.line(x - reach, y - reach, x + reach, y + reach, 1)
        self._panel.line(x - reach, y + reach, x + reach, y - reach, 1)

    def _draw_cursor(self):
        x, y = PLACES[self._cursor]
        self._panel.flip(x - _REACH, y - _REACH, 2 * _REACH + 1, 2 * _REACH + 1)

    def _draw_hint(self):
        panel = self._panel
        hint = self._hint
        hint[-1] = ZERO + self._cursor
        panel.draw(panel.rows - 1, MARGIN, hint, 0, len(hint), self._font)

    def key(self, key, repeat):
        if key == OK:
            return None if repeat else (self._cursor,)
        self._draw_cursor()
        self._cursor = neighbour(self._cursor, key)
        self._draw_cursor()
        self._draw_hint()
        return None
