# SPDX-License-Identifier: MIT
"""The race on the vertical: moves of 1..m cells, never the number that the opponent just used.

After V. N. Kasatkin, 1980. The book marks in a table A[n, m] the special points: A[s, x] = 0 when
the player to move at cell s, after a move of x, loses. Its scan goes from the top row down and
tries from each point every number but x. The winning numbers of a row do not depend on x; x can
only forbid one of them. So a row has one of three forms. It is special in all columns (no number
wins), in one column (a single number wins, that of the column), or in none. One entry a row stores
this: two bytes for each of up to 999 rows, whatever m is. A finished row marks the rows below it
from which a move leads into its special points, which visits each such move once.

The machine moves first unless the start is special, and then lets the person begin. In the style
`hard` it always moves first, so from such a start the person can win. The rules and their source:
`dialogue`.
"""

# covers 002:129, 002:176

from array import array

from teletype.engines import game

ALL = 0
"""Row entry: every column is special. A number 1..m: only that column is."""

NONE = 0xFFFF
"""Row entry: no column is special."""

KEPT = 16
"""The most past moves in `Game.path`."""

STARTS = ((8, 3), (10, 4), (13, 5), (14, 6))
"""Cells and longest moves of strips where the first player loses, each harder than the one before.
After a defeat on a strip that is near none of this kind the last one is offered."""

_LONGEST = 60
"""The most cells of a strip to offer."""


class Table:
    """The special points of a strip of `n` cells with moves of 1..`m`; `scan` finds them."""

    def __init__(self, n, m):
        self.cells = n
        self._m = m
        self.rows = array("H", [ALL] * (n + 1))
        """Entries for the cells 0..n; those from the last step of the scan upwards are final."""

    def scan(self):
        """Fill the table from the top down and yield each finished cell."""
        rows = self.rows
        for cell in range(self.cells, -1, -1):
            only = rows[cell]
            if only == ALL:
                for number in range(1, min(self._m, cell) + 1):
                    self._win(cell - number, number)
            elif only <= cell:  # never true of NONE
                self._win(cell - only, only)
            yield cell

    def _win(self, cell, number):
        """Note that `number` wins at `cell`."""
        self.rows[cell] = number if self.rows[cell] == ALL else NONE

    def special(self, cell, last):
        """Return whether the player to move at `cell` loses after a move of `last` (0: none)."""
        only = self.rows[cell]
        return only == ALL or only == last

    def reply(self, cell, last):
        """Return the move of the book: the first number but `last` into a special point, or 0."""
        for number in range(1, min(self._m, self.cells - cell) + 1):
            if number != last and self.special(cell + number, number):
                return number
        return 0

    def hardest(self, cell, last):
        """Return the number from a lost cell whose refutation is hardest to find.

        It leaves the fewest winning numbers; of several such numbers it is the smallest. If every
        number steps over the end, it is the smallest legal one.
        """
        best = 2 if last == 1 else 1
        fewest = self._m + 1
        for number in range(1, min(self._m, self.cells - cell) + 1):
            if number != last:
                count = self._winning(cell + number, number)
                if count < fewest:
                    best = number
                    fewest = count
        return best

    def _winning(self, cell, last):
        """Return how many numbers win at a cell."""
        count = 0
        for number in range(1, min(self._m, self.cells - cell) + 1):
            if number != last and self.special(cell + number, number):
                count += 1
        return count


class Game(game.Game):
    """A move is (the cell reached, the number of cells).

    n, m    the cells of the strip, and the longest move
    cell    the cell of the counter; 0 is before the strip
    number  the last number, which may not be used now; 0 for none
    path    the last moves, from the oldest; the start is (0, 0)
    table   the `Table` of special points; None until `prepare` has found them
    """

    def __init__(self, setup):
        game.Game.__init__(self, setup)
        self.n = setup["n"]
        self.m = setup["m"]
        self.start = (self.n, self.m)
        self.cell = self.number = 0
        self.path = [(0, 0)]
        self.table: Table | None = None
        self._hard = setup.get("style") == "hard"

    def legal(self, move):
        reached, number = move
        return reached - number == self.cell and number != self.number and 1 <= number <= self.m

    def play(self, move):
        self.cell, self.number = move
        self.path = self.path[1 - KEPT :]
        self.path.append(move)
        if self.cell < self.n:
            return None
        return self.turn if self.cell == self.n else game.PERSON + game.MACHINE - self.turn

    def prepare(self):
        """Find the special points, and so whether the machine begins."""
        if self.table:
            return
        table = Table(self.n, self.m)
        for cell in table.scan():
            if cell % 32 == 0:
                yield None
        self.table = table
        if not self.two and self.reply():
            self.turn = game.MACHINE

    def wins(self, move):
        reached, number = move
        return reached == self.n or (reached < self.n and self.table.special(reached, number))

    def best(self):
        number = self.table.reply(self.cell, self.number)
        return (self.cell + number, number) if number else None

    def reply(self):
        """Return the machine's move; None if it lets the person begin."""
        best = self.best()
        if best or not self._hard:
            return best
        number = self.table.hardest(self.cell, self.number)
        return self.cell + number, number

    def outcome(self, wins):
        n, m = self.start
        if self._hard and self.start in STARTS[:-1]:
            cells, m = STARTS[STARTS.index(self.start) + 1]
            yield game.Outcome(True, game.MACHINE, {"n": cells, "m": m, "style": "hard"})
            return
        ahead = min(2 * m, _LONGEST - n) if n < _LONGEST else 0
        table = Table(n + ahead, m)  # its cell `ahead` is the start of a strip of n cells
        for _ in table.scan():
            yield None
        lost = table.special(ahead, 0)
        cells = n
        if lost and self._hard:
            cells = _lost_start(table, ahead - 1, -1)
        elif not lost:
            cells = _lost_start(table, ahead + 1, 1)
        if cells <= m:
            cells, m = STARTS[-1]
        yield game.Outcome(
            lost and self._hard,
            game.PERSON if lost and not self._hard else game.MACHINE,
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
