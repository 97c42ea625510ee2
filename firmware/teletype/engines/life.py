# SPDX-License-Identifier: MIT
"""Life at the speed of the chip: the computation of `teletype.engines.evolution`, 32 cells at a
time.

After V. N. Kasatkin, 1980, with the laws, lifespans and neighbourhoods of `engines.evolution`, the
plain version for comparison. The field has at most 64 rows and 128 columns, like the panel of the
handheld; the cells beyond its edge are dead.

A column is two words: bit k of the first is row 2k + 1, bit k of the second row 2k + 2. So the
cells above and below the 32 cells of a word all lie in the other word of the column. Those on one
side are in place, those on the other are shifted by one place. No bit goes from word to word.

Cells are counted in 32 places at once, a word for each binary digit of the counts. If p is a ^ b,
the sum of three digits a, b, c has the digits p ^ c and (a ^ c) & p ^ a. A living cell counts
itself: with v neighbours it has v + 1.

For a lifespan of z ticks no ages are counted. Cells are stamped with the time of their birth
modulo z + 1, and those with the stamp of the present tick have lived z ticks. A stamp also has a
word for each of its digits; that of a dead cell is meaningless.

The functions under `@micropython.viper` are compiled to machine code on a board; on the host they
are plain Python. They give the same results with 32 bits, with 64 and with Python's integers. A
word that is shifted up, and a mask of -1, may be longer than 32 bits. A stored value is cut to the
rows of the field or to a stored word. Only stored words are shifted down, unsigned. The first two
arguments of such a function live in registers, all other names on the stack; so the busiest names
are arguments, given as 0. Nothing checks the bounds of a viper pointer, so the buffers have guard
words: see `Life.intact`.
"""

from array import array

from teletype.engines.evolution import FOREVER

try:
    import micropython
except ImportError:  # plain Python: the same functions, not compiled

    class micropython:  # type: ignore[no-redef]
        viper = native = staticmethod(lambda function: function)

    ptr8 = bytearray
    ptr32 = array
    uint = int

ROWS, COLUMNS = 64, 128
"""The largest field."""

_NEAR = ("king", "rook", "bishop")

_GUARD = 0x2BADCE11
"""The guard, twice at either end of each buffer; a small integer on every machine."""

_SPREAD = bytearray([n & 1 | (n & 2) << 1 | (n & 4) << 2 | (n & 8) << 3 for n in range(16)])
"""Four bits moved to the places 0, 2, 4 and 6."""


@micropython.viper
def _conway(at: int, p: int, old: ptr32, new: ptr32, first: int, last: int, rows: ptr32) -> int:
    """Compute one tick of Conway's own law: 2 3 3, king, FOREVER.

    Read `old`, which is empty afterwards, and write the columns `first`..`last` of `new`; the
    cells are right of `first`. `rows`: the rows of the field, as two words. Return the first and
    last column that has cells as first << 8 | last; first > last means that there are none.
    """
    even = rows[0]
    odd = rows[1]
    # columns x - 1 and x: a and b, the sums of three cells; e and o, the cells of x
    ea0 = 0
    ea1 = 0
    eb0 = 0
    eb1 = 0
    oa0 = 0
    oa1 = 0
    ob0 = 0
    ob1 = 0
    e = 0
    o = 0
    at = 2 * first + 2
    for _ in range(first, last + 1):
        # column x + 1: c, the sums
        at += 2
        next_e = old[at]
        old[at] = 0
        at += 1
        next_o = old[at]
        old[at] = 0
        at -= 3
        p = next_e ^ next_o
        q = next_e & next_o
        t = next_o << 1
        ec0 = p ^ t
        ec1 = p & t | q
        t = int(uint(next_e) >> 1)
        oc0 = p ^ t
        oc1 = p & t | q

        # a + b + c = 4 fours + 2 twos + p, modulo 8, in the even word
        p = ea0 ^ eb0
        q = (ea0 ^ ec0) & p ^ ea0
        p = p ^ ec0
        t = ea1 ^ eb1
        fours = (ea1 ^ ec1) & t ^ ea1
        t = t ^ ec1
        fours = t & q ^ fours
        q = t ^ q ^ fours
        # 011, or 100 and alive
        q = (fours ^ p) & q
        new[at] = (e | p) & q & even
        at += 1

        p = oa0 ^ ob0
        q = (oa0 ^ oc0) & p ^ oa0
        p = p ^ oc0
        t = oa1 ^ ob1
        fours = (oa1 ^ oc1) & t ^ oa1
        t = t ^ oc1
        fours = t & q ^ fours
        q = t ^ q ^ fours
        q = (fours ^ p) & q
        new[at] = (o | p) & q & odd
        at += 1

        ea0 = eb0
        ea1 = eb1
        oa0 = ob0
        oa1 = ob1
        eb0 = ec0
        eb1 = ec1
        ob0 = oc0
        ob1 = oc1
        e = next_e
        o = next_o
    new[2] = 0
    new[3] = 0
    at = 2 * first + 2
    while first <= last and new[at] | new[at + 1] == 0:
        first += 1
        at += 2
    at = 2 * last + 2
    while first < last and new[at] | new[at + 1] == 0:
        last -= 1
        at -= 2
    return first << 8 | last


