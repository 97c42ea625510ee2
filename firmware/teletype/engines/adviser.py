# SPDX-License-Identifier: MIT
"""Advice for Calculation: where a card should go, and the chance of winning.

The adviser does not look at the stock: it shuffles what is not on the table, again and again, and
plays the game to its end in each of these orders with a fast rule, the playout. The decision that
wins most often is the advice (Monte Carlo search). All decisions are tried in the same orders, and
the worse half is given up time and again (sequential halving: Karnin, Koren and Somekh, 2013). Few
orders say little, so a decision begins with a handicap, by how far the rule of the playouts scores
it below the best one; with many playouts it does not matter.

A card that a foundation takes can also be kept, on its talon or, from the stock, on any talon,
until another foundation takes its rank. With few cards in the stock the adviser follows every
order of them instead, if there are not too many positions: see `_follow`.

The rule of the playouts scores each possibility by a sum of weights and takes the best one. The
delay of a rank is how many cards a foundation takes before it takes that rank, the least of all
foundations, 12 if none takes it; its second delay is that of the foundation that takes it next;
its need is how many foundations still take it; its unseen cards are those in the stock. The kind
of a rank stands for its need and its unseen cards, a stage for nine cards in the stock. Rank r is
ahead of rank s on a foundation that takes r, and not s before r. Differences of delays are in
seven classes. A card lies on top of a talon (place 0), at most two below it (1), deeper (2) or
nowhere (3). The talon for a card is chosen by

    TOP      stage, delay of the card, delay of the talon's top
    COPIES   unseen cards of the card's rank, delay of the card, delay of the top
    OWN      kind of the card, delay of the top, inversions up to 2
    PAIR     for each card of the talon, if it is the top, below no card with a delay like that of
             the card or longer, or below one: its kind, foundations on which it is ahead of the
             card, those on which the card is ahead of it, difference of their delays
    RANK     for each card of the talon, in the same three cases: rank of the card, its rank
    LEAST    delay of the card, least delay in the talon
    LARGEST  delay of the card, largest delay in the talon
    BOTTOM   rank of the card, rank of the talon's lowest card
    CHAIN    foundation that takes the top next after the card, how many cards before the card
    DEPTH    stage, cards in the talon up to 15
    SPOILT   stage, inversions up to 7, if the card's delay is not the least
    EMPTY    delay of the card, number of empty talons
    OTHERS   for each card, in the same cases: its kind, its place on other talons, difference
    LATE     for each card, in the same cases: its kind, stage, difference
    DEEP     for each card: cards above it up to 3, its kind, difference
    TWICE    for each card, in the same cases: differences of its second delay, of its delay, kind
    COPY     kind and place of the card's rank, fit, delay of the card
    FIT      other talons in order up to 3, fit, delay of the card, stage
    LATER    fit, second delay and delay of the card
    RUN      where CHAIN applies: the same, whether the card below the top is the one after it
    UNDER    delay of the top against that of the card, delays of the two highest cards

Inversions are cards of the talon that lie below one with a longer delay. The fit of a talon is 0
if its least delay is not below that of the card, else 1, and 2 if it is empty. An empty talon has
no top (13), no lowest card (0), and the weights TOP, COPIES, OWN, BOTTOM, EMPTY, COPY, FIT and
LATER alone. A card that foundations take now and another one needs goes on one of these, or is
kept, by

    HIGH     foundation, its height
    LAG      its height, height of the lowest other one that takes the card, 12 without
    NEXT     kind and place of the rank that it takes next, whether another one takes that, stage
    SOON     kind and place of the rank behind, stage
    FROM     delay of the card below on the talon (13 none, 14 from the stock), if it comes next
    HOLD     to keep it: kind, place and second delay of the rank
    HELD     stage, delay of the card below
    AFTER    foundation that takes it later, the first one, and its height

The weights come from `teletype.engines.adviser_weights`, which `python3 -m host_tools calculation
tune` makes. The adviser wins more often than its playouts; `teletype.engines.adviser_chances` has
the share of games that it won, by the share of playouts that its choice won in a position.

The functions under `@micropython.viper` are compiled on a board and plain Python elsewhere, with
the same results; random numbers and hashes are computed modulo 2^30. The first three names of such
a function are its registers, which is why some are arguments, given as 0. Nothing checks the
bounds of a viper pointer, so the buffers have guard bytes: see `Adviser.intact`.
"""

# covers 004:20

from array import array

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
    ptr16 = array
    ptr32 = array
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
_OTHERS = const(8947)
_LATE = const(9787)
_DEEP = const(11047)
_TWICE = const(11327)
_COPY = const(12797)
_FIT = const(14357)
_LATER = const(15293)
_RUN = const(15800)
_UNDER = const(15904)
_HIGH = const(16450)
_LAG = const(16502)
_NEXT = const(16671)
_SOON = const(17199)
_FROM = const(17463)
_HOLD = const(17493)
_HELD = const(18065)
_AFTER = const(18155)
"""Where each group of weights begins; a weight is a byte, 128 for nothing."""
SIZE = 18207
"""Weights in all."""

