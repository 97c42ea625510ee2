# SPDX-License-Identifier: MIT
"""Two readings of S. Igarashi's second variant of misère Nim, where the print breaks off.

"If one changes the part PARITY and a little more", he writes in 1963, one gets a game in which a
total is limited beforehand; in the middle of that word our copy ends. What is limited, the heaps
that a move may touch or the stones that it may take, cannot be known. Both are here:

    Moore(k)  a move takes from 1 to k heaps, any stones of each (E. H. Moore, 1910)
    Few(k)    a move takes 1 to k stones from one heap

Each says what `misere_nim` says: `legal`, `lost`, `reply`. That they are right the tests find out
by trying all moves.
"""

# covers 000:116c

from teletype.engines import misere_nim


def game(setup):
    """The rules that a `setup` of misère Nim wants: one of these, or `misere_nim`."""
    if setup.get("touch"):
        return Moore(setup["touch"])
    if setup.get("take"):
        return Few(setup["take"])
    return misere_nim


def _changed(before, after):
    """How many heaps a move made smaller; 0 if it made one larger."""
    smaller = 0
    for index in range(len(before)):
        if after[index] > before[index]:
            return 0
        if after[index] < before[index]:
            smaller += 1
    return smaller


class Limited:
    """What both readings share: a position that is lost, and no case of the paper."""

    def case(self, heaps):
        return ""

    def _waiting(self, heaps):
        """A move from a lost position, that of the paper: one stone from the largest heap."""
        after = list(heaps)
        after[after.index(max(after))] -= 1
        return after


class Moore(Limited):
    """A move takes from 1 to `most` heaps.

    A position is lost if each column of binary digits has a sum that `most` + 1 divides; but if
    there are single stones only, if their number leaves 1. With `most` 1 it is the paper's game.
    """

    def __init__(self, most):
        self._most = most

    def legal(self, before, after):
        return 1 <= _changed(before, after) <= self._most

    def _sums(self, heaps):
        """Whether all columns have the sum 0 modulo `most` + 1."""
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
            return self._waiting(heaps)
        large = [index for index in range(len(heaps)) if heaps[index] > 1]
        if len(large) > self._most:
            return self._even(heaps)
        return self._singles(heaps, large)

    def _singles(self, heaps, large):
        """Leaves single stones, one more than `most` + 1 divides; few heaps are `large`."""
        after = list(heaps)
        for index in large:
            after[index] = 0
        modulus = self._most + 1
        wanted = (1 - sum(after)) % modulus
        """Single stones too few, for which the large heaps are there."""
        if wanted <= len(large):
            for index in large[:wanted]:
                after[index] = 1
            return after
        for _ in range(modulus - wanted):
            after[after.index(1)] = 0
        return after

    def _even(self, heaps):
        """Makes all sums 0, from the highest column down; what was cut has free lower digits."""
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


class Few(Limited):
    """A move takes 1 to `most` stones from one heap: of a heap its rest by `most` + 1 counts."""

    def __init__(self, most):
        self._modulus = most + 1

    def legal(self, before, after):
        if _changed(before, after) != 1:
            return False
        return sum(before) - sum(after) < self._modulus

    def lost(self, heaps):
        return misere_nim.lost([heap % self._modulus for heap in heaps])

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
        return self._waiting(heaps)