@micropython.viper
def _tick(
    p: int, q: int, old: ptr32, new: ptr32, stamps: ptr32, first: int, last: int, laws: ptr32
) -> int:
    """Compute one tick of any law, like `_conway`; for `laws` and `stamps` see `Life`."""
    # -1 where the digit of v1 + 1, v2 + 1 or v3 is 0
    u0 = (laws[2] + 1 & 1) - 1
    u1 = (laws[2] + 1 >> 1 & 1) - 1
    u2 = (laws[2] + 1 >> 2 & 1) - 1
    u3 = (laws[2] + 1 >> 3 & 1) - 1
    v0 = (laws[3] + 1 & 1) - 1
    v1 = (laws[3] + 1 >> 1 & 1) - 1
    v2 = (laws[3] + 1 >> 2 & 1) - 1
    v3 = (laws[3] + 1 >> 3 & 1) - 1
    w0 = (laws[4] & 1) - 1
    w1 = (laws[4] >> 1 & 1) - 1
    w2 = (laws[4] >> 2 & 1) - 1
    w3 = (laws[4] >> 3 & 1) - 1
    king = laws[5] == 0
    rook = laws[5] == 1
    aging = laws[6]
    now = laws[7]
    size = laws[8]
    end = laws[9]
    for half in range(2):
        rows = laws[half]
        # counts of columns x - 1 and x for the one right of them (a, b), and of x for itself (m)
        a0 = 0
        a1 = 0
        b0 = 0
        b1 = 0
        m0 = 0
        m1 = 0
        cells = 0
        at = 2 * first + 2 + half
        for _ in range(first, last + 1):
            # column x + 1: its counts for x (c), and for itself (d)
            at += 2
            following = old[at]
            p = old[at ^ 1]
            at -= 2
            if half:
                q = int(uint(p) >> 1)
            else:
                q = p << 1
            c0 = p ^ q
            c1 = p & q
            d0 = following ^ c0
            d1 = following & c0 | c1
            if king:
                c0 = d0
                c1 = d1
            elif rook:
                c0 = following
                c1 = 0
            else:
                d0 = following
                d1 = 0

            # n = a + m + c
            p = a0 ^ m0
            q = (a0 ^ c0) & p ^ a0
            n0 = p ^ c0
            p = a1 ^ m1
            n3 = (a1 ^ c1) & p ^ a1
            p = p ^ c1
            n1 = p ^ q
            p = p & q
            n2 = p ^ n3
            n3 = p & n3

            p = n0 ^ u0
            p = (n1 ^ u1) & p
            p = (n2 ^ u2) & p
            p = (n3 ^ u3) & p
            q = n0 ^ v0
            q = (n1 ^ v1) & q
            q = (n2 ^ v2) & q
            q = (n3 ^ v3) & q
            alive = (p | q) & cells
            p = n0 ^ w0
            p = (n1 ^ w1) & p
            p = (n2 ^ w2) & p
            p = (n3 ^ w3) & p
            born = (cells ^ rows) & rows & p
            if aging:
                if alive | born:
                    p = 0
                    q = at
                    digits = now
                    while q < end:
                        differs = 0 - (digits & 1) ^ stamps[q]
                        stamps[q] = differs & born ^ stamps[q]
                        p = differs | p
                        digits = digits >> 1
                        q += size
                    alive = alive & p
            new[at] = alive | born
            at += 2
            a0 = b0
            a1 = b1
            b0 = c0
            b1 = c1
            m0 = d0
            m1 = d1
            cells = following
    new[2] = 0
    new[3] = 0
    for at in range(2 * first + 2, 2 * last + 4):
        old[at] = 0
    at = 2 * first + 2
    while first <= last and new[at] | new[at + 1] == 0:
        first += 1
        at += 2
    at = 2 * last + 2
    while first < last and new[at] | new[at + 1] == 0:
        last -= 1
        at -= 2
    return first << 8 | last


