# SPDX-License-Identifier: MIT
"""The 10,000-yen game: the money left, the money taken so far, and all bids as bars.

A round has two bars, yours on the left. A full bar took the round; equal bids are both hollow. UP
and DOWN change the bid by its marked step, and stop at the ends. LEFT and RIGHT choose the step:
1000, 100, 50, 10 or 1. OK bids. Next to the bid stands what it leaves, and for how many rounds.

Two people take turns to bid and pass the device on: see `picture_two`.

If a built-in player is in your place, the picture takes no answers: it opens at the start, and the
bars follow the paper. If all players meet, it is the table of their results. In it, ■ means that
the player of the row has won the match, × that of the column, · neither, as the last row explains.
On its right is the number of matches won.
"""

# covers 001:12, 001:126

from micropython import const

from teletype import fonts as font
from teletype import words
from teletype.core.request import working
from teletype.drivers.buttons import DOWN, OK, RIGHT, UP
from teletype.engines.yen import MONEY, settle
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text, encode, width
from teletype.handheld.drawing.listing import HINTS, keys_row
from teletype.handheld.pictures import base
from teletype.handheld.pictures.shapes import box, inverse, right, stamp
from teletype.programs.yen import dialogue, picture_two

_STEPS = (1000, 100, 50, 10, 1)

_FIGURES = const(27)
"""Pixels for the money left, after its bar."""

_LEAST = const(8)
"""A shorter bar is too small to read."""

_PITCH = const(12)
"""Pixels from round to round, of which two are free."""
_TOP = const(33)
_FLOOR = const(47)
"""Pixel rows of the longest bid, and of the base line of the bars."""

_COVERS = const(7)
"""Pieces of the cover over the machine's bid, which starts as high as the longest bid."""

_NAMES = const(52)
_CELL = const(8)
_LINE = const(7)
"""The table of results: pixels of the names, of a column, and of a row."""

_BOX_ROW = const(1)
_BOX = const(90)
"""Text row and pixels of the result."""

_ROWS = const(8)
"""With fewer text rows there are no bars for the bids, and each player has a single row."""
_TITLED = const(5)
"""With fewer text rows there is no title."""


_BID, _PASS, _BIDS = 0, 1, 2


