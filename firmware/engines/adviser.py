"""Advice for Calculation: where a card should go, and the chance of winning.

Nobody looks at the stock: what is not on the table is shuffled, again and again, and the game is
played to its end in each of these orders with a fast rule, the playout. The decision that wins
most often is the advice (Monte Carlo search; all decisions are tried in the same orders, and the
worse half is given up time and again: sequential halving, Karnin, Koren and Somekh, 2013).

In a playout a card goes on a foundation if it fits one, on the lowest that it fits, and so do the
tops of talons. Any other goes on the talon with the highest score, a sum of weights. The delay of
a rank is how many cards a foundation takes before it takes that rank, the least of all
foundations; its unseen cards are those still in the stock. The weights are looked up by

    TOP     delay of the card, delay of the talon's top (13: an empty talon)
    GAP     unseen cards of the top's rank, delay of the top less that of the card
    UNDER   the same for each card under the top
    LEAST   delay of the card, least delay in the talon
    CHAIN   foundation that takes the top next after the card, how many cards before the card
    KING    delay of the card, if the talon begins with a king
    EMPTY   delay of the card, number of empty talons, if this one is empty
    DEPTH   cards in the stock by nines, cards in the talon up to 15
    FRESH   cards in the stock by nines, if this talon is empty

and come from `engines.adviser_weights`, which `python3 -m host_tools calculation tune` makes.

The adviser wins more often than its playouts; `engines.adviser_chances` has the share of games
that it won, by the share of playouts that its choice won in a position.

The functions under `@micropython.viper` are compiled on a board and plain Python elsewhere, with
the same results; the random numbers are those of a generator modulo 2^30. Nothing checks the
bounds of a viper pointer, so the buffers have guard bytes: see `Adviser.intact`.
"""

from engines.adviser_chances import CHANCES
from engines.adviser_weights import WEIGHTS
from engines.calculation import NONE, RANKS, TALONS

try:
    import micropython
    from micropython import const
except ImportError:  # plain Python: the same functions, not compiled

    class micropython:  # type: ignore[no-redef]
        viper = staticmethod(lambda function: function)

    ptr8 = bytearray
    const = int  # type: ignore[assignment]

_TOP = const(0)
_GAP = const(182)
_UNDER = const(282)
_LEAST = const(382)
_CHAIN = const(564)
_KING = const(616)
_EMPTY = const(629)
_DEPTH = const(694)
_FRESH = const(790)
"""Where each group of weights begins; a weight is a byte, 128 for nothing."""
SIZE = 796
"""Weights in all."""

# A state. Talons 1..4 stand in 4 x 64 bytes from 0 on; the following begin with talon 1, with
# foundation 0 (there is none) or with rank 0 (no card).
_LENGTH = const(256)
_HEIGHT = const(260)
_WANTED = const(265)
_TAKES = const(270)
"""By rank: the lowest foundation that takes it now, or 0."""
_UNSEEN = const(284)
_DELAY = const(298)
_KEY = const(312)
"""By rank: 25 times the unseen cards, plus the delay, plus 12."""
_STATE = const(326)
"""Behind it stand, for `_choose`, cards that foundation k takes before it takes a rank, at
14 k + rank; and the weights."""
_WEIGHTS = const(396)
_GUARD = b"guardian"
"""Stands behind each buffer."""


def _places():
    places = bytearray(14 * 5)
    for k in range(1, 5):
        for place in range(RANKS):
            places[14 * k + (k * (place + 1) - 1) % RANKS + 1] = place
    return places


PICO = 100000
"""The budget of a decision on the handheld, in cards laid down in playouts."""

_CLEAR = const(12)
"""An option is clearly behind when the square of the difference in wins is so many times the
playouts: three and a half standard deviations, at least."""


