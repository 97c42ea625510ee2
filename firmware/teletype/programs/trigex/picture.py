# SPDX-License-Identifier: MIT
"""The board of Trigex: nine points on nine lines, and a cursor that may rest on any point.

Next to the board is the list of its lines. Those through the chosen point are solid, and lit in
the list; the others are dotted. The machine's points are squares, the person's are discs, as the
legend says; a free point is a ring. On a taken point the last row says whose it is, and OK does
nothing. OK held leads to the lines as strips, then to the machine's table, then back. With two
players the first one has the machine's sign, and there is no table.
"""

# covers 002:224

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.drivers.buttons import DOWN, LEFT, OK, RIGHT, UP
from teletype.engines.game import MACHINE
from teletype.handheld.activity import due
from teletype.handheld.drawing.glyphs import MARGIN, ZERO, draw_text, encode, width, wrapped
from teletype.handheld.drawing.listing import HINTS, keys_text
from teletype.handheld.pictures import base
from teletype.handheld.pictures.shapes import digit, disc, inverse, ring
from teletype.programs.trigex import picture_pages as trigex_pages
from teletype.programs.trigex.game import EMPTY, LINES, OWN

PLACES = (
    (0, 0),  # the points count from 1
    (70, 32),
    (61, 49),
    (47, 31),
    (26, 6),
    (17, 49),
    (33, 30),
    (45, 17),
    (84, 8),
    (22, 23),
)
"""(x, y) of each point in pixels: all nine lines are straight, and the last row of text is free.

The book's figure of the board is lost; the game needs only its nine lines.
"""

SPANS = ((2, 8), (1, 6), (1, 4), (2, 9), (2, 4), (5, 8), (4, 5), (5, 7), (8, 9))
"""The two outer points of each of the lines."""

_RADIUS = const(5)
_REACH = const(_RADIUS + 1)
"""Pixels from the middle of a point to the edge of the cursor's box."""

_LIST = const(95)
_NEXT = const(112)
"""The pixel columns of the two columns of the list."""

_SIDE = const(_RADIUS - 1)
"""Pixels from the middle of a point to the side of a square, which no other line touches."""

_BOTH = const(80)
"""The pixel column of the legend of two players, which is a row."""

_DOTS = const(4)
"""Distance in pixels between the dots of a line that is not chosen."""

_SAID = const(56)
"""Pixels for the machine's message, on the right of the rows below the list."""

_BLINK = const(400)
"""Milliseconds for which the winning line is lit, and dark."""

_BLINKS = const(4)
"""Number of changes while a point taken by the machine blinks."""

_END = const(126)

_DIRECTIONS = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}


