# SPDX-License-Identifier: MIT
"""Computation of the value table of the 10,000-yen game, and of how far it can be exploited.

    python3 -m host_tools lab yen table [--write] [--units 20] [--own] [--jobs J]

The table of `teletype.engines.yen_table` is computed backwards, from 2 rounds left to 9, as
described in `engines.yen_values`.

Then a perfect opponent is computed who knows the player's strategy. For this, all bids are whole
units of 10000 / `units` yen. The player takes its bids from the table: it solves the matrix game
of whole units over the table's values by fictitious play. The opponent answers as well as
possible, considering all rounds to come. In equilibrium the opponent would get half of the points.

With `--own` the perfect opponent plays on the table's own grid. The situations are its cells and
the bids are `yen_values.BIDS`. A situation between cells becomes one of the four around it, at
random with the weights of the interpolation. There the opponent's share is computed exactly,
backwards through all cells. It is an upper bound for that game, whose equilibrium is one half.
"""

import hashlib
import inspect
from array import array
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from host_tools.contests.cluster import Workers as Pool
from host_tools.paths import FIRMWARE
from teletype.engines import yen_values as values

PATH = FIRMWARE / "teletype/engines" / "yen_table.py"


LAYERS = range(2, 10)
"""Numbers of rounds left that the table covers."""