@micropython.viper
def _shuffle(seed: int, at: int, cards: ptr8) -> int:
    """Shuffles cards 1..`at`; takes and returns a seed 0..2^30 - 1."""
    while at > 1:
        seed = (seed * 29773421 + 12345) & 0x3FFFFFFF
        other = ((seed >> 14) * at >> 16) + 1
        card = cards[at]
        cards[at] = cards[other]
        cards[other] = card
        at -= 1
    return seed


@micropython.viper
def _copy(at: int, end: int, source: ptr8, target: ptr8):
    """Copies a state; of the talons only what lies there."""
    for talon in range(4):
        at = talon << 6
        end = at + source[_LENGTH + talon]
        while at < end:
            target[at] = source[at]
            at += 1
    at = _LENGTH
    while at < _STATE:
        target[at] = source[at]
        at += 1


@micropython.viper
def _choose(at: int, score: int, game: ptr8, card: int, left: int) -> int:
    """The talon (0..3) with the highest score for `card`; `left`: cards in the stock."""
    best = 0
    delay = game[_DELAY + card]
    row = 14 * delay
    stage = left * 57 >> 9
    empty = 0
    for talon in range(4):
        if game[_LENGTH + talon] == 0:
            empty += 1
    fresh = 1
    most = -1000000
    for talon in range(4):
        n = game[_LENGTH + talon]
        score = most
        if n:
            at = talon << 6
            end = at + n - 1
            rank = game[end]
            least = game[_DELAY + rank]
            score = game[_WEIGHTS + _TOP + row + least] - (n << 7)
            score += game[_WEIGHTS + _GAP + game[_KEY + rank] - delay]
            if game[at] == 13:
                score += game[_WEIGHTS + _KING + delay] - 128
            j = rank - card
            if j < 0:
                j += 13
            if j > 0 and j < 5 and card != 13:
                rank = game[_STATE + 14 * j + card] - game[_HEIGHT + j]
                if rank >= 0:
                    score += game[_WEIGHTS + _CHAIN + 13 * j - 13 + rank] - 128
            j = _WEIGHTS + _UNDER - delay
            while at < end:
                rank = game[at]
                score += game[j + game[_KEY + rank]]
                rank = game[_DELAY + rank]
                if rank < least:
                    least = rank
                at += 1
            if n > 15:
                n = 15
            score += (
                game[_WEIGHTS + _LEAST + row + least] + game[_WEIGHTS + _DEPTH + (stage << 4) + n]
            )
        elif fresh:
            fresh = 0
            score = game[_WEIGHTS + _TOP + row + 13] + game[_WEIGHTS + _EMPTY + 5 * delay + empty]
            score += game[_WEIGHTS + _FRESH + stage]
        if score > most:
            most = score
            best = talon
    return best


@micropython.viper
def _play(at: int, score: int, state: ptr8, stock: ptr8, left: int, game, choose) -> int:
    """Plays the cards of `stock` from `at` (0 or 1) up to `left`, which is not played.

    Returns how many cards lie on foundations at the end. From 0 on, a card is laid down before
    tops are looked at. `game` is the buffer of the state, for `choose`: see `_choose`.
    """
    turned = at
    scan = at
    k = 0
    stale = 1
    while True:
        if k:  # foundation k takes the rank it wants
            scan = 1
            stale = 1
            at = state[_HEIGHT + k] + 1
            state[_HEIGHT + k] = at
            rank = state[_WANTED + k]
            state[_TAKES + rank] = 0
            rank += k
            if rank > 13:
                rank -= 13
            if at == 13:
                rank = 0
            state[_WANTED + k] = rank
            for j in range(1, 5):
                at = _TAKES + state[_WANTED + j]
                k = state[at]
                if k == 0:
                    state[at] = j
                elif state[_HEIGHT + j] < state[_HEIGHT + k]:
                    state[at] = j
            k = 0
        if scan:  # does a foundation take a top?
            talon = 0
            while k == 0 and talon < 4:
                n = state[_LENGTH + talon]
                if n:
                    k = state[_TAKES + state[(talon << 6) + n - 1]]
                    if k:
                        state[_LENGTH + talon] = n - 1
                talon += 1
            if k:
                continue
            scan = 0
        if turned == left:
            break
        card = stock[turned]
        turned += 1
        state[_UNSEEN + card] -= 1
        k = state[_TAKES + card]
        if k:
            continue
        if stale:
            stale = 0
            for rank in range(1, 14):
                state[_DELAY + rank] = 12
            for j in range(1, 5):
                rank = state[_WANTED + j]
                score = 13 - state[_HEIGHT + j]
                at = 0
                while at < score:
                    if state[_DELAY + rank] > at:
                        state[_DELAY + rank] = at
                    rank += j
                    if rank > 13:
                        rank -= 13
                    at += 1
            for rank in range(1, 14):
                state[_KEY + rank] = 25 * state[_UNSEEN + rank] + state[_DELAY + rank] + 12
        else:
            state[_KEY + card] -= 25
        best = int(choose(0, 0, game, card, left - turned))
        at = _LENGTH + best
        n = state[at]
        state[(best << 6) + n] = card
        state[at] = n + 1
    score = 0
    for j in range(1, 5):
        score += state[_HEIGHT + j]
    return score


