# SPDX-License-Identifier: MIT
"""The question for the usual winning rule, `rule=asked`, after the table: Iwase J., 2009, 70.21.

The whole output is a winning strategy, the notes say, but far too large; "if you look at it
carefully you may find what people call a winning strategy". They do not give it. Here the reader
completes three lost positions; 0 asks for a hint. The first hint colours the lost positions in a
layer of the table. The second writes a lost one in binary digits; the third is the answer.
"""

# covers 003:115

from teletype.core.request import Numbers
from teletype.programs.nim_table import game as nim_table

PAIRS = ((3, 5), (1, 6), (2, 7))
"""Two heaps of each lost position; the third one is at most 7."""

LEAST = 7
"""The smallest limit that includes them all."""

SHOWN = (1, 2, 3)
"""The position of the second hint."""

_RULE = ": in each binary digit lost positions have an even number of ones"


def ask(said, winning, limit):
    """Ask for the rule, as a part of the dialogue. `said` formats heaps and their move; `winning`
    returns the position after that move."""
    lost = 0
    for position in range((limit + 1) ** 3):
        lost += winning(nim_table.heaps(position, limit)) is None
    yield "%d of %d positions are lost. What have they in common?" % (lost, (limit + 1) ** 3)
    request = Numbers(("c", 0, limit))
    hints = 0
    for a, b in PAIRS:
        yield "%d %d ?" % (a, b)
        yield "Which c makes it lost? (0: a hint)"
        while True:
            c = (yield request)[0]
            if c == 0:
                hints += 1
                if hints > 2:
                    yield "The answer" + _RULE
                    yield "To win, leave such a position"
                    return
                yield from _layer(a, winning, limit) if hints == 1 else _binary()
                yield "%d %d ?" % (a, b)
            elif not 0 < c <= limit:
                yield "%d %d %d is not in the table: heaps 0..%d" % (a, b, c, limit)
            else:
                after = winning((a, b, c))
                yield said((a, b, c), after)
                if after is None:
                    break
    yield "You have found it" + _RULE
    yield "To win, leave such a position"


def _layer(a, winning, limit):
    """Yield the positions with `a` stones in the first heap, the lost ones marked."""
    yield "Lost ones with a=%d: rows b, columns c" % a
    yield "  " + "".join([str(c) for c in range(limit + 1)])
    for b in range(limit + 1):
        signs = ["#" if winning((a, b, c)) is None else "." for c in range(limit + 1)]
        yield "%d %s" % (b, "".join(signs))


def _binary():
    yield "A lost one in binary digits, and how many ones"
    for heap in SHOWN:
        yield "%d  %d%d%d" % (heap, heap >> 2 & 1, heap >> 1 & 1, heap & 1)
    ones = [sum([heap >> bit & 1 for heap in SHOWN]) for bit in (2, 1, 0)]
    yield "   %d%d%d" % tuple(ones)
