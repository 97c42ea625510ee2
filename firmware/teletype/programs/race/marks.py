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
from teletype.engines.game import State
from teletype.programs.race.game import Table

MOST_CELLS = 12
MOST_STEP = 4
"""The longest move of a field that a person can mark and a panel can show."""

TASK = "РАЗМЕТЬТЕ ПОЛЕ САМИ"
REPROACH = "0 ИЛИ 1"
"""What the reader is to do, and what an answer with other numbers is told."""


def check(setup):
    """Refuse a field that is too large."""
    if setup["n"] > MOST_CELLS:
        raise SetupError("mode=mark: not with n=%d; allowed: with n 3..12" % setup["n"])
    if setup["m"] > MOST_STEP:
        raise SetupError("mode=mark: not with m=%d; allowed: with m 2..4" % setup["m"])


class Field(State):
    """The points of the field, marked by the reader and at the end by the machine.

    cell     the column to be marked; 0 at the end
    points   for each cell, for each number that may have led there: 0 for a special point
    wrong    for each cell: a bit for each point that the reader has marked otherwise
    refused  whether the last answer had other numbers than 0 and 1
    """

    refused = False

    def __init__(self, setup):
        self.n = setup["n"]
        self.m = setup["m"]
        self.cell = self.n - 1
        self.points = [bytearray(min(self.m, cell)) for cell in range(self.n + 1)]
        self.wrong = bytearray(self.n + 1)

    def mark(self, points):
        """Take the reader's points of the column; return False if they are refused."""
        self.refused = min(points) < 0 or max(points) > 1
        if not self.refused:
            self.points[self.cell] = bytearray(points)
            self.cell -= 1
        return not self.refused

    def compare(self):
        """Replace the reader's points by those of the machine: a generator that yields None."""
        table = Table(self.n, self.m)
        for _ in table.scan():
            yield None
        for cell in range(1, self.n):
            row = self.points[cell]
            for at in range(len(row)):
                point = 0 if table.special(cell, at + 1) else 1
                self.wrong[cell] |= (point ^ row[at]) << at
                row[at] = point


def play(field):
    """Run the dialogue about a new `field`."""
    n = field.n
    yield "ИГРА ГОНКИ ПО ВЕРТИКАЛИ"
    yield "0 — ОСОБАЯ ТОЧКА, 1 — НЕТ"
    yield TASK
    yield _row(n, field.points[n])
    while field.cell:
        yield "T=%d" % field.cell
        count = len(field.points[field.cell])
        request = Cells(count, 0, 1, [1] * count)
        while not field.mark((yield request)):
            yield REPROACH
    for _ in field.compare():
        yield working
    yield "ПОЛЕ МАШИНЫ"
    wrong = 0
    for cell in range(n - 1, 0, -1):
        yield _row(cell, field.points[cell])
        wrong += sum([field.wrong[cell] >> at & 1 for at in range(field.m)])
    yield "ОШИБОК: %d" % wrong if wrong else "ОШИБОК НЕТ"


def _row(cell, points):
    return "T=%d  %s" % (cell, " ".join([str(point) for point in points]))