def options(table, hand):
    """The decisions worth a thought, as `engines.calculation` writes them; at least one.

    `hand`: the card to be placed, 0 to move tops. What can go on a foundation goes there, empty
    talons are alike, and moves that do not exclude each other are made in any order.
    """
    if hand:
        stacks = table.placements(hand)
        if len(stacks) > 4:
            return stacks[4:]
        chosen = []
        empty = False
        for talon in TALONS:
            if table.talons[talon - 1]:
                chosen.append(talon)
            elif not empty:
                empty = True
                chosen.append(talon)
        return chosen
    moves = table.moves()
    if not moves:
        return [NONE]
    if len(set([m // 10 for m in moves])) == len(moves) == len(set([m % 10 for m in moves])):
        return moves[:1]
    return moves


PARTS = 20


def part(won, tried):
    """Which of PARTS parts of `tried` playouts `won` are, rounded: 0..PARTS."""
    return (2 * PARTS * won + tried) // (2 * max(1, tried))


def _order(option):
    return -option[0], -option[1], option[3]


class Adviser:
    """A search at a time: `begin`, then `step` as long as it says so.

    `budget`: cards that are laid down in playouts for a decision; a playout counts for the cards
    in the stock and eight. What is found depends on the table, the card in hand and the budget
    alone, and can be read at any time. Only the constructor allocates buffers.
    """

    def __init__(self, budget=PICO):
        self._budget = budget
        self._root = bytearray(_STATE) + _GUARD
        self._work = bytearray(_STATE) + _places() + WEIGHTS + _GUARD
        self._stock = bytearray(53) + _GUARD
        """A card that goes on a foundation first, and the cards in the stock, from 1 on."""
        self._cards = 0
        """How many are in the stock."""
        self._seed = 0
        self._hand = 0
        self._tried = []
        """What is still tried: [wins, cards on foundations, playouts, number, decision]."""
        self._several = False
        self._next = 0
        """Which of these is tried next."""
        self._end = 0
        """Playouts after which the worse half is given up."""
        self._share = 0
        """Playouts from one such end to the next."""
        self.done = 0
        """Playouts so far."""
        self.total = 0
        """Playouts in all, if the advice is not clear before."""

    def begin(self, table, hand):
        """Turns to an `engines.calculation.Table` with the card `hand` (1..13), 0 for none.

        What is not on the table is in the stock, up to four cards of each rank. Of a talon that
        is too high for one deck the upper cards count.
        """
        root = self._root
        stock = self._stock
        unseen = bytearray([4] * (RANKS + 1))
        unseen[hand] -= 1
        for talon in table.talons:
            for card in talon:
                unseen[card] -= unseen[card] > 0
        for k in range(1, 5):
            height = root[_HEIGHT + k] = table.heights[k - 1]
            root[_WANTED + k] = table.wanted[k - 1]
            for rank in range(1, RANKS + 1):
                if self._work[_STATE + 14 * k + rank] < height:
                    unseen[rank] -= unseen[rank] > 0
        count = 0
        for rank in range(1, RANKS + 1):
            root[_UNSEEN + rank] = unseen[rank]
            root[_TAKES + rank] = 0
            for _ in range(unseen[rank]):
                count += 1
                stock[count] = rank
        self._cards = count
        for k in range(1, 5):
            at = _TAKES + root[_WANTED + k]
            if not root[at] or root[_HEIGHT + k] < root[_HEIGHT + root[at]]:
                root[at] = k
        for talon in range(4):
            cards = table.talons[talon]
            first = max(0, len(cards) - 63 + count)
            root[_LENGTH + talon] = len(cards) - first
            for at in range(first, len(cards)):
                root[64 * talon + at - first] = cards[at]
        decisions = options(table, hand)
        rounds = 1
        while 1 << rounds < len(decisions):
            rounds += 1
        self._several = len(decisions) > 1
        budget = self._budget if self._several else self._budget // 4
        self._hand = hand
        self._tried = [[0, 0, 0, number, decisions[number]] for number in range(len(decisions))]
        self._next = 0
        self._seed = 1
        self.done = 0
        self.total = max(len(decisions), budget // (count + 8))
        self._end = self._share = max(len(decisions), self.total // rounds)

    def step(self):
        """One playout; returns whether there is more to do."""
        tried = self._tried
        done = self.done
        if done >= self.total:
            return False
        at = self._next
        if not at:
            self._seed = _shuffle(self._seed, self._cards, self._stock)
        option = tried[at]
        height = self._playout(option[4])
        if height == 52:
            option[0] += 1
        option[1] += height
        option[2] += 1
        self.done = done = done + 1
        at += 1
        if at == len(tried):
            at = 0
            if done >= self._end:
                self._end += self._share
                self._give_up((len(tried) + 1) // 2)
            elif not option[2] & 15:
                self._give_up(len(tried))
            if len(tried) == 1 and self._several:
                self.total = done
        self._next = at
        return done < self.total

    def _playout(self, decision):
        """Plays on from `decision`; returns how many cards lie on foundations at the end."""
        work = self._work
        _copy(0, 0, self._root, work)
        talon = decision // 10
        stack = decision % 10
        first = 1
        if stack > 4:
            first = 0
            card = self._hand
            if talon:
                work[_LENGTH + talon - 1] -= 1
                card = work[64 * (talon - 1) + work[_LENGTH + talon - 1]]
            self._stock[0] = card
            work[_TAKES + card] = stack - 4
            work[_UNSEEN + card] += 1
        elif stack:
            at = _LENGTH + stack - 1
            height = work[at]
            work[64 * (stack - 1) + height] = self._hand
            work[at] = height + 1
        return _play(first, 0, work, self._stock, self._cards + 1, work, _choose)

    def _give_up(self, kept):
        """Gives up all but the best `kept` options, and those that are clearly behind."""
        tried = self._tried
        tried.sort(key=_order)
        del tried[kept:]
        best = tried[0]
        while len(tried) > 1:
            behind = best[0] - tried[-1][0]
            if behind * behind <= _CLEAR * best[2]:
                return
            tried.pop()

    def advice(self):
        """The best decision so far, one of `options`; None before `begin`."""
        return min(self._tried, key=_order)[4] if self._tried else None

    def won(self):
        """The playouts that the best decision has won so far, and all of its playouts."""
        best = min(self._tried, key=_order)
        return best[0], best[2]

    def chance(self):
        """Per cent of games that the adviser wins from here, as far as can be seen by now."""
        won, tried = self.won()
        return CHANCES[part(won, tried)]

    def intact(self):
        """Whether the guard bytes are as ever."""
        for buffer in (self._root, self._work, self._stock):
            if buffer[-len(_GUARD) :] != _GUARD:
                return False
        return True
