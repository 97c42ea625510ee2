# SPDX-License-Identifier: MIT
"""The strong player of the 10,000-yen game: an equilibrium, and a hedge over ways to predict.

Its foundation is the table of `engines.yen_values`: in every situation a mixture of bids that no
opponent can do much against. Beside it stand EXPERTS, each of which predicts the opponent's bid
from one reference (what it bid in this round before, what we have bid just now, an even share of
its money ...) and the last few differences between that reference and what it really bid. An
expert proposes the best answer to its prediction, by the value of what comes after.

After each round every expert is judged by what its proposal would have brought against the bid
that was made, compared with the equilibrium. The weight of an expert is exponential in the sum of
these differences, older ones counting less (multiplicative weights, N. Littlestone and
M. K. Warmuth, 1994); the equilibrium has a constant weight, and chance chooses.

The loss is bounded: games in which the experts take part are counted, and once LOSSES more of them
have been lost than won, the next games are played by the equilibrium alone, for a time that
doubles whenever that happens again.
"""

from array import array

from engines import yen_values as values
from engines.yen import MONEY, ROUNDS, Player
from engines.yen_table import TABLE

GAMES = 32
"""Games of the past that are kept."""

RECENT = 4
"""Differences that an expert keeps."""

EXPERTS = 8

POOLED = (1, 2, 5, 6)
"""Experts whose differences are the same for all rounds; the others keep them round by round."""

SHARE = 7
"""The expert whose difference is a factor, in units of 1 / 16384: the part of its money."""

UNIT = 384
"""The difference, in units of `values.value`, that doubles a weight."""

TRUST = 5 * UNIT
"""The score of the equilibrium."""

MOST = 12 * UNIT
"""The highest score; the lowest is -MOST."""

MEMORY = 256
"""Rounds after which a difference has lost most of its weight."""

LOSSES = 8
REST = 32
"""Games of the first rest."""

LONGEST_REST = 512


def strategy(rounds, i, j):
    """The weights of `values.BIDS` in a cell of the table; see `values.solve`."""
    return values.solve(TABLE, rounds, i, j)[1]


