# SPDX-License-Identifier: MIT
"""Cards as grids of circles: a card to ask the machine about, and the cards of its training.

The directions move a cursor over the circles and on to the words in the bottom row. OK flips a
circle or runs the command of the word. Next to the card is the pattern that the machine has
learned. A full circle means that all cards of the training have a circle there, a ring that none
has, a dot that it does not matter.
"""

# covers 002:1209

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, DOWN, LEFT, OK, RIGHT
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text, encode, width
from teletype.handheld.drawing.listing import HINTS
from teletype.handheld.pictures import base, editor
from teletype.handheld.pictures.shapes import disc, ring
from teletype.loading import load
from teletype.programs.cards import pattern as engine

_TOP = const(9)
_HEIGHT = const(46)
_WIDTH = const(62)
"""The place of a grid on the screen, in pixels; the second one is on the right half."""

_FEWEST, _MOST = const(2), const(99)
"""Cards in a training."""

_END = const(126)
"""The pixel column after the last one of the top and the bottom row."""
_HINT = const(58)
"""The pixel column where an editor's hint for OK ends, while the cursor is on its signs."""

_BUTTONS = ("◄", "►", "+", "-", "↵")

_BOTH = const(16)
"""Added to two colours, as bits, that are both possible in a cell."""


def grid(count):
    """Return rows and columns for `count` circles: 3 x 3, 3 x 4, else nearly square and full."""
    rows = 1
    while (rows + 1) * (rows + 1) <= count:
        rows += 1
    for full in range(rows, 0, -1):
        if count % full == 0 and count // full <= full + 2:
            return full, count // full
    return rows, (count + rows - 1) // rows


def learned(training, colours=0):
    """Return what the machine learns from the cards of a training, `as_drawn`."""
    bits = 2 if colours else 1
    pattern = engine.coded(training[0], bits)
    for card in training:
        engine.learn(pattern, engine.coded(card, bits))
    return as_drawn(pattern, colours)


def as_drawn(pattern, colours=0):
    """Return a pattern as drawn: for each cell a colour, or both possible colours as bits + _BOTH,
    or IRRELEVANT.
    """
    if not colours:
        return list(pattern)
    found = []
    for at in range(0, len(pattern), 2):
        fits = engine.fitting(pattern, at, colours)
        one = 0
        while fits >> one & 1 == 0:
            one += 1
        if fits == 1 << one:
            found.append(one)
        else:
            all_fit = fits + 1 == 2 << colours
            found.append(engine.IRRELEVANT if all_fit else fits + _BOTH)
    return found


def sign(panel, x, y, radius, colour):
    """Draw the sign of a colour: empty, full, half full, a cross."""
    if colour == 1:
        disc(panel, x, y, radius)
    elif colour == 3:
        thick = radius // 4
        size = 2 * radius + 1
        panel.fill_rect(x - radius, y - thick, size, 2 * thick + 1, 1)
        panel.fill_rect(x - thick, y - radius, 2 * thick + 1, size, 1)
    else:
        ring(panel, x, y, radius)
        if colour:
            for away in range(radius):
                half = radius - 1
                while half * half + away * away > radius * (radius - 1):
                    half -= 1
                panel.hline(x - half, y - away, half + 1, 1)
                panel.hline(x - half, y + away, half + 1, 1)


