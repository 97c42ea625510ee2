# SPDX-License-Identifier: MIT
"""Endings of Calculation: a search of all continuations with few cards in the stock.

For a decision the search counts the orders of the stock that can be won from there, as if no two
cards were alike. It plays like the best player who does not know the order. A table of entries
holds the positions that were seen before, whichever talon is which. An entry has a number that
stands for the position, and how many orders can be won. States are those of
`teletype.engines.adviser_rule`, which also explains the special features of the functions here.
Hashes are computed modulo 2^30.
"""

from array import array

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

_LENGTH = const(256)
_HEIGHT = const(260)
_WANTED = const(266)
_UNSEEN = const(286)
_NEED = const(300)

# Integers: the orders of 0..7 cards, ...
_AT = const(8)
"""... the current frame, ..."""
_VALUE = const(9)
"""... one more than the value of the next position, 0 while it is unknown, ..."""
_VISITS = const(10)
"""... positions so far, ..."""
_MOST = const(11)
"""... the most positions, ..."""
_MASK = const(12)
"""... the number of entries less one, ..."""
_SLOT = const(13)
_TAG = const(14)
"""... the entry of the last position, and the rest of its hash."""
_INTEGERS = const(15)

# Frames: the kind of decision (the rank in hand, _TOPS, or _DRAW for the next card), ...
_COUNT = const(1)
"""... the end of its decisions, ..."""
_TURN = const(2)
"""... the next one, or the rank that was drawn, ..."""
_BEST = const(3)
"""... the orders won by the best one, or by all ranks so far, ..."""
_LAID = const(4)
"""... the rank that went on a foundation, ..."""
_LEFT = const(5)
"""... and the cards in the stock."""
_FRAME = const(6)
_TOPS = const(14)
_DRAW = const(15)
_LOST = const(16)
_WON = const(17)
_LAYS = const(54)
"""The most frames: one at the start, up to 52 cards that go on foundations, a card in hand that
goes on a talon, and three for each card of the stock."""
_DECISIONS = const(256)
_LONGEST = const(17)
"""The space for the decisions in all frames, and the most in one, of tops. 1,000 random endings
took 80 at most; one that may need more space has too many positions."""
_STEPS = const(100)
"""Steps between two polls of the keys."""
_ODD = const(29773421)
_OTHER = const(461845907)
_BITS = const(0x3FFFFFFF)
"""For hashes: odd factors, and the mask of the bits."""
_WORTH = const(13)
_WORTHS = const(0x1FFF)
"""The mask of the orders won in an entry; above them is a tag of 18 bits, never 0."""

_CARDS = const(7)
"""The most cards of the stock: an entry has no space for more orders."""


@micropython.viper
def _clear(at: int, end: int, words: ptr32):
    """Write zeros."""
    while at < end:
        words[at] = 0
        at += 1


@micropython.viper
def _decide(at: int, k: int, game: ptr8, integers: ptr32, frames: ptr16, lists: ptr8) -> int:
    """Undo the last decision of the upper frame if its value is known; make the next one.

    Return the kind of the next frame, _LOST, _WON, or 0 if the value of this one is known.
    """
    value = integers[_VALUE] - 1
    integers[_VALUE] = 0
    at = _FRAME * integers[_AT]
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
    turn = frames[at + _TURN]
    if value >= 0:
        decision = lists[turn - 1]
        k = (decision & 15) - 4
        if k > 0:
            card = frames[at + _LAID]
            game[_HEIGHT + k] -= 1
            game[_WANTED + k] = card
            game[_NEED + card] += 1
            if decision > 15:
                k = (decision >> 4) - 1
                decision = game[_LENGTH + k]
                game[_LENGTH + k] = decision + 1
                game[(k << 6) + decision] = card
        elif decision:
            game[_LENGTH - 1 + decision] -= 1
        if value > frames[at + _BEST]:
            frames[at + _BEST] = value
            if value == integers[left]:  # all orders
                return 0
    if turn == frames[at + _COUNT]:
        return 0
    frames[at + _TURN] = turn + 1
    decision = lists[turn]
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
        k = game[_LENGTH - 1 + decision]
        game[_LENGTH - 1 + decision] = k + 1
        game[(decision - 1 << 6) + k] = kind
    elif left:
        return _DRAW
    elif game[_WANTED + 1] + game[_WANTED + 2] + game[_WANTED + 3] + game[_WANTED + 4]:
        return _LOST
    else:
        return _WON
    return _TOPS


