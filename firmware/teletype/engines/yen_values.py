# SPDX-License-Identifier: MIT
"""The value of a situation of the 10,000-yen game between two perfect players, and how to bid.

A situation is the number of rounds left, my money x, the opponent's money y and my lead n. The
lead is the yen that the rounds so far have shifted to me; the higher bidder pays his bid.
Multiplying all of it does not change the game, so two ratios are enough: my share x / (x + y) of
the money still to be bid, and (n + y) / (x + y). The second ratio is 0 where I have all but lost
and 1 where I have all but won: a player who leads by more than he has left cannot lose any more.

The table holds the value on a grid of both ratios in steps of 1 / STEPS, one byte each, for 2 to 9
rounds left; `python3 -m host_tools lab yen table` computes it, backwards from the end, with the
functions of this module. In between the value is interpolated.

A cell of the grid is a matrix game over BIDS. Bids that are never better than another one are
removed. Fictitious play (G. W. Brown, 1951) solves the rest: each side in turn adds its best
answer to all that the other one has played. The result that a side is sure of rises and falls from
pass to pass. So the weights are those of the surest pass and not of the last.
"""

# covers 001:124

from array import array

try:
    import micropython
except ImportError:  # plain Python: the same functions, not compiled

    class micropython:  # type: ignore[no-redef]
        viper = staticmethod(lambda function: function)

    ptr8 = bytes
    ptr16 = array
    ptr32 = array

STEPS = 40
SIDE = STEPS + 1
"""Values of a ratio in the table."""

LAYER = SIDE * SIDE
"""Bytes of the table for one number of rounds left."""

EVEN = 127
"""The table's byte where both are equally likely to win; 0 is lost and 2 * EVEN is won."""

FINE = 16
"""`fill` counts in units of 1 / FINE of the table's."""

PASSES = 2048
"""Rounds of fictitious play, at most; more would overflow 31 bits."""

WORK = 88000
"""The passes times rows and columns that a bid on the handheld has time for."""

PARTS = 8
"""The unit of BIDS is 1 / (PARTS * STEPS) of the money that both have left."""

BIDS = array("H", list(range(8)) + [8, 10, 12, 14] + list(range(16, PARTS * SIDE, PARTS)))
"""The bids to consider: small ones decide the first rounds, so they are closer together."""

LEAKS = (91, 97, 103, 109)
"""The real bids of an opponent near the equilibrium, in per cent of his equilibrium bids."""


def choices(share):
    """How many of BIDS are within `share` / STEPS of the money."""
    count = 0
    while count < len(BIDS) and BIDS[count] <= PARTS * share:
        count += 1
    return count


@micropython.viper
def fill(table: ptr8, rounds: int, x: int, y: int, n: int, shape: int, bids: ptr16, out: ptr16):
    """Writes the matrix of a situation: what each pair of bids is worth to me, by rows.

    0 lost, FINE * EVEN even, twice that won. 1..9 `rounds` are left after the bids; x, y: my and
    the opponent's money; n: my lead, all in one unit, x + y <= 20000. `shape`: first << 16 |
    rows << 8 | columns; the opponent's bids begin at `bids[first]`.
    """
    first = shape >> 16
    rows = shape >> 8 & 255
    columns = shape & 255
    layer = (rounds - 2) * 1681
    to = 0
    row = 0
    while row < rows:
        a = bids[row]
        row += 1
        p = x - a
        column = 0
        while column < columns:
            b = bids[first + column]
            column += 1
            q = y - b
            lead = n
            if a < b:
                lead += b
            elif a > b:
                lead -= a
            both = p + q
            at = 2032
            if rounds == 1:  # all that is left is bid
                if p < q:
                    lead += q
                elif p > q:
                    lead -= p
                if lead > 0:
                    at = 4064
                elif lead < 0:
                    at = 0
            elif lead > p:
                at = 4064
            elif lead + q < 0:
                at = 0
            elif both:
                i = p * 10240 // both
                j = (lead + q) * 10240 // both
                at = layer + (i >> 8) * 41 + (j >> 8)
                i &= 255
                j &= 255
                if p == both:  # the last row and column have no neighbour beyond
                    at -= 41
                    i = 256
                if lead == p:
                    at -= 1
                    j = 256
                low = (table[at] << 8) + (int(table[at + 1]) - int(table[at])) * j
                at += 41
                high = (table[at] << 8) + (int(table[at + 1]) - int(table[at])) * j
                at = ((low << 8) + (high - low) * i) >> 12
            out[to] = at
            to += 1


