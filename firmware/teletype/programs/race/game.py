# SPDX-License-Identifier: MIT
"""The race on the vertical: moves of 1..m cells, never the number that the opponent just used.

After V. N. Kasatkin, 1980. The book marks in a table A[n, m] the special points: A[s, x] = 0 when
the player to move at cell s, after a move of x, loses. Its scan goes from the top row down and
tries from each point every number but x. The winning numbers of a row do not depend on x; x can
only forbid one of them. So a row has one of three forms. It is special in all columns (no number
wins), in one column (a single number wins, that of the column), or in none. One entry a row stores
this: two bytes for each of up to 999 rows, whatever m is. A finished row marks the rows below it
from which a move leads into its special points, which visits each such move once.
"""

# covers 002:129, 002:176

from array import array

ALL = 0
"""Row entry: every column is special. A number 1..m: only that column is."""

NONE = 0xFFFF
"""Row entry: no column is special."""


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
