# SPDX-License-Identifier: MIT
"""Calculation: the solitaire with four foundations that count by ones, twos, threes and fours.

After H. Nisimura, Y. Tanaka and A. Sakurai, «計算譜», bit. Ranks are 1 (ace) to 13 (king). Suits
do not count. Foundation k (1..4) takes k, 2k, 3k, ... reduced to 1..13 and is complete with its
13th card, a king. A card from the stock goes on a foundation that it fits, or on any of four
talons. Of a talon only the top is available. Then any number of tops may go to foundations before
the next card.

Stacks have the numbers of the COBOL program: 1..4 the talons, 5..8 the foundations 1..4. A
decision is one integer, written as that program reads it:

    6       the card from the stock goes on stack 6
    26      the top of talon 2 goes on stack 6
    0       no move; the next card

A table knows nothing of the stock, so a player that uses only the table cannot look ahead.
"""

# covers 004:22

RANKS = 13
TALONS = (1, 2, 3, 4)
FOUNDATIONS = (5, 6, 7, 8)
SYMBOLS = " A23456789TJQK"
"""The sign of a rank on a drawn card; a blank for 0, no card."""

NONE = 0
"""The decision to move nothing."""


class Table:
    """What lies on the table; empty at first."""

    def __init__(self):
        self.talons = ([], [], [], [])
        """The cards of talons 1..4, bottom first."""
        self.heights = [0, 0, 0, 0]
        """Cards on foundations 1..4."""
        self.wanted = [1, 2, 3, 4]
        """The rank that each foundation takes next; 0 when it is complete."""

    def foundation(self, number):
        """Return the cards of foundation `number` (1..4), bottom first."""
        return [
            (number * place - 1) % RANKS + 1 for place in range(1, self.heights[number - 1] + 1)
        ]

    def fits(self, card, stack):
        """Return whether `card` (1..13) may go on `stack` now; False also for an invalid stack."""
        return 1 <= stack <= 4 or (5 <= stack <= 8 and self.wanted[stack - 5] == card)

    def placements(self, card):
        """Return the stacks on which `card` may go: the four talons, then foundations in order."""
        stacks = [1, 2, 3, 4]
        wanted = self.wanted
        for stack in FOUNDATIONS:
            if wanted[stack - 5] == card:
                stacks.append(stack)
        return stacks

    def put(self, card, stack):
        """Put `card` (1..13) on `stack`, any integer; if it does not fit, only return False."""
        if not self.fits(card, stack):
            return False
        if stack <= 4:
            self.talons[stack - 1].append(card)
        else:
            self._raise(stack - 4)
        return True

    def moves(self):
        """Return the decisions that move a top to a foundation, by talon, then by foundation."""
        moves = []
        wanted = self.wanted
        for talon in TALONS:
            cards = self.talons[talon - 1]
            if cards:
                top = cards[-1]
                for stack in FOUNDATIONS:
                    if wanted[stack - 5] == top:
                        moves.append(10 * talon + stack)
        return moves

    def move(self, talon, stack):
        """Move the top of `talon` to `stack`, any integers; if illegal, only return False."""
        if not (1 <= talon <= 4 and 5 <= stack <= 8 and self.talons[talon - 1]):
            return False
        if self.wanted[stack - 5] != self.talons[talon - 1][-1]:
            return False
        self.talons[talon - 1].pop()
        self._raise(stack - 4)
        return True

    def laid(self):
        """Return the number of cards on the table."""
        cards = sum(self.heights)
        for talon in self.talons:
            cards += len(talon)
        return cards

    def complete(self):
        """Return whether all four foundations are complete."""
        return self.wanted == [0, 0, 0, 0]

    def cleared(self):
        """Return whether all talons are empty."""
        return not any(self.talons)

    def _raise(self, number):
        """Lay the wanted card on foundation `number` (1..4)."""
        at = number - 1
        self.heights[at] += 1
        if self.heights[at] == RANKS:
            self.wanted[at] = 0
        else:
            self.wanted[at] = (self.wanted[at] + number - 1) % RANKS + 1


_WORD = 1 << 36
_SIGN = 1 << 35

FACTOR = 3141592653


class Random:
    """RANDOM and RANINI of the FORTRAN program, on its word of 36 bits in two's complement.

    M becomes the low 36 bits of M x FACTOR; the number is |M| / 2^35. An odd seed has the period
    2^34, one with k zeros at its end 2^(34-k), and 0 stays 0. The seed is taken modulo 2^36.
    """

    def __init__(self, seed):
        self._m = seed

    def next(self):
        """Return the next number times 2^35: an integer 0..2^35."""
        self._m = self._m * FACTOR % _WORD
        return min(self._m, _WORD - self._m)  # a word above 2^35 is negative


def shuffle(random):
    """SHUFFL: return 52 cards, top first, shuffled by `random`.

    For I = 1..52 card I changes places with card N, the integer part of u(52 - I) + I + 1/2, here
    in exact integers. N = I and N = 52 are half as frequent as the others.
    """
    cards = [place // 4 + 1 for place in range(52)]
    for place in range(1, 53):
        other = place + (2 * random.next() * (52 - place) + _SIGN) // _WORD
        cards[other - 1], cards[place - 1] = cards[place - 1], cards[other - 1]
    return cards


def deck(lucky):
    """Return the FORTRAN program's deck for the integer `lucky`; top card first."""
    return shuffle(Random(lucky))