class Picture(base.Picture):
    """The games, or the table of a tournament.

    _new    whether the paper has news that are not drawn yet
    """

    ANSWERS = True

    @staticmethod
    def fits(panel, setup):
        small = panel.width < 72  # its rows would overlap
        return not (small or setup["player"] or setup["table"] is not None)

    def __init__(self, app, setup, game):
        base.Picture.__init__(self, app, setup, game)
        self._mine = setup["player"]
        if self._mine or game.names:
            self.ANSWERS = False
            self.FIRST = True
        self._bid = self._low = self._high = 0
        self._step = 0
        self._over = False
        self._new = False
        self._view = _BID
        """The first screen before a bid, for two people."""

    def line(self, text):
        self._new = True

    def _follow(self):
        """Cover the machine's bid of a new round."""
        game = self.game
        if self.moved() and game.bids and not game.two and self._panel.rows >= _ROWS:
            self.moves(_COVERS)

    def ask(self, request):
        if request is None:
            return
        self._follow()
        game = self.game
        if request.player != self.who:  # unless a bid was refused
            self.who = request.player
            self._view = _PASS if self.who == "B" else _BIDS if game.bids or game.ended else _BID
        self._low, self._high = request.lows[0], request.highs[0]
        self._bid = request.values[0]
        self._step = 0

    def end(self):
        if self.ANSWERS:
            self._follow()
        self._over = True
        return self.ANSWERS

    def _result(self):
        """Return who has won the game, or at the end how many, as the program says it."""
        game = self.game
        a, b = dialogue.sides(game.setup)
        if self._over and game.setup["games"] > 1:
            return words.shown(dialogue.totals(a, b, game.score, game.draws))
        return words.shown(dialogue.verdict(a, b, game.result))

    def tick(self, now):
        """Draw what was printed, if the picture takes no answers."""
        if self.ANSWERS or not self._new:
            return False
        self._new = False
        self.draw()
        return False

    def draw(self):
        panel = self._panel
        panel.blank()
        game = self.game
        if game.names:
            self._draw_cross()
            return
        row = panel.rows - 1
        if self._view == _PASS and not self._over:
            picture_two.draw_pass(self._app, "A", self.who)
            return
        if self._view == _BIDS and not self._over:
            over = not game.bids
            bids = game.bids or game.ended
            result = self._result() if over else ""
            picture_two.draw_bids(self._app, bids[-1], len(bids), over, result, game.higher)
            if over and game.careless:
                picture_two.draw_safe(panel)
            return
        if panel.rows < _ROWS:
            self._draw_low(row)
            return
        self._draw_head()
        self._draw_bars()
        if self._over:
            if not self.unseen:
                self._draw_outcome()
            if game.careless and self.ANSWERS:
                picture_two.draw_safe(panel)
            text = self.end_keys() if self.ANSWERS else words.text("YEN_BACK")
            keys_row(self._app, row, text)
        elif self.ANSWERS:
            self._draw_bid(row - 1)
            keys_row(self._app, row, words.text("YEN_KEYS") % _STEPS[self._step], 0, HINTS)
        else:
            keys_row(self._app, row, words.text("YEN_BACK"))

    def _draw_outcome(self):
        box(self._panel, self._result(), 0, _BOX_ROW, _BOX)

    def frame(self, before):
        """Uncover the machine's bid of the last round, and then its result."""
        panel = self._panel
        index = len(self.game.bids) - 1
        x = MARGIN + 3 + index * _PITCH
        panel.fill_rect(x, _TOP, _PITCH, _FLOOR - _TOP, 0)
        self._draw_round(index, self._highest(), _FLOOR)
        panel.touch(x, _TOP, _PITCH, _FLOOR - _TOP + 1)
        if self.unseen:
            return
        for row in range(1, 4):
            panel.clear(row)
        self._draw_head()
        panel.touch(0, 8, panel.width, 16)
        if self._over:
            self._draw_outcome()
            panel.touch(0, 0, panel.width, _TOP)

    def _draw_head(self):
        """Draw the round, and the money left and taken of both players."""
        panel = self._panel
        draw_text(panel, 0, MARGIN, self._round())
        if self.who:
            right(panel, 0, "" if self._over else self.addressed(words.text("TWO_BID")))
        else:
            right(panel, 0, "" if self._mine else self.game.setup["opponent"])
        self._draw_left(1, self._players())
        draw_text(panel, 3, MARGIN, words.text("YEN_WON"))
        right(panel, 3, "%d : %d" % self._won())

    def _round(self):
        rounds = self.game.rounds
        return words.text("YEN_ROUND") % (min(rounds, len(self.game.bids) + 1), rounds)

    def _won(self):
        """Return the yen that both have taken, without the last round while it is covered."""
        game = self.game
        mine, theirs = game.money.won
        if self.unseen:
            a, b = game.bids[-1]
            a, b = settle(a, b, game.higher)
            return mine - a, theirs - b
        return mine, theirs

    def _players(self):
        """Return the names of the two players."""
        if self.who:
            return "A", "B"
        if self._mine:
            return self._mine, self.game.setup["opponent"]
        return words.text("YEN_YOU"), words.text("YEN_IT")

    def _draw_left(self, row, names):
        """Draw the money left of both players, from a text row on."""
        panel = self._panel
        bar = max(width(names[0]), width(names[1])) + 4
        length = panel.width - bar - _FIGURES - 4
        for who in (0, 1):
            left = self.game.money.left[who]
            if who and self.unseen:
                left += self.game.bids[-1][1]
            draw_text(panel, row + who, MARGIN, names[who])
            y = 8 * (row + who) + 1
            if length > _LEAST:
                panel.rect(bar, y, length + 2, 6, 1)
                panel.fill_rect(bar + 1, y + 1, left * length // MONEY, 4, 1)
            right(panel, row + who, str(left))

    def _draw_low(self, row):
        """Draw the money taken next to the names; the round has its own row if one is free."""
        panel = self._panel
        names = self._players()
        first = row - 3
        if first:
            draw_text(panel, 0, MARGIN, self._round())
            if self.who and not self._over:
                right(panel, 0, self.who)
        lines = []
        for who in (0, 1):
            name, won = names[who], self.game.money.won[who]
            room = panel.width - width(" %d %d" % (won, self.game.money.left[who]))
            if width(name) > room - MARGIN:  # otherwise the two figures would touch
                name = name[0] + "."
            lines.append("%s %d" % (name, won))
        self._draw_left(first, lines)
        if self._over:
            inverse(panel, row - 1, MARGIN, self._result())
            keys_row(self._app, row, self.end_keys() + "\n" + self.end_keys(False))
        else:
            self._draw_bid(row - 1)
            step = _STEPS[self._step]
            keys = words.text("YEN_KEYS") % step + "\n" + words.text("YEN_KEYS_SHORT") % step
            keys_row(self._app, row, keys, 0, HINTS)

    def _draw_bars(self):
        """Draw the bids of the rounds so far, to the scale of the highest one."""
        panel = self._panel
        floor = _FLOOR if self.ANSWERS else _FLOOR + 8
        most = self._highest()
        bids = len(self.game.bids)
        for index in range(self.game.rounds):
            x = MARGIN + 3 + index * _PITCH
            now = index == bids
            panel.hline(x, floor, _PITCH - 2, 1)
            if now:
                panel.hline(x, floor - 1, _PITCH - 2, 1)
            if index < bids:
                self._draw_round(index, most, floor)

    def _highest(self):
        """Return the highest bid so far."""
        most = 1
        for pair in self.game.bids:
            most = max(most, pair[0], pair[1])
        return most

    def _draw_round(self, index, most, floor):
        """Draw the bars of both bids; the machine's may still be covered."""
        panel = self._panel
        pair = self.game.bids[index]
        covered = self.unseen if index == len(self.game.bids) - 1 else 0
        for who in (0, 1):
            high = max(3, pair[who] * (floor - _TOP) // most + 1)
            side = MARGIN + 3 + index * _PITCH + who * 5
            panel.rect(side, floor - high + 1, 4, high, 1)
            taken = pair[1 - who] - pair[who]
            if (taken < 0 if self.game.higher else taken > 0) and not covered:
                panel.fill_rect(side, floor - high + 1, 4, high, 1)
        top = floor - covered * (floor - _TOP) // _COVERS
        for y in range(top + 1 if covered else floor, floor):
            panel.hline(side, y, 4, 0)
            panel.pixel(side + y % 2, y, 1)
            panel.pixel(side + y % 2 + 2, y, 1)

    def _draw_bid(self, row):
        """Draw the bid, with its step marked, and the money available."""
        panel = self._panel
        text = words.text("YEN_BID")
        if panel.rows < _TITLED:  # otherwise it is above
            text = self.addressed(text)
        end = draw_text(panel, row, MARGIN, text)
        figures = str(self._bid)
        step = str(_STEPS[self._step])
        figures = "0" * (len(step) - len(figures)) + figures
        marked = 2 if step[0] == "5" else 1
        at = len(figures) - len(step)
        x = end + (6 - len(figures)) * COLUMN
        x = draw_text(panel, row, x, figures[:at])
        x = draw_text(panel, row, x, figures[at : at + marked], 255)
        x = draw_text(panel, row, x, figures[at + marked :])
        rest = self._high - self._bid
        rounds = self.game.rounds - len(self.game.bids) - 1
        text = words.text("YEN_OF") % self._high
        if rounds:
            text = words.text("YEN_REST") % (rest, rounds)
        if x + width(text) < panel.width - 2:
            right(panel, row, text)

    def _draw_cross(self):
        panel = self._panel
        names = self.game.names
        matches = self.game.matches
        for index in range(len(names)):
            y = _LINE * index
            self._stamp(MARGIN, y, names[index])
            won = 0
            for other in range(len(names)):
                x = _NAMES + _CELL * other
                if other == index:
                    panel.line(x, y + 1, x + 5, y + 6, 1)
                result = matches.get((index, other))
                if result is None:
                    continue
                won += result > 0
                self._draw_result(x + 1, y + 1, result)
            self._stamp(panel.width - 2 - COLUMN, y, str(won))
        row = panel.rows - 1
        keys_row(self._app, row, words.text("YEN_BACK"))
        if working.total:
            text = "%d %%" % (working.done * 100 // working.total)
            draw_text(panel, row, MARGIN, text)
            return
        x = MARGIN
        for result, meaning in ((1, "1:0"), (-1, "0:1"), (0, "1:1")):
            self._draw_result(x, 8 * row + 1, result)
            x = draw_text(panel, row, x + 6, meaning) + 2

    def _draw_result(self, x, y, result):
        """Draw the result of a match, 5 pixels wide and high."""
        panel = self._panel
        if result > 0:
            panel.fill_rect(x, y, 5, 5, 1)
        elif result < 0:
            panel.line(x, y, x + 4, y + 4, 1)
            panel.line(x, y + 4, x + 4, y, 1)
        else:
            panel.pixel(x + 2, y + 2, 1)

    def _stamp(self, x, y, text):
        """Draw a text on any pixel row."""
        for code in encode(text):
            stamp(self._panel, x, y, font.GLYPHS, code * COLUMN, COLUMN)
            x += COLUMN

    def key(self, key, repeat):
        if not self.ANSWERS:
            return None
        if self._view and not self._over:
            if key == OK and not repeat:
                self._view = _BID
                self.draw()
            return None
        if key == OK:
            return None if repeat else (self._bid,)
        if key == UP or key == DOWN:
            bid = self._bid + (_STEPS[self._step] if key == UP else -_STEPS[self._step])
            self._bid = max(self._low, min(self._high, bid))
        else:
            self._step = (self._step + (1 if key == RIGHT else -1)) % len(_STEPS)
        self.draw()
        return None
