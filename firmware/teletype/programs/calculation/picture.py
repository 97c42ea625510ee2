# SPDX-License-Identifier: MIT
"""The table of Calculation, shared by its three editions: foundations, talons, the card in hand.

Above are the foundations, below them the talons as rows, each with its number in the edition:
`TableView` draws them. On the right is the card to be placed, or a question mark for the next one
while cards may be moved. Below it is the rest of the stock, if a deck is used. If a person turns
out real cards, UP and DOWN choose the card. The bottom row then shows how many cards of its rank
are still to come. The cursor only goes where the rules allow. There it shows the card in inverse
video, or the card and the place that it may move to. The bottom row shows the answer that OK
gives, in the notation of the edition.

UP and DOWN go round the stacks or the moves. LEFT and RIGHT choose between foundations and talons,
or between moves and the next card. Further to the right, a page shows all cards of the talons, and
there RIGHT asks the adviser (`engines.adviser`). It thinks until it is done or any key is pressed;
after _FIRST milliseconds the cursor is on its choice so far. At the end the bottom row shows its
chance to win, and the foundation that a kept card waits for. OK gives that answer, as usual. On
the page of the talons, UP lets the adviser play on its own from the present table until the game
is over or any key is pressed. A person, or an idle exhibit, may leave it alone.

A panel with fewer than eight text rows has the foundations beside the talons. With four text rows
the cards are tiny, and the number of the card replaces the rest of the stock. On 72 pixels only
the last top card of a foundation is drawn, and the texts are short.
"""

# covers 004:22

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.drivers.buttons import OK, RIGHT, UP
from teletype.engines.calculation import TALONS
from teletype.handheld.activity import due
from teletype.handheld.drawing import glyphs
from teletype.handheld.pictures import base
from teletype.handheld.pictures.shapes import box
from teletype.loading import load
from teletype.programs.calculation.picture_cards import FULL, OUTLINE, Cards
from teletype.programs.calculation.picture_cursor import Cursor
from teletype.programs.calculation.picture_strip import Strip
from teletype.programs.calculation.picture_table import TableView

_BOX = const(86)
_BOX_SMALL = const(45)
_BOX_WHOLE = const(60)
_BOX_ROW = const(3)
"""The result: pixels of a line, also on a narrow panel, and for a reproach there; and its first
text row on a panel with eight rows.
"""

_TURNS = const(3)
"""Frames of a card turning over: its back, the back narrower, and its edge."""

_PLAYOUTS = const(4)
"""Playouts of the adviser between two polls of the keys, about 40 ms at most."""

_FIRST = const(300)
"""Milliseconds after which the cursor shows the adviser's choice so far."""

_SHOW = const(700)
"""Milliseconds for which a choice of the adviser is visible before it is played."""


