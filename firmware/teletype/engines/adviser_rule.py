# SPDX-License-Identifier: MIT
"""The rule by which the playouts of Calculation's adviser choose talons and foundations.

The rule scores each possibility by a sum of weights and takes the best one. The delay of a rank is
how many cards a foundation takes before it takes that rank: the least of all foundations, 12 if
none takes it. Its second delay is that of the foundation that takes it next. Its need is how many
foundations still take it; its unseen cards are those in the stock. The kind of a rank stands for
its need and its unseen cards, a stage for nine cards in the stock. Rank r is ahead of rank s on a
foundation that takes r, and does not take s before r. Differences of delays are in seven classes.
A card lies on top of a talon (place 0), at most two below the top (1), deeper (2) or nowhere (3).
The talon for a card is chosen by these weights:

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
LATER alone. If one foundation takes a card now and another one needs it, these weights choose the
foundation, or hold the card back:

    HIGH     foundation, its height
    LAG      its height, height of the lowest other one that takes the card, 12 without
    NEXT     kind and place of the rank that it takes next, whether another one takes that, stage
    SOON     kind and place of the rank behind, stage
    FROM     delay of the card below on the talon (13 none, 14 from the stock), if it comes next
    HOLD     to hold it back: kind, place and second delay of the rank
    HELD     stage, delay of the card below
    AFTER    foundation that takes it later, the first one, and its height

The weights come from `teletype.engines.adviser_weights`, which names the revision that can learn
them again.

The functions under `@micropython.viper` are compiled on a board and plain Python elsewhere, with
the same results. Some are long, because a call would box its arguments and look up its function,
which takes longer than what is called here does; their parts have comments. The first three names
of such a function are in registers; for this reason some are arguments, given as 0. Nothing checks
the bounds of a viper pointer, so the buffers have guard bytes: see
`teletype.engines.adviser.Adviser.intact`.
"""

from array import array

from teletype.engines.calculation import RANKS

try:
    import micropython
    from micropython import const
except ImportError:  # plain Python: the same functions, not compiled

    class micropython:  # type: ignore[no-redef]
        viper = staticmethod(lambda function: function)

    ptr8 = bytearray
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
"""The start of each group of weights; a weight is a byte, 128 for nothing."""
SIZE = 18207
"""The number of all weights."""

# A state. Talons 1..4 have 4 x 64 bytes from 0 on. The other parts start with talon 1, with
# foundation 0 (none) or with rank 0 (no card). The other modules that work on states repeat these
# numbers; a test compares them.
_LENGTH = const(256)
_HEIGHT = const(260)
_WANTED = const(266)
_TAKES = const(272)
"""By rank: a foundation that takes it now, or 0."""
_UNSEEN = const(286)
_NEED = const(300)
_DELAY = const(314)
_SECOND = const(328)
_STATE = const(342)
"""The length of that state; the rule adds: ..."""
_PLACES = const(330)
"""... cards that foundation k takes before a rank, at 14 k + rank, foundation 0 left out, ..."""
_NEAR = const(400)
"""... the classes of differences of delays, -12..12, ..."""
_AHEAD = const(426)
"""... by foundation the cards before it takes the card to be placed, _GONE if it has it, ..."""
_FITS = const(432)
"""... by talon its fit, 3 for an empty one after another, ..."""
_LOW = const(436)
_HIGHEST = const(440)
"""... its least and largest delay, ..."""
_INVERSIONS = const(444)
"""... and its inversions."""
BYTES = 448
"""The bytes of a state with all these."""
_GONE = const(99)