def compute(pool: Pool, progress: Callable[[], None] = lambda: None) -> bytes:
    """The table, the same whatever the `pool`; `progress` is called after each layer."""
    table = bytearray(len(LAYERS) * values.LAYER)
    cells = range(values.LAYER // 2 + 1)
    for rounds in LAYERS:
        base = (rounds - 2) * values.LAYER
        known = bytes(table)
        halves = pool.imap(partial(worth, known, rounds), cells, 16)
        for cell, half in zip(cells, halves, strict=True):
            mirrored = values.LAYER - 1 - cell
            table[base + mirrored] = 2 * values.EVEN - half
            table[base + cell] = values.EVEN if cell == mirrored else half
        progress()
    return bytes(table)


def worth(table: bytes | bytearray, rounds: int, cell: int) -> int:
    """The table's byte of a cell, from those with a round less: `values.PASSES` for all bids."""
    i, j = divmod(cell, values.SIDE)
    rows, columns = values.choices(i), values.choices(values.STEPS - i)
    matrix = array("H", bytes(2 * rows * columns))
    sums = array("i", bytes(4 * (3 * rows + 2 * columns)))
    x = values.PARTS * i
    y = values.PARTS * values.STEPS - x
    n = values.PARTS * j - y
    values.fill(table, rounds - 1, x, y, n, rows << 8 | columns, values.BIDS, matrix)
    twice: int = values.play(0, 0, 0, matrix, rows, columns, values.PASSES, sums)
    half: int = (twice + values.FINE) // (2 * values.FINE)
    return half


def source() -> str:
    """Return the fingerprint of the code and numbers that compute the table."""
    functions = (values.choices, values.fill, values.play, compute, worth)
    numbers = (values.STEPS, values.EVEN, values.FINE, values.PASSES, values.PARTS)
    inputs = *map(inspect.getsource, functions), *numbers, list(values.BIDS)
    return hashlib.sha256(repr(inputs).encode()).hexdigest()[:16]


def write(table: bytes, path: Path = PATH) -> None:
    """Write the module that the firmware imports."""
    rows = [table[at : at + values.SIDE] for at in range(0, len(table), values.SIDE)]
    lines = ['    b"' + "".join(f"\\x{byte:02x}" for byte in row) + '"\n' for row in rows]
    path.write_text(
        "# SPDX-License-Identifier: MIT\n"
        '"""Values of the 10,000-yen game, see `teletype.engines.yen_values`.\n\n'
        "Written by `python3 -m host_tools lab yen table --write`. 2 to 9 rounds left, in each a\n"
        "row for each share of the money, in it a byte for each value of the second ratio.\n\n"
        f'Fingerprint of what made them: {source()}.\n"""\n\n'
        "TABLE = (\n" + "".join(lines) + ")\n"
    )


def strategy(table: bytes, rounds: int, x: int, y: int, n: int) -> list[int]:
    """Return the weights of the bids 0..x on a grid; x, y, n in its units."""
    size = x + y + 2
    matrix = array("H", [0] * ((x + 1) * (y + 1)))
    sums = array("i", bytes(4 * 3 * size))
    bids = array("H", range(max(x, y) + 1))
    values.fill(table, rounds - 1, x, y, n, (x + 1) << 8 | y + 1, bids, matrix)
    values.play(0, 0, 0, matrix, x + 1, y + 1, values.PASSES, sums)
    return list(sums[2 * size : 2 * size + x + 1])


def exploited(table: bytes, units: int) -> float:
    """Return a perfect opponent's share of the points against the table; at least 1/2."""

    @cache
    def options(rounds: int, x: int, y: int, n: int) -> list[tuple[int, int]]:
        weights = strategy(table, rounds, x, y, n)
        return [(bid, weight) for bid, weight in enumerate(weights) if weight]

    @cache
    def points(rounds: int, x: int, y: int, n: int) -> float:
        """Return the opponent's expected points."""
        if n > x or n < -y:
            return float(n < 0)
        if rounds == 1:
            last = n + (y if x < y else -x if x > y else 0)
            return (1 - (last > 0) + (last < 0)) / 2
        mixture = options(rounds, x, y, n)
        best = 0.0
        for b in range(y + 1):
            total = 0.0
            for a, weight in mixture:
                shifted = b if a < b else -a if a > b else 0
                total += weight * points(rounds - 1, x - a, y - b, n + shifted)
            best = max(best, total)
        return best / sum(weight for _, weight in mixture)

    return points(10, units, units, 0)


def exploited_on_own_grid(
    table: bytes, pool: Pool, progress: Callable[[], None] = lambda: None
) -> float:
    """Return a perfect opponent's share of the points when situations are cells of the table.

    `progress` is called after each layer.
    """
    below: list[list[float]] = []
    for rounds in LAYERS:
        row = partial(kept_in_a_row, table, below, rounds)
        below = list(pool.imap(row, range(values.SIDE)))
        progress()
    middle = values.STEPS // 2
    return 1 - kept(table, below, 10, middle, middle)


def kept_in_a_row(table: bytes, below: list[list[float]], rounds: int, i: int) -> list[float]:
    """Return `kept` for all cells of a row."""
    return [kept(table, below, rounds, i, j) for j in range(values.SIDE)]


def kept(table: bytes, below: list[list[float]], rounds: int, i: int, j: int) -> float:
    """Return the share that the table's player keeps in a cell against the best answer, 0..1.

    `below`: the same for the cells with one round less.
    """
    weights = values.solve(table, rounds, i, j)[1]
    x = values.PARTS * i
    y = values.PARTS * values.STEPS - x
    n = values.PARTS * j - y
    mixture = [(values.BIDS[at], weight) for at, weight in enumerate(weights) if weight]
    least: float = min(
        sum(weight * met(below, rounds - 1, x, y, n, a, b) for a, weight in mixture)
        for b in values.BIDS[: values.choices(values.STEPS - i)]
    )
    total: int = sum(weight for _, weight in mixture)
    return least / total


def met(below: list[list[float]], rounds: int, x: int, y: int, n: int, a: int, b: int) -> float:
    """Interpolate the value of `below` after the bids a and b; see `values.fill`."""
    n += b if a < b else -a if a > b else 0
    x -= a
    y -= b
    both = x + y
    if rounds == 1:
        n += y if x < y else -x if x > y else 0
        return (1 + (n > 0) - (n < 0)) / 2
    if n > x:
        return 1.0
    if n + y < 0:
        return 0.0
    if both == 0:
        return 0.5
    steps: int = values.STEPS
    p, q = x * steps / both, (n + y) * steps / both
    row, column = min(int(p), steps - 1), min(int(q), steps - 1)
    p, q = p - row, q - column
    low, high = below[row], below[row + 1]
    return (1 - p) * ((1 - q) * low[column] + q * low[column + 1]) + p * (
        (1 - q) * high[column] + q * high[column + 1]
    )