def weight(score):
    """2 ** (score / UNIT) in integers, linear between whole powers; 0 far below the others."""
    score += 4 * UNIT
    if score < 0:
        return 0
    return ((UNIT + score % UNIT) << score // UNIT) // UNIT


class Master(Player):
    """The player; it needs about 3 KB for its memory of the match, however long that is."""

    def __init__(self, chance, learning=True):
        super().__init__(chance)
        self._learning = learning  # without, it is the equilibrium alone
        self._mine = array("h", bytes(2 * GAMES * ROUNDS))
        self._theirs = array("h", bytes(2 * GAMES * ROUNDS))
        self._differences = array("h", bytes(2 * EXPERTS * ROUNDS * RECENT))
        self._seen = array("b", bytes(EXPERTS * ROUNDS))
        self._references = array("h", bytes(2 * EXPERTS))
        self._scores = array("i", bytes(4 * EXPERTS))
        self._proposals = array("h", bytes(2 * EXPERTS))
        self._samples = array("h", bytes(2 * RECENT))
        self._games = 0
        self._credit = 0
        self._rest = 0
        self._next_rest = REST
        self._begin()

    def _begin(self):
        self._x = self._y = MONEY
        self._n = 0
        self._bid = 0
        self._mixture = None

    def bid(self, number, left):
        if number == 1:
            self._begin()
        self._prepare(number)
        self._bid = self._draw(number)
        return self._bid

    def _prepare(self, number):
        """The equilibrium's mixture, None where nothing is to be decided, and all proposals."""
        for expert in range(EXPERTS):
            self._proposals[expert] = -1
        self._mixture = None
        if self._learning:
            self._refer(number)
        x, y, n = self._x, self._y, self._n
        if number == ROUNDS or x == 0 or n > x or n < -y:
            return
        both = x + y
        self._i = (2 * values.STEPS * x + both) // (2 * both)
        j = (2 * values.STEPS * (n + y) + both) // (2 * both)
        self._mixture = strategy(ROUNDS + 1 - number, self._i, j)
        if self._learning:
            for expert in range(EXPERTS):
                self._propose(expert, number)

    def _refer(self, number):
        """What each expert compares the opponent's bid with; -1 where it has nothing."""
        games = self._games
        at = number - 1
        now = games % GAMES * ROUNDS
        last = (games - 1) % GAMES * ROUNDS
        references = self._references
        references[0] = 0
        references[1] = self._theirs[now + at - 1] if at else -1
        references[2] = self._mine[now + at - 1] if at else -1
        references[3] = self._mine[last + at] if games else -1
        total = 0
        count = min(games, 4)
        for back in range(1, count + 1):
            total += self._mine[(games - back) % GAMES * ROUNDS + at]
        references[4] = total // count if count else -1
        references[5] = self._y // (ROUNDS - at)
        references[6] = self._likest(at, now, last)
        references[SHARE] = self._y

    def _likest(self, at, now, last):
        """The bid that followed where the opponent's bids before were most like they are now.

        Before: in this game, or in the whole of the last one when this game begins.
        """
        theirs = self._theirs
        first = now
        length = at
        skip = 1
        if at == 0:
            first = last
            length = ROUNDS
            skip = 2
        likest = -1
        least = 1 << 29
        for back in range(skip, min(self._games, GAMES - 1) + 1):
            past = (self._games - back) % GAMES * ROUNDS
            unlike = 0
            for index in range(length):
                unlike += abs(theirs[past + index] - theirs[first + index])
                if unlike >= least:
                    break
            else:
                least = unlike
                likest = theirs[(past + length) % (GAMES * ROUNDS)]
        return likest

    def _slot(self, expert, number):
        return expert * ROUNDS + (0 if expert in POOLED else number - 1)

    def _propose(self, expert, number):
        """The best answer to the bids that the expert expects, all equally likely."""
        reference = self._references[expert]
        slot = self._slot(expert, number)
        count = min(RECENT, self._seen[slot])
        if reference < 0 or not count:
            return
        x, y, n = self._x, self._y, self._n
        samples = self._samples
        for index in range(count):
            difference = self._differences[slot * RECENT + index]
            if expert == SHARE:
                expected = reference * difference >> 14
            else:
                expected = reference + difference
            samples[index] = min(y, max(0, expected))
        most = -1
        for index in range(count + 4):
            if index < count:
                bid = max(0, samples[index] - 1)  # just below what is expected
            else:
                bid = (0, x >> 2, x >> 1, x)[index - count]
            if bid > x:
                continue
            total = 0
            for other in range(count):
                total += values.after(TABLE, ROUNDS - number, x, y, n, bid << 14 | samples[other])
            if total > most:
                most = total
                self._proposals[expert] = bid

    def weights(self):
        """The weights of the experts' proposals for this bid, and last that of the mixture."""
        weights = [0] * EXPERTS + [weight(TRUST)]
        if not self._rest:
            for expert in range(EXPERTS):
                if self._proposals[expert] >= 0:
                    weights[expert] = weight(self._scores[expert])
        return weights

    def _draw(self, number):
        if self._mixture is None:
            return self._x if number == ROUNDS else 0
        expert = self._chance.pick(self.weights())
        if expert < EXPERTS:
            return self._proposals[expert]
        low, high = self.span(self._chance.pick(self._mixture), number)
        return high - self._chance.below(high - low) if high > low else high

    def span(self, choice, number):
        """The bids low + 1 .. high that one of `values.BIDS` stands for; if equal, that one.

        A whole bid would be undercut by a yen, so chance draws one that is a little lower. Not
        with two rounds left: there half of the money is right, and nothing else.
        """
        bids = values.BIDS
        if choice == 0 or self._i == 0:
            return 0, 0
        high = bids[choice] * self._x // (values.PARTS * self._i)
        if number == ROUNDS - 1:
            return high, high
        return bids[choice - 1] * self._x // (values.PARTS * self._i), high

    def seen(self, number, other):
        if self._learning:
            self._judge(number, other)
            if number < ROUNDS:
                self._learn(number, other)
        at = self._games % GAMES * ROUNDS + number - 1
        bid = self._bid
        self._mine[at] = bid
        self._theirs[at] = other
        if bid < other:
            self._n += other
        elif bid > other:
            self._n -= bid
        self._x -= bid
        self._y -= other
        if number == ROUNDS:
            self._games += 1
            if self._learning:
                self._account()

    def _judge(self, number, other):
        """Adds to the scores what the proposals would have brought above the equilibrium."""
        mixture = self._mixture
        if mixture is None:
            return
        rounds = ROUNDS - number
        x, y, n = self._x, self._y, self._n
        total = count = 0
        for choice in range(len(mixture)):
            share = mixture[choice]
            if share:
                low, high = self.span(choice, number)
                for bid in (low + (high - low + 3) // 4, high - (high - low) // 4):
                    total += share * (values.after(TABLE, rounds, x, y, n, bid << 14 | other) >> 4)
                count += 2 * share
        fair = (total << 4) // count
        for expert in range(EXPERTS):
            bid = self._proposals[expert]
            if bid >= 0:
                gain = values.after(TABLE, rounds, x, y, n, bid << 14 | other) - fair
                score = self._scores[expert]
                self._scores[expert] = min(MOST, max(-MOST, score - score // MEMORY + gain))

    def _learn(self, number, other):
        """Notes the differences between the opponent's bid and the references."""
        for expert in range(EXPERTS):
            reference = self._references[expert]
            if reference < 0:
                continue
            if expert != SHARE:
                difference = other - reference
            elif reference:
                difference = (other << 14) // reference
            else:
                continue
            slot = self._slot(expert, number)
            seen = self._seen[slot]
            self._differences[slot * RECENT + seen % RECENT] = difference
            self._seen[slot] = seen + 1 if seen < 2 * RECENT - 1 else RECENT

    def _account(self):
        """Counts a game; decides whether the experts rest."""
        if self._rest:
            self._rest -= 1
            return
        lead = self._n
        self._credit = min(2 * LOSSES, self._credit + (1 if lead > 0 else -1 if lead < 0 else 0))
        if self._credit <= -LOSSES:
            self._credit = 0
            self._rest = self._next_rest
            self._next_rest = min(LONGEST_REST, 2 * self._next_rest)