class Grids:
    """A card to change, the learned pattern next to it, and `buttons` (words) below.

    `at` is the circle under the cursor; from `len(card)` on it is a button.
    """

    def __init__(self, app, card, pattern, buttons, colours=0):
        self._panel = app.panel
        self._most = colours or 1
        self._font = app.font
        self.card = card
        self.pattern = pattern
        self.at = 0
        self._column = 0
        """The column to return to from the buttons."""
        self._second = app.panel.width // 2 + 2
        """The pixel column at which the right half begins."""
        self._rows, self._columns = grid(len(card))
        self._pitch = min(15, _WIDTH // self._columns, _HEIGHT // self._rows)
        self._left = (_WIDTH - self._columns * self._pitch) // 2
        self._top = _TOP + (_HEIGHT - self._rows * self._pitch) // 2
        self._frame = 2 if self._pitch > 10 else 1
        """The thickness of the cursor, which leaves a pixel free around the circle."""
        self._radius = (self._pitch - 1) // 2 - self._frame
        self.label(buttons)

    def label(self, buttons):
        """Set the words below, up to the right end."""
        x = _END - sum([width(button) for button in buttons]) - 2 * COLUMN * (len(buttons) - 1)
        self._buttons = [encode(button) for button in buttons]
        self._places = []
        """The pixel column of each button."""
        for button in buttons:
            self._places.append(x)
            x += width(button) + 2 * COLUMN

    def draw(self):
        """Draw everything on a cleared screen, except the first row, which the caller draws."""
        for index in range(len(self._buttons)):
            self._draw_button(index, 0)
        for cell in range(len(self.card)):
            self._draw_cell(cell, self.card[cell], 0)
        for cell in range(len(self.pattern)):
            self._draw_cell(cell, self.pattern[cell], self._second)
        self._draw_cursor(1)

    def show(self, card, pattern):
        """Replace the card and its pattern; draw only the changes."""
        for cell in range(len(card)):
            if card[cell] != self.card[cell]:
                self._draw_cell(cell, card[cell], 0)
            if pattern[cell] != self.pattern[cell]:
                self._draw_cell(cell, pattern[cell], self._second)
        self.card = card
        self.pattern = pattern

    def _draw_cell(self, cell, value, left):
        panel = self._panel
        radius = self._radius
        size = 2 * radius + 1
        x = left + self._x(cell) - radius
        y = self._y(cell) - radius
        panel.fill_rect(x, y, size, size, 0)
        panel.touch(x, y, size, size)
        if left and self._most > 1:
            panel.fill_rect(x + radius - 5, y, 11, size, 0)
            panel.touch(x + radius - 5, y, 11, size)
        if 0 <= value <= self._most:
            sign(panel, x + radius, y + radius, radius, value)
        elif left and value >= _BOTH:
            aside = -3
            for colour in range(self._most + 1):
                if value >> colour & 1:
                    sign(panel, x + radius + aside, y + radius, 2, colour)
                    aside = 3
            panel.touch(x + radius - 5, y + radius - 2, 11, 5)
        elif left:
            inner = 1 if radius > 2 else 0
            panel.fill_rect(
                x + radius - inner, y + radius - inner, 2 * inner + 1, 2 * inner + 1, 1
            )
        else:  # another number, possible only from the serial port
            panel.rect(x, y, size, size, 1)

    def _x(self, cell):
        """Return the pixel column of the middle of a circle."""
        return self._left + cell % self._columns * self._pitch + self._pitch // 2

    def _y(self, cell):
        return self._top + cell // self._columns * self._pitch + self._pitch // 2

    def _draw_cursor(self, shown):
        panel = self._panel
        count = len(self.card)
        if self.at < count:
            reach = self._radius + 1
            x = self._x(self.at)
            y = self._y(self.at)
            for _ in range(self._frame):
                reach += 1
                panel.rect(x - reach, y - reach, 2 * reach + 1, 2 * reach + 1, shown)
            panel.touch(x - reach, y - reach, 2 * reach + 1, 2 * reach + 1)
        else:
            self._draw_button(self.at - count, 255 if shown else 0)

    def _draw_button(self, index, invert):
        """Draw a word below in its frame, whose upper edge is above the row."""
        panel = self._panel
        button = self._buttons[index]
        row = panel.rows - 1
        x = self._places[index]
        panel.clear(row, x - 2, 2, invert)
        end = panel.draw(row, x, button, 0, len(button), self._font, invert)
        panel.rect(x - 2, 8 * row - 1, end - x + 3, 9, 1)
        panel.touch(x - 2, 8 * row - 1, end - x + 3, 9)

    def button(self):
        """Return the index of the button under the cursor, -1 on a circle."""
        return max(-1, self.at - len(self.card))

    def flip(self):
        """Give the circle under the cursor its next colour, and after the last colour none."""
        value = self.card[self.at]
        self.card[self.at] = value + 1 if 0 <= value < self._most else 0
        self._draw_cell(self.at, self.card[self.at], 0)

    def move(self, key):
        """Move in a direction: around the row, up and down the column; the buttons join its two
        ends.
        """
        self._draw_cursor(0)
        count = len(self.card)
        columns = self._columns
        at = self.at
        if at >= count:
            if key == LEFT or key == RIGHT:
                buttons = len(self._buttons)
                at = count + (at - count + (1 if key == RIGHT else buttons - 1)) % buttons
            else:
                at = self._column if key == DOWN else self._bottom(self._column)
        elif key == LEFT or key == RIGHT:
            first = at - at % columns
            row = min(columns, count - first)
            at = first + (at - first + (1 if key == RIGHT else row - 1)) % row
        else:
            self._column = at % columns
            at += columns if key == DOWN else -columns
            if not 0 <= at < count:
                at = count
        self.at = at
        self._draw_cursor(1)

    def _bottom(self, column):
        """Return the lowest circle of a column."""
        return column + (len(self.card) - 1 - column) // self._columns * self._columns


class Picture(base.Picture):
    """A card to ask about: the word below sends it. In a lesson two words tell the machine what it
    is.
    """

    ANSWERS = True

    @staticmethod
    def fits(panel, setup):
        return True

    def __init__(self, app, setup, game):
        super().__init__(app, setup, game)
        self._colours = int(setup["colours"] or 0)
        pattern = as_drawn(game.pattern, self._colours)
        self._grids = Grids(app, [0] * setup["k"], pattern, (), self._colours)
        self.ANSWERS = app.panel.width >= 128 and app.panel.height >= 64
        self._known = 0
        """The number of cards that the pages about the training explain."""
        self._steps = None if self.ANSWERS else self._explained()
        """These pages, while they are shown."""
        self._given = False
        """Whether the player has asked about a card."""
        self._verdict = ""
        """The machine's verdict on the shown card; empty once the card changes."""
        self._lesson = False
        """Whether the words below say what that card is."""
        self.encode_words()

    def _explained(self):
        """Return the pages about the training so far."""
        bits = 2 if self._colours else 1
        self._known = len(self.game.training)
        training = [bytes(self.game.word(card)) for card in self.game.training]
        steps = load("teletype.programs.cards.picture_steps", self)
        return steps.Steps(self._app, training, bits, grid(len(self._grids.card)), self.ANSWERS)

    def encode_words(self):
        how = words.program("cards").PICTURE["HOW"]
        self._how = encode(words.called(how))
        self._explain = how[how.find(":") + 1 :]
        """The word below that opens the pages about each card's lesson."""
        self._label()
        if self._steps:
            self._steps.encode_words()

    def _label(self):
        """Set the words below, and the hint of the last row about them."""
        lesson = self._lesson
        self._flip = encode(words.text("CARDS_SAY" if lesson else "CARDS_FLIP"))
        self._send = self._flip if lesson else encode(words.text("CARDS_SEND"))
        keys = ("CARDS_OURS", "CARDS_FOREIGN") if lesson else ("CARDS_ASK",)
        self._grids.label([words.text(key) for key in keys] + ([] if lesson else [self._explain]))

    def line(self, text):
        if not self.game.asks:
            self._verdict = text if width(words.shown(text)) < _END else ""

    def answer(self, values):
        if not (self.game.puzzles or self._lesson):
            self._given = True
            if self.ANSWERS:
                self._steps = None
            self._grids.card[:] = values

    def ask(self, request):
        if request is None:
            return None
        game = self.game
        if game.puzzles:
            return False
        grids = self._grids
        grids.pattern[:] = as_drawn(game.pattern, self._colours)
        if not self.ANSWERS and len(game.training) > self._known:
            self._steps = self._explained()
        lesson = game.lesson
        if lesson != self._lesson:
            self._lesson = lesson
            self._label()
            grids.at = 0
            if lesson:  # the machine's verdict is offered first
                grids.at = len(grids.card) + (not engine.ours(grids.pattern, grids.card))
        if not lesson:
            grids.card[:] = request.values
            if not self._given and not self._steps:
                self._steps = self._explained()
        return None

    def draw(self):
        if self._steps:
            self._steps.draw()
            return
        panel = self._panel
        panel.fill(0)
        panel.touch(0, 0, panel.width, panel.height)
        self._draw_title()
        self._draw_hint()
        self._grids.draw()

    def _draw_title(self):
        """Draw the machine's last message, or else the meaning of the signs in the right grid."""
        panel = self._panel
        title = words.text("CARDS_LEARNED")
        panel.clear(0)
        if self._verdict:
            panel.clear(0, 0, MARGIN, 255)
            end = draw_text(panel, 0, MARGIN, words.shown(self._verdict), 255)
            if end < _END - width(title):
                draw_text(panel, 0, _END - width(title), title)
            return
        draw_text(panel, 0, MARGIN, title)
        full, empty, free = words.text("CARDS_LEGEND").split(" ")
        x = _END - width(free)
        draw_text(panel, 0, x, free)
        panel.fill_rect(x - 5, 2, 3, 3, 1)
        if self._colours:
            return
        x -= 8 + width(empty)
        draw_text(panel, 0, x, empty)
        ring(panel, x - 5, 3, 3)
        x -= 11 + width(full)
        draw_text(panel, 0, x, full)
        disc(panel, x - 5, 3, 3)

    def _draw_hint(self):
        """Draw the hint for OK; the grid draws the button at the right end of the row."""
        panel = self._panel
        row = panel.rows - 1
        hint = (self._flip, self._send, self._how)[self._grids.button() + 1]
        if self._lesson:
            hint = self._flip
        end = panel.draw(row, HINTS, hint, 0, len(hint), self._font)
        panel.clear(row, end, _WIDTH - end)

    def key(self, key, repeat):
        grids = self._grids
        if self._steps:
            if self._steps.key(key, repeat):
                self._steps = None
                self.draw()
        elif self._lesson:
            if key == OK:
                return None if repeat else (1 - grids.button(),)
            if key in (LEFT, RIGHT):
                grids.move(key)
        elif key != OK:
            before = grids.button()
            grids.move(key)
            if grids.button() != before:
                self._draw_hint()
        elif not repeat:
            if grids.button() > 0:
                self._steps = self._explained()
                self.draw()
                return None
            if grids.button() == 0:
                return tuple(grids.card)
            grids.flip()
            if self._verdict:
                self._verdict = ""
                self._draw_title()
        return None


class Editor(editor.Editor):
    """An editor for the cards of a training, one by one. The signs below: previous card, next
    card, add a card (a copy of this one), remove this card, accept all; BACK cancels.

    The setup's `k` is the number of circles; cards of another size are cut or filled up.
    """

    def __init__(self, app, field, setup, done, cancel):
        super().__init__(app, field, setup, done, cancel)
        count = setup["k"]
        self._colours = int(setup.get("colours") or 0)
        most = self._colours or 1
        self._cards = []
        for word in setup[field.name]:
            card = [min(int(digit), most) for digit in word[:count]]
            self._cards.append(card + [0] * (count - len(card)))
        while len(self._cards) < _FEWEST:
            self._cards.append([0] * count)
        self._shown = 0
        pattern = learned(self._cards, self._colours)
        self._grids = Grids(app, self._cards[0], pattern, _BUTTONS, self._colours)

    def draw(self):
        panel = self._panel
        panel.home()
        panel.fill(0)
        panel.touch(0, 0, panel.width, panel.height)
        self._draw_title(words.text("CARDS_LEARNED"))
        self._draw_hint()
        self._grids.draw()

    def _draw_hint(self):
        """Draw what OK does: to the circle, or after the sign under the cursor."""
        panel = self._panel
        row = panel.rows - 1
        button = self._grids.button()
        text = words.text("CARDS_FLIP")
        if button >= 0:
            text = "OK:" + words.text("CARDS_DOES").split(" ")[button]
        end = draw_text(panel, row, MARGIN, words.called(text))
        panel.clear(row, end, _HINT - end)

    def _draw_title(self, right):
        panel = self._panel
        number = words.text("CARDS_NUMBER") % (self._shown + 1, len(self._cards))
        end = draw_text(panel, 0, MARGIN, number)
        start = _END - width(right)
        panel.clear(0, end, start - end)
        draw_text(panel, 0, start, right)

    def key(self, key, repeat):
        grids = self._grids
        if key == BACK:
            if not repeat:
                self._cancel()
        elif key != OK:
            grids.move(key)
            self._draw_hint()
        elif not repeat:
            button = grids.button()
            if button < 0:
                grids.flip()
                grids.show(grids.card, learned(self._cards, self._colours))
            else:
                (self._before, self._next, self._add, self._remove, self._take)[button]()

    def _show(self, index, message=None):
        """Show another card."""
        self._shown = index % len(self._cards)
        self._grids.show(self._cards[self._shown], learned(self._cards, self._colours))
        self._draw_title(message or words.text("CARDS_LEARNED"))

    def _before(self):
        self._show(self._shown - 1)

    def _next(self):
        self._show(self._shown + 1)

    def _add(self):
        if len(self._cards) == _MOST:
            self._show(self._shown, words.text("CARDS_TOO_MANY") % _MOST)
            return
        self._cards.insert(self._shown + 1, list(self._cards[self._shown]))
        self._show(self._shown + 1)

    def _remove(self):
        if len(self._cards) == _FEWEST:
            self._show(self._shown, words.text("CARDS_TOO_FEW") % _FEWEST)
            return
        del self._cards[self._shown]
        self._show(min(self._shown, len(self._cards) - 1))

    def _take(self):
        self._done(tuple(["".join([str(cell) for cell in card]) for card in self._cards]))