@micropython.viper
def _rows(field: ptr32, left: int, right: int) -> int:
    """Return the first and the last row with cells in these columns, as first << 8 | last."""
    even = 0
    odd = 0
    for x in range(left, right + 1):
        even = even | field[2 * x + 2]
        odd = odd | field[2 * x + 3]
    top = 0
    bottom = 0
    for k in range(32):
        if even >> k & 1:
            bottom = 2 * k + 1
        if top == 0:
            top = bottom
        if odd >> k & 1:
            bottom = 2 * k + 2
        if top == 0:
            top = bottom
    return top << 8 | bottom


@micropython.viper
def _look(laws: ptr32, top: int, bottom: int):
    """Set the rows to examine."""
    even = 0
    odd = 0
    for row in range(top, bottom + 1):
        if row & 1:
            even = even | 1 << (row >> 1)
        else:
            odd = odd | 1 << (row - 1 >> 1)
    laws[0] = even
    laws[1] = odd


@micropython.viper
def _count(cells: int, field: ptr32, left: int, right: int) -> int:
    """Return the number of cells in these columns."""
    count = 0
    for at in range(2 * left + 2, 2 * right + 4):
        cells = field[at]
        while cells:
            cells = cells & cells - 1
            count += 1
    return count


@micropython.viper
def _copy(at: int, to: int, field: ptr32, end: int, shift: int, frame: ptr8, spread: ptr8) -> int:
    """Copy one page, from the words `at`..`end` to the bytes from `to` on.

    Return the columns that changed as first << 8 | last, or -1.
    """
    offset = to
    first = -1
    last = -1
    while at < end:
        byte = spread[field[at] >> shift & 15]
        at += 1
        byte = spread[field[at] >> shift & 15] << 1 | byte
        at += 1
        if frame[to] != byte:
            frame[to] = byte
            last = to - offset
            if first < 0:
                first = last
        to += 1
    if first < 0:
        return -1
    return first << 8 | last