# A state. Talons 1..4 stand in 4 x 64 bytes from 0 on; the following begin with talon 1, with
# foundation 0 (there is none) or with rank 0 (no card).
_LENGTH = const(256)
_HEIGHT = const(260)
_WANTED = const(265)
_TAKES = const(270)
"""By rank: the lowest foundation that takes it now, or 0."""
_UNSEEN = const(284)
_NEED = const(298)
_DELAY = const(312)
_SECOND = const(326)
_STATE = const(340)
"""Behind it stand, for the rule, by rank: its place on the talons, ..."""
_WHERE = const(340)
_BEHIND = const(354)
"""... its place on all but the talon that has it there, ..."""
_OWNER = const(368)
"""... that talon; then by foundation: ..."""
_AHEAD = const(382)
"""... cards before it takes the card to be placed, _GONE if it has it; ..."""
_FITS = const(387)
"""... by talon its fit, ..."""
_LOW = const(391)
_HIGHEST = const(395)
"""... its least and largest delay, ..."""
_INVERSIONS = const(399)
_PLACES = const(403)
"""... cards that foundation k takes before a rank, at 14 k + rank, foundation 0 left out, ..."""
_NEAR = const(473)
"""... and classes of differences of delays, -12..12."""
_GONE = const(99)
_GUARD = b"guardian"
"""Stands behind each buffer."""

# Integers. By rank, eight each, where its weights PAIR, LATE, TWICE, OTHERS and DEEP begin; then
# the last scores of the talons 0..3, that of an empty talon for the first one only, ...
_SCORES = const(112)
_TAKEN = const(116)
"""... and of keeping a card and of the foundations 1..4, _NEVER where there is none; ..."""
_ORDER = const(122)
"""... then for each foundation and height the ranks below that, ones in four bits each, a 1..7
first."""
_NEVER = const(-1000000)

_CLASSES = bytes((0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6))


def _places():
    places = bytearray(14 * 5)
    for k in range(1, 5):
        for place in range(RANKS):
            places[14 * k + (k * (place + 1) - 1) % RANKS + 1] = place
    return places


_PLACE_OF = _places()

# An ending. Integers: the orders of 0..7 cards, ...
_AT = const(8)
"""... the frame that is at work, ..."""
_VALUE = const(9)
"""... one more than what was found for what follows, 0 for nothing yet, ..."""
_VISITS = const(10)
"""... positions so far, ..."""
_MOST = const(11)
"""... the most of them, ..."""
_MASK = const(12)
"""... the entries of the table of positions less one, ..."""
_SLOT = const(13)
_TAG = const(14)
"""... the entry of the last position, and the rest of its hash, ..."""
_FRAMES = const(16)
"""... then frames: what is decided, the rank in hand, _TOPS or _DRAW for the next card, ..."""
_COUNT = const(1)
"""... how many decisions there are, ..."""
_TURN = const(2)
"""... which one is next, or the rank that was drawn, ..."""
_BEST = const(3)
"""... orders won by the best one, or by all ranks so far, ..."""
_ENTRY = const(4)
_MARK = const(5)
"""... one more than the entry of the position, 0 for none, ..."""
_LAID = const(6)
"""... the rank that went on a foundation, ..."""
_LEFT = const(7)
"""... and the cards in the stock."""
_TOPS = const(14)
_DRAW = const(15)
_LOST = const(16)
_WON = const(17)
_DEEPEST = const(80)
"""Frames: of 52 cards that go on foundations, and three for each card of the stock."""
_STEPS = const(100)
"""From one look at the keys to the next."""
_ODD = const(29773421)
_OTHER = const(461845907)
_BITS = const(0x3FFFFFFF)
"""For hashes: odd factors, and the bits that are kept."""


PICO = 12500
"""The budget of a decision on the handheld, in cards laid down in playouts."""

ENDING = 7
"""With so many cards in the stock, or fewer, every order of them is followed."""

POSITIONS = 4096
"""Positions of an ending that are looked at on the handheld, at most: a power of two."""

_CLEARLY = const(9)
"""An option is clearly behind when the square of the difference in wins is so many times the
orders that only one of the two has won: three standard deviations."""

_ALIKE = const(5000)
_ENOUGH = const(96)
"""It is like the best one when so many times these orders are less than the square of its
playouts, _ENOUGH or more: what more playouts could find is not worth the wait."""