class Picture(base.Picture):
    """Draw the table; an answer is one of the game's `answers`.

    request   the waiting request, or None
    hand      the card to be placed; 0 while cards are moved
    seen      the card to be placed after the moves, if the player may see it; else 0
    turning   whether the person turns out a card
    cursor    the decision that OK gives
    view      the stacks as drawn
    result    the result of the game, until it has been read
    reproach  the program's message about the last answer
    thinking  whether the adviser is thinking
    chance    per cent while the cursor is on the adviser's choice; else -1
    plays     whether the adviser plays on its own
    played    the adviser's answer

    _talon   the talon that got the last card
    _finished, _duel, _refused
             what this picture has followed of the game
    _stale   whether the screen shows an older table
    _whole   whether the whole screen must be redrawn
    _looking whether the page with all cards of the talons is shown
    _due     when the adviser shows its first choice, or gives the answer under the cursor
    _deck    whether a deck is used, and its rest fits on the panel
    """

    ANSWERS = True
    STAYS = True
    FRAME = 60

    @staticmethod
    def fits(panel, setup):
        return True

    def __init__(self, app, setup, game):
        base.Picture.__init__(self, app, setup, game)
        self._pen = Cards(app.panel, app.font)
        self.view = TableView(self._pen)
        self._strip = Strip(app, self, self._pen.wide)
        self.cursor = Cursor()
        self.request = None
        self.hand = self.seen = 0
        self.turning = False
        self.result = ""
        self.reproach = ""
        self.thinking = False
        self.chance = -1
        self.plays = False
        self.played = None
        self._finished = self._refused = 0
        self._duel = None
        self._talon = 1
        self._stale = False
        self._whole = False
        self._looking = False
        self._adviser = None
        self._due = 0
        self._deck = setup.get("stock") is None and not self._pen.is_tiny

    def encode_words(self):
        self._strip.encode_words()
        if self.request and self.cursor.places:  # else `ask` encodes them
            self._strip.encode_answers(self.request, self.cursor.places)

    def line(self, text):
        """Keep the line as the result of a game or a duel, or as a message about an answer: the
        program has noted it just before.
        """
        game = self.game
        if game.finished != self._finished or game.duel != self._duel:
            self._finished = game.finished
            self._duel = game.duel
            self.result = text
            self._whole = True
        elif game.refused != self._refused:
            self._refused = game.refused
            self.reproach = text
            self._whole = True

    def answer(self, values):
        if self.played is None and not self.turning:
            self.plays = False  # a typed answer
        self.played = None
        self._whole = self._whole or bool(self.reproach or self.result)
        self.reproach = self.result = ""
        self.thinking = False
        self.chance = -1

    def ask(self, request):
        """Take any request that lists its legal answers. A result must be read before the next
        game.
        """
        self.request = request
        if request is None:
            return True
        if request.answers is None:
            return False
        if not self.result:
            self._take()
        return True

    def end(self):
        return bool(self.result)

    def _take(self):
        """Show the request: the table as it is now, and the cursor on the likeliest place."""
        request = self.request
        game = self.game
        self.turning = game.hand is None
        open_already = self.seen
        self.hand = game.hand or 0
        self.seen = game.seen
        lettered = self.view.lettered
        if self.hand:
            lettered = not request.format(game.answers[1]).isdigit()
        if self.view.lay(game.table, lettered):
            self._whole = True
        self.cursor.begin(sorted(game.answers), self.hand, self.turning, self._talon)
        self._strip.encode_answers(request, self.cursor.places)
        if self.hand or self.seen:
            self._strip.number(game.table.laid() + 1)
        if self._looking:  # an answer was typed
            self._looking = False
            self._whole = True
        self._stale = True
        if (self.hand or self.seen) and not (self.plays or open_already):
            self.moves(_TURNS)
        if self.plays and not self.turning:
            self._ask_adviser()

    # drawing

    def draw(self):
        self.plays = False
        self._conclude()
        self._draw()

    def _draw(self):
        pen = self._pen
        panel = self._panel
        panel.blank()
        self._stale = self._whole = False
        if self._looking:
            self.view.draw_talons(self._app)
            self._strip.draw_looked()
            return
        for stack in range(1, 9):
            self.view.draw(stack)
        if not self.result:
            self._draw_hand(OUTLINE)
            self._draw_left()
        if self.request and not self.result:
            self._draw_cursor(True)
        self._strip.draw()
        said = self.result or self.reproach
        if said:
            text = words.shown(said).strip(".")
            left = pen.fan
            room = _BOX
            if not pen.wide:
                left -= 2
                room = _BOX_SMALL
                if self.result:
                    text = text.split(",")[0]
                else:
                    left = 0
                    room = _BOX_WHOLE
            row = panel.rows - 3 - (glyphs.width(text) > room)
            if not self.result:
                row = panel.rows - 2 - len(glyphs.rows(text, room))
            box(panel, text, left, max(0, min(_BOX_ROW, row)), room)

    def tick(self, now):
        if self._whole or (self._stale and self.reproach):
            self.draw()
        elif self._stale:
            self._update()
        if self.thinking:
            self._think(now)
        elif self.playing() and self.request and due(self._due, now, _SHOW):
            self.played = self._choice()
        return self.thinking

    def playing(self):
        """Return whether the adviser gives the next answer; a person turns out a card."""
        return self.plays and not self.turning

    def _update(self):
        """Draw the changes: after an answer, two stacks and the card in hand."""
        self._stale = False
        for stack in range(1, 9):
            if self.view.count(stack) != self.view.drawn[stack] or stack in self.view.marked:
                self.view.draw(stack)
        self._draw_hand(OUTLINE)
        self._draw_left()
        self._draw_cursor(True)
        self._strip.draw()

    def frame(self, before):
        """Turn over the next card by one frame."""
        if not self.result and not self._looking:
            self._draw_hand(OUTLINE)
            if not self.unseen and self.request:
                self._draw_cursor(True)

    def _draw_hand(self, style):
        """Draw the card in hand, or the card being turned out."""
        if self.unseen:
            self._pen.back(self.unseen)
            return
        self._pen.big(self.cursor.decision if self.turning else self.hand or self.seen, style)

    def _draw_left(self):
        if self._deck:
            self.view.draw_left(self.hand or self.seen)

    def _draw_cursor(self, shown):
        """Draw the cursor, or the picture without it; no cursor while its card turns over."""
        if self.unseen:
            return
        if self.turning:
            self._draw_hand(FULL)
        else:
            self.view.draw_cursor(self.cursor.decision, self.hand or self.seen, shown)

    # keys

    def key(self, key, repeat):
        request = self.request
        if self.result:
            if request and not repeat:
                self.result = ""
                self._take()
                self.draw()
            return None
        if self._looking:
            if not repeat:
                self._looking = False
                if request and key == UP:
                    self.lead()
                elif request and key == RIGHT:
                    self.plays = False
                    if not self.turning:
                        self._ask_adviser()
                self._draw()
            return None
        if self.thinking or self.playing():
            if not repeat:
                self.draw()
            return None
        if not request or (repeat and key == OK):
            return None
        if self.reproach:
            self.reproach = ""
            self._draw()
        if key == OK:
            return self._choice()
        at = self.cursor.led_to(key)
        if at < 0:
            if not repeat:
                self._looking = True
                self.draw()
        elif at != self.cursor.at:
            self.chance = -1
            self._draw_cursor(False)
            self.cursor.go(self.cursor.places[at])
            self._draw_cursor(True)
            self._strip.draw()
        return None

    def _choice(self):
        """Return the answer under the cursor."""
        decision = self.cursor.decision
        if self.hand and decision in TALONS:
            self._talon = decision
        return self.game.answers[decision]

    # the adviser

    def lead(self):
        """Let the adviser play on its own, from the present table."""
        self.plays = True
        if self.request and not self.turning:
            self._ask_adviser()
        return True

    def _ask_adviser(self):
        if not self._adviser:
            try:
                # only now: a stock board keeps the engine in the heap, where it takes 50 KB
                self._adviser = load("teletype.engines.adviser", self).Adviser()
            except MemoryError:
                self.plays = False
                self._strip.refused = True
                self._app.peripherals.limit()
                return
        self._adviser.begin(self.view.table, self.hand, seen=self.seen)
        self.thinking = True
        self.chance = -1
        self._due = ticks_add(ticks_ms(), _FIRST)
        self._strip.show_progress(0)

    def _think(self, now):
        adviser = self._adviser
        percent = adviser.done * 100 // adviser.total
        for _ in range(_PLAYOUTS):
            if not adviser.step():
                self._conclude()
                self._draw()
                return
        advice = adviser.advice()
        if advice != self.cursor.decision and due(self._due, now, _FIRST):
            self._draw_cursor(False)
            self.cursor.go(advice)
            self._draw_cursor(True)
        if percent != adviser.done * 100 // adviser.total:
            self._strip.show_progress(adviser.done * 100 // adviser.total)
            self._strip.draw()

    def _conclude(self):
        """Stop thinking, and put the cursor on the choice so far."""
        if self.thinking:
            self.thinking = False
            self.cursor.go(self._adviser.advice())
            self.chance = self._adviser.chance()
            self._due = ticks_add(ticks_ms(), _SHOW)
            kept = self._adviser.waits_for(self.cursor.decision)
            self._strip.show_chance(self.chance, kept)
