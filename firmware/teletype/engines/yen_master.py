# SPDX-License-Identifier: MIT
"""The strong player of the 10,000-yen game: an equilibrium, its own answer, and a hedge.

Its foundation is the table of `engines.yen_values`: in every situation a mixture of bids against
which no opponent can gain much. An opponent may play such an equilibrium himself. His bids with
two rounds left reveal it: the table makes few there, and others seldom hit them. The player
answers him with the best answer to the table's mixture, bid a little too high and too low. The
answer uses the value of the next situation for the patient (`values.weigh`).

Against all others EXPERTS compete with the equilibrium. Each predicts the opponent's bid from one
reference: its bid in this round before, our last bid, an even share of its money and so on. To the
reference it adds the last few differences between that reference and the real bids. An expert
proposes the best answer to its prediction, by the value of the next situation.

After each round the player judges every expert by the gain of its proposal against the real bid,
compared with the equilibrium. The weight of an expert is exponential in the sum of these
differences, older ones counting less (multiplicative weights, N. Littlestone and M. K. Warmuth,
1994). The equilibrium has a constant weight, and the choice is random.

The loss is bounded. The player counts the games that the equilibrium does not play alone. Once
LOSSES more of them have been lost than won, the equilibrium plays the next ones alone. That time
doubles whenever it happens again.
"""

from array import array

from teletype.engines import yen_values as values
from teletype.engines.yen import MONEY, ROUNDS, Player
from teletype.engines.yen_table import TABLE

GAMES = 32
"""Past games that are remembered."""

RECENT = 4
"""Differences that an expert keeps."""

EXPERTS = 7

POOLED = (1, 2, 5, 6)
"""Experts with common differences for all rounds; the others keep them round by round."""

UNIT = 384
"""The difference, in units of `values.fill`, that doubles a weight."""

TRUST = 5 * UNIT
"""The score of the equilibrium."""

MOST = 12 * UNIT
"""The highest score; the lowest is -MOST."""

MEMORY = 256
"""Rounds after which a difference has lost most of its weight."""

SURE = 6
"""The most by which bids with two rounds left can speak for an equilibrium, or against it."""

LOSSES = 8
REST = 32
"""Games of the first period that the equilibrium plays alone."""

LONGEST_REST = 512


def strategy(rounds, i, j):
    """Return the weights of `values.BIDS` in a cell of the table; see `values.solve`."""
    return values.solve(TABLE, rounds, i, j)[1]


def cell(x, y, n):
    """Return the table's cell nearest to a situation, see `values.solve`."""
    both = x + y
    steps = 2 * values.STEPS
    return (steps * x + both) // (2 * both), (steps * (n + y) + both) // (2 * both)


