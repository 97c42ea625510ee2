# SPDX-License-Identifier: MIT
"""The reader's exercise of the race, `mode=mark`: V. N. Kasatkin, 1980, chapter 1.

The book describes how to find the special points, from the last cell down, and proposes to mark a
small field by hand, "for example N=7, M=3". It gives no program for that; the dialogue is ours.
For each cell, from the last but one down, the reader gives a number for each P that may have led
there. It is 0 for a special point, where the player to move loses, and 1 for another, as the book
writes them. The line of cell N is given: the player to move there has lost. Fewer numbers lead to
a cell below M. Then the machine prints its own result, and the differences.
"""

# covers 002:197

from teletype.core.request import Cells, working
from teletype.core.setup import SetupError
from teletype.programs.race.game import Table

MOST_CELLS = 12
MOST_STEP = 4
"""The longest move of a field that a person can mark and a panel can show."""


def check(setup):
    """Refuse a field that is too large, and another style."""
    if setup["n"] > MOST_CELLS:
        raise SetupError("mode=mark: not with n=%d; allowed: with n 3..12" % setup["n"])
    if setup["m"] > MOST_STEP:
        raise SetupError("mode=mark: not with m=%d; allowed: with m 2..4" % setup["m"])
    if setup["style"]:
        raise SetupError(
            "style=%s: not together with mode=; allowed: one of them" % setup["style"]
        )


def play(n, m):
    """Run the dialogue about a field of `n` cells and moves of 1..`m` cells."""
    yield "ИГРА ГОНКИ ПО ВЕРТИКАЛИ"
    yield "0 — ОСОБАЯ ТОЧКА, 1 — НЕТ"
    yield "РАЗМЕТЬТЕ ПОЛЕ САМИ"
    yield _row(n, [0] * m)
    marks = []
    for cell in range(n - 1, 0, -1):
        yield "T=%d" % cell
        count = min(m, cell)
        request = Cells(count, 0, 1, [1] * count)
        while True:
            row = yield request
            if min(row) >= 0 and max(row) <= 1:
                break
            yield "0 ИЛИ 1"
        marks.append(row)
    table = Table(n, m)
    for _ in table.scan():
        yield working
    yield "ПОЛЕ МАШИНЫ"
    wrong = 0
    for cell in range(n - 1, 0, -1):
        mine = [0 if table.special(cell, p) else 1 for p in range(1, min(m, cell) + 1)]
        yours = marks[n - 1 - cell]
        wrong += sum([mine[at] != yours[at] for at in range(len(mine))])
        yield _row(cell, mine)
    yield "ОШИБОК: %d" % wrong if wrong else "ОШИБОК НЕТ"


def _row(cell, points):
    return "T=%d  %s" % (cell, " ".join([str(point) for point in points]))