@micropython.viper
def weigh(matrix: ptr16, shape: int, weights: ptr16, sums: ptr32):
    """Add to each row's sum its gain against columns of these `weights`, for the patient.

    A chance p counts as 1 - (1 - p) ** 2, as if the rest were played twice and one win were
    enough. Where the opponent errs repeatedly, a game that goes on is worth more than its value
    between perfect players.
    """
    columns = shape & 255
    at = 0
    row = 0
    while row < shape >> 8:
        total = 0
        column = 0
        while column < columns:
            chance = matrix[at]
            total += (chance + (chance * (4064 - chance) >> 12)) * weights[column]
            at += 1
            column += 1
        sums[row] = sums[row] + total
        row += 1


@micropython.viper
def prune(at: int, other: int, matrix: ptr16, rows: int, columns: int, kept: ptr16) -> int:
    """Remove the rows and columns of a matrix that are never better than another one.

    `kept` gets a 1 for each remaining row and then column, else a 0. Returns the shape of the
    rest, rows << 8 | columns, which lies at the beginning of `matrix`.
    """
    for i in range(rows + columns):
        kept[i] = 1
    i = 0
    while i < rows:
        j = 0
        while j < rows:
            if kept[j] and i != j:
                at = i * columns
                end = at + columns
                other = j * columns
                while at < end and matrix[other] >= matrix[at]:
                    at += 1
                    other += 1
                if at == end:
                    kept[i] = 0
                    j = rows
            j += 1
        i += 1
    i = 0
    while i < columns:
        j = 0
        while j < columns:
            if kept[rows + j] and i != j:
                at = i
                other = j
                row = 0
                while row < rows and (not kept[row] or matrix[other] <= matrix[at]):
                    at += columns
                    other += columns
                    row += 1
                if row == rows:
                    kept[rows + i] = 0
                    j = columns
            j += 1
        i += 1
    at = 0
    other = 0
    i = 0
    while i < rows:
        j = 0
        while j < columns:
            if kept[i] and kept[rows + j]:
                matrix[at] = matrix[other]
                at += 1
            other += 1
            j += 1
        i += 1
    i = 0
    for row in range(rows):
        i += kept[row]
    return i << 8 | at // i


@micropython.viper
def play(
    at: int, cell: int, best: int, matrix: ptr16, rows: int, columns: int, passes: int, sums: ptr32
) -> int:
    """Solves a matrix game by fictitious play in `passes` 1..2048, later ones counting for more.

    `sums` has 3 * rows + 2 * columns numbers: the gains of the rows, the losses of the columns,
    and the weights of both. The last ones are the weights of the rows when they were surest in
    the second half. Returns the sum of what both are sure of at the end: twice the
    value, nearly. `at`, `cell` and `best` are places for numbers that are used most.
    """
    end = rows + columns
    at = 2 * end + rows
    while at:
        at -= 1
        sums[at] = 0
    row = 0
    total = 0
    least = 0
    surest = -1
    turn = 0
    while turn < passes:
        weight = 1 + (turn >> 3)
        turn += 1
        total += weight
        at = end + row
        sums[at] = sums[at] + weight
        cell = row * columns
        best = 0x3FFFFFFF
        column = rows
        at = rows
        while at < end:
            loss = sums[at] + matrix[cell] * weight
            sums[at] = loss
            if loss < best:
                best = loss
                column = at
            at += 1
            cell += 1
        least = best
        if turn + turn > passes and least // total > surest:
            surest = least // total
            at = end
            while at < end + rows:
                sums[at + end] = sums[at]
                at += 1
        at = end + column
        sums[at] = sums[at] + weight
        cell = column - rows
        best = -1
        at = 0
        while at < rows:
            gain = sums[at] + matrix[cell] * weight
            sums[at] = gain
            if gain > best:
                best = gain
                row = at
            at += 1
            cell += columns
    return (best + least) // total


