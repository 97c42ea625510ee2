# SPDX-License-Identifier: MIT
"""The player `master` of the 10,000-yen game: it predicts bids from remembered games.

The first games are those of `yen_master.Master`. From then on each bid is the best answer to a
prediction. PAST games are remembered. A bid that the opponent made in the same round counts for
more if its situation was like the present one, and for less the older it is. The situation is his
share of the money and the money left after his losses. KINDS explanations turn such a bid into an
expected one: the same part of his money, or the same difference from one of our bids or of his
own. An explanation counts by the chance that it gave to his real bids, with older ones forgotten:
a Bayesian mixture, in integers.

The answer is the bid that gains most against the TOP expected bids, by the value of the next
situation for somebody very patient (`yen_values.weigh`, twice). The opponent will err again, so a
game that stays open is worth more than between perfect players.

`Master` still bounds the loss: an opponent who plays an equilibrium gets the answer to it, and
after too many lost games the equilibrium plays alone.
"""

from array import array

from teletype.engines import yen_values as values
from teletype.engines.yen import ROUNDS
from teletype.engines.yen_master import Master
from teletype.engines.yen_table import TABLE

try:
    import micropython
except ImportError:  # plain Python: the same functions, not compiled

    class micropython:  # type: ignore[no-redef]
        viper = staticmethod(lambda function: function)

    ptr16 = array

WARM = 6
"""Games before the first prediction."""

PAST = 60
"""Games used for predictions; four more are stored for the averages before them."""

KEPT = PAST + 4

TOP = 20
"""Expected bids to answer: the most likely ones."""

KINDS = 5

STEPS = 1024
"""The unit of both ratios of a situation is 1 / STEPS."""

NONE = 65535
"""No ratio, because the game was decided; or no bid to compare with."""

WORST = -5120
"""The lowest score of an explanation, relative to the best; 256 less halves its weight."""

_FIRST = (32768, 31379, 30048, 28774, 27554, 26386, 25268, 24196)
_SECOND = (23170, 22188, 21247, 20347, 19484, 18658, 17867, 17109)
_POWERS = array("H", _FIRST + _SECOND)
"""2 ** (15 - k / 16) for k = 0..15."""

_BLOCK = KEPT * ROUNDS


def power(sixteenths):
    """Return 2 ** (15 - sixteenths / 16), nearly; 0 for far below 1."""
    return _POWERS[sixteenths & 15] >> (sixteenths >> 4) if sixteenths < 256 else 0


def logarithm(number):
    """Return 256 * log2(number), linear between powers of 2; `number` is at least 1."""
    whole = 0
    while number >> whole > 1:
        whole += 1
    return (whole << 8) + ((number << 8) >> whole) - 256


@micropython.viper
def recall(past: ptr16, at: int, games: int, share: int, ratio: int, powers: ptr16, out: ptr16):
    """Write the weight of each remembered game, the latest first, for a situation.

    `at`: the round from 0. `share`, `ratio`: the situation in 1 / STEPS. The likest has 32768.
    """
    count = games if games < 60 else 60
    least = 65535
    age = 1
    while age <= count:
        cell = (games - age) % 64 * 10 + at
        far = 65535
        other = int(past[1920 + cell])
        if other != 65535:
            far = other - share
            if far < 0:
                far = 0 - far
            other = int(past[2560 + cell]) - ratio
            if other < 0:
                other = 0 - other
            far = (far + other) * 10 // 64 + age * 16 // 70  # halved by 1/10, and in 70 games
            if far < least:
                least = far
        out[age - 1] = far
        age += 1
    age = 0
    while age < count:
        far = int(out[age]) - least
        if far < 256:
            out[age] = int(powers[far & 15]) >> (far >> 4)
        else:
            out[age] = 0
        age += 1


@micropython.viper
def expect(past: ptr16, at: int, games: int, kind: int, now: int, most: int, out: ptr16):
    """Write the bid 0..`most` expected after each remembered game, the latest first.

    `now`: the bid of this game that the explanation `kind` compares with, see
    `Predictor._refer_to`.
    """
    count = games if games < 60 else 60
    to = kind * 60
    age = 1
    while age <= count:
        number = games - age
        cell = number % 64 * 10 + at
        bid = int(past[640 + cell])
        if kind == 0:
            left = int(past[1280 + cell])
            if left:
                bid = bid * most // left
        else:
            other = -1
            if kind == 1:
                if number:
                    other = int(past[(number + 63) % 64 * 10 + at])
            elif kind == 2:
                back = 1
                total = 0
                while back <= 4 and back <= number:
                    total += int(past[(number + 64 - back) % 64 * 10 + at])
                    back += 1
                if back > 1:
                    other = total // (back - 1)
            elif kind == 3:
                other = int(past[cell - 1])
            else:
                other = int(past[639 + cell])
            bid = 65535 if other < 0 else bid + now - other
        if bid != 65535:
            if bid < 0:
                bid = 0
            if bid > most:
                bid = most
        out[to] = bid
        to += 1
        age += 1


@micropython.viper
def collect(
    first: int, count: int, factor: int, size: int, bids: ptr16, weights: ptr16, top: ptr16
) -> int:
    """Put the expected bids of one explanation among the TOP likeliest of all.

    Its bids begin at `bids[first]`. `top` has `size` weights, and from TOP on their bids; returns
    the new size.
    """
    index = 0
    while index < count:
        bid = int(bids[first + index])
        weight = int(weights[index]) * factor >> 17
        index += 1
        if bid == 65535 or weight == 0:
            continue
        to = size
        if size == 20:
            to = 0
            slot = 1
            while slot < 20:
                if int(top[slot]) < int(top[to]):
                    to = slot
                slot += 1
            if int(top[to]) >= weight:
                continue
        else:
            size += 1
        top[to] = weight
        top[20 + to] = bid
    return size


