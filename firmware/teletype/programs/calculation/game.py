# SPDX-License-Identifier: MIT
"""The state of a session of Calculation, shared by its three editions.

The stock is not in it: nobody who asks the state can look ahead. The lesson compares each decision
with the choice of an adviser that does not look ahead either (`engines.adviser`).
"""

from teletype import loading
from teletype.engines import game
from teletype.engines.calculation import Table

BUDGET = 12000
"""The cards that the adviser may lay in playouts for each decision of a lesson."""


class Game(game.Game):
    """One or several games in a row; a move is an answer of a request.

    table    what lies on the table, an `engines.calculation.Table`
    hand     the card to be placed; 0 while cards are moved, None when it is to be turned out
    seen     the card to be placed after the moves, if the player may see it; else 0
    answers  for each legal decision (as `engines.calculation` writes it), or for each value of the
             stock, the answer that makes it
    refused  how often the last printed line was a message about an answer
    duel     the result against the machine, like `result`; None before it
    """

    HINTS = False  # in a show the picture lets the adviser play, step by step

    def __init__(self, setup):
        game.Game.__init__(self, setup)
        self.refused = 0
        self.duel: int | None = None
        self._engine = self._adviser = None
        self.begin()

    def begin(self):
        """Begin a game."""
        self.table = Table()
        self.moves = 0
        self.hand: int | None = 0
        self.seen = 0
        self.answers: dict = {}
        self._asked = False
        self._lost = False

    def ask(self, request, hand, answers, seen=0):
        """Note what is asked, see the attributes; return `request` with its `answers`."""
        self.hand = hand
        self.seen = seen
        self.answers = request.answers = answers
        self._asked = True
        return request

    def place(self, stack):
        """Put the card in hand on `stack`, any integer; if it does not fit, only return False."""
        fits = self.table.put(self.hand, stack)
        self.moves += fits
        return fits

    def move(self, talon, stack):
        """Move the top of `talon` to `stack`, any integers; if illegal, only return False."""
        legal = self.table.move(talon, stack)
        self.moves += legal
        return legal

    def refuse(self):
        """Note that the next line is a message about the last answer."""
        self.refused += 1

    def end(self, winner):
        """End the game. A game that was lost without a question, because only the end of the stock
        was left, does not count after another one.
        """
        if self._asked or not self.finished:
            game.Game.end(self, winner)

    def compare(self, own, machine):
        """Note the cards that both have on foundations after a duel."""
        self.duel = (own > machine) - (own < machine)

    def _think(self, decisions=()):
        """Let the adviser think: a generator that yields None."""
        if not self._engine:
            self._engine = loading.load("teletype.engines.adviser")
            self._adviser = self._engine.Adviser(BUDGET)
            yield None
        self._adviser.begin(self.table, self.hand, decisions, seen=self.seen)
        while self._adviser.step():
            yield None

    def judge(self, move):
        """Compare a decision with the adviser's choice, up to the first one that is clearly worse.

        Both are compared in the same orders of the stock, until one is clearly behind or the
        budget is spent. The note has the chances of both, per cent.
        """
        decision = None
        for each in self.answers:
            if self.answers[each] == move:
                decision = each
        if self.hand is None or decision is None:
            yield None
            return
        if not self._lost:
            yield from self._think()
            better = self._adviser.advice()
            if better != decision:
                yield from self._think((better, decision))
                behind = self._adviser.behind
                if behind and behind[4] == decision:
                    self._lost = True
                    chances = self._adviser.chance(), self._engine.chance(behind[0], behind[2])
                    yield True, self.answers[better], "%d %% > %d %%" % chances
                    return
        yield True, None, ""

    def hint(self):
        yield from self._think()
        yield self.answers[self._adviser.advice()]
