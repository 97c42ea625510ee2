# SPDX-License-Identifier: MIT
"""Playouts of Calculation's adviser: games that its rule plays until the stock is empty.

Then nothing is hidden any more: a short search looks for an order in which all cards go on the
foundations.

States and integers are those of `teletype.engines.adviser_rule`, which also explains the special
features of the functions here.
"""

from array import array

try:
    import micropython
    from micropython import const
except ImportError:  # plain Python: the same functions, not compiled

    class micropython:  # type: ignore[no-redef]
        viper = staticmethod(lambda function: function)

    ptr8 = bytearray
    ptr32 = array
    const = int  # type: ignore[assignment]

_LENGTH = const(256)
_HEIGHT = const(260)
_WANTED = const(266)
_TAKES = const(272)
_UNSEEN = const(286)
_NEED = const(300)
_DELAY = const(314)
_SECOND = const(328)
_STATE = const(342)
_PLACES = const(330)
_MARKS = const(236)
_RANKS = const(0x3FFE)
_TRIES = const(100)
"""The most moves of the search with an empty stock; nearly all tables that can be cleared need
fewer."""
_FORCED = const(16)
_NONE = const(32)
"""A move of that search is 4 x talon + foundation - 1, plus _FORCED if the card can go nowhere
else."""


@micropython.viper
def shuffle(seed: int, at: int, cards: ptr8) -> int:
    """Shuffle cards 1..`at`; take and return a seed 0..2^30 - 1."""
    while at > 1:
        seed = (seed * 29773421 + 12345) & 0x3FFFFFFF
        other = ((seed >> 14) * at >> 16) + 1
        card = cards[at]
        cards[at] = cards[other]
        cards[other] = card
        at -= 1
    return seed


@micropython.viper
def copy(at: int, end: int, source: ptr8, target: ptr8):
    """Copy a state; of the talons only the cards on them."""
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
def mark(at: int, every: int, game: ptr8, sums: ptr32):
    """Mark for the rule the ranks on the talons below each height."""
    for talon in range(4):
        at = talon << 6
        end = at + game[_LENGTH + talon]
        every = 0
        near = 0
        two = 0
        sums[_MARKS + at] = 0
        while at < end:
            card = 1 << game[at]
            at += 1
            every |= card
            sums[_MARKS + at] = every | (near | two | card) << 14
            two = near
            near = card


@micropython.viper
def clear(at: int, k: int, game: ptr8, moves: ptr32) -> int:
    """Return 1 if the tops can go on the foundations in an order that leaves none, else 0.

    The stock is empty. Two moves with different talons and foundations give the same table in
    either order; a move that would only repeat this is asleep (Godefroid, 1996). `moves`: the
    integers of the rule; in place of the marks, no longer of use, they hold the moves made so far,
    each with the moves asleep before it.
    """
    made = _MARKS
    end = made + _TRIES
    asleep = 0
    while game[_LENGTH] + game[_LENGTH + 1] + game[_LENGTH + 2] + game[_LENGTH + 3]:
        best = _NONE
        move = 0
        wanted = 1 << game[_WANTED + 1] | 1 << game[_WANTED + 2]
        wanted |= 1 << game[_WANTED + 3] | 1 << game[_WANTED + 4]
        while move < 16:
            k = move >> 2
            at = game[_LENGTH + k]
            if at:
                card = game[(k << 6) + at - 1]
                at = wanted >> card & 1
            if at == 0:
                move += 4
                continue
            if game[_WANTED + 1 + (move & 3)] == card:
                at = asleep >> move & 1
                if game[_NEED + card] == 1:
                    best = _NONE if at else move + _FORCED
                    break
                if at == 0 and best == _NONE:
                    best = move
            move += 1
        if best < _NONE:
            if made == end:
                return 0
            moves[made] = best | asleep << 5
            made += 1
            k = best >> 2 & 3
            move = best & 3
            asleep &= 0xFFFF ^ (15 << (k << 2) | 0x1111 << move)
            at = game[_LENGTH + k] - 1
            game[_LENGTH + k] = at
            card = game[(k << 6) + at]
            game[_NEED + card] -= 1
            k = move + 1
            at = game[_HEIGHT + k] + 1
            game[_HEIGHT + k] = at
            card += k
            if card > 13:
                card -= 13
            if at == 13:
                card = 0
            game[_WANTED + k] = card
            continue
        best = _FORCED
        while best & _FORCED:
            if made == _MARKS:
                return 0
            made -= 1
            end -= 1
            best = moves[made]
            asleep = best >> 5 | 1 << (best & 15)
            k = best >> 2 & 3
            at = game[_LENGTH + k]
            game[_LENGTH + k] = at + 1
            card = game[(k << 6) + at]
            game[_NEED + card] += 1
            k = (best & 3) + 1
            game[_HEIGHT + k] -= 1
            game[_WANTED + k] = card
    return 1


@micropython.viper
def play(
    at: int,
    k: int,
    state: ptr8,
    stock: ptr8,
    left: int,
    marks: ptr32,
    game,
    sums,
    choose,
    found,
    weights,
) -> int:
    """Play the cards of `stock` from 1 to `left`; return 52 if all cards can then go on the
    foundations, else how many lie there when the stock is empty.

    First, if `k` is not 0, foundation `k` takes the rank that it wants. `game` and `sums` are the
    buffers of the state and of `marks`, for the functions `choose` and `found` of the rule.
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
            state[_NEED + card] -= 1
            rank = 0
            if at < 13:
                rank = card + k
                if rank > 13:
                    rank -= 13
                state[_TAKES + rank] = k
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
            k = 0
            for j in range(1, 5):
                at = state[_PLACES + 14 * j + card] - state[_HEIGHT + j]
                if at >= 0:
                    if at == 0:
                        k = j
                    if at < delay:
                        rank = delay
                        delay = at
                    elif at < rank:
                        rank = at
            state[_DELAY + card] = delay
            state[_SECOND + card] = rank
            state[_TAKES + card] = k
            k = 0
        if turned == left:
            break
        if scan:  # does a foundation take a top?
            talon = 0
            while k == 0 and talon < 4:
                at = state[_LENGTH + talon]
                if at:
                    rank = state[(talon << 6) + at - 1]
                    k = state[_TAKES + rank]
                    if k:
                        if state[_NEED + rank] > 1:
                            k = int(found(0, 0, game, sums, weights, rank, talon, left - turned))
                        if k:
                            state[_LENGTH + talon] = at - 1
                        else:
                            kept = 1
                talon += 1
            if k:
                continue
            scan = 0
        turned += 1
        rank = stock[turned]
        state[_UNSEEN + rank] -= 1
        scan = kept
        kept = 0
        k = state[_TAKES + rank]
        if k:
            scan = 1
            if state[_NEED + rank] > 1:
                k = int(found(0, 0, game, sums, weights, rank, 4, left - turned))
            if k:
                continue
        talon = int(choose(0, sums, weights, game, rank, left - turned))
        at = state[_LENGTH + talon]
        state[_LENGTH + talon] = at + 1
        card = 1 << rank
        delay = card
        if at:
            delay |= 1 << state[(talon << 6) + at - 1]
            if at > 1:
                delay |= 1 << state[(talon << 6) + at - 2]
        at += talon << 6
        state[at] = rank
        at += _MARKS
        marks[at + 1] = marks[at] & _RANKS | card | delay << 14
    k = 0
    for j in range(1, 5):
        k += state[_HEIGHT + j]
    if int(clear(0, 0, game, sums)):
        k = 52
    return k
