# SPDX-License-Identifier: MIT
"""The heaps of misère Nim on the OKITAC: an answer is the whole position.

Before a game the person sets up the heaps. During a game stones can be taken from several heaps,
but the program rejects that. After a game the only possible answer is all 0, which asks for a new
one.
"""

# covers 000:98

from micropython import const

from teletype.handheld.pictures.stones import Stones, has_room
from teletype.programs.misere_nim.game import MOST

_NARROW = const(100)
"""Pixels of width up to which a panel has no room for the limit after a person's letter."""

_LONGEST = const(25)
"""Letters of the longest message about the answer and the machine's move, with both positions."""


class Picture(Stones):
    @staticmethod
    def fits(panel, setup):
        return has_room(panel, setup["heaps"])

    def __init__(self, app, setup, game):
        self.table = not (setup["touch"] or setup["take"])
        Stones.__init__(self, app, setup, game, len(game.heaps), MOST, "N#=")
        self._asked = False
        self._finished = 0
        self._told = False
        """The games whose end this picture has followed, and whether the line about it has come
        since the last answer."""
        self._limit: str | None = None
        """The limit of a move, shown while the heaps are set up; None without a limit."""

    def line(self, text):
        """Keep what the program says of a position: the first line after the end of a game."""
        if not self._told:
            Stones.line(self, text)
        if self._finished != self.game.finished:
            self._finished = self.game.finished
            self._told = True

    def answer(self, values):
        self._told = False
        if not any(values):
            self.before = None
            self.message = self._limit

    def ask(self, request):
        if request is None:
            return
        game = self.game
        if not self._asked:
            self._asked = True
            if not game.two or self._panel.width > _NARROW:
                self._limit = self.message or None
            self.message = self._limit
        self.over = game.result is not None
        if not self.over:
            self.who = request.player
        begun = self.free and not game.free
        self.free = game.free
        if self.free:
            self.scale(max(request.values))
            self._moves = 0
            self.offer(request.values)
            return
        if begun:
            self.scale(max(game.start))
        if game.two and not self.over and (begun or game.moves != self._moves):
            self.message = ""
        self.follow()
        self.offer(game.heaps)

    def replied(self):
        game = self.game
        self.before = list(game.before)
        for heap in range(self.count):
            if self.before[heap] > game.heaps[heap]:
                self.lift(heap, self.before[heap] - game.heaps[heap])
        if not self.over:
            left = _row(game.heaps)
            both = _row(self.before) + " → " + left
            self.message = both if len(both) <= _LONGEST else left

    def take(self):
        return (0,) * self.count if self.over else tuple(self.left)


def _row(heaps):
    return " ".join([str(heap) for heap in heaps])
