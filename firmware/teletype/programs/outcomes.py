# SPDX-License-Identifier: MIT
"""The outcome of a finished game against the machine: whether the person could win it, who began,
and the next start to offer.

The original race, Nim and Trigex begin only where the machine wins. Starts that the person can win
are not in the book: `style=hard` for Nim and the race, `first=you` for Trigex.
"""

from teletype.core.request import working
from teletype.engines import nim
from teletype.programs.misere_nim import game as misere_limited
from teletype.programs.race.game import Table

MACHINE, PERSON = "machine", "you"
"""Who began."""

_STARTS = ((1, 2, 3), (2, 4, 6), (3, 5, 6), (7, 3, 4))
"""Special tables of Nim, each harder than the one before, by wins so far. The last one is what the
machine leaves of the book's 7 8 4."""

_CELLS, _STEP = 14, 6
"""Cells and longest move of a strip where the first player loses, used if none is near."""

_LONGEST = 60
"""The most cells of a strip to offer."""


class Outcome:
    """The outcome of one game; `judge` finds it.

    winnable  whether the person could win it
    began     MACHINE, PERSON, or None where nobody moves first
    start     the start as text; "" where there is only one
    onward    the setup values, by name, of a start to be won, after a win a harder one; or None
    """

    def __init__(self, winnable, began=None, start="", onward=None):
        self.winnable = winnable
        self.began = began
        self.start = start
        self.onward = onward


def judge(name, setup, opening, wins):
    """Judge a game of the program `name`: yield `working`, and at last its `Outcome`.

    `opening`: the first answer, which is the start of misère Nim. `wins`: the number of wins, this
    game included.
    """
    if name == "nim":
        yield _nim(setup, wins)
    elif name == "race":
        yield from _race(setup)
    elif name == "misere-nim":
        lost = misere_limited.game(setup).lost(opening)
        yield Outcome(lost, MACHINE, _written(opening))
    elif name == "trigex":
        if setup["first"] == "you":
            yield Outcome(True, PERSON)
        else:
            yield Outcome(False, MACHINE, "", {"first": "you"})
    else:
        yield Outcome(True)


def _written(heaps):
    return " ".join([str(heap) for heap in heaps])


def _nim(setup, wins):
    heaps = setup["heaps"]
    special = nim.special_row(heaps) == 0
    hard = setup["style"] == "hard"
    onward = _STARTS[min(wins, len(_STARTS) - 1)]
    if onward == heaps and hard:
        onward = _STARTS[(_STARTS.index(onward) + 1) % len(_STARTS)]
    return Outcome(
        special and hard,
        PERSON if special and not hard else MACHINE,
        _written(heaps),
        {"heaps": onward, "style": "hard"},
    )


def _race(setup):
    n = setup["n"]
    m = setup["m"]
    hard = setup["style"] == "hard"
    ahead = min(2 * m, _LONGEST - n) if n < _LONGEST else 0
    table = Table(n + ahead, m)  # its cell `ahead` is the start of a strip of n cells
    for _ in table.scan():
        yield working
    lost = table.special(ahead, 0)
    cells = n
    if lost and hard:
        cells = _lost_start(table, ahead - 1, -1)
    elif not lost:
        cells = _lost_start(table, ahead + 1, 1)
    if cells <= m:
        cells, m = _CELLS, _STEP
    yield Outcome(
        lost and hard,
        PERSON if lost and not hard else MACHINE,
        "N=%d M=%d" % (n, setup["m"]),
        {"n": cells, "m": m, "style": "hard"},
    )


def _lost_start(table, cell, by):
    """Return the length of the nearest strip on which the first player loses, or 0.

    The search goes from `cell` on, by 1 or -1.
    """
    while 0 <= cell < table.cells:
        if table.special(cell, 0):
            return table.cells - cell
        cell += by
    return 0
