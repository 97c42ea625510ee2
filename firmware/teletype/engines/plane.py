# SPDX-License-Identifier: MIT
"""Life on a plane of a thousand rows and columns; only the living cells are stored.

After V. N. Kasatkin, 1980, with the laws, lifespans and neighbourhoods of `engines.evolution`, the
plain version for comparison; v3 is at least 1 here. A field of m rows and n columns lies in the
middle of the plane. Rows and columns count as there, also below 1 and beyond m and n. The gliders
of the F pentomino leave every field that a screen can show; here it has space for more than its
1103 ticks.

The cells are words in a list, sorted by rows and in a row by columns:

    row << 18 | column << 8 | age

A tick goes once through the list with three places in it, one for each of three rows, and shifts a
window of nine bits over them. A table of its 512 contents says which cells live. So the cost of a
tick depends on the number of cells, not on their places, and it allocates nothing. There is space
for MOST cells; a population that needs more finds the plane too narrow, as at an edge.

For the functions under `@micropython.viper` see `engines.life`: their first two arguments are
given as 0 where they mean nothing.
"""

from array import array

from teletype.engines import patterns
from teletype.engines.evolution import FOREVER, NEIGHBOURS

try:
    import micropython
except ImportError:  # plain Python: the same functions, not compiled

    class micropython:  # type: ignore[no-redef]
        viper = staticmethod(lambda function: function)

    ptr8 = bytearray
    ptr32 = array

SIZE = 1000
"""Rows and columns of the plane."""

MOST = 1000
"""The most cells."""

_END = 1 << 28
"""The end of the list, greater than any cell."""


@micropython.viper
def _tick(
    w: int, x: int, old: ptr32, new: ptr32, count: int, most: int, table: ptr8, oldest: int
) -> int:
    """Compute one tick from `old`, `count` cells and an end, to `new`; return their number.

    Return -1 if there are more than `most`. `table` says of a window of nine bits, the columns
    from left to right and each from above, whether the cell in its middle lives. `oldest`: the
    ages that live on; -1 if no cell ages.
    """
    size = 0
    above = 0
    here = 0
    below = 0
    row = 0
    while True:
        if above == below:  # nothing in the row and the one above
            if below == count:
                break
            row = (old[below] >> 18) - 1
        base = row << 10
        a = above
        b = here
        c = below
        w = 0
        while True:
            if w == 0:  # on to the next column that has a cell
                x = (old[a] >> 8) - base + 1024
                t = (old[b] >> 8) - base
                if t < x:
                    x = t
                t = (old[c] >> 8) - base - 1024
                if t < x:
                    x = t
                if x > 1023:
                    break
                x -= 2
            x += 1
            w = w << 3 & 511
            t = base + x + 1
            if old[a] >> 8 == t - 1024:
                w = w | 4
                a += 1
            if old[b] >> 8 == t:
                w = w | 2
                b += 1
            if old[c] >> 8 == t + 1024:
                w = w | 1
                c += 1
            if table[w]:
                age = 1
                if w & 16 and oldest >= 0:
                    age = old[b - 1 - (w >> 1 & 1)] & 255
                    if age > oldest:
                        continue
                    age += 1
                if size == most:
                    return -1
                new[size] = base + x << 8 | age
                size += 1
        above = here
        here = below
        below = c
        row += 1
    new[size] = 1 << 28
    return size


@micropython.viper
def _columns(low: int, high: int, cells: ptr32, count: int) -> int:
    """Return the first and the last column with cells, as first << 10 | last."""
    low = 1023
    high = 0
    for at in range(count):
        column = cells[at] >> 8 & 1023
        if column < low:
            low = column
        if column > high:
            high = column
    return low << 10 | high


@micropython.viper
def _draw(
    x: int,
    y: int,
    cells: ptr32,
    count: int,
    place: ptr32,
    frame: ptr8,
    width: int,
    height: int,
    size: int,
):
    """Draw the cells from row place[0], column place[1] on into `frame`, `size` pixels each.

    A byte of the frame is eight rows of a column, bit 0 at the top; size > 2: with a gap. Add up
    the visible cells: place[2] their number, place[3] their rows and place[4] their columns.
    """
    for at in range(width * (height >> 3)):
        frame[at] = 0
    thick = size
    if size > 2:
        thick = size - 1
    top = place[0]
    left = place[1]
    seen = 0
    rows = 0
    columns = 0
    for at in range(count):
        row = cells[at] >> 18
        column = cells[at] >> 8 & 1023
        y = (row - top) * size
        x = (column - left) * size
        if x >= 0 and y >= 0 and x + thick <= width and y + thick <= height:
            seen += 1
            rows += row
            columns += column
            for i in range(y, y + thick):
                bit = 1 << (i & 7)
                to = (i >> 3) * width + x
                for j in range(to, to + thick):
                    frame[j] = frame[j] | bit
    place[2] = seen
    place[3] = rows
    place[4] = columns


