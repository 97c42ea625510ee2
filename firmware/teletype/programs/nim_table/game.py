# SPDX-License-Identifier: MIT
"""Three heaps of stones, solved backwards from the end by trying every move; the last stone wins.

After Iwase J., 2009. A position (a, b, c) with heaps up to `limit` is numbered by its heaps as
digits of base limit+1: 735 for heaps 7, 3, 5 when the limit is 9. Every move leads to a smaller
number, so going upwards every target is already decided.

There are two tables. `scan` is the program of the notes: for each position the target of a winning
move, two bytes each; for small limits. `scan_bits` stores in one bit of each position whether it
is won. It finds the same from the opposite direction. Going upwards, a position that no lost one
has marked is lost itself, and marks every position from which a move leads to it. `target` then
finds the winning move of the notes by the same loops as `scan`. The bits are in one plane for each
first heap, since a heap in use has no free block of 125 000 bytes.
"""

# covers 003:62, 003:72

from array import array

from teletype.engines import game

try:
    import micropython
except ImportError:  # plain Python: the same functions, not compiled

    class micropython:  # type: ignore[no-redef]
        viper = staticmethod(lambda function: function)

    ptr8 = bytearray

LOST = -1

SMALL = 9
"""The greatest limit with the table of the notes."""

DIAGRAM = (
    "                                 000",
    "      001       010       100           002       020       200",
    "      011             101             110             022           202           220",
    "  012     021     102     201     120     210         122           212           221",
    "      211             121             112                           222",
    "                      111",
)
"""The 27 positions of limit 2 in the arrangement of the notes; the arrows go upwards."""


def number(heaps, limit):
    """Return the number of a position, a sequence of three heaps 0..limit."""
    base = limit + 1
    return (heaps[0] * base + heaps[1]) * base + heaps[2]


def heaps(position, limit):
    """Return the three heaps of a position's number."""
    base = limit + 1
    return position // (base * base), position // base % base, position % base


def _last_target(lost, position, limit):
    """Return the last target that the loops of the notes (hundreds, tens, ones) find, or LOST."""
    found = LOST
    base = limit + 1
    for weight in (base * base, base, 1):
        target = position
        for _ in range(position // weight % base):
            target -= weight
            if lost(target):
                found = target
    return found


def scan(table, limit):
    """Fill `table` from position 0 upwards and yield each decided position.

    `table`: (limit + 1) ** 3 integers that can hold -1 to the largest position. An entry is the
    position after the winning move, or LOST if there is none.
    """

    def lost(target):
        return table[target] == LOST

    for position in range((limit + 1) ** 3):
        table[position] = _last_target(lost, position, limit)
        yield position


def bits(limit):
    """Return a clear table for `scan_bits`: a plane of (limit + 1) ** 2 bits for each first heap,
    125 000 bytes in all for the limit 99."""
    return [bytearray(((limit + 1) ** 2 + 7) // 8) for _ in range(limit + 1)]


def is_lost(table, position):
    """Return whether the bit of a position is clear after `scan_bits`."""
    size = len(table) ** 2
    at = position % size
    return not table[position // size][at >> 3] >> (at & 7) & 1


def target(table, position, limit):
    """Return the position after the winning move of the notes, from the bits; LOST if none."""
    return _last_target(lambda target: is_lost(table, target), position, limit)


def scan_bits(table, limit):
    """Set the bits of the won positions; `table`: all clear.

    Yield each lost position when it is found: all smaller positions are decided then.
    """
    base = limit + 1
    size = base * base
    below = bytearray(len(table[0]))
    """The places of the lost positions of all planes with smaller first heaps."""
    for first in range(base):
        plane = table[first]
        plane[:] = below
        at = _clear(plane, 0, size)
        while at < size:
            _set(plane, at, base, limit - at // base)
            _set(plane, at, 1, limit - at % base)
            _set(below, at - 1, 1, 1)
            yield first * size + at
            at = _clear(plane, at + 1, size)


@micropython.viper
def _set(table: ptr8, position: int, step: int, count: int):
    """Set `count` bits, a step apart, beginning a step after `position`."""
    while count > 0:
        position += step
        table[position >> 3] = table[position >> 3] | 1 << (position & 7)
        count -= 1


@micropython.viper
def _clear(table: ptr8, position: int, end: int) -> int:
    """Return the first position from `position` on whose bit is clear, else `end`."""
    while position < end:
        if table[position >> 3] == 255:
            position = (position | 7) + 1
        elif table[position >> 3] >> (position & 7) & 1:
            position += 1
        else:
            return position
    return end


class Game(game.Game):
    """The table, and a game against it; a move is the position that it leaves.

    A game begins with a position that the person has set up; the table moves first.

    heaps  the position on the table; () before the first game
    free   whether no game is being played: the next position begins one
    """

    HINTS = False  # most sessions only look positions up

    def __init__(self, setup):
        game.Game.__init__(self, setup)
        self.limit = setup["limit"]
        self.heaps: tuple = ()
        self.free = True
        self._table: list | array = []

    def decide(self):
        """Compute the table: a generator of decided positions; all smaller ones are decided."""
        if self.limit <= SMALL:
            self._table = array("h", [0] * (self.limit + 1) ** 3)
            yield from scan(self._table, self.limit)
        else:
            self._table = bits(self.limit)
            yield from scan_bits(self._table, self.limit)

    def winning(self, heaps_):
        """Return the position after the move of the table; None if the position is lost."""
        position = number(heaps_, self.limit)
        if self.limit <= SMALL:
            found = self._table[position]
        else:
            found = target(self._table, position, self.limit)
        return None if found == LOST else heaps(found, self.limit)

    def begin(self, position):
        """Set up the heaps; the table is to move."""
        self.start = self.heaps = position
        self.free = False
        self.moves = 0
        self.result = self.last = None
        self.turn = game.MACHINE

    def legal(self, move):
        if self.free or min(move) < 0:
            return False
        taken = [self.heaps[at] - move[at] for at in range(3)]
        return min(taken) == 0 and taken.count(0) == 2

    def play(self, move):
        self.heaps = move
        self.free = not any(move)
        return self.turn if self.free else None

    def prepare(self):
        if not self._table:
            for _ in self.decide():
                yield None

    def wins(self, move):
        return self.winning(move) is None

    def best(self):
        return None if self.free else self.winning(self.heaps)

    def reply(self):
        """Return the move of the table, or from a lost position one stone of the largest heap."""
        return self.best() or fewer(self.heaps)


def fewer(position):
    """Return the position with one stone fewer in the largest heap."""
    at = position.index(max(position))
    return position[:at] + (position[at] - 1,) + position[at + 1 :]