@micropython.viper
def likelihood(
    first: int, count: int, other: int, bids: ptr16, weights: ptr16, powers: ptr16
) -> int:
    """Return the chance, 0..1024, that an explanation gave to the opponent's bid `other`."""
    width = 40 + other // 10
    total = 0
    near = 0
    index = 0
    while index < count:
        bid = int(bids[first + index])
        weight = int(weights[index]) >> 5
        index += 1
        if bid == 65535:
            continue
        total += weight
        far = bid - other
        if far < 0:
            far = 0 - far
        far = far * 16 // width
        if far < 160:
            near += (int(powers[far & 15]) >> (far >> 4) >> 5) * weight >> 5
    if total == 0:
        return 0
    return near // ((total >> 5) + 1)


@micropython.viper
def bear(matrix: ptr16, size: int):
    """Make each chance of a matrix that of two attempts, see `yen_values.weigh`."""
    at = 0
    while at < size:
        chance = int(matrix[at])
        matrix[at] = chance + (chance * (4064 - chance) >> 12)
        at += 1


class Predictor(Master):
    """The player; its memory takes about 8 KB, whatever the length of the match."""

    def __init__(self, chance):
        Master.__init__(self, chance)
        # ours, his, what he had left, his share, our ratio: of each game and round
        self._past = array("H", bytes(2 * 5 * _BLOCK))
        self._expected = array("H", bytes(2 * KINDS * PAST))
        self._alike = array("H", bytes(2 * PAST))
        self._top = array("H", bytes(2 * 2 * TOP))
        self._sums = array("i", bytes(4 * 2 * TOP))
        self._explained = array("i", bytes(4 * KINDS))
        self._now = array("h", bytes(2 * KINDS))
        self._predicted = False

    def _situation(self):
        """Return his share and our second ratio, in 1 / STEPS; NONE for a decided game."""
        x, y, n = self._x, self._y, self._n
        if x == 0 or n > x or n < -y:
            return NONE, NONE
        return STEPS * y // (x + y), STEPS * (n + y) // (x + y)

    def bid(self, number, left):
        if number == 1:
            self._begin()
        self._predicted = False
        if self._games < WARM or self._rest or self._near > 0:
            return Master.bid(self, number, left)
        share, ratio = self._situation()
        if number == ROUNDS or share == NONE or self._y == 0:
            return Master.bid(self, number, left)
        self._mixture = None
        self._predict(number - 1, share, ratio)
        self._bid = self._answer(number)
        return self._bid

    def _refer_to(self, at):
        """Set the bids that the explanations compare with in this game; -1 if there is none."""
        past = self._past
        games = self._games
        now = self._now
        here = games % KEPT * ROUNDS + at
        now[0] = 0
        now[1] = past[(games - 1) % KEPT * ROUNDS + at]
        total = 0
        for back in range(1, 5):
            total += past[(games - back) % KEPT * ROUNDS + at]
        now[2] = total // 4
        now[3] = past[here - 1] if at else -1
        now[4] = past[_BLOCK + here - 1] if at else -1

    def _predict(self, at, share, ratio):
        """Write the weights of the games and the bids that the explanations expect."""
        games = self._games
        recall(self._past, at, games, share, ratio, _POWERS, self._alike)
        self._refer_to(at)
        for kind in range(KINDS):
            if self._now[kind] >= 0:
                expect(self._past, at, games, kind, self._now[kind], self._y, self._expected)
        self._predicted = True

    def _answer(self, number):
        """Return the best bid against the likeliest expected ones."""
        x, y, n = self._x, self._y, self._n
        count = min(PAST, self._games)
        best = max([score for score, now in zip(self._explained, self._now) if now >= 0])
        total = max(64, sum(self._alike[:count]))
        size = 0
        for kind in range(KINDS):
            if self._now[kind] >= 0:
                score = max(WORST, self._explained[kind] - best)
                factor = min(65535, (power(-score >> 4) << 12) // (total >> 6))
                first = kind * PAST
                size = collect(first, count, factor, size, self._expected, self._alike, self._top)
        expected = []
        bids = [0]
        for index in range(size):
            other = self._top[TOP + index]
            expected.append(other)
            if 1 < other <= x + 1 and other - 1 not in bids:
                bids.append(other - 1)
        for part in range(1, 17):
            bids.append(x * part >> 4)
        matrix = values.outcomes(TABLE, ROUNDS - number, x, y, n, bids, expected)
        for row in range(len(bids)):
            self._sums[row] = 0
        bear(matrix, len(bids) * size)
        values.weigh(matrix, len(bids) << 8 | size, self._top, self._sums)
        row = 0
        for other in range(len(bids)):
            if self._sums[other] > self._sums[row]:
                row = other
        return bids[row]

    def seen(self, number, other):
        at = self._games % KEPT * ROUNDS + number - 1
        past = self._past
        if self._predicted:
            self._explain(other)
        past[at] = self._bid
        past[_BLOCK + at] = other
        past[2 * _BLOCK + at] = self._y
        past[3 * _BLOCK + at], past[4 * _BLOCK + at] = self._situation()
        Master.seen(self, number, other)

    def _explain(self, other):
        """Judge the explanations by the real bid."""
        count = min(PAST, self._games)
        explained = self._explained
        for kind in range(KINDS):
            if self._now[kind] >= 0:
                chance = likelihood(
                    kind * PAST, count, other, self._expected, self._alike, _POWERS
                )
                explained[kind] += logarithm(20 + chance) - 2560 - explained[kind] // 10
