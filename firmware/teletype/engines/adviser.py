# SPDX-License-Identifier: MIT
"""Advice for Calculation: where a card should go, and the chance of winning.

Nobody looks at the stock: what is not on the table is shuffled, again and again, and the game is
played to its end in each of these orders with a fast rule, the playout. The decision that wins
most often is the advice (Monte Carlo search; all decisions are tried in the same orders, and the
worse half is given up time and again: sequential halving, Karnin, Koren and Somekh, 2013). Few
orders say little, so a talon begins with a handicap, by how far the rule of the playouts scores it
below the best one: with many playouts it does not matter.

In a playout a card goes on a foundation if it fits one, on the lowest that it fits, and so do the
tops of talons. Any other goes on the talon with the highest score, a sum of weights. The delay of
a rank is how many cards a foundation takes before it takes that rank, the least of all
foundations, 12 if none takes it; its need is how many foundations still take it; its unseen cards
are those in the stock. Rank r is ahead of rank s on a foundation that takes r, and not s before
r. The weights are looked up by

    TOP      cards in the stock by nines, delay of the card, delay of the talon's top
    COPIES   unseen cards of the card's rank, delay of the card, delay of the top
    OWN      need and unseen cards of the card's rank, delay of the top, inversions up to 2
    PAIR     for each card of the talon, if it is the top, below no card with a delay like that of
             the card or longer, or below one: need and unseen cards of its rank, foundations on
             which it is ahead of the card, those on which the card is ahead of it, and the
             difference of their delays in seven classes
    RANK     for each card of the talon, in the same three cases: rank of the card, its rank
    LEAST    delay of the card, least delay in the talon
    LARGEST  delay of the card, largest delay in the talon
    BOTTOM   rank of the card, rank of the talon's lowest card
    CHAIN    foundation that takes the top next after the card, how many cards before the card
    DEPTH    cards in the stock by nines, cards in the talon up to 15
    SPOILT   cards in the stock by nines, inversions up to 7, if the card's delay is not the least
    EMPTY    delay of the card, number of empty talons

Inversions are cards of the talon that lie below one with a longer delay. An empty talon has no top
(13), no lowest card (0), and the weights TOP, COPIES, OWN, BOTTOM and EMPTY alone. All come from
`teletype.engines.adviser_weights`, which `python3 -m host_tools calculation tune` makes.

The adviser wins more often than its playouts; `engines.adviser_chances` has the share of games
that it won, by the share of playouts that its choice won in a position.

The functions under `@micropython.viper` are compiled on a board and plain Python elsewhere, with
the same results; the random numbers are those of a generator modulo 2^30. Nothing checks the
bounds of a viper pointer, so the buffers have guard bytes: see `Adviser.intact`.
"""

from teletype.engines.adviser_chances import CHANCES
from teletype.engines.adviser_weights import WEIGHTS
from teletype.engines.calculation import NONE, RANKS, TALONS

try:
    import micropython
    from micropython import const
except ImportError:  # plain Python: the same functions, not compiled

    class micropython:  # type: ignore[no-redef]
        viper = staticmethod(lambda function: function)

    ptr8 = bytearray
    const = int  # type: ignore[assignment]

_TOP = const(0)
_COPIES = const(1092)
_OWN = const(1820)
_PAIR = const(2240)
_RANK = const(7490)
_LEAST = const(8078)
_LARGEST = const(8260)
_BOTTOM = const(8442)
_CHAIN = const(8638)
_DEPTH = const(8690)
_SPOILT = const(8786)
_EMPTY = const(8882)
"""Where each group of weights begins; a weight is a byte, 128 for nothing."""
SIZE = 8947
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
_NEED = const(312)
_AHEAD = const(326)
"""At 14 r + s: foundations on which rank r is ahead of rank s."""
_STATE = const(522)
"""Behind it stand, for `_choose`, the weights PAIR by rank, ..."""
_FIRST = const(522)
_CLEAR = const(536)
_BLOCKED = const(550)
_PLACES = const(564)
"""... cards that foundation k takes before it takes a rank, at 14 k + rank, ..."""
_SCORES = const(564)
"""... where foundation 0 would be, the last scores of the talons plus _MIDDLE, two bytes each, ...

The lower byte is the first one.
"""
_NEAR = const(634)
"""... and classes of differences of delays, -12..12."""
_MIDDLE = const(16384)
_GUARD = b"guardian"
"""Stands behind each buffer."""

_CLASSES = bytes((0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6))


def _places():
    places = bytearray(14 * 5)
    for k in range(1, 5):
        for place in range(RANKS):
            places[14 * k + (k * (place + 1) - 1) % RANKS + 1] = place
    return places


PICO = 60000
"""The budget of a decision on the handheld, in cards laid down in playouts."""

