# SPDX-License-Identifier: MIT
"""The heaps of Nim on the MIR: an answer names one heap and the number of stones LEFT in it.

So the choice of another heap puts back the stones taken from the last one.
"""

from micropython import const

from teletype.engines.nim import special_row
from teletype.handheld.pictures.stones import Stones, has_room

_MOVE = const("T=")
_REFUSED = const("ВАШ ХОД СДЕЛАН НЕ ПО ПРАВИЛАМ")
"""The machine's heading of its own move, and its message about an illegal one."""

_MOST = const(99)


class Picture(Stones):
    @staticmethod
    def fits(panel, setup):
        return has_room(panel, len(setup["heaps"]))

    def __init__(self, app, setup):
        heaps = setup["heaps"]
        super().__init__(app, setup, len(heaps), _MOST, "T=# L=")
        self.single = True
        self._heaps = list(heaps)
        self._last = (0, 0)
        """The heap of the last move, and its stones before it."""
        self._given = None
        """The last answer, until the machine has accepted or refused it."""
        self.scale(max(heaps))

    def line(self, text):
        if self._given:
            if text != _REFUSED:
                heap, left = self._given
                self.took = self.who, self._heaps[heap - 1] - left
                self._last = heap - 1, self._heaps[heap - 1]
                self._heaps[heap - 1] = left
            self._given = None
        if text.startswith(_MOVE):
            self.move = " ".join(text.split()) + "  "
            words = text.replace("=", " ").split()
            heap = int(words[1]) - 1
            self._last = heap, self._heaps[heap]
            self.before = list(self._heaps)
            self._heaps[heap] = int(words[3])
            self.lift(heap, self.before[heap] - self._heaps[heap])
            self.won = not special_row(self._heaps)
        else:
            self.message = text

    def answer(self, values):
        self._given = values
        self.move = ""
        self.heap = min(max(values[0], 1), self.count) - 1

    def ask(self, request):
        if request is not None:
            self.who = request.player
            self.offer(self._heaps)

    def end(self):
        """Show the last heap without its stones."""
        self.offer(self._heaps)
        heap, there = self._last
        self.there[heap] = there
        self.over = self.ended = True
        return True

    def take(self):
        return self.heap + 1, self.left[self.heap]