@micropython.viper
def _list(at: int, k: int, game: ptr8, kind: int, left: int, lists: ptr8) -> int:
    """Write the decisions of a frame to `lists[at:]`, as 16 x talon + stack; return their end."""
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
def _find(one: int, two: int, at: int, game: ptr8, integers: ptr32, entries: ptr32) -> int:
    """Return one more than the orders won in a known position, else 0; note its entry."""
    slot = 0
    for talon in range(1, 5):
        slot = slot * 14 + game[_HEIGHT + talon]
    tag = slot * _OTHER & _BITS
    slot = slot * _ODD & _BITS
    for talon in range(4):
        at = talon << 6
        end = at + game[_LENGTH + talon]
        one = 1
        two = 1
        while at < end:
            card = game[at]
            one = (one + card) * _ODD + 12345 & _BITS
            two = (two + card) * _OTHER + 12345 & _BITS
            at += 1
        one = (one ^ one >> 15) * _OTHER & _BITS
        slot = slot + (one ^ one >> 13) & _BITS
        two = (two ^ two >> 15) * _ODD & _BITS
        tag = tag + (two ^ two >> 13) & _BITS
    tag = tag >> _WORTH - 1 | 1
    slot = (slot ^ slot >> 15) & integers[_MASK]
    integers[_SLOT] = slot
    integers[_TAG] = tag
    at = entries[slot]
    if at >> _WORTH == tag:
        return (at & _WORTHS) + 1
    return 0


@micropython.viper
def _follow(
    at: int, asked: int, integers: ptr32, frames: ptr16, entries: ptr32, buffers, steps: int
) -> int:
    """Follow for `steps`; return 1 when done, 2 if there are too many positions, else 0.

    `buffers`: the state, which is changed and restored, the other buffers, and the functions.
    """
    game, numbers, levels, lists, seen, decide, write, find = buffers
    while steps:
        steps -= 1
        at = _FRAME * integers[_AT]
        asked = int(decide(0, 0, game, numbers, levels, lists))
        if asked == 0:
            value = frames[at + _BEST]
            integers[_VALUE] = value + 1
            if at == 0:
                return 1
            if frames[at] == _TOPS:
                find(0, 0, 0, game, numbers, seen)
                entries[integers[_SLOT]] = integers[_TAG] << _WORTH | value
            integers[_AT] -= 1
            continue
        left = frames[at + _LEFT]
        if asked == _TOPS:
            value = int(find(0, 0, 0, game, numbers, seen))
            if value:
                integers[_VALUE] = value
                continue
            integers[_VISITS] += 1
            if integers[_VISITS] > integers[_MOST]:
                return 2
        elif asked < _TOPS:
            left -= 1
        elif asked > _DRAW:
            integers[_VALUE] = 1 + asked - _LOST
            continue
        value = frames[at + _COUNT]
        if value > _DECISIONS - _LONGEST:
            return 2
        integers[_AT] += 1
        at += _FRAME
        frames[at] = asked
        frames[at + _TURN] = value
        frames[at + _BEST] = 0
        frames[at + _LEFT] = left
        if asked != _DRAW:
            value = int(write(value, 0, game, asked, left, lists))
        else:
            frames[at + _TURN] = 0
        frames[at + _COUNT] = value
    return 0


class Ending:
    """One ending at a time: `begin`, then for each decision `enter`, and `follow` until done.

    `positions`: the most positions to follow, a power of two. `entries`: an array of at least half
    as many integers, free for other uses between endings. `work`: a state for the ending alone
    while it runs.
    """

    def __init__(self, positions, entries, work):
        self._entries = entries
        self._size = positions // 2
        self.cards = 1
        """Up to so many cards in the stock an ending is feasible: eight positions an order."""
        self._lists = bytearray(_DECISIONS)
        self._integers = integers = array("i", bytes(4 * _INTEGERS))
        integers[_MOST] = positions
        integers[_MASK] = positions // 2 - 1
        integers[0] = 1
        for count in range(1, _CARDS + 1):
            integers[count] = count * integers[count - 1]
            if 8 * integers[count] <= positions:
                self.cards = count
        self._frames = array("H", bytes(2 * _FRAME * (_LAYS + 3 * self.cards)))
        self._buffers = work, integers, self._frames, self._lists, entries, _decide, _list, _find

    def begin(self):
        """Forget all positions."""
        self._integers[_VISITS] = 0
        _clear(0, self._size, self._entries)

    def enter(self, decision, hand, cards):
        """Start on a decision in the state of `work`, with `cards` cards in the stock."""
        frames = self._frames
        self._integers[_AT] = self._integers[_VALUE] = 0
        frames[0] = hand or _TOPS
        frames[_COUNT] = 1
        frames[_TURN] = frames[_BEST] = 0
        frames[_LEFT] = cards
        self._lists[0] = decision // 10 * 16 + decision % 10

    def follow(self):
        """Follow a little; return 1 when done, 2 if there are too many positions, else 0."""
        return _follow(
            0, 0, self._integers, self._frames, self._entries, self._buffers, _STEPS
        )

    def visits(self):
        """Return the number of positions so far."""
        return self._integers[_VISITS]

    def won(self):
        """Return the orders that can be won with the finished decision."""
        return self._integers[_VALUE] - 1

    def orders(self, cards):
        """Return the number of orders of `cards` cards."""
        return self._integers[cards]