_WIN = const(32)
"""So many points of the rule's score below the best option are a handicap of a win."""
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
def _choose(
    at: int, score: int, game: ptr8, sums: ptr32, card: int, left: int, weights: ptr8
) -> int:
    """The talon (0..3) with the highest score for `card`; `left`: cards in the stock behind it."""
    low = 0
    high = 0
    low_after = 0
    high_after = 0
    for k in range(1, 5):
        at = game[_PLACES + 14 * k + card]
        row = _ORDER - 28 + 28 * k
        rank = row + (game[_HEIGHT + k] << 1)
        if at < game[_HEIGHT + k]:
            game[_AHEAD + k] = _GONE
            at = row + 26
        else:
            game[_AHEAD + k] = at - game[_HEIGHT + k]
            at = row + (at << 1)
            low_after += sums[at] - sums[rank]
            high_after += sums[at + 1] - sums[rank + 1]
            at += 2
        low += sums[at] - sums[rank]
        high += sums[at + 1] - sums[rank + 1]
    own = game[_NEED + card]
    wait = game[_DELAY + card]
    stage = left * 57 >> 9
    near = _NEAR + 12 - wait
    for rank in range(1, 14):
        game[_WHERE + rank] = 3
    for talon in range(4):
        n = game[_LENGTH + talon]
        if n == 0:
            game[_FITS + talon] = 2
            continue
        least = 13
        first = talon << 6
        at = first + n
        n = at - 3
        place = 0
        seen = 0
        while at > first:
            at -= 1
            rank = game[at]
            best = game[_WHERE + rank]
            if best == 3:  # the first card of its rank
                delay = game[_DELAY + rank]
                if rank < 8:
                    k = (rank << 2) - 4
                    sooner = low >> k & 7
                    after = own - (low_after >> k & 7)
                else:
                    k = (rank << 2) - 32
                    sooner = high >> k & 7
                    after = own - (high_after >> k & 7)
                k = game[_NEED + rank]
                k = (k * (k - 1) >> 1) + game[_UNSEEN + rank]
                other = game[near + delay]
                row = rank << 3
                sums[row] = _PAIR + ((k * 5 + sooner) * 5 + after) * 7 + other
                sums[row + 1] = _LATE + k * 42 + stage * 7 + other
                sums[row + 2] = _TWICE + (game[near + game[_SECOND + rank]] * 7 + other) * 10 + k
                sums[row + 3] = _OTHERS + k * 28 + other
                sums[row + 4] = _DEEP + k * 7 + other
                seen |= 1 << rank
                game[_BEHIND + rank] = 3
                game[_WHERE + rank] = place
                game[_OWNER + rank] = talon
            else:
                delay = game[_DELAY + rank]
                if seen >> rank & 1 == 0:
                    seen |= 1 << rank
                    if place < best:
                        game[_BEHIND + rank] = best
                        game[_WHERE + rank] = place
                        game[_OWNER + rank] = talon
                    elif place < game[_BEHIND + rank]:
                        game[_BEHIND + rank] = place
            if delay < least:
                least = delay
            place = 1
            if at <= n:
                place = 2
        k = 0
        if wait > least:
            k = 1
        game[_FITS + talon] = k
        game[_LOW + talon] = least
    pairs = _RANK + 14 * card
    for talon in range(4):
        n = game[_LENGTH + talon]
        if n == 0:
            continue
        first = talon << 6
        at = first + n - 1
        rank = game[at]
        place = game[_WHERE + rank]
        if game[_OWNER + rank] == talon:
            place = game[_BEHIND + rank]
        row = rank << 3
        score = weights[sums[row]] + weights[pairs + rank] + weights[sums[row + 1]]
        score += weights[sums[row + 2]] + weights[sums[row + 3] + 7 * place]
        score += weights[sums[row + 4]]
        largest = game[_DELAY + rank]
        spoilt = 0
        in_pair = 1750
        in_rank = pairs + 196
        in_late = 420
        in_twice = 490
        in_others = 280
        in_deep = 70
        while at > first:
            at -= 1
            if in_late == 420 and largest >= wait:  # from here on
                in_pair = 3500
                in_rank = pairs + 392
                in_late = 840
                in_twice = 980
                in_others = 560
            rank = game[at]
            place = game[_WHERE + rank]
            if game[_OWNER + rank] == talon:
                place = game[_BEHIND + rank]
            row = rank << 3
            score += weights[sums[row] + in_pair] + weights[in_rank + rank]
            score += weights[sums[row + 1] + in_late] + weights[sums[row + 2] + in_twice]
            score += weights[sums[row + 3] + in_others + 7 * place]
            score += weights[sums[row + 4] + in_deep]
            if in_deep < 210:
                in_deep += 70
            rank = game[_DELAY + rank]
            if rank < largest:
                spoilt += 1
            else:
                largest = rank
        sums[_SCORES + talon] = score
        game[_HIGHEST + talon] = largest
        game[_INVERSIONS + talon] = spoilt
    row = 14 * wait
    tops = _TOP + 182 * stage + row
    copies = _COPIES + 182 * game[_UNSEEN + card] + row
    n = game[_NEED + card]
    n = (n * (n - 1) >> 1) + game[_UNSEEN + card]
    own = _OWN + 42 * n
    copy = _COPY + (n * 4 + game[_WHERE + card]) * 39 + wait
    later = _LATER + 13 * game[_SECOND + card] + wait
    fits = 0
    empty = 0
    for talon in range(4):
        n = game[_FITS + talon]
        if n == 0:
            fits += 1
        elif n == 2:
            empty += 1
    if fits > 3:
        fits = 3
    best = 0
    most = _NEVER
    for talon in range(4):
        n = game[_LENGTH + talon]
        if n:
            at = (talon << 6) + n - 1
            rank = game[at]
            top = game[_DELAY + rank]
            score = sums[_SCORES + talon] - 768 * n - 1536
            k = rank - card
            if k < 0:
                k += 13
            if k > 0 and k < 5 and card != 13:
                other = game[_AHEAD + k]
                if other != _GONE:
                    score += weights[_CHAIN + 13 * k - 13 + other] - 256
                    other = _RUN + 26 * k - 26 + 2 * other
                    if n > 1:
                        step = game[at - 1] - rank
                        if step < 0:
                            step += 13
                        if step == k:
                            other += 1
                    score += weights[other]
            other = _UNDER
            if top == wait:
                other = _UNDER + 182
            elif top > wait:
                other = _UNDER + 364
            if n > 1:
                other += 13 * top + game[_DELAY + game[at - 1]]
            else:
                other += 169 + top
            score += weights[other] + weights[_BOTTOM + 14 * card + game[talon << 6]]
            at = game[_LOW + talon]
            score += weights[_LEAST + row + at]
            score += weights[_LARGEST + row + game[_HIGHEST + talon]]
            if n > 15:
                n = 15
            score += weights[_DEPTH + (stage << 4) + n]
            k = game[_INVERSIONS + talon]
            n = k
            if n > 7:
                n = 7
            n = _SPOILT + (((stage << 3) + n) << 1)
            if at < wait:
                n += 1
            if k > 2:
                k = 2
            score += weights[n] + weights[tops + top] + weights[copies + top]
            score += weights[own + 3 * top + k]
        elif empty:
            score = weights[_EMPTY + 5 * wait + empty] + weights[_BOTTOM + 14 * card] - 1024
            score += weights[tops + 13] + weights[copies + 13] + weights[own + 39]
            empty = 0
        else:
            sums[_SCORES + talon] = _NEVER
            continue
        n = game[_FITS + talon]
        k = fits
        if n == 0:
            k -= 1
        score += weights[copy + 13 * n] + weights[later + 169 * n]
        score += weights[_FIT + ((k * 3 + n) * 13 + wait) * 6 + stage]
        sums[_SCORES + talon] = score
        if score > most:
            most = score
            best = talon
    return best