# Integers. By rank, eight each: the start of its weights PAIR, LATE, TWICE, OTHERS, DEEP; then
# the last scores of talons 0..3, for the first of several empty ones alone. _BIAS is nothing,
# because a viper pointer of the Unix port cannot read negative numbers, ...
_SCORES = const(112)
_BIAS = const(65536)
_TAKEN = const(116)
"""... and of holding a card back and of foundations 1..4, _NEVER where impossible; ..."""
_ORDER = const(122)
"""... then for each foundation and height the ranks below that, a one in four bits for each, ranks
1..7 first; ..."""
_MARKS = const(236)
"""... then, as high as the talons, the ranks that lie below that height: those of all cards in
bits 1..13, those of the three highest in bits 15..27."""
INTEGERS = 492
"""The number of all integers."""
_NEVER = const(-1000000)

_KINDS = const(10)
_STAGES = const(6)
_DELAYS = const(13)
_CLASS_COUNT = const(7)
_PLACE_COUNT = const(4)
"""The kinds of a rank, stages, delays, classes of differences, and places of a card."""
_NOTHING = const(128)
"""The weight that says nothing."""
_ROW_OF_ORDER = const(28)
_END_OF_ORDER = const(26)
"""The integers of a foundation in _ORDER, and where its last ones begin."""
_HIGHEST_BITS = const(14)
"""How much higher the bits of the three highest cards are in _MARKS."""
_CASE_PAIR = const(1750)  # 10 kinds, 25 pairs of 0..4, 7 classes
_CASE_RANK = const(196)  # 14 ranks of both cards
_CASE_LATE = const(420)  # 10 kinds, 6 stages, 7 classes
_CASE_TWICE = const(490)  # 7 classes twice, 10 kinds
_CASE_OTHERS = const(280)  # 10 kinds, 4 places, 7 classes
_CASE_UNDER = const(182)  # 14 by 13 delays
_DEEPER = const(70)  # 10 kinds, 7 classes
"""How many weights further on the next of the three cases is, or those of a card one deeper."""

CLASSES = (
    b"\x00\x00\x00\x00\x00\x00\x00\x01\x01\x01\x02\x02\x03"
    b"\x04\x04\x05\x05\x05\x06\x06\x06\x06\x06\x06\x06"
)
"""The classes of differences of delays, -12..12."""

PLACE_OF = (
    b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
    b"\x00\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c"
    b"\x00\x06\x00\x07\x01\x08\x02\x09\x03\x0a\x04\x0b\x05\x0c"
    b"\x00\x08\x04\x00\x09\x05\x01\x0a\x06\x02\x0b\x07\x03\x0c"
    b"\x00\x09\x06\x03\x00\x0a\x07\x04\x01\x0b\x08\x05\x02\x0c"
)
"""The number of cards that foundation k takes before a rank, at 14 k + rank."""


def order(sums):
    """Write the constant part of the integers."""
    for k in range(1, 5):
        at = _ORDER + 28 * (k - 1)
        sums[at] = sums[at + 1] = 0
        for place in range(RANKS):
            rank = (k * (place + 1) - 1) % RANKS
            for half in (0, 1):
                one = 1 << 4 * (rank - 7 * half) if rank // 7 == half else 0
                sums[at + 2 + half] = sums[at + half] + one
            at += 2