class Plane:
    """A field of `m` rows and `n` columns in the middle of a plane, empty at first.

    The laws are those of `engines.evolution.Evolution`, or a `rule` of `engines.patterns`. `top`,
    `bottom`, `left`, `right`, `living` and `narrow` are as in `Evolution`. A tick that sets
    `narrow` is not carried out: the cells stay as they were.
    """

    def __init__(self, m, n, v1=2, v2=3, v3=3, z=FOREVER, neighbours="king", rule=None):
        born, stays = patterns.masks(rule) if rule else (1 << v3, 1 << v1 | 1 << v2)
        if born & 1:
            raise ValueError("v3 is at least 1: a plane has no edge to be born in")
        self.m = m
        self.n = n
        self._down = (SIZE - m) // 2
        self._right = (SIZE - n) // 2
        self._oldest = z if z < FOREVER else -1
        self._cells = array("i", bytes(4 * (MOST + 1)))
        self._other = array("i", bytes(4 * (MOST + 1)))
        self._table = bytearray(512)
        near = 0
        for i, j in NEIGHBOURS[neighbours]:
            near |= 1 << 4 - 3 * j - i
        for window in range(512):
            count = 0
            for bit in range(9):
                count += (window & near) >> bit & 1
            self._table[window] = (stays if window & 16 else born) >> count & 1
        self.clear()

    def clear(self):
        """Remove all cells."""
        self.living = 0
        self.narrow = False
        self.top, self.bottom, self.left, self.right = self.m + 1, 0, self.n + 1, 0
        self._cells[0] = _END

    def place(self, i, j):
        """Place a cell in row `i`, column `j` of the field; only before the first tick."""
        cells = self._cells
        word = i + self._down << 18 | j + self._right << 8 | 1
        at = self._find(word)
        if cells[at] != word:
            for behind in range(self.living, at - 1, -1):
                cells[behind + 1] = cells[behind]
            cells[at] = word
            self.living += 1
        self.extend(i, i, j, j)

    def extend(self, top, bottom, left, right):
        """Extend the rectangle to these rows and columns, until the next tick."""
        self.top = min(self.top, top)
        self.bottom = max(self.bottom, bottom)
        self.left = min(self.left, left)
        self.right = max(self.right, right)

    def _find(self, word):
        """Return the place of the first cell that is not before `word`."""
        low, high = 0, self.living
        while low < high:
            middle = (low + high) // 2
            if self._cells[middle] < word:
                low = middle + 1
            else:
                high = middle
        return low

    def tick(self):
        """Compute one tick. Return an empty sequence in place of the plain engine's generator."""
        count = _tick(
            0,
            0,
            self._cells,  # type: ignore[arg-type]
            self._other,  # type: ignore[arg-type]
            self.living,
            MOST,
            self._table,  # type: ignore[arg-type]
            self._oldest,
        )
        if count <= 0:
            self.narrow = count < 0
            if not count:
                self.clear()
            return ()
        other = self._other
        columns = _columns(0, 0, other, count)  # type: ignore[arg-type]
        top, bottom = other[0] >> 18, other[count - 1] >> 18
        left, right = columns >> 10, columns & 1023
        if min(top, left) <= 2 or max(bottom, right) >= SIZE - 1:
            self.narrow = True
            return ()
        self._cells, self._other = other, self._cells
        self.living = count
        self.top, self.bottom = top - self._down, bottom - self._down
        self.left, self.right = left - self._right, right - self._right
        return ()

    def row(self, i):
        """Return row `i` from column `left` to `right` as printed: 0 for a cell."""
        text = bytearray(b"." * (self.right + 1 - self.left))
        start = i + self._down << 18
        at = self._find(start)
        while self._cells[at] >> 18 == i + self._down:
            text[(self._cells[at] >> 8 & 1023) - self._right - self.left] = 48
            at += 1
        return str(text, "utf-8")

    def middle(self):
        """Return the row and the column of the cell in the middle of the list."""
        word = self._cells[self.living // 2]
        return (word >> 18) - self._down, (word >> 8 & 1023) - self._right

    def draw(self, place, frame, width, height, size):
        """Draw the view from row place[0], column place[1] on, and sum it up; see `_draw`.

        `place` is an array of five words, `frame` has width * height // 8 bytes.
        """
        place[0] += self._down
        place[1] += self._right
        _draw(0, 0, self._cells, self.living, place, frame, width, height, size)
        seen = place[2]
        place[0] -= self._down
        place[1] -= self._right
        place[3] -= seen * self._down
        place[4] -= seen * self._right