@micropython.viper
def _found(
    at: int, n: int, game: ptr8, sums: ptr32, rank: int, source: int, left: int, weights: ptr8
) -> int:
    """The foundation for `rank`, which some take: the one with the best score, 0 to keep it.

    The card is on top of talon `source` (0..3) or from the stock (4).
    """
    for other in range(1, 14):
        game[_WHERE + other] = 3
    for talon in range(4):
        first = talon << 6
        at = first + game[_LENGTH + talon]
        if talon == source:
            at -= 1
        n = at - 3
        place = 0
        while at > first:
            at -= 1
            other = game[at]
            if place < game[_WHERE + other]:
                game[_WHERE + other] = place
            place = 1
            if at <= n:
                place = 2
    stage = left * 57 >> 9
    beneath = 14
    below = 0
    if source < 4:
        beneath = 13
        at = (source << 6) + game[_LENGTH + source] - 1
        if at > source << 6:
            below = game[at - 1]
            beneath = game[_DELAY + below]
    best = 0
    most = _NEVER
    sums[_TAKEN] = _NEVER
    if left:
        wait = 13
        after = 0
        for k in range(1, 5):
            at = game[_PLACES + 14 * k + rank] - game[_HEIGHT + k]
            if at > 0 and at < wait:
                wait = at
                after = k
        n = game[_NEED + rank]
        n = ((n * (n - 1) >> 1) + game[_UNSEEN + rank]) * 4 + game[_WHERE + rank]
        most = (
            weights[_HOLD + n * 13 + game[_SECOND + rank]]
            + weights[_HELD + 15 * stage + beneath]
            - 256
        )
        if after:
            most += weights[_AFTER + 13 * after - 13 + game[_HEIGHT + after]] - 128
        sums[_TAKEN] = most
    for k in range(1, 5):
        if game[_WANTED + k] != rank:
            sums[_TAKEN + k] = _NEVER
            continue
        height = game[_HEIGHT + k]
        other = rank + k
        if other > 13:
            other -= 13
        at = 12
        wanted = 0
        for j in range(1, 5):
            if j != k:
                n = game[_WANTED + j]
                if n == other:
                    wanted = 1
                if n == rank and game[_HEIGHT + j] < at:
                    at = game[_HEIGHT + j]
        score = weights[_HIGH + 13 * k - 13 + height] + weights[_LAG + 13 * height + at] - 640
        at = 3
        n = game[_NEED + other]
        if height < 12 and n > 0:
            at = ((n * (n - 1) >> 1) + game[_UNSEEN + other]) * 4 + game[_WHERE + other]
        score += weights[_NEXT + (at * 2 + wanted) * 6 + stage]
        at = _FROM + 2 * beneath
        if height < 12 and other == below:
            at += 1
        score += weights[at]
        other += k
        if other > 13:
            other -= 13
        at = 3
        n = game[_NEED + other]
        if height < 11 and n > 0:
            at = ((n * (n - 1) >> 1) + game[_UNSEEN + other]) * 4 + game[_WHERE + other]
        score += weights[_SOON + at * 6 + stage]
        sums[_TAKEN + k] = score
        if score > most:
            most = score
            best = k
    return best


