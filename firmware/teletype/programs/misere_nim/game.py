# SPDX-License-Identifier: MIT
"""The game of misère Nim, and two readings of S. Igarashi's second variant, where the print breaks
off.

"If one changes the part PARITY and a little more", he writes in 1963, one gets a game in which a
total is limited beforehand. Our copy ends in the middle of that word. The limit may be on the
heaps that a move may touch, or on the stones that it may take. Both games are here:

    Moore(k)  a move takes from 1 to k heaps, any stones of each (E. H. Moore, 1910)
    Few(k)    a move takes 1 to k stones from one heap

Each has these functions of `strategy`: `legal`, `lost`, `reply`. From a lost position both take
one stone from the largest heap, as the paper does. The tests check them by trying all moves.
"""

# covers 000:116c

from teletype.engines import game
from teletype.programs.misere_nim import strategy

MOST = 100
"""The most stones in a heap."""

_OFFERED = 20
"""The most stones of a start to offer."""

_TWO = 3
"""Stones in the first heap that two people are offered; each further heap has one more."""


def rules(setup):
    """Return the rules for a `setup` of misère Nim: one of these, or `strategy`."""
    if setup.get("touch"):
        return Moore(setup["touch"])
    if setup.get("take"):
        return Few(setup["take"])
    return strategy


