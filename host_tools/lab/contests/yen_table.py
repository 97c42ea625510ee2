# SPDX-License-Identifier: MIT
"""Computation of the value table of the 10,000-yen game, and of how far it can be exploited.

    python3 -m host_tools lab yen table [--write] [--units 20] [--jobs J]

The table of `teletype.engines.yen_table` is computed backwards, from 2 rounds left to 9, as
described in `engines.yen_values`.

Then a perfect opponent is computed who knows the player's strategy. For this, all bids are whole
units of 10000 / `units` yen. The player takes its bids from the table: it solves the matrix game
of whole units over the table's values by fictitious play. The opponent answers as well as
possible, considering all rounds to come. In equilibrium the opponent would get half of the points.
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