@micropython.viper
def choose(
    row: int, sums: ptr32, weights: ptr8, game: ptr8, card: int, left: int
) -> int:
    """Return the best talon (0..3) for `card`; `left`: cards in the stock after it.

    One function without calls, because a call costs more than what it would do here: it is where
    nearly all time of the adviser goes. It has four parts: what the foundations need, what lies on
    the talons, the scores of each talon's cards, the scores of the talons as wholes.
    """
    # Foundations: by rank, in four bits each, how many take it before they take the card to be
    # placed (`low`, `high`) and after it (`low_after`, `high_after`); ranks 1..7 are in `low`.
    low = 0
    high = 0
    low_after = 0
    high_after = 0
    for k in range(1, 5):
        n = game[_HEIGHT + k]
        at = game[_PLACES + 14 * k + card] - n
        row = _ORDER + _ROW_OF_ORDER * (k - 1)
        rank = row + (n << 1)
        if at < 0:
            game[_AHEAD + k] = _GONE
            row += _END_OF_ORDER
        else:
            game[_AHEAD + k] = at
            row = rank + (at << 1)
            low_after += sums[row] - sums[rank]
            high_after += sums[row + 1] - sums[rank + 1]
            row += 2
        low += sums[row] - sums[rank]
        high += sums[row + 1] - sums[rank + 1]
    own = game[_NEED + card]
    wait = game[_DELAY + card]
    stage = left * 57 >> 9  # left // 9, up to 51
    near = _NEAR + 12 - wait  # the class of (delay - wait) is at `near` + delay
    # Talons: as bits, the ranks that lie on them.
    empty = 0
    top = 0  # ranks on top of a talon, ...
    tops = 0  # ... on top of two, ...
    marks = 0  # ... on a talon, ...
    twice = 0  # ... and on two
    for talon in range(4):
        n = game[_LENGTH + talon]
        if n:
            row = (talon << 6) + n
            n = 1 << game[row - 1]
            tops |= top & n
            top |= n
            n = sums[_MARKS + row]
            twice |= marks & n
            marks |= n
        else:
            empty += 1
    n = own
    n = (n * (n - 1) >> 1) + game[_UNSEEN + card]  # its kind: 10 pairs with unseen <= need
    place = 3
    if marks >> card & 1:
        place = 2
        if top >> card & 1:
            place = 0
        elif marks >> card + _HIGHEST_BITS & 1:
            place = 1
    copy = _COPY + (n * _PLACE_COUNT + place) * 3 * _DELAYS + wait  # and the fit, below
    owns = _OWN + 14 * 3 * n  # and the delay of the top, the inversions
    later = _LATER + _DELAYS * game[_SECOND + card] + wait
    # The cards of each talon, from its top down. The weights of a rank are looked up once
    # (`seen`); those of later cards are a fixed number on: `in_pair` and the others.
    seen = 0
    pairs = _RANK + 14 * card
    for talon in range(4):
        n = game[_LENGTH + talon]
        if n == 0:
            continue
        first = talon << 6
        at = first + n
        score = _BIAS
        n = sums[_MARKS + at]
        others = marks ^ n | twice
        n = 1 << game[at - 1]
        other_tops = top ^ n | tops
        least = 13
        largest = 0
        spoilt = 0
        in_pair = 0
        in_rank = pairs
        in_late = 0
        in_twice = 0
        in_others = 0
        in_deep = 0
        while at > first:
            at -= 1
            rank = game[at]
            row = rank << 3
            if seen >> rank & 1 == 0:
                seen |= 1 << rank
                if rank < 8:
                    k = (rank << 2) - 4
                    place = low >> k & 7
                    k = own - (low_after >> k & 7)
                else:
                    k = (rank << 2) - 32
                    place = high >> k & 7
                    k = own - (high_after >> k & 7)
                place = place * 5 + k  # on which it is ahead, and the card ahead of it: 0..4
                k = game[_NEED + rank]
                k = (k * (k - 1) >> 1) + game[_UNSEEN + rank]
                n = game[near + game[_DELAY + rank]]
                sums[row] = _PAIR + (k * 25 + place) * _CLASS_COUNT + n
                sums[row + 1] = _LATE + (k * _STAGES + stage) * _CLASS_COUNT + n
                place = game[near + game[_SECOND + rank]]
                sums[row + 2] = _TWICE + (place * _CLASS_COUNT + n) * _KINDS + k
                sums[row + 3] = _OTHERS + k * _PLACE_COUNT * _CLASS_COUNT + n
                sums[row + 4] = _DEEP + k * _CLASS_COUNT + n
            place = in_others + 3 * _CLASS_COUNT  # nowhere on other talons
            if others >> rank & 1:
                place = in_others
                if other_tops >> rank & 1 == 0:
                    place += 2 * _CLASS_COUNT
                    if others >> rank + _HIGHEST_BITS & 1:
                        place -= _CLASS_COUNT
            score += weights[sums[row] + in_pair] + weights[in_rank + rank]
            score += weights[sums[row + 1] + in_late] + weights[sums[row + 2] + in_twice]
            score += weights[sums[row + 3] + place] + weights[sums[row + 4] + in_deep]
            n = game[_DELAY + rank]
            if n < least:
                least = n
            if in_deep < 3 * _DEEPER:
                if in_deep == 0:  # below the top, no longer delay yet
                    in_pair = _CASE_PAIR
                    in_rank = pairs + _CASE_RANK
                    in_late = _CASE_LATE
                    in_twice = _CASE_TWICE
                    in_others = _CASE_OTHERS
                in_deep += _DEEPER
            if n < largest:
                spoilt += 1
            else:
                largest = n
                if n >= wait and in_late == _CASE_LATE:  # below a delay like the card's or longer
                    in_pair = 2 * _CASE_PAIR
                    in_rank = pairs + 2 * _CASE_RANK
                    in_late = 2 * _CASE_LATE
                    in_twice = 2 * _CASE_TWICE
                    in_others = 2 * _CASE_OTHERS
        sums[_SCORES + talon] = score
        game[_LOW + talon] = least
        game[_HIGHEST + talon] = largest
        game[_INVERSIONS + talon] = spoilt
    # The talons as wholes. Six weights a card and 128 for nothing in each: 768 a card.
    row = 14 * wait
    on_tops = _TOP + 14 * _DELAYS * stage + row
    copies = _COPIES + 14 * _DELAYS * game[_UNSEEN + card] + row
    fits = 0
    for talon in range(4):
        first = talon << 6
        n = game[_LENGTH + talon]
        if n == 0:
            game[_FITS + talon] = 3
            if empty:
                game[_FITS + talon] = 2
                score = weights[_EMPTY + 5 * wait + empty] + weights[_BOTTOM + 14 * card]
                score += weights[on_tops + 13] + weights[copies + 13] + weights[owns + 13 * 3]
                score += weights[copy + 2 * _DELAYS] + weights[later + 2 * _DELAYS * _DELAYS]
                sums[_SCORES + talon] = score + _BIAS - 8 * _NOTHING
                empty = 0
            continue
        at = first + n - 1
        rank = game[at]
        score = sums[_SCORES + talon] - 6 * _NOTHING * n - 12 * _NOTHING
        k = rank - card
        if k < 0:
            k += 13
        if k > 0 and k < 5 and card != 13:
            place = game[_AHEAD + k]
            if place != _GONE:
                score += weights[_CHAIN + 13 * (k - 1) + place] - 2 * _NOTHING
                row = _RUN + 26 * (k - 1) + 2 * place
                if n > 1:
                    place = game[at - 1] - rank
                    if place < 0:
                        place += 13
                    if place == k:
                        row += 1
                score += weights[row]
        delay = game[_DELAY + rank]
        row = _UNDER
        if delay == wait:
            row = _UNDER + _CASE_UNDER
        elif delay > wait:
            row = _UNDER + 2 * _CASE_UNDER
        if n > 1:
            row += _DELAYS * delay + game[_DELAY + game[at - 1]]
        else:
            row += _DELAYS * _DELAYS + delay
        score += weights[row] + weights[_BOTTOM + 14 * card + game[first]]
        if n > 15:
            n = 15
        score += weights[_DEPTH + (stage << 4) + n]
        least = game[_LOW + talon]
        row = 14 * wait
        score += weights[_LEAST + row + least]
        score += weights[_LARGEST + row + game[_HIGHEST + talon]]
        spoilt = game[_INVERSIONS + talon]
        n = spoilt
        if n > 7:
            n = 7
        row = _SPOILT + (((stage << 3) + n) << 1)
        k = 0
        if least < wait:
            k = 1
            row += 1
        else:
            fits += 1
        game[_FITS + talon] = k
        if spoilt > 2:
            spoilt = 2
        score += weights[row] + weights[on_tops + delay] + weights[copies + delay]
        score += weights[owns + 3 * delay + spoilt]
        score += weights[copy + _DELAYS * k] + weights[later + _DELAYS * _DELAYS * k]
        sums[_SCORES + talon] = score
    best = 0
    if fits > 3:
        fits = 3
    most = 0
    for talon in range(4):
        n = game[_FITS + talon]
        if n < 3:
            k = fits
            if n == 0:
                k -= 1
            score = sums[_SCORES + talon]
            score += weights[_FIT + ((k * 3 + n) * _DELAYS + wait) * _STAGES + stage]
            sums[_SCORES + talon] = score
            if score > most:
                most = score
                best = talon
    return best