@micropython.viper
def _play(
    at: int, k: int, state: ptr8, stock: ptr8, left: int, game, sums, choose, found, weights
) -> int:
    """Plays the cards of `stock` from 1 to `left`; the cards on foundations at the end.

    First foundation `k` takes the rank that it wants, if it is not 0. `game` is the buffer of the
    state, for the functions `choose` and `found`: `_choose` and `_found`.
    """
    turned = 0
    scan = 0
    kept = 0
    while True:
        if k:
            scan = 1
            kept = 0
            at = state[_HEIGHT + k] + 1
            state[_HEIGHT + k] = at
            card = state[_WANTED + k]
            state[_TAKES + card] = 0
            state[_NEED + card] -= 1
            rank = 0
            if at < 13:
                rank = card + k
                if rank > 13:
                    rank -= 13
            state[_WANTED + k] = rank
            delay = 1
            while at < 13:
                if state[_DELAY + rank] == delay:
                    state[_DELAY + rank] = delay - 1
                elif state[_SECOND + rank] == delay:
                    state[_SECOND + rank] = delay - 1
                rank += k
                if rank > 13:
                    rank -= 13
                delay += 1
                at += 1
            delay = 12
            rank = 12
            for j in range(1, 5):
                at = state[_PLACES + 14 * j + card] - state[_HEIGHT + j]
                if at >= 0:
                    if at < delay:
                        rank = delay
                        delay = at
                    elif at < rank:
                        rank = at
            state[_DELAY + card] = delay
            state[_SECOND + card] = rank
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
                at = state[_LENGTH + talon]
                if at:
                    rank = state[(talon << 6) + at - 1]
                    k = state[_TAKES + rank]
                    if k:
                        if state[_NEED + rank] > 1:
                            k = int(found(0, 0, game, sums, rank, talon, left - turned, weights))
                        if k:
                            state[_LENGTH + talon] = at - 1
                        else:
                            kept = 1
                talon += 1
            if k:
                continue
            scan = 0
        if turned == left:
            break
        turned += 1
        rank = stock[turned]
        state[_UNSEEN + rank] -= 1
        scan = kept
        kept = 0
        k = state[_TAKES + rank]
        if k:
            scan = 1
            if state[_NEED + rank] > 1:
                k = int(found(0, 0, game, sums, rank, 4, left - turned, weights))
            if k:
                continue
        talon = int(choose(0, 0, game, sums, rank, left - turned, weights))
        at = state[_LENGTH + talon]
        state[(talon << 6) + at] = rank
        state[_LENGTH + talon] = at + 1
    k = 0
    for j in range(1, 5):
        k += state[_HEIGHT + j]
    return k


@micropython.viper
def _clear(at: int, end: int, words: ptr32):
    """Writes zeros."""
    while at < end:
        words[at] = 0
        at += 1


@micropython.viper
def _pile(at: int, end: int, game: ptr8, hashes: ptr32):
    """The hashes of what lies on the talons, of each height."""
    for talon in range(4):
        at = talon << 6
        end = at + game[_LENGTH + talon]
        hashes[2 * at] = 1
        hashes[2 * at + 1] = 1
        while at < end:
            card = game[at]
            hashes[2 * at + 2] = ((hashes[2 * at] + card) * _ODD + 12345) & _BITS
            hashes[2 * at + 3] = ((hashes[2 * at + 1] + card) * _OTHER + 12345) & _BITS
            at += 1


@micropython.viper
def _push(at: int, n: int, game: ptr8, hashes: ptr32, card: int, talon: int):
    """Puts a card on talon 0..3."""
    n = game[_LENGTH + talon]
    game[_LENGTH + talon] = n + 1
    at = (talon << 6) + n
    game[at] = card
    at <<= 1
    hashes[at + 2] = ((hashes[at] + card) * _ODD + 12345) & _BITS
    hashes[at + 3] = ((hashes[at + 1] + card) * _OTHER + 12345) & _BITS


@micropython.viper
def _decide(at: int, k: int, game: ptr8, frames: ptr32, lists: ptr8, hashes, push, state) -> int:
    """Takes back the last decision of the upper frame, if what follows is known; takes the next.

    Returns what is asked then, 0 for nothing: the value of the frame is known. `push` and `state`:
    `_push` and the buffer of `game`.
    """
    depth = frames[_AT]
    value = frames[_VALUE] - 1
    frames[_VALUE] = 0
    at = _FRAMES + (depth << 3)
    kind = frames[at]
    left = frames[at + _LEFT]
    if kind == _DRAW:
        card = frames[at + _TURN]
        if value >= 0:
            game[_UNSEEN + card] += 1
            frames[at + _BEST] += game[_UNSEEN + card] * value
        card += 1
        while card < 14 and game[_UNSEEN + card] == 0:
            card += 1
        frames[at + _TURN] = card
        if card == 14:
            return 0
        game[_UNSEEN + card] -= 1
        return card
    if value >= 0:
        decision = lists[20 * depth + frames[at + _TURN] - 1]
        k = (decision & 15) - 4
        if k > 0:
            card = frames[at + _LAID]
            game[_HEIGHT + k] -= 1
            game[_WANTED + k] = card
            game[_NEED + card] += 1
            if decision > 15:
                push(0, 0, state, hashes, card, (decision >> 4) - 1)
        elif decision:
            game[_LENGTH - 1 + decision] -= 1
        if value > frames[at + _BEST]:
            frames[at + _BEST] = value
            if value == frames[left]:  # all orders
                return 0
    k = frames[at + _TURN]
    if k == frames[at + _COUNT]:
        return 0
    frames[at + _TURN] = k + 1
    decision = lists[20 * depth + k]
    k = (decision & 15) - 4
    if k > 0:
        card = game[_WANTED + k]
        frames[at + _LAID] = card
        game[_NEED + card] -= 1
        card += k
        if card > 13:
            card -= 13
        if game[_HEIGHT + k] == 12:
            card = 0
        game[_HEIGHT + k] += 1
        game[_WANTED + k] = card
        if decision > 15:
            game[_LENGTH - 1 + (decision >> 4)] -= 1
    elif decision:
        push(0, 0, state, hashes, kind, decision - 1)
    elif left:
        return _DRAW
    elif game[_WANTED + 1] + game[_WANTED + 2] + game[_WANTED + 3] + game[_WANTED + 4]:
        return _LOST
    else:
        return _WON
    return _TOPS


