# SPDX-License-Identifier: MIT
"""A second program for the equilibrium of the 10,000-yen game: the rules again, and the simplex
method in place of fictitious play. It checks the table of values and each bid on the tape.

Written from the rules on p. 1 of the paper and from the definition of the table in the docstring
of `teletype.engines.yen_values`; none of that module's functions is used.
"""

import re
from fractions import Fraction

import pytest

from host_tools import paths
from teletype.engines.yen_table import TABLE

STEPS = 40
BYTES = 254
"""The table's byte of a won situation; a lost one has 0."""

SMALL = 320
"""Units of all money of a cell; bids are in them."""

BIDS = [*range(8), 8, 10, 12, 14, *range(16, SMALL + 1, 8)]

Matrix = list[list[float]]


def simplex(gains: Matrix) -> tuple[float, list[float]]:
    """Return the value of a matrix game with positive gains, and the columns' best mixture.

    Maximize the sum of z where no row of `gains` times z exceeds 1 (Dantzig, 1951), with the rule
    of Bland (1977) against cycles.
    """
    rows, columns = len(gains), len(gains[0])
    tableau = [
        [*row, *(float(other == at) for other in range(rows)), 1.0] for at, row in enumerate(gains)
    ]
    costs = [-1.0] * columns + [0.0] * (rows + 1)
    basis = [columns + at for at in range(rows)]
    while (enters := next((at for at, cost in enumerate(costs) if cost < -1e-9), -1)) >= 0:
        _, _, leaves = min(
            (row[-1] / row[enters], basis[at], at)
            for at, row in enumerate(tableau)
            if row[enters] > 1e-9
        )
        pivot = tableau[leaves][enters]
        tableau[leaves] = [number / pivot for number in tableau[leaves]]
        for at, row in enumerate([*tableau, costs]):
            if at != leaves and row[enters]:
                factor = row[enters]
                row[:] = [a - factor * b for a, b in zip(row, tableau[leaves], strict=True)]
        basis[leaves] = enters
    mixture = [0.0] * columns
    for at, name in enumerate(basis):
        if name < columns:
            mixture[name] = tableau[at][-1] / costs[-1]
    return 1 / costs[-1], mixture


def worth(rounds: int, mine: Fraction, theirs: Fraction, lead: Fraction) -> float:
    """Return my chance in a situation with 1 to 9 rounds left, in bytes of the table."""
    if rounds == 1:  # both bid all that they have
        lead += theirs if mine < theirs else -mine if mine > theirs else 0
        return BYTES / 2 * (1 + (lead > 0) - (lead < 0))
    if lead > mine:
        return BYTES
    if lead < -theirs:
        return 0
    both = mine + theirs
    if not both:
        return BYTES / 2
    i, j = STEPS * mine / both, STEPS * (lead + theirs) / both
    low_i, low_j = min(int(i), STEPS - 1), min(int(j), STEPS - 1)

    def corner(a: int, b: int) -> float:
        share = (1 - abs(i - low_i - a)) * (1 - abs(j - low_j - b))
        return float(share) * TABLE[((rounds - 2) * 41 + low_i + a) * 41 + low_j + b]

    return corner(0, 0) + corner(0, 1) + corner(1, 0) + corner(1, 1)


def game(rounds: int, i: int, j: int) -> Matrix:
    """Return the matrix of a cell: `rounds` are left before the bids, the lower bid takes both."""
    x = 8 * i
    y = SMALL - x
    lead = 8 * j - y
    matrix = []
    for a in (bid for bid in BIDS if bid <= x):
        row = []
        for b in (bid for bid in BIDS if bid <= y):
            new = lead + (b if a < b else -a if a > b else 0)
            row.append(worth(rounds - 1, Fraction(x - a), Fraction(y - b), Fraction(new)))
        matrix.append(row)
    return matrix


def solved(matrix: Matrix) -> tuple[float, list[float]]:
    value, mixture = simplex([[gain + 1 for gain in row] for row in matrix])
    return value - 1, mixture


def test_the_simplex_method() -> None:
    """Scissors, paper, stone; a game with a saddle; one solved by hand."""
    value, mixture = solved([[1, 0, 2], [2, 1, 0], [0, 2, 1]])
    assert value == pytest.approx(1) and mixture == pytest.approx([1 / 3] * 3)
    value, mixture = solved([[4, 3], [2, 1]])
    assert value == pytest.approx(3) and mixture == pytest.approx([0, 1])
    value, mixture = solved([[10, 2], [4, 8]])
    assert value == pytest.approx(6) and mixture == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("rounds", range(2, 10))
def test_the_table_holds_the_values_of_linear_programs(rounds: int) -> None:
    """Cells of each layer, within half a byte of rounding and a quarter for fictitious play."""
    for i, j in ((20, 20), (19, 21), (22, 18), (17, 22), (25, 19), (27, 21)):
        value, _ = solved(game(rounds, i, j))
        assert abs(value - TABLE[((rounds - 2) * 41 + i) * 41 + j]) <= 0.75, (i, j)


ROUND = re.compile(r" ?(\d+): +(?:\[ *(\d+)\] +(\d+)|(\d+) +\[ *(\d+)\]) +-> +(\d+) +(\d+)")


def test_the_bids_on_the_tape() -> None:
    """The totals are counted again; each bid is about as good as any against the best mixture.

    A cell stands for the situations around it, and a bid is drawn from a span: 2 % of a game.
    """
    text = (paths.TAPES / "yen-equilibrium.tape").read_text(encoding="utf-8")
    left, scores, lead = [10_000, 10_000], [0, 0], 0  # the visitor, then the equilibrium
    rounds = 10
    judged = 0
    for line in text.splitlines():
        if not (found := ROUND.match(line)):
            continue
        _, a, b, c, d, *totals = found.groups()
        bids = [int(a or c), int(b or d)]
        low = min(bids)
        if rounds > 2 and left[1] and -left[0] <= -lead <= left[1]:
            both = sum(left)
            i = round(Fraction(STEPS * left[1], both))
            j = round(Fraction(STEPS * (left[0] - lead), both))
            matrix = game(rounds, i, j)
            value, mixture = solved(matrix)
            whole = SMALL * Fraction(i, STEPS) / left[1] if i else Fraction(0)
            place = next(at for at, bid in enumerate(BIDS) if bid >= int(bids[1] * whole))
            row = matrix[min(place, len(matrix) - 1)]
            gain = sum(part * each for part, each in zip(mixture, row, strict=True))
            assert gain >= value - BYTES / 50, (rounds, bids)
            judged += 1
        if bids[0] != bids[1]:
            winner = bids.index(low)
            scores[winner] += sum(bids)
            lead += max(bids) * (1 if winner == 0 else -1)
        else:
            scores = [score + low for score in scores]
        left = [money - bid for money, bid in zip(left, bids, strict=True)]
        assert scores == [int(total) for total in totals]
        rounds -= 1
    assert rounds == 0 and left == [0, 0] and judged == 5  # then the game is decided