def weight(score):
    """Return 2 ** (score / UNIT) as an integer, linear between whole powers; 0 if far below."""
    score += 4 * UNIT
    if score < 0:
        return 0
    return ((UNIT + score % UNIT) << score // UNIT) // UNIT


class Master(Player):
    """The player; its memory takes about 3 KB, whatever the length of the match."""

    def __init__(self, chance, learning=True):
        Player.__init__(self, chance)
        self._learning = learning  # if False, it is the equilibrium alone
        self._mine = array("h", bytes(2 * GAMES * ROUNDS))
        self._theirs = array("h", bytes(2 * GAMES * ROUNDS))
        self._differences = array("h", bytes(2 * EXPERTS * ROUNDS * RECENT))
        self._seen = array("b", bytes(EXPERTS * ROUNDS))
        self._references = array("h", bytes(2 * EXPERTS))
        self._scores = array("i", bytes(4 * EXPERTS))
        self._proposals = array("h", bytes(2 * EXPERTS))
        self._games = 0
        self._near = 0
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
        """Compute the equilibrium's mixture and all proposals, or only bids low + 1 .. high."""
        for expert in range(EXPERTS):
            self._proposals[expert] = -1
        self._mixture = None
        if self._learning:
            self._refer(number)
        x, y, n = self._x, self._y, self._n
        self._only = (x, x) if number == ROUNDS else (0, 0)
        if number == ROUNDS or x == 0 or n > x or n < -y:
            return
        rounds = ROUNDS + 1 - number
        if self._learning and self._near > 0 and not self._rest:
            i, j = cell(y, x, -n)
            self._only = values.answer(TABLE, rounds, x, y, n, i, strategy(rounds, i, j))
            return
        self._i, j = cell(x, y, n)
        self._mixture = strategy(rounds, self._i, j)
        if self._learning:
            for expert in range(EXPERTS):
                self._propose(expert, number)

    def _refer(self, number):
        """Set each expert's reference for the opponent's bid; -1 if it has none."""
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

    def _likest(self, at, now, last):
        """Return the bid that followed the most similar earlier bids of the opponent.

        The present bids are those of this game, or of the whole last game when this one begins.
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
        """Compute the best answer to the bids that the expert expects, all equally likely."""
        reference = self._references[expert]
        slot = self._slot(expert, number)
        count = min(RECENT, self._seen[slot])
        if reference < 0 or not count:
            return
        x, y, n = self._x, self._y, self._n
        expected = []
        bids = []
        for index in range(count):
            other = min(y, max(0, reference + self._differences[slot * RECENT + index]))
            expected.append(other)
            if other <= x + 1:
                bids.append(max(0, other - 1))  # just below the expected bid
        bids += [0, x >> 2, x >> 1, x]
        matrix = values.outcomes(TABLE, ROUNDS - number, x, y, n, bids, expected)
        most = -1
        for row in range(len(bids)):
            total = sum(matrix[row * count : row * count + count])
            if total > most:
                most = total
                self._proposals[expert] = bids[row]

    def weights(self):
        """Return the weights of the experts' proposals for this bid, then that of the mixture."""
        weights = [0] * EXPERTS + [weight(TRUST)]
        if not self._rest:
            for expert in range(EXPERTS):
                if self._proposals[expert] >= 0:
                    weights[expert] = weight(self._scores[expert])
        return weights

    def _draw(self, number):
        low, high = self._only
        if self._mixture is not None:
            expert = self._chance.pick(self.weights())
            if expert < EXPERTS:
                return self._proposals[expert]
            low, high = self.span(self._chance.pick(self._mixture), number)
        return high - self._chance.below(high - low) if high > low else high

    def span(self, choice, number):
        """Return the bids low + 1 .. high of one of `values.BIDS`; if equal, that one."""
        return values.span(ROUNDS + 1 - number, self._i, self._x, choice)

    def seen(self, number, other):
        if self._learning:
            self._judge(number, other)
            if number == ROUNDS - 1:
                self._compare(other)
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

    def _compare(self, other):
        """Count whether a bid with two rounds left is near one that the table makes there."""
        x, y, n = self._x, self._y, self._n
        if x == 0 or y == 0 or n > x or n < -y:
            return
        i, j = cell(y, x, -n)
        weights = strategy(2, i, j)
        last = len(weights) - 1
        if last < 2:
            return
        choice = 0
        while choice < last and values.span(2, i, y, choice)[1] < other:
            choice += 1
        hit = any(weights[max(0, choice - 1) : choice + 2])
        self._near = max(-SURE, min(SURE, self._near + (1 if hit else -1)))

    def _judge(self, number, other):
        """Add to the scores the gain of each proposal over the equilibrium."""
        mixture = self._mixture
        if mixture is None:
            return
        bids = [max(0, bid) for bid in self._proposals]
        shares = []
        for choice in range(len(mixture)):
            share = mixture[choice]
            if share:
                low, high = self.span(choice, number)
                bids += [low + (high - low + 3) // 4, high - (high - low) // 4]
                shares += [share, share]
        x, y, n = self._x, self._y, self._n
        gains = values.outcomes(TABLE, ROUNDS - number, x, y, n, bids, [other])
        total = 0
        for index in range(len(shares)):
            total += shares[index] * (gains[EXPERTS + index] >> 4)
        fair = (total << 4) // sum(shares)
        for expert in range(EXPERTS):
            if self._proposals[expert] >= 0:
                score = self._scores[expert]
                score += gains[expert] - fair - score // MEMORY
                self._scores[expert] = min(MOST, max(-MOST, score))

    def _learn(self, number, other):
        """Note the differences between the opponent's bid and the references."""
        for expert in range(EXPERTS):
            reference = self._references[expert]
            if reference < 0:
                continue
            difference = other - reference
            slot = self._slot(expert, number)
            seen = self._seen[slot]
            self._differences[slot * RECENT + seen % RECENT] = difference
            self._seen[slot] = seen + 1 if seen < 2 * RECENT - 1 else RECENT

    def _account(self):
        """Count a game; decide whether the equilibrium plays the next ones alone."""
        if self._rest:
            self._rest -= 1
            return
        lead = self._n
        self._credit = min(2 * LOSSES, self._credit + (1 if lead > 0 else -1 if lead < 0 else 0))
        if self._credit <= -LOSSES:
            self._credit = 0
            self._rest = self._next_rest
            self._next_rest = min(LONGEST_REST, 2 * self._next_rest)