@micropython.viper
def _list(at: int, k: int, game: ptr8, kind: int, left: int, lists: ptr8) -> int:
    """Writes the decisions of a frame to `lists` from `at` on, as 16 x talon + stack; the end."""
    first = at
    for talon in range(4):
        card = kind
        n = 4
        if kind == _TOPS:
            card = 0
            n = game[_LENGTH + talon]
            if n:
                card = game[(talon << 6) + n - 1]
            n = (talon << 4) + 20
        elif talon:
            card = 0
        if card:
            for k in range(1, 5):
                if game[_WANTED + k] == card:
                    if game[_NEED + card] == 1:
                        lists[first] = n + k
                        return first + 1
                    lists[at] = n + k
                    at += 1
    if kind == _TOPS:
        if left or at == first:
            lists[at] = 0
            at += 1
        return at
    n = 1
    for talon in range(4):
        k = game[_LENGTH + talon]
        if k or n:
            lists[at] = talon + 1
            at += 1
        if k == 0:
            n = 0
    return at


@micropython.viper
def _find(at: int, k: int, game: ptr8, frames: ptr32, hashes: ptr32, tags: ptr32) -> int:
    """Whether a position was seen, the same whichever talon is which; writes its entry."""
    at = 0
    for talon in range(1, 5):
        at = at * 14 + game[_HEIGHT + talon]
    tag = at * _OTHER & _BITS
    at = at * _ODD & _BITS
    for talon in range(4):
        n = ((talon << 6) + game[_LENGTH + talon]) << 1
        k = hashes[n]
        k = (k ^ k >> 15) * _OTHER & _BITS
        at = at + (k ^ k >> 13) & _BITS
        k = hashes[n + 1]
        k = (k ^ k >> 15) * _ODD & _BITS
        tag = tag + (k ^ k >> 13) & _BITS
    tag |= 1
    at = (at ^ at >> 15) & frames[_MASK]
    frames[_SLOT] = at
    frames[_TAG] = tag
    if tags[at] == tag:
        return 1
    return 0


@micropython.viper
def _follow(
    at: int, asked: int, frames: ptr32, tags: ptr32, values: ptr16, game, lists, ending, steps: int
) -> int:
    """Goes on with an ending for `steps`; 1 when it is done, 2 if it has too many positions, or 0.

    `game` is a state that is changed and restored; `ending`: buffers and functions, see `Adviser`.
    """
    integers, hashes, entries, push, decide, write, find = ending
    while steps:
        steps -= 1
        at = _FRAMES + (frames[_AT] << 3)
        asked = int(decide(0, 0, game, integers, lists, hashes, push, game))
        if asked == 0:
            value = frames[at + _BEST]
            frames[_VALUE] = value + 1
            k = frames[at + _ENTRY]
            if k:
                tags[k - 1] = frames[at + _MARK]
                values[k - 1] = value
            if at == _FRAMES:
                return 1
            frames[_AT] -= 1
            continue
        left = frames[at + _LEFT]
        k = 0
        if asked == _TOPS:
            if int(find(0, 0, game, integers, hashes, entries)):
                frames[_VALUE] = values[frames[_SLOT]] + 1
                continue
            k = frames[_SLOT] + 1
            frames[_VISITS] += 1
            if frames[_VISITS] > frames[_MOST]:
                return 2
        elif asked < _TOPS:
            left -= 1
        elif asked > _DRAW:
            frames[_VALUE] = 1 + asked - _LOST
            continue
        frames[_AT] += 1
        at += 8
        frames[at] = asked
        frames[at + _TURN] = 0
        frames[at + _BEST] = 0
        frames[at + _ENTRY] = k
        frames[at + _MARK] = frames[_TAG]
        frames[at + _LEFT] = left
        if asked != _DRAW:
            k = 20 * frames[_AT]
            frames[at + _COUNT] = int(write(k, 0, game, asked, left, lists)) - k
    return 0


def options(table, hand):
    """The decisions worth a thought, as `teletype.engines.calculation` writes them; at least one.

    `hand`: the card to be placed, 0 to move tops. A card that could go on a foundation goes there
    at once if no other one takes its rank; else it may be kept, but for the tops at the end of the
    stock. Empty talons are alike.
    """
    decisions = table.placements(hand)[4:] if hand else table.moves()
    for decision in decisions:
        if need(table, table.wanted[decision % 10 - 5]) == 1:
            return [decision]
    if hand:
        empty = False
        for talon in TALONS:
            if table.talons[talon - 1] or not empty:
                decisions.append(talon)
            if not table.talons[talon - 1]:
                empty = True
    elif not decisions or left(table, hand) > 0:
        decisions.append(NONE)
    return decisions