_CLEARLY = const(12)
"""An option is clearly behind when the square of the difference in wins is so many times the
playouts: three and a half standard deviations, at least."""

_WIN = const(32)
"""By so many points of the rule's score is a talon below the best one for a handicap of a win."""
_HANDICAP = const(120)
"""The most points that count."""


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
def _choose(at: int, score: int, game: ptr8, card: int, left: int, weights: ptr8) -> int:
    """The talon (0..3) with the highest score for `card`; `left`: cards in the stock.

    The scores stay in `game`, that of an empty talon for the first one only.
    """
    delay = game[_DELAY + card]
    near = _NEAR + 12 - delay
    for rank in range(1, 14):  # what lies on talons
        n = game[_NEED + rank]
        at = game[_UNSEEN + rank]
        if at < n or n == 0:
            score = (n * (n - 1) >> 1) + at
            score = 5 * score + game[_AHEAD + 14 * rank + card]
            score = 5 * score + game[_AHEAD + 14 * card + rank]
            score = 7 * score + game[near + game[_DELAY + rank]] + _PAIR
            game[_FIRST + rank] = weights[score]
            game[_CLEAR + rank] = weights[score + 1750]
            game[_BLOCKED + rank] = weights[score + 3500]
    n = game[_NEED + card]
    own = _OWN + 42 * ((n * (n - 1) >> 1) + game[_UNSEEN + card])
    row = 14 * delay
    pairs = _RANK + 14 * card
    stage = left * 57 >> 9
    tops = _TOP + 182 * stage + row
    copies = _COPIES + 182 * game[_UNSEEN + card] + row
    empty = 0
    for talon in range(4):
        if game[_LENGTH + talon] == 0:
            empty += 1
    fresh = 1
    best = 0
    most = -1000000
    for talon in range(4):
        n = game[_LENGTH + talon]
        if n:
            first = talon << 6
            at = first + n - 1
            rank = game[at]
            score = game[_FIRST + rank] + weights[pairs + rank] - (n << 8) - 1024
            near = rank - card
            if near < 0:
                near += 13
            if near > 0 and near < 5 and card != 13:
                rank = game[_PLACES + 14 * near + card] - game[_HEIGHT + near]
                if rank >= 0:
                    score += weights[_CHAIN + 13 * near - 13 + rank] - 128
            top = game[_DELAY + game[at]]
            least = top
            largest = top
            spoilt = 0
            while at > first:
                at -= 1
                rank = game[at]
                if largest < delay:
                    score += game[_CLEAR + rank] + weights[pairs + 196 + rank]
                else:
                    score += game[_BLOCKED + rank] + weights[pairs + 392 + rank]
                rank = game[_DELAY + rank]
                if rank < largest:
                    spoilt += 1
                    if rank < least:
                        least = rank
                else:
                    largest = rank
            if n > 15:
                n = 15
            score += weights[_LEAST + row + least] + weights[_LARGEST + row + largest]
            score += weights[_DEPTH + (stage << 4) + n]
            score += weights[_BOTTOM + 14 * card + game[at]]
            n = spoilt
            if n > 7:
                n = 7
            n = _SPOILT + (((stage << 3) + n) << 1)
            if least < delay:
                n += 1
            score += weights[n] + weights[tops + top] + weights[copies + top]
            if spoilt > 2:
                spoilt = 2
            score += weights[own + 3 * top + spoilt]
        elif fresh:
            fresh = 0
            score = weights[_EMPTY + 5 * delay + empty] + weights[_BOTTOM + 14 * card] - 640
            score += weights[tops + 13] + weights[copies + 13] + weights[own + 39]
        else:
            continue
        if score > most:
            most = score
            best = talon
        score += _MIDDLE
        at = _SCORES + 2 * talon
        game[at] = score & 255
        game[at + 1] = score >> 8
    return best


@micropython.viper
def _play(at: int, score: int, state: ptr8, stock: ptr8, left: int, game, choose, weights) -> int:
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
            card = state[_WANTED + k]
            state[_TAKES + card] = 0
            state[_NEED + card] -= 1
            rank = card
            score = _AHEAD + 14 * card
            for j in range(1, 14):
                state[score + j] -= 1
            while at < 13:
                rank += k
                if rank > 13:
                    rank -= 13
                state[_AHEAD + 14 * rank + card] += 1
                at += 1
            rank = 0
            if state[_HEIGHT + k] < 13:
                rank = card + k
                if rank > 13:
                    rank -= 13
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
        best = int(choose(0, 0, game, card, left - turned, weights))
        at = _LENGTH + best
        n = state[at]
        state[(best << 6) + n] = card
        state[at] = n + 1
    score = 0
    for j in range(1, 5):
        score += state[_HEIGHT + j]
    return score


