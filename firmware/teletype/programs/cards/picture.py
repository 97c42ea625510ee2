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
from teletype.drivers.buttons import LEFT, OK, RIGHT
from teletype.handheld.drawing.glyphs import MARGIN, draw_text, encode, width
from teletype.handheld.drawing.listing import HINTS
from teletype.handheld.pictures import base
from teletype.handheld.pictures.shapes import disc, ring
from teletype.loading import load
from teletype.programs.cards import pattern as engine
from teletype.programs.cards.picture_grids import END, Grids, as_drawn, grid

_WIDTH = const(62)
"""The pixels of the bottom row before the word."""


class Picture(base.Picture):
    """A card to ask about: the word below sends it. In a lesson two words tell the machine what it
    is.
    """

    ANSWERS = True

    @staticmethod
    def fits(panel, setup):
        return True

    def __init__(self, app, setup, game):
        base.Picture.__init__(self, app, setup, game)
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
        game = self.game
        self._known = len(game.training)
        training = [bytes(game.word(card)) for card in game.training]
        steps = load("teletype.programs.cards.picture_steps", self)
        shape = grid(len(self._grids.card))
        return steps.Steps(self._app, training, game.bits, shape, self.ANSWERS)

    def encode_words(self):
        how = words.program("cards").PICTURE["HOW"]
        self._how = encode(words.called(how))
        self._send = encode(words.text("CARDS_SEND"))
        self._explain = how[how.find(":") + 1 :]
        """The word below that opens the pages about each card's lesson."""
        self._label()
        if self._steps:
            self._steps.encode_words()

    def _label(self):
        """Set the words below, and the hint of the last row about them."""
        if self._lesson:
            self._flip = encode(words.text("CARDS_SAY"))
            self._grids.label([words.text("CARDS_OURS"), words.text("CARDS_FOREIGN")])
        else:
            self._flip = encode(words.text("CARDS_FLIP"))
            self._grids.label([words.text("CARDS_ASK"), self._explain])

    def line(self, text):
        if not self.game.lesson:  # otherwise it only asks
            self._verdict = text if width(words.shown(text)) < END else ""

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
            at = 0
            if lesson:  # the machine's verdict is offered first
                at = len(grids.card) + (not engine.ours(grids.pattern, grids.card))
            grids.at = at
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
        panel.blank()
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
            if end < END - width(title):
                draw_text(panel, 0, END - width(title), title)
            return
        draw_text(panel, 0, MARGIN, title)
        full, empty, free = words.text("CARDS_LEGEND").split(" ")
        x = END - width(free)
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