def neighbour(field, key):
    """Return the point in a direction from `field`: near, and roughly straight ahead.

    Return the same point if there is none in that direction.
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


def _pixels(line):
    """Return the pixels of a line between its points, in pairs of bytes: x and y."""
    first, last = SPANS[line]
    x, y = PLACES[first]
    right = PLACES[last][0] - x
    down = PLACES[last][1] - y
    steps = max(abs(right), abs(down))
    found = bytearray()
    for step in range(steps + 1):
        across = (2 * x * steps + 2 * right * step + steps) // (2 * steps)
        along = (2 * y * steps + 2 * down * step + steps) // (2 * steps)
        near = False
        for field in LINES[line]:
            aside = PLACES[field][0] - across
            above = PLACES[field][1] - along
            if aside * aside + above * above <= (_RADIUS + 2) * (_RADIUS + 2):
                near = True
        if not near:
            found.append(across)
            found.append(along)
    return bytes(found)


class Picture(base.Picture):
    """Draw the board; the answer is the point under the cursor, given when OK is released.

    _lines    for each line its pixels
    _pressed  whether OK is down, but not yet long enough to count as held
    _page     the current page of `trigex_pages`; 0 for the board
    _lit      whether the winning line is lit
    """

    ANSWERS = True

    def __init__(self, app, setup, game):
        base.Picture.__init__(self, app, setup, game)
        self._lines = [_pixels(line) for line in range(9)]
        self._pages = len(trigex_pages.KEYS)
        """The number of pages, including the board: only a game that the machine begins has the
        table."""
        if setup.get("players") or setup.get("first") == "you":
            self._pages = 2
        self._cursor = 1
        self._last = 0
        """The last point of the machine."""
        self._given = self._refused = False
        """Whether the person has answered at this prompt; whether the last answer was refused."""
        self._over = self._pressed = self._lit = False
        self._page = 0
        self._room = 0
        """The pixel column where the keys on the right begin."""
        self._due = 0
        self.encode_words()

    def encode_words(self):
        self._hint = bytearray(encode(words.text("TRIGEX_CHOICE") + "1"))
        taken = words.text("TRIGEX_TAKEN")
        names = self._names()
        self._taken = [encode(taken.replace("*", name)) for name in names]

    def _names(self):
        """Return the names of the players with squares and with discs."""
        if self.game.two:
            return "A", "B"
        return words.text("MIR"), words.text("YEN_YOU")

    def _follow(self):
        """Take the last move of the game, if it is new."""
        game = self.game
        if self.moved() and game.mover == MACHINE and not game.two:
            self._last = game.last[0]
            self.moves(_BLINKS, game.moves == 1)

    def answer(self, values):
        self._given = True
        if 1 <= values[0] <= 9:
            self._cursor = values[0]
        self.played = None
        self._pressed = False
        self._page = 0

    def ask(self, request):
        """Take the request; the cursor leaves a taken point for the nearest free one."""
        if request is None:
            return
        self.who = request.player
        fields = self.game.fields
        self._refused = self._given and self.game.moves == self._moves
        self._given = False
        self._follow()
        if fields[self._cursor] == EMPTY or self._refused:
            return
        x, y = PLACES[self._cursor]
        least = 1 << 20
        for field in range(1, 10):
            right = PLACES[field][0] - x
            down = PLACES[field][1] - y
            if fields[field] == EMPTY and right * right + down * down < least:
                least = right * right + down * down
                self._cursor = field

    def end(self):
        self._follow()
        self._over = self._lit = True
        self._page = 0
        self._due = ticks_add(ticks_ms(), _BLINK)
        return True

    def draw(self):
        panel = self._panel
        panel.blank()
        if self._page:
            trigex_pages.draw(self._app, self._page, self.game, self._cursor)
            last = self._page == self._pages - 1
            self._draw_keys(trigex_pages.KEYS[-1 if last else self._page])
            return
        for line in range(9):
            self._draw_dots(line)
            draw_text(panel, line % 5, _NEXT if line > 4 else _LIST, "%d%d%d" % LINES[line])
        for field in range(1, 10):
            self._draw_field(field)
        self._draw_said()
        if self._over:
            if self._lit:
                self._lit = False
                self._blink()
            keys, _, paper = self.end_keys().partition("  ")
            draw_text(panel, panel.rows - 1, MARGIN, keys)
            draw_text(panel, panel.rows - 1, _END - width(paper), paper)
            return
        self._draw_keys(trigex_pages.KEYS[0])
        self._choose()

    def _draw_keys(self, key):
        if self._app.activity.keeps_row():
            return
        panel = self._panel
        text = keys_text(self._app, words.text(key))
        self._room = _END - width(text)
        draw_text(panel, panel.rows - 1, self._room, text)
        self._draw_hint()

    def _draw_said(self):
        """Draw the machine's message and its last move."""
        panel = self._panel
        drawn = self.game.result == 0  # the message is for both
        said = words.shown(self.message) if drawn else self.shown_message(self.message)
        parts = wrapped(said, _SAID)[-2:]
        if not (self._over or self._refused):
            self._draw_legend()
            if self.who:
                self._draw_right(panel.rows - 2, words.text("TWO_MOVE"), 0)
            return
        row = panel.rows - 1 - len(parts)
        for text in parts:
            self._draw_right(row, text)
            row += 1

    def _draw_right(self, row, text, invert=255):
        panel = self._panel
        x = _END - width(text)
        panel.clear(row, x - 1, panel.width - x + 1, invert)
        draw_text(panel, row, x, text, invert)

    def _draw_legend(self):
        """Draw who has squares and who has discs; of two players, the one to move is inverse."""
        panel = self._panel
        row = panel.rows - 3
        x = _BOTH if self.who else _LIST
        for index, name in enumerate(self._names()):
            y = 8 * row + 3
            if index:
                disc(panel, x + 3, y, 3)
            else:
                panel.fill_rect(x, y - 3, 7, 7, 1)
            if name == self.who:
                inverse(panel, row, x + 11, name)
            else:
                draw_text(panel, row, x + 11, name)
            if self.who:
                x += 20
            else:
                row += 1

    def _draw_dots(self, line):
        panel = self._panel
        pixels = self._lines[line]
        for at in range(0, len(pixels), 2 * _DOTS):
            panel.pixel(pixels[at], pixels[at + 1], 1)

    def _toggle(self, line, thick=False):
        """Draw a line solid, or undo that except for its dots; flip it in the list."""
        panel = self._panel
        pixels = self._lines[line]
        flat = abs(pixels[-2] - pixels[0]) >= abs(pixels[-1] - pixels[1])
        edge = 1 if thick else 0
        low = high = pixels[0]
        page = pixels[1] >> 3
        for at in range(0, len(pixels), 2):
            x = pixels[at]
            y = pixels[at + 1]
            if y >> 3 != page:
                panel.touch(low - edge, page * 8 - edge, high - low + 1 + 2 * edge, 8 + 2 * edge)
                low = high = x
                page = y >> 3
            low = min(low, x)
            high = max(high, x)
            if at % (2 * _DOTS):
                panel.pixel(x, y, 1 - panel.pixel(x, y))
            if thick:
                for shift in (-1, 1):
                    aside = x if flat else x + shift
                    along = y + shift if flat else y
                    panel.pixel(aside, along, 1 - panel.pixel(aside, along))
        panel.touch(low - edge, page * 8 - edge, high - low + 1 + 2 * edge, 8 + 2 * edge)
        panel.flip((_NEXT if line > 4 else _LIST) - 1, line % 5 * 8, 16, 8)

    def _blink(self):
        if self.game.line >= 0:
            self._lit = not self._lit
            self._toggle(self.game.line, True)

    def tick(self, now):
        if self._pressed and not self._app.buttons.is_down(OK):
            self._pressed = False
            self.played = (self._cursor,)
        if self._over and due(self._due, now, _BLINK):
            self._due = ticks_add(now, _BLINK)
            self._blink()
        return False

    def frame(self, before):
        """Blink the point that the machine has taken."""
        if not self._page:
            x, y = PLACES[self._last]
            self._panel.fill_rect(x - _SIDE, y - _SIDE, 2 * _SIDE + 1, 2 * _SIDE + 1, 0)
            disc(self._panel, x, y, _RADIUS, 0)
            self._draw_field(self._last)
            self._panel.touch(x - _RADIUS, y - _RADIUS, 2 * _RADIUS + 1, 2 * _RADIUS + 1)

    def _draw_field(self, field):
        panel = self._panel
        x, y = PLACES[field]
        piece = self.game.fields[field]
        if self.unseen and self.unseen % 2 == 0 and field == self._last:
            piece = EMPTY
        if piece == EMPTY:
            ring(panel, x, y, _RADIUS)
            digit(panel, x, y, field)
            return
        if piece == OWN:
            panel.fill_rect(x - _SIDE, y - _SIDE, 2 * _SIDE + 1, 2 * _SIDE + 1, 1)
        else:
            disc(panel, x, y, _RADIUS)
        digit(panel, x, y, field, 0)

    def _choose(self, other=0):
        """Move the cursor to another point, or draw it in place; the lines follow."""
        panel = self._panel
        field = self._cursor
        for at in (field, other):
            if at:
                x, y = PLACES[at]
                panel.flip(x - _REACH, y - _REACH, 2 * _REACH + 1, 2 * _REACH + 1)
        for line in range(9):
            if (field in LINES[line]) != (other in LINES[line]):
                self._toggle(line)
        self._cursor = other or field

    def _draw_hint(self):
        """Draw what OK does, or whose the chosen point is."""
        panel = self._panel
        hint: bytes | bytearray = self._hint
        piece = self.game.fields[self._cursor]
        if piece == EMPTY:
            self._hint[-1] = ZERO + self._cursor
        else:
            hint = self._taken[0 if piece == OWN else 1]
        row = panel.rows - 1
        x = panel.draw(row, HINTS, hint, 0, len(hint), self._font)
        panel.clear(row, x, self._room - x)

    def key(self, key, repeat):
        if key == OK:
            if not repeat:
                if self.game.fields[self._cursor] == EMPTY:
                    self._pressed = True
                    self._app.key_sign.heard()
            elif repeat == 1:
                self._pressed = False
                self._page = (self._page + 1) % self._pages
                self.draw()
            return None
        other = neighbour(self._cursor, key)
        if other == self._cursor:
            return None
        if self._page:
            self._cursor = other
            self.draw()
        else:
            self._choose(other)
            self._draw_hint()
        return None