def options(table, hand):
    """The decisions worth a thought, as `teletype.engines.calculation` writes them; at least one.

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


def chance(won, tried):
    """Per cent of games that the adviser wins where its choice won so many of its playouts."""
    return CHANCES[part(won, tried)]


def _order(option):
    return option[5] - _WIN * option[0], -option[1], option[3]


class Adviser:
    """A search at a time: `begin`, then `step` as long as it says so.

    `budget`: cards that are laid down in playouts for a decision; a playout counts for the cards
    in the stock and eight. What is found depends on the table, the card in hand and the budget
    alone, and can be read at any time. Only the constructor allocates buffers.
    """

    def __init__(self, budget=PICO):
        self._budget = budget
        self._root = bytearray(_STATE) + _GUARD
        self._work = bytearray(_PLACES) + _places() + _CLASSES + _GUARD
        self._stock = bytearray(53) + _GUARD
        """A card that goes on a foundation first, and the cards in the stock, from 1 on."""
        self._cards = 0
        """How many are in the stock."""
        self._seed = 0
        self._hand = 0
        self._tried = []
        """Still tried: [wins, cards on foundations, playouts, number, decision, handicap]."""
        self.behind = None
        """What was given up last as clearly behind."""
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

    def begin(self, table, hand, decisions=()):
        """Turns to an `engines.calculation.Table` with the card `hand` (1..13), 0 for none.

        `decisions`: those to be compared, if not all of `options`.

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
                if self._work[_PLACES + 14 * k + rank] < height:
                    unseen[rank] -= unseen[rank] > 0
        count = 0
        for rank in range(1, RANKS + 1):
            root[_UNSEEN + rank] = unseen[rank]
            root[_TAKES + rank] = 0
            self._compare(rank)
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
        compared = decisions
        decisions = decisions or options(table, hand)
        rounds = 1
        while 1 << rounds < len(decisions):
            rounds += 1
        self._several = len(decisions) > 1
        budget = self._budget if self._several else self._budget // 4
        self._hand = hand
        self._tried = [[0, 0, 0, number, decisions[number], 0] for number in range(len(decisions))]
        self.behind = None
        self._next = 0
        self._seed = 1
        self.done = 0
        self.total = max(len(decisions), budget // (count + 8))
        self._end = self._share = max(len(decisions), self.total // rounds)
        if hand and not compared and self._several and decisions[0] <= 4:
            # the rule is asked about the hand, with all of the stock still to come
            work = self._work
            _copy(0, 0, root, work)
            work[_UNSEEN + hand] += 1
            stock[0] = hand

            def choose(at, score, game, card, left, weights):
                return _choose(at, score, game, card, count, weights)

            _play(0, 0, work, stock, 1, work, choose, WEIGHTS)
            most = 0
            for option in self._tried:
                at = _SCORES + 2 * option[4] - 2
                option[5] = work[at] + (work[at + 1] << 8)
                most = max(most, option[5])
            for option in self._tried:
                option[5] = min(_HANDICAP, most - option[5])

    def _compare(self, rank):
        """Writes the need of a rank, and on how many foundations it is ahead of each other one."""
        root = self._root
        places = self._work
        need = 0
        for other in range(RANKS + 1):
            root[_AHEAD + 14 * rank + other] = 0
        for k in range(1, 5):
            height = root[_HEIGHT + k]
            place = places[_PLACES + 14 * k + rank]
            if place >= height:
                need += 1
                for other in range(1, RANKS + 1):
                    if not height <= places[_PLACES + 14 * k + other] < place:
                        root[_AHEAD + 14 * rank + other] += 1
        root[_NEED + rank] = need

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
        return _play(first, 0, work, self._stock, self._cards + 1, work, _choose, WEIGHTS)

    def _give_up(self, kept):
        """Gives up all but the best `kept` options, and those that are clearly behind."""
        tried = self._tried
        tried.sort(key=_order)
        del tried[kept:]
        best = tried[0]
        while len(tried) > 1:
            behind = best[0] - tried[-1][0] + (tried[-1][5] - best[5]) // _WIN
            if behind * behind <= _CLEARLY * best[2]:
                return
            self.behind = tried.pop()

    def advice(self):
        """The best decision so far, one of `options`; None before `begin`."""
        return min(self._tried, key=_order)[4] if self._tried else None

    def won(self):
        """The playouts that the best decision has won so far, and all of its playouts."""
        best = min(self._tried, key=_order)
        return best[0], best[2]

    def chance(self):
        """Per cent of games that the adviser wins from here, as far as can be seen by now."""
        return chance(*self.won())

    def intact(self):
        """Whether the guard bytes are as ever."""
        for buffer in (self._root, self._work, self._stock):
            if buffer[-len(_GUARD) :] != _GUARD:
                return False
        return True