def _starts(count, stones, low=1):
    """Yield the starts with `stones` in `count` heaps, from at least `low` stones in a heap up."""
    if count == 1:
        yield (stones,)
        return
    for first in range(low, stones // count + 1):
        for others in _starts(count - 1, stones - first, first):
            yield (first,) + others


def lost_start(rules, count, above=0):
    """Return the smallest start that whoever moves first loses, with more than `above` stones; if
    that would be too large, the smallest one of all.
    """
    for stones in range(max(above + 1, 2 * count), _OFFERED + 1):
        for heaps in _starts(count, stones):
            if rules.lost(heaps):
                return heaps
    return lost_start(rules, count)


class Moore:
    """A move takes from 1 to `most` heaps.

    A position is lost if `most` + 1 divides the sum of each column of binary digits. With single
    stones only, it is lost if their number leaves the rest 1. With `most` 1 it is the paper's
    game.
    """

    def __init__(self, most):
        self._most = most

    def legal(self, before, after):
        return 1 <= strategy.changed(before, after) <= self._most

    def _sums(self, heaps):
        """Return whether all columns have the sum 0 modulo `most` + 1."""
        bit = 1
        while bit <= max(heaps):
            if sum([heap & bit > 0 for heap in heaps]) % (self._most + 1):
                return False
            bit *= 2
        return True

    def lost(self, heaps):
        if max(heaps) > 1:
            return self._sums(heaps)
        return sum(heaps) % (self._most + 1) == 1

    def reply(self, heaps):
        if self.lost(heaps):
            return strategy.fewer(heaps)
        large = [index for index in range(len(heaps)) if heaps[index] > 1]
        if len(large) > self._most:
            return self._even(heaps)
        return self._singles(heaps, large)

    def _singles(self, heaps, large):
        """Leave single stones, one more than a multiple of `most` + 1; few heaps are `large`."""
        after = list(heaps)
        for index in large:
            after[index] = 0
        modulus = self._most + 1
        wanted = (1 - sum(after)) % modulus
        """The number of missing single stones; the large heaps supply them."""
        if wanted <= len(large):
            for index in large[:wanted]:
                after[index] = 1
            return after
        for _ in range(modulus - wanted):
            after[after.index(1)] = 0
        return after

    def _even(self, heaps):
        """Make all sums 0, from the highest column down; a cut heap has free lower digits."""
        after = list(heaps)
        cut: list[int] = []
        modulus = self._most + 1
        bit = 1
        while 2 * bit <= max(heaps):
            bit *= 2
        while bit:
            ones = [at for at in range(len(after)) if at not in cut and after[at] & bit]
            over = len(ones) % modulus
            missing = (modulus - over) % modulus
            if missing > len(cut):
                missing = 0
                for at in ones[:over]:
                    cut.append(at)
                    after[at] &= ~(2 * bit - 1)
            for at in cut[:missing]:
                after[at] |= bit
            bit //= 2
        return after


class Few:
    """A move takes 1 to `most` stones from one heap; a heap counts modulo `most` + 1."""

    def __init__(self, most):
        self._modulus = most + 1

    def legal(self, before, after):
        if strategy.changed(before, after) != 1:
            return False
        return sum(before) - sum(after) < self._modulus

    def lost(self, heaps):
        return strategy.lost([heap % self._modulus for heap in heaps])

    def reply(self, heaps):
        row = 0
        for heap in heaps:
            row ^= heap % self._modulus
        for index in range(len(heaps)):
            rest = heaps[index] % self._modulus
            for wanted in (rest ^ row, rest ^ row ^ 1):
                taken = (rest - wanted) % self._modulus
                after = list(heaps)
                after[index] -= taken
                if wanted < self._modulus and 0 < taken <= heaps[index] and self.lost(after):
                    return after
        return strategy.fewer(heaps)


class Game(game.Game):
    """The games of a session; a move is the position that it leaves.

    Before each game the person, or one of two, sets up the heaps. The machine, or the other one,
    moves first. A game has ended when a single stone is left.

    heaps    the stones of each heap; before a game those of the last start
    offered  the start that a person is offered; one that can be won if the machine plays
    free     whether the heaps are to be set up
    before   the heaps before the last move; () if there is none
    taken    how many stones it took
    """

    def __init__(self, setup):
        game.Game.__init__(self, setup)
        self.heaps = [0] * setup["heaps"]
        self.free = True
        self.before: tuple = ()
        self.taken = 0
        self._rules = rules(setup)
        self._hard = setup.get("style") == "hard"
        self.offered = self._offer()

    def _offer(self):
        """Return the start to offer next."""
        count = len(self.heaps)
        if self.two:
            return self.start or tuple(range(_TWO, _TWO + count))
        if not self.start or not self._rules.lost(self.start):
            return lost_start(self._rules, count)
        if self.result == 1:
            return lost_start(self._rules, count, sum(self.start))
        return self.start

    def offer(self, heaps):
        """Offer these heaps for the next start."""
        self.offered = heaps

    def accepts(self, heaps):
        """Return whether the heaps may be set up so."""
        return self.free and min(heaps) >= 0 and max(heaps) <= MOST

    def begin(self, heaps):
        """Set up the heaps. Whoever leaves a single stone has won, here too."""
        self.start = tuple(heaps)
        self.heaps = list(heaps)
        self.free = False
        if sum(heaps) == 1:
            self.end(self.turn)
        self.turn = game.PERSON + game.MACHINE - self.turn

    def restart(self):
        """Leave the game that is being played, or was played last, for a new one."""
        self.offered = self._offer()
        self.heaps = list(self.start) or self.heaps
        self.free = True
        self.before = ()
        self.moves = self.taken = 0
        self.result = self.last = None
        self.turn = game.PERSON + game.MACHINE - self.turn if self.two else game.PERSON

    def legal(self, move):
        if self.free or self.result is not None or min(move) < 0 or not any(move):
            return False
        return self._rules.legal(self.heaps, move)

    def play(self, move):
        self.before = tuple(self.heaps)
        self.taken = sum(self.heaps) - sum(move)
        self.heaps = list(move)
        return self.turn if sum(move) == 1 else None

    def wins(self, move):
        return self._rules.lost(move)

    def best(self):
        if self.free or self.result is not None or self._rules.lost(self.heaps):
            return None
        return tuple(self._rules.reply(self.heaps))

    def note(self):
        if self.two or self._rules is not strategy:
            return ""
        return strategy.case(self.heaps)

    def reply(self):
        """Return the machine's move."""
        if self._hard:
            return tuple(strategy.reply(self.heaps, True))
        return tuple(self._rules.reply(self.heaps))

    def outcome(self, wins):
        yield game.Outcome(self._rules.lost(self.start), game.MACHINE)