def need(table, rank):
    """How many foundations still take a rank."""
    count = 0
    for k in range(1, 5):
        count += _PLACE_OF[14 * k + rank] >= table.heights[k - 1]
    return count


def delays(table, rank):
    """The delay and the second delay of a rank."""
    waits = [12, 12]
    for k in range(1, 5):
        cards = _PLACE_OF[14 * k + rank] - table.heights[k - 1]
        if cards >= 0:
            waits.append(cards)
    waits.sort()
    return waits[:2]


def left(table, hand):
    """How many cards the stock has left."""
    count = 4 * RANKS - (hand != NONE)
    for at in range(4):
        count -= table.heights[at] + len(table.talons[at])
    return count


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
    in the stock and eight. `positions`: so many of an ending are followed, a power of two. What is
    found depends on the table, the card in hand and these two alone, and can be read at any time.
    Only the constructor allocates buffers.
    """

    def __init__(self, budget=PICO, positions=POSITIONS):
        self._budget = budget
        self._root = bytearray(_STATE) + _GUARD
        self._work = bytearray(_PLACES + 14) + _PLACE_OF[14:] + _CLASSES + _GUARD
        self._sums = array("i", bytes(4 * (_ORDER + 112)))
        for k in range(1, 5):
            for place in range(RANKS):
                at = _ORDER + 28 * (k - 1) + 2 * place
                rank = (k * (place + 1) - 1) % RANKS
                for half in (0, 1):
                    one = 1 << 4 * (rank - 7 * half) if rank // 7 == half else 0
                    self._sums[at + 2 + half] = self._sums[at + half] + one
        self._stock = bytearray(53) + _GUARD
        """The cards in the stock, from 1 on."""
        self._frames = array("i", bytes(4 * (_FRAMES + 8 * _DEEPEST)))
        self._lists = bytearray(20 * _DEEPEST) + _GUARD
        self._hashes = array("i", bytes(4 * 2 * 256))
        self._tags = array("i", bytes(4 * (positions // 2)))
        self._values = array("H", bytes(2 * (positions // 2)))
        functions = _push, _decide, _list, _find
        self._ending = (self._frames, self._hashes, self._tags) + functions
        self._frames[_MOST] = positions
        self._frames[_MASK] = positions // 2 - 1
        for count in range(ENDING + 1):
            self._frames[count] = _factorial(count)
        self._cards = 0
        """How many are in the stock."""
        self._seed = 0
        self._hand = 0
        self._tried = []
        """Still tried: [wins, cards on foundations, playouts, number, decision, handicap, orders
        that only this one or only the best one won]."""
        self.behind = None
        """What was given up last as clearly behind."""
        self._several = False
        self._lead = False
        """Whether the best option has won the last order."""
        self._next = 0
        """Which of these is tried next."""
        self._following = False
        """Whether all orders of the stock are followed."""
        self._all = 0
        """How many there are, if they all were."""
        self._end = 0
        """Playouts after which the worse half is given up."""
        self._share = 0
        """Playouts from one such end to the next."""
        self.done = 0
        """Playouts so far; in an ending, positions."""
        self.total = 0
        """Playouts or positions in all, if the advice is not clear before."""

    def begin(self, table, hand, decisions=(), glance=False):
        """Turns to a `teletype.engines.calculation.Table` with `hand` (1..13), 0 for no card.

        `decisions`: those to be compared, if not all of `options`; by playouts alone. `glance`:
        the advice is what the rule of the playouts would do, and no step is needed.

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
                if _PLACE_OF[14 * k + rank] < height:
                    unseen[rank] -= unseen[rank] > 0
        count = 0
        for rank in range(1, RANKS + 1):
            root[_UNSEEN + rank] = unseen[rank]
            root[_TAKES + rank] = 0
            root[_NEED + rank] = need(table, rank)
            root[_DELAY + rank], root[_SECOND + rank] = delays(table, rank)
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
            first = max(0, len(cards) - 62 + count)
            root[_LENGTH + talon] = len(cards) - first
            for at in range(first, len(cards)):
                root[64 * talon + at - first] = cards[at]
        compared = decisions
        decisions = decisions or options(table, hand)
        self._hand = hand
        self._several = len(decisions) > 1
        self._tried = [[0, 0, 0, at, decisions[at], 0, 0] for at in range(len(decisions))]
        self.behind = None
        self._next = 0
        self._all = 0
        self._following = count <= ENDING and not compared and not glance
        if self._following:
            self.done = 0
            self.total = self._frames[_MOST]
            self._frames[_VISITS] = 0
            _clear(0, len(self._tags), self._tags)
            self._enter()
        else:
            self._sample(self._budget, not compared)

    def _sample(self, budget, handicaps):
        """Begins with the playouts."""
        count = len(self._tried)
        rounds = 1
        while 1 << rounds < count:
            rounds += 1
        budget = budget if self._several else budget // 4
        self._next = 0
        self._seed = 1
        self.done = 0
        self.total = max(count, budget // (self._cards + 8))
        self._end = self._share = max(count, self.total // rounds)
        if handicaps and self._several:
            self._handicap(WEIGHTS)

    def _handicap(self, weights):
        """Asks the rule of the playouts what it thinks of each decision."""
        sums = self._sums
        work = self._work
        _copy(0, 0, self._root, work)
        hand = self._hand
        best = 0
        if hand:
            talon = _choose(0, 0, work, sums, hand, self._cards, weights)
            best = sums[_SCORES + talon]
        most = _NEVER
        for option in self._tried:
            talon = option[4] // 10
            stack = option[4] % 10
            points = 0
            if stack > 4:  # against keeping the card
                rank = work[_WANTED + stack - 4]
                source = talon - 1 if talon else 4
                _found(0, 0, work, sums, rank, source, self._cards, weights)
                points = sums[_TAKEN + stack - 4] - (sums[_TAKEN] if self._cards else 0)
            elif stack:
                points = sums[_SCORES + stack - 1] - best
            option[5] = points
            most = max(most, points)
        for option in self._tried:
            option[5] = min(_HANDICAP, most - option[5])

    def step(self):
        """A playout, or some positions; returns whether there is more to do."""
        if self._following:
            return self._go_on()
        tried = self._tried
        done = self.done
        if done >= self.total:
            return False
        at = self._next
        if not at:
            self._seed = _shuffle(self._seed, self._cards, self._stock)
        option = tried[at]
        height = self._playout(option[4])
        won = height == 4 * RANKS
        if not at:
            self._lead = won
        option[0] += won
        option[6] += won != self._lead
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
        k = self._begin_with(decision)
        return _play(
            0, k, work, self._stock, self._cards, work, self._sums, _choose, _found, WEIGHTS
        )

    def _begin_with(self, decision):
        """Takes the card of a decision, or puts it on a talon; returns the foundation, or 0."""
        work = self._work
        talon = decision // 10
        stack = decision % 10
        if stack > 4:
            if talon:
                work[_LENGTH + talon - 1] -= 1
            return stack - 4
        if stack:
            at = _LENGTH + stack - 1
            height = work[at]
            work[64 * (stack - 1) + height] = self._hand
            work[at] = height + 1
        return 0

    def _give_up(self, kept):
        """Gives up all but the best `kept` options, those that are clearly behind, and those that
        are like the best one."""
        tried = self._tried
        tried.sort(key=_order)
        del tried[kept:]
        best = tried[0]
        while len(tried) > 1:
            other = tried[-1]
            behind = best[0] - other[0] + (other[5] - best[5]) // _WIN
            apart = max(best[6], other[6])
            if behind * behind > _CLEARLY * (apart + 2):
                self.behind = other
            elif other[2] < _ENOUGH or apart * _ALIKE >= other[2] * other[2]:
                return
            tried.pop()

    def _enter(self):
        """Turns to the next decision of an ending."""
        frames = self._frames
        decision = self._tried[self._next][4]
        _copy(0, 0, self._root, self._work)
        _pile(0, 0, self._work, self._hashes)
        frames[_AT] = 0
        frames[_VALUE] = 0
        frames[_FRAMES] = self._hand or _TOPS
        frames[_FRAMES + _COUNT] = 1
        frames[_FRAMES + _TURN] = 0
        frames[_FRAMES + _BEST] = 0
        frames[_FRAMES + _ENTRY] = 0
        frames[_FRAMES + _LEFT] = self._cards
        self._lists[0] = decision // 10 * 16 + decision % 10

    def _go_on(self):
        """Follows an ending a little; returns whether there is more to do."""
        frames = self._frames
        found = _follow(
            0, 0, frames, self._tags, self._values, self._work, self._lists, self._ending, _STEPS
        )
        self.done = min(frames[_VISITS], self.total)
        if found == 2:
            self._following = False
            for option in self._tried:
                option[0] = option[2] = 0
            self._sample(self._budget * 2 // 3, True)
        elif found:
            option = self._tried[self._next]
            option[0] = frames[_VALUE] - 1
            option[2] = frames[self._cards]
            self._next += 1
            if self._next < len(self._tried) and option[0] < option[2]:
                self._enter()
            else:
                self._all = option[2]
                self.done = self.total
                self._following = False
        return self._following or self.done < self.total

    def advice(self):
        """The best decision so far, one of `options`; None before `begin`."""
        return min(self._tried, key=_order)[4] if self._tried else None

    def won(self):
        """The playouts that the best decision has won so far, and all of its playouts.

        At the end of an ending, the orders of the stock that can be won, and all orders.
        """
        best = min(self._tried, key=_order)
        return best[0], best[2]

    def chance(self):
        """Per cent of games that the adviser wins from here, as far as can be seen by now."""
        won, tried = self.won()
        if self._all:
            return 100 * won // self._all
        return chance(won, tried)

    def intact(self):
        """Whether the guard bytes are as ever."""
        for buffer in (self._root, self._work, self._stock, self._lists):
            if buffer[-len(_GUARD) :] != _GUARD:
                return False
        return True


def _factorial(count):
    return count * _factorial(count - 1) if count else 1