MOST = choices(STEPS // 2) ** 2
"""Entries of the largest matrix of a cell."""

_matrix = array("H", bytes(2 * MOST))
_bids = array("H", bytes(6 * len(BIDS)))
_sums = array("i", bytes(4 * 3 * 2 * choices(STEPS // 2)))
_kept = array("H", bytes(2 * 2 * choices(STEPS // 2)))


def solve(table, rounds, i, j):
    """Return twice the value of a cell with `rounds` >= 2 left, and the weights of BIDS for me.

    The cell: my share is i / STEPS of the money, the second ratio is j / STEPS.
    """
    rows = choices(i)
    columns = choices(STEPS - i)
    x = PARTS * i
    y = PARTS * STEPS - x
    fill(table, rounds - 1, x, y, PARTS * j - y, rows << 8 | columns, BIDS, _matrix)
    shape = prune(0, 0, _matrix, rows, columns, _kept)
    left = shape >> 8
    size = left + (shape & 255)
    passes = min(PASSES, WORK // size) if size > 2 else 1
    twice = play(0, 0, 0, _matrix, left, shape & 255, passes, _sums)
    weights = array("i", bytes(4 * rows))
    at = 2 * size
    for row in range(rows):
        if _kept[row]:
            weights[row] = _sums[at]
            at += 1
    return twice, weights


def outcomes(table, rounds, x, y, n, mine, theirs):
    """Return the matrix of `fill` for two lists of bids; the next call overwrites it."""
    at = 0
    for bid in mine + theirs:
        _bids[at] = bid
        at += 1
    rows = len(mine)
    fill(table, rounds, x, y, n, rows << 16 | rows << 8 | len(theirs), _bids, _matrix)
    return _matrix


def span(rounds, i, money, choice):
    """Return the bids low + 1 .. high of one of BIDS; if equal, that one.

    `money`: of the side whose share is i / STEPS. A whole bid would be undercut by a yen, so
    chance draws one that is a little lower. With two `rounds` left this does not apply: exactly
    half of the money is right there.
    """
    if choice == 0 or i == 0:
        return 0, 0
    high = BIDS[choice] * money // (PARTS * i)
    if rounds == 2:
        return high, high
    return BIDS[choice - 1] * money // (PARTS * i), high


def answer(table, rounds, x, y, n, i, theirs):
    """Return the patient player's best bids low + 1 .. high (see `weigh`) if the opponent may
    leak.

    `rounds` are left. `theirs`: the opponent's weights of BIDS, his share is i / STEPS. All LEAKS
    are equally likely. Any bid of the upper half of a `span` is right, so the choice is
    unforeseeable.
    """
    share = STEPS - i
    mine = [span(rounds, share, x, row)[1] for row in range(choices(share))]
    for row in range(len(mine)):
        _sums[row] = 0
    whole = sum(theirs)
    spans = []
    for choice in range(len(theirs)):
        part = theirs[choice] * 1000 // whole
        if part:
            _kept[len(spans)] = part
            spans.append(sum(span(rounds, i, y, choice)))
    for leak in LEAKS:
        expected = [min(y, ends * leak // 200) for ends in spans]
        matrix = outcomes(table, rounds - 1, x, y, n, mine, expected)
        weigh(matrix, len(mine) << 8 | len(spans), _kept, _sums)
    best = 0
    for row in range(len(mine)):
        if _sums[row] > _sums[best]:
            best = row
    low, high = span(rounds, share, x, best)
    return (low + high) // 2, high
