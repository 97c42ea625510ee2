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
pressed; from _FIRST milliseconds on the cursor is on its choice so far. At the end the bottom row
has its chance to win, and what a card that it keeps waits for. OK gives that answer, as ever. UP
there lets the adviser play on its own, from the present table, until the game is over or any key
is pressed: a person, or an exhibit that nobody visits, may leave it alone.

A panel with fewer than eight text rows has the same rows and keys, and cards without edges: tiny
ones where there are four text rows, which have the number of the card for what the stock has left;
on 72 pixels no top of a foundation, but for the last, and short texts.
"""

# covers 004:22

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.drivers.buttons import OK, RIGHT, UP
from teletype.engines.adviser import Adviser, waits_for
from teletype.engines.calculation import TALONS
from teletype.handheld.activity import due
from teletype.handheld.drawing.glyphs import rows, width
from teletype.handheld.pictures import base
from teletype.handheld.pictures.calculation_cards import FULL, OUTLINE, Cards
from teletype.handheld.pictures.calculation_cursor import Cursor
from teletype.handheld.pictures.calculation_strip import Strip
from teletype.handheld.pictures.calculation_table import TableView
from teletype.handheld.pictures.shapes import box

_BOX = const(86)
_BOX_SMALL = const(45)
_BOX_WHOLE = const(60)
_BOX_ROW = const(3)
"""The result: pixels of a line, also on a narrow panel, and for a reproach there; and its first
text row, where there are eight rows.
"""

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

_DUELS = const(("A DRAW", "YOU WIN", "MACHINE WINS"))
"""What is said of a duel, which comes after that."""

_REPROACHES = const(
    (
        "TRY MORE; STOCK EXHAUSTED",
        "...YOUR DECISION IS ILLEGAL...",
        "ILLEGAL OPERATION!",
    )
)
"""What they say of an answer."""

_TURNS = const(3)
"""Frames in which a card turns over: its back, narrower, and its edge."""

_PLAYOUTS = const(4)
"""Playouts of the adviser from one poll of the keys to the next, some 40 ms at most."""

_FIRST = const(300)
"""Milliseconds after which the cursor shows the adviser's choice so far."""

_SHOW = const(700)
"""Milliseconds for which a choice of the adviser is seen before it plays it."""


class Picture(base.Picture):
    """Draws the table of the request that waits; an answer is one of the request's `answers`.

    request   what waits, or None
    hand      the card that is to be placed; 0 while cards are moved
    seen      the card that is placed after the moves, where it may be seen; else 0
    turning   whether the person turns out a card
    cursor    what OK answers
    view      the stacks, as they are drawn
    result    how a game has ended, until it has been read
    reproach  what the program said of the last answer
    thinking  whether the adviser does
    chance    per cent, while the cursor is on the adviser's choice; -1 when it is not
    plays     whether the adviser plays on its own
    played    the answer that it gives

    _talon   the talon on which a card was put last
    _stale   whether the screen shows an older table
    _whole   whether all of it must be redrawn
    _looking whether all cards of the talons are seen
    _due     when the adviser shows its first choice, or gives the answer that the cursor is on
    _deck    whether there is a deck, and room for what it has left
    """

    ANSWERS = True
    STAYS = True
    FRAME = 60

    @staticmethod
    def fits(panel, setup):
        return True

    def __init__(self, app, setup):
        super().__init__(app, setup)
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
        self._talon = 1
        self._stale = False
        self._whole = False
        self._looking = False
        self._adviser = None
        self._due = 0
        self._deck = setup.get("stock") is None and not self._pen.is_tiny

    def encode_words(self):
        self._strip.encode_words()
        if self.request and self.cursor.places:  # without one they are encoded with the next
            self._strip.encode_answers(self.request, self.cursor.places)

    def line(self, text):
        if text in _DUELS or (text in _RESULTS and not self.result):  # or it had no card
            self.result = text
            self._whole = True
        elif text in _REPROACHES:
            self.reproach = text
            self._whole = True

    def answer(self, values):
        if self.played is None and not self.turning:
            self.plays = False  # a typed answer
        self.played = None
        self._whole = self._whole or bool(self.reproach)
        self.reproach = ""
        self.thinking = False
        self.chance = -1
        if self.result:
            self.result = ""
            self._whole = True

    def ask(self, request):
        """Takes any request that says what is legal. A result has to be read before a new game."""
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
        """Turns to the request: the table as it is now, and a cursor that fits most likely."""
        request = self.request
        table = self.view.table = request.table
        self.turning = request.hand is None
        open_already = self.seen
        self.hand = request.hand or 0
        self.seen = request.seen
        self.cursor.begin(sorted(request.answers), self.hand, self.turning, self._talon)
        self._strip.encode_answers(request, self.cursor.places)
        if self.hand or self.seen:
            placed = sum(table.heights) + sum([len(talon) for talon in table.talons])
            self._strip.number(placed + 1)
        if self._looking:  # a typed answer came
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
        panel.fill(0)
        panel.touch(0, 0, panel.width, panel.height)
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
            row = panel.rows - 3 - (width(text) > room)
            if not self.result:
                row = panel.rows - 2 - len(rows(text, room))
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
        """Whether the adviser gives the next answer; a card is turned out by the person."""
        return self.plays and not self.turning

    def _update(self):
        """Draws what is different: after an answer, two stacks and the card in hand."""
        self._stale = False
        for stack in range(1, 9):
            if self.view.count(stack) != self.view.drawn[stack] or stack in self.view.marked:
                self.view.draw(stack)
        self._draw_hand(OUTLINE)
        self._draw_left()
        self._draw_cursor(True)
        self._strip.draw()

    def frame(self, before):
        """The next card turns over."""
        if not self.result and not self._looking:
            self._draw_hand(OUTLINE)
            if not self.unseen and self.request:
                self._draw_cursor(True)

    def _draw_hand(self, style):
        """The card in hand, or the one that is turned out."""
        if self.unseen:
            self._pen.back(self.unseen)
            return
        self._pen.big(self.cursor.decision if self.turning else self.hand or self.seen, style)

    def _draw_left(self):
        if self._deck:
            self.view.draw_left(self.hand or self.seen)

    def _draw_cursor(self, shown):
        """The cursor, or what is below it; none while the card turns that it is for."""
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
            self.cursor.at = at
            self._draw_cursor(True)
            self._strip.draw()
        return None

    def _choice(self):
        """The answer that the cursor is on."""
        decision = self.cursor.decision
        if self.hand and decision in TALONS:
            self._talon = decision
        return self.request.answers[decision]

    # the adviser

    def lead(self):
        """Let the adviser play on its own, from the present table."""
        self.plays = True
        if self.request and not self.turning:
            self._ask_adviser()
        return True

    def _ask_adviser(self):
        if not self._adviser:
            self._adviser = Adviser()
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
        """Stops thinking, and puts the cursor on the choice so far."""
        if self.thinking:
            self.thinking = False
            self.cursor.go(self._adviser.advice())
            self.chance = self._adviser.chance()
            self._due = ticks_add(ticks_ms(), _SHOW)
            kept = waits_for(self.view.table, self.hand, self.cursor.decision)
            self._strip.show_chance(self.chance, kept)
