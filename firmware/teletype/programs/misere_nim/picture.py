# SPDX-License-Identifier: MIT
"""The heaps of misère Nim on the OKITAC: an answer is the whole position.

Before a game the person sets up the heaps. During a game stones can be taken from several heaps,
but the program rejects that. After a game the only possible answer is all 0, which asks for a new
one.
"""

# covers 000:98

from micropython import const

from teletype.handheld.pictures.stones import Stones, has_room
from teletype.programs.misere_nim import game as misere_limited

_MOST = const(100)

_NARROW = const(100)
"""Pixels of width up to which a panel has no room for the limit after a person's letter."""

_I_WON = const("I HAVE WON.")
_YOU_WON = const("YOU HAVE WON.")
"""The program's message at the end of a game."""

_OURS = const("THE LIMIT IS OUR READING.")
_LIMIT = const("A MOVE: ")
"""The beginning of its message about the limit of a move."""


class Picture(Stones):
    @staticmethod
    def fits(panel, setup):
        return has_room(panel, setup["heaps"])

    def __init__(self, app, setup, game):
        count = setup["heaps"]
        self._game = misere_limited.game(setup)
        self.table = not (setup["touch"] or setup["take"])
        super().__init__(app, setup, game, count, _MOST, "N#=")
        self._heaps = [0] * count
        """The position; between games the last starting position, at first a suggestion."""
        self._began = self._heaps
        self._given = self._heaps
        self._echo = ""
        """The position that the machine has read, until it moves or refuses the position."""
        self._two = bool(setup["players"])
        self.free = True
        self._limit: str | None = None
        """The limit of a move, shown while the heaps are set up; None without a limit."""
        self.message = None

    def line(self, text):
        if text == _OURS:
            return
        if text.startswith(_LIMIT):
            if not self._two or self._panel.width > _NARROW:
                self._limit = self.message = text
            return
        if self._two and text[-1:].isdigit():
            self._echo = text
            return
        if text[-1:].isdigit():
            text = " ".join(text.split())
            if not self._echo:  # the answer, as the machine has read it
                self._echo = text
                return
            self._play()
            self._heaps = [int(word) for word in text.split(" ")]
            self.before = list(self._given)
            for heap in range(self.count):
                if self.before[heap] > self._heaps[heap]:
                    self.lift(heap, self.before[heap] - self._heaps[heap])
            self.won = self._game.lost(self._heaps)
            if not self.over:
                both = self._echo + " → " + text
                self.message = both if len(both) <= 25 else text
            return
        self.message = text
        if self._two:
            self._echo = ""
        if text == _I_WON:
            self.over = True
        elif text == _YOU_WON:
            self.over = True
            self._play()
            self._heaps = self._given

    def _play(self):
        """Play the answer, a legal position; if it is the first, a game starts with it."""
        if self.free:
            self.free = False
            self._began = self._given
            self.scale(max(self._given))

    def answer(self, values):
        self._given = values
        self._echo = ""
        if not any(values):
            self._heaps = self._began
            self.free = True
            self.over = False
            self.before = None
            self.message = self._limit
            self.took = ("", 0)

    def ask(self, request):
        if request is None:
            return
        if self._two and self._echo:  # the program accepted it
            if not self.free:
                self.took = self.who, sum(self._heaps) - sum(self._given)
            self._play()
            self._heaps = self._given
            self.message = self._echo = ""
        if not self.over:
            self.who = request.player
        if self.free:
            if not any(self._began):
                self._began = self._heaps = list(request.values)
            self.scale(max(self._heaps))
        self.offer(self._heaps)

    def take(self):
        return (0,) * self.count if self.over else tuple(self.left)