class Life:
    """A field of `m` rows, 1..64, and `n` columns, 1..128, empty at first.

    `v1`, `v2`: the neighbours with which a cell lives on; `v3`: those with which one is born, each
    0..8; `z`: the most ticks that a cell lives, 0..252 or FOREVER; `neighbours`: king, rook,
    bishop. Raises ValueError for others. Rows and columns count from 1; `generation` counts the
    ticks.

    Only the constructor allocates buffers, and a tick allocates nothing.
    """

    def __init__(self, m=ROWS, n=COLUMNS, v1=2, v2=3, v3=3, z=FOREVER, neighbours="king"):
        if not (1 <= m <= ROWS and 1 <= n <= COLUMNS):
            raise ValueError("a field has 1..%d rows and 1..%d columns" % (ROWS, COLUMNS))
        if min(v1, v2, v3, z) < 0 or max(v1, v2, v3) > 8 or z > FOREVER:
            raise ValueError("v1, v2, v3 are 0..8 and z is 0..%d" % FOREVER)
        if neighbours not in _NEAR:
            raise ValueError("the neighbours are %s" % ", ".join(_NEAR))
        self.m = m
        self.n = n
        self._ages = z < FOREVER
        self._period = z + 1
        self._conways = (min(v1, v2), max(v1, v2), v3, z, neighbours) == (2, 3, 3, FOREVER, "king")
        digits = 0
        while self._ages and z >> digits:
            digits += 1
        # Guard, a dead column, the field, a dead column, guard; two words each.
        size = 2 * n + 8
        self._field = array("I", bytes(4 * size))
        self._other = array("I", bytes(4 * size))
        self._stamps = array("I", bytes(4 * size * digits))
        for buffer in (self._field, self._other, self._stamps):
            for start in range(0, len(buffer), size):
                for at in (0, 1, -2, -1):
                    buffer[start + at % size] = _GUARD
        # The rows to examine, two words; v1, v2, v3; the neighbourhood; whether cells age;
        # the stamp of this tick; the words of one digit of the stamps, and of all.
        self._laws = array("I", bytes(4 * 10))
        numbers = (v1, v2, v3, _NEAR.index(neighbours), int(self._ages), 0, size, size * digits)
        for at in range(len(numbers)):
            self._laws[2 + at] = numbers[at]
        self.clear()

    def clear(self):
        """Remove all cells and reset `generation` to 0."""
        for at in range(2, 2 * self.n + 6):
            self._field[at] = self._other[at] = 0
        _look(self._laws, 1, self.m)
        self._top, self._bottom = self.m + 1, 0
        self._left, self._right = self.n + 1, 0
        self.generation = self._laws[7] = 0

    def place(self, i, j):
        """Place a cell in row `i`, column `j`. Raises ValueError outside the field."""
        self.extend(i, i, j, j)
        at, bit = self._at(i, j), (i - 1) >> 1
        if not self._field[at] >> bit & 1:
            self._field[at] |= 1 << bit
            now = self._laws[7]
            for digit in range(at, self._laws[9], self._laws[8]):
                self._stamps[digit] &= ~(1 << bit)
                self._stamps[digit] |= (now & 1) << bit
                now >>= 1

    def extend(self, top, bottom, left, right):
        """Extend the rectangle by these rows and columns, until the next tick.

        This matters only when v3 is 0: then cells are born only in the rectangle and next to it.
        Raises ValueError outside the field.
        """
        if not (1 <= top <= bottom <= self.m and 1 <= left <= right <= self.n):
            raise ValueError("no such cells: %d..%d, %d..%d" % (top, bottom, left, right))
        self._find_rows()
        self._top = min(self._top, top)
        self._bottom = max(self._bottom, bottom)
        self._left = min(self._left, left)
        self._right = max(self._right, right)

    def rectangle(self):
        """Return the first and last row and the first and last column with cells.

        Without cells the values are m + 1, 0, n + 1, 0.
        """
        self._find_rows()
        return self._top, self._bottom, self._left, self._right

    def _find_rows(self):
        if not self._top:
            rows = _rows(self._field, self._left, self._right)
            self._top, self._bottom = rows >> 8, rows & 255

    def narrow(self):
        """Return whether cells are so near to the edge that the book's program stops."""
        self._find_rows()
        if not self._bottom:
            return False
        rows = self._top <= 2 or self._bottom >= self.m - 1
        return rows or self._left <= 2 or self._right >= self.n - 1

    def living(self):
        """Return the number of cells."""
        return _count(0, self._field, self._left, self._right)

    def _at(self, i, j):
        return 2 * j + 2 + ((i - 1) & 1)

    def age(self, i, j):
        """Return 0 without a cell; with one, how often it has been shown, always 1 with FOREVER.

        The values are those of the bytes of `Evolution.grid`.
        """
        at, bit = self._at(i, j), (i - 1) >> 1
        if not self._field[at] >> bit & 1:
            return 0
        if not self._ages:
            return 1
        stamp = weight = 0
        for digit in range(at, self._laws[9], self._laws[8]):
            stamp |= (self._stamps[digit] >> bit & 1) << weight
            weight += 1
        return (self._laws[7] - stamp) % self._period + 1

    def cells(self):
        """Yield (row, column) of all cells, by rows."""
        top, bottom, left, right = self.rectangle()
        for i in range(top, bottom + 1):
            for j in range(left, right + 1):
                if self._field[self._at(i, j)] >> ((i - 1) >> 1) & 1:
                    yield i, j

    @micropython.native
    def tick(self):
        """Compute the next generation. An empty field stays empty, even if v3 is 0."""
        self.generation += 1
        field, other, laws = self._field, self._other, self._laws
        if self._ages:
            laws[7] = self.generation % self._period
        if self._left > self._right:
            return
        first, last = self._left - 1, self._right + (self._right < self.n)
        if self._conways:
            columns = _conway(0, 0, field, other, first, last, laws)
        else:
            if not laws[4]:
                self._find_rows()
                _look(laws, max(self._top - 1, 1), min(self._bottom + 1, self.m))
            columns = _tick(0, 0, field, other, self._stamps, first, last, laws)
        self._field, self._other = other, field
        self._left, self._right = columns >> 8, columns & 255
        self._top = 0
        if self._left > self._right:
            self._top, self._bottom = self.m + 1, 0
            self._left, self._right = self.n + 1, 0

    @micropython.native
    def to_frame(self, frame, offset, page):
        """Copy rows 8 * page + 1 .. 8 * page + 8 into the frame of a panel, from `offset` on.

        A byte is eight rows of a column, bit 0 at the top. Returns the columns that changed, from
        0, as first << 8 | last, or -1 for none. Raises ValueError if they do not fit.
        """
        if not (0 <= page * 8 < self.m and 0 <= offset <= len(frame) - self.n):
            raise ValueError("no such page: %d, to %d" % (page, offset))
        return _copy(4, offset, self._field, 2 * self.n + 4, page * 4, frame, _SPREAD)

    def intact(self):
        """Return whether guards, dead columns, rows outside and the other buffer are unchanged."""
        size = self._laws[8]
        for buffer in (self._field, self._other, self._stamps):
            for start in range(0, len(buffer), size):
                for at in (0, 1, -2, -1):
                    if buffer[start + at % size] != _GUARD:
                        return False
        for at in range(2, size - 2):
            rows = (self.m + 1 - (at & 1)) >> 1 if 4 <= at < size - 4 else 0
            if self._other[at] or self._field[at] >> rows:
                return False
        return True
