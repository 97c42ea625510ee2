# SPDX-License-Identifier: MIT
"""Evolution: Conway's "Life" with laws to choose, a lifespan and three neighbourhoods.

After V. N. Kasatkin, 1980. The field has m rows and n columns, numbered from 1. A tick examines
only a rectangle around the living cells, one cell wider on each side. The book marks a cell A with
powers of two, -1 and 1; here a byte of `grid` is

    0       empty                           (A = -2)
    1..253  living, seen so many times      (A = 2, 4, 8, ...)
    DYING   gone after this tick            (A = 1: still a neighbour)
    UNBORN  born after this tick            (A = -1: not yet a neighbour)

Between ticks only the first two occur. This is the plain version; faster ones are compared with
it.
"""

# covers 002:1398, 002:1418

DYING, UNBORN = 254, 255

FOREVER = 253
"""The lifespan without death of age; the longest other lifespan is 252 ticks."""

NEIGHBOURS = {
    "king": ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
    "rook": ((-1, 0), (0, -1), (0, 1), (1, 0)),
    "bishop": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
}
"""The offsets of the neighbours, as (rows, columns)."""


class Evolution:
    """A field of `m` rows and `n` columns, each >= 5, empty at first.

    `v1`, `v2`: the neighbours with which a cell lives on; `v3`: those with which one is born; `z`:
    the most ticks that a cell lives, 0..252 or FOREVER; `neighbours`: a key of NEIGHBOURS.

    Row i, column j is `grid[(i - 1) * n + j - 1]`: 0 or not. `top`, `bottom`, `left`, `right`
    bound the living cells, `living` is their number. `narrow` is set when they are so near to the
    edge that no further tick can be computed.
    """

    def __init__(self, m, n, v1=2, v2=3, v3=3, z=FOREVER, neighbours="king"):
        self.m = m
        self.n = n
        self.grid = bytearray(m * n)
        self.living = 0
        self.narrow = False
        self.top, self.bottom, self.left, self.right = m + 1, 0, n + 1, 0
        self._v1 = v1
        self._v2 = v2
        self._v3 = v3
        self._z = z
        self._near = [rows * n + columns for rows, columns in NEIGHBOURS[neighbours]]

    def place(self, i, j):
        """Place a cell in row `i`, 3..m-2, column `j`, 3..n-2; only before the first tick."""
        at = (i - 1) * self.n + j - 1
        if not self.grid[at]:
            self.grid[at] = 1
            self.living += 1
        self.extend(i, i, j, j)

    def extend(self, top, bottom, left, right):
        """Extend the rectangle to these rows and columns, until the next tick."""
        self.top = min(self.top, top)
        self.bottom = max(self.bottom, bottom)
        self.left = min(self.left, left)
        self.right = max(self.right, right)

    def row(self, i):
        """Return row `i` from column `left` to `right` as printed: 0 for a cell."""
        start = (i - 1) * self.n - 1
        row = self.grid[start + self.left : start + self.right + 1]
        return "".join(["0" if cell else "." for cell in row])

    def tick(self):
        """Compute one tick: a generator that yields after each row, so that other work can go on.

        Afterwards `living` is 0 if all are dead. If the field is too narrow, `narrow` is set and
        `grid` must not be used any more.
        """
        grid, near = self.grid, self._near
        rows = range(self.top - 1, self.bottom + 2)
        columns = range(self.left - 1, self.right + 2)
        top, bottom, left, right = rows[-1], rows[0], columns[-1], columns[0]
        living = 0
        for i in rows:
            start = (i - 1) * self.n - 1
            for j in columns:
                at = start + j
                count = 0
                for offset in near:
                    if 0 < grid[at + offset] < UNBORN:
                        count += 1
                age = grid[at]
                if not age:
                    if count != self._v3:
                        continue
                    grid[at] = UNBORN
                elif (count == self._v1 or count == self._v2) and age <= self._z:
                    if self._z != FOREVER:
                        grid[at] = age + 1
                else:
                    grid[at] = DYING
                    continue
                living += 1
                top = min(top, i)
                bottom = max(bottom, i)
                left = min(left, j)
                right = max(right, j)
            yield
        self.living = living
        self.narrow = living > 0 and (
            top == 2 or bottom == self.m - 1 or left == 2 or right == self.n - 1
        )
        if self.narrow:
            return
        for i in rows:
            start = (i - 1) * self.n - 1
            for j in columns:
                state = grid[start + j]
                if state == DYING:
                    grid[start + j] = 0
                elif state == UNBORN:
                    grid[start + j] = 1
            yield
        self.top, self.bottom, self.left, self.right = top, bottom, left, right
