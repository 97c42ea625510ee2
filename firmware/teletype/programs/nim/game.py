# SPDX-License-Identifier: MIT
"""The game of Nim on the MIR: heaps, and a move that names a heap and the objects LEFT in it.

The machine moves first unless its start is special: then no move wins, and it lets the person
begin. In the style `hard` it always moves first. Rules and strategy: `teletype.engines.nim`; where
they come from: `dialogue`.
"""

from teletype.engines import game, nim

STARTS = ((1, 2, 3), (2, 4, 6), (3, 4, 7), (5, 9, 12))
"""Special tables, each harder than the one before. The third is what the machine leaves of the
book's 7 8 4, in another order."""


class Game(game.Game):
    """A move is (heap, from 1; objects left in it).

    heaps  the objects of each heap
    taken  how many the last move took
    """

    def __init__(self, setup):
        game.Game.__init__(self, setup)
        self.heaps: list = list(setup["heaps"])
        self.start = tuple(self.heaps)
        self.taken = 0
        self._hard = setup.get("style") == "hard"
        if not self.two and self.reply():
            self.turn = game.MACHINE

    def legal(self, move):
        group, left = move
        return 1 <= group <= len(self.heaps) and 0 <= left < self.heaps[group - 1]

    def play(self, move):
        group, left = move
        self.taken = self.heaps[group - 1] - left
        self.heaps[group - 1] = left
        return None if any(self.heaps) else self.turn

    def wins(self, move):
        group, left = move
        return nim.special_row(self.heaps, group - 1) == left

    def best(self):
        found = nim.reply(self.heaps)
        return found and (found[0] + 1, found[1])

    def reply(self):
        """Return the machine's move; None if it lets the person begin."""
        best = self.best()
        if best or not self._hard:
            return best
        index, left = nim.hardest(self.heaps)
        return index + 1, left

    def outcome(self, wins):
        special = nim.special_row(self.start) == 0
        onward = STARTS[min(wins, len(STARTS) - 1)]
        if self._hard and self.start in STARTS:
            onward = STARTS[(STARTS.index(self.start) + 1) % len(STARTS)]
        yield game.Outcome(
            special and self._hard,
            game.PERSON if special and not self._hard else game.MACHINE,
            {"heaps": onward, "style": "hard"},
        )