@micropython.viper
def found(
    at: int, n: int, game: ptr8, sums: ptr32, weights: ptr8, rank: int, source: int, left: int
) -> int:
    """Return the foundation with the best score for `rank`, which some take; 0 to hold it back.

    The card is on top of talon `source` (0..3) or from the stock (4).
    """
    top = 0  # ranks that are tops, without this card, ...
    marks = 0  # ... and that lie on talons
    for talon in range(4):
        first = talon << 6
        at = first + game[_LENGTH + talon]
        if talon == source:
            at -= 1
        if at > first:
            top |= 1 << game[at - 1]
            marks |= sums[_MARKS + at]
    stage = left * 57 >> 9
    beneath = 14
    below = 0
    if source < 4:
        beneath = 13
        at = (source << 6) + game[_LENGTH + source] - 1
        if at > source << 6:
            below = game[at - 1]
            beneath = game[_DELAY + below]
    wait = 13
    after = 0
    lowest = 12  # heights of foundations that take it now
    second = 12
    for k in range(1, 5):
        n = game[_HEIGHT + k]
        at = game[_PLACES + 14 * k + rank] - n
        if at == 0:
            if n < lowest:
                second = lowest
                lowest = n
            elif n < second:
                second = n
        elif at > 0 and at < wait:
            wait = at
            after = k
    best = 0
    most = _NEVER
    if left:
        at = 3
        if marks >> rank & 1:
            at = 2
            if top >> rank & 1:
                at = 0
            elif marks >> rank + 14 & 1:
                at = 1
        n = game[_NEED + rank]
        n = ((n * (n - 1) >> 1) + game[_UNSEEN + rank]) * 4 + at
        most = (
            weights[_HOLD + n * 13 + game[_SECOND + rank]]
            + weights[_HELD + 15 * stage + beneath]
            - 256
        )
        if after:
            most += weights[_AFTER - 13 + 13 * after + game[_HEIGHT + after]] - 128
    sums[_TAKEN] = most
    for k in range(1, 5):
        if game[_WANTED + k] != rank:
            sums[_TAKEN + k] = _NEVER
            continue
        height = game[_HEIGHT + k]
        n = lowest
        if height == n:
            n = second
        score = weights[_HIGH - 13 + 13 * k + height] + weights[_LAG + 13 * height + n] - 640
        other = rank
        for next_rank in range(2):
            other += k
            if other > 13:
                other -= 13
            at = 3
            n = game[_NEED + other]
            if height + next_rank < 12 and n > 0:
                at = ((n * (n - 1) >> 1) + game[_UNSEEN + other]) * 4 + 3
                if marks >> other & 1:
                    at -= 1
                    if top >> other & 1:
                        at -= 2
                    elif marks >> other + 14 & 1:
                        at -= 1
            if next_rank:
                score += weights[_SOON + at * 6 + stage]
            else:
                n = 0
                if game[_TAKES + other]:
                    n = 1
                score += weights[_NEXT + (at * 2 + n) * 6 + stage]
                n = _FROM + 2 * beneath
                if height < 12 and other == below:
                    n += 1
                score += weights[n]
        sums[_TAKEN + k] = score
        if score > most:
            most = score
            best = k
    return best
