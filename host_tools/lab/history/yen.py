# SPDX-License-Identifier: MIT
"""Claims of K. Nakano about the 10,000-yen game."""

from fractions import Fraction
from functools import cache

from host_tools.contests import yen
from host_tools.lab.history.deciding import TRUE, Claims, Verdict, judged
from teletype.engines.yen import MONEY, settle

CLAIMS = Claims()

ROUNDS, PURSE = 3, 6
"""Rounds and money of the small game that is solved exactly."""

Row = list[Fraction]


def sure(matrix: list[Row]) -> tuple[Fraction, Row]:
    """Return the value of a matrix game, and a mixed strategy of the rows that guarantees it.

    It solves a linear program with Bland's rule, in exact fractions.
    """
    least = min(min(row) for row in matrix)
    shifted = [[entry - least + 1 for entry in row] for row in matrix]
    rows, columns = len(matrix), len(matrix[0])
    # Maximise the sum of y under shifted * y <= 1, the columns' side. The prices are the rows'
    # side.
    tableau = [
        [*row, *(Fraction(at == other) for other in range(rows)), Fraction(1)]
        for at, row in enumerate(shifted)
    ]
    prices = [Fraction(-1)] * columns + [Fraction(0)] * (rows + 1)
    basis = [columns + at for at in range(rows)]
    while any(price < 0 for price in prices[:-1]):
        enter = next(at for at, price in enumerate(prices[:-1]) if price < 0)
        ratios = [
            (row[-1] / row[enter], basis[at], at)
            for at, row in enumerate(tableau)
            if row[enter] > 0
        ]
        leave = min(ratios)[2]
        pivot = tableau[leave][enter]
        tableau[leave] = [entry / pivot for entry in tableau[leave]]
        for at, row in enumerate(tableau):
            if at != leave and row[enter]:
                tableau[at] = [
                    a - row[enter] * b for a, b in zip(row, tableau[leave], strict=True)
                ]
        factor = prices[enter]
        prices = [a - factor * b for a, b in zip(prices, tableau[leave], strict=True)]
        basis[leave] = enter
    total = prices[-1]
    return 1 / total + least - 1, [price / total for price in prices[columns:-1]]


def bids(left: int, mine: int) -> range:
    return range(mine, mine + 1) if left == 1 else range(mine + 1)


@cache
def solved(left: int, mine: int, theirs: int, lead: int) -> tuple[Fraction, tuple[Fraction, ...]]:
    """Return the value of a situation (1 won, -1 lost), and how to bid in it."""
    if left == 0:
        return Fraction((lead > 0) - (lead < 0)), ()
    matrix = [
        [after(solved, left, mine, theirs, lead, a, b) for b in bids(left, theirs)]
        for a in bids(left, mine)
    ]
    value, weights = sure(matrix)
    return value, tuple(weights)


def after(of, left: int, mine: int, theirs: int, lead: int, a: int, b: int) -> Fraction:  # type: ignore[no-untyped-def]
    won, lost = settle(a, b)
    value: Fraction = of(left - 1, mine - a, theirs - b, lead + won - lost)[0]
    return value


@cache
def worst(left: int, mine: int, theirs: int, lead: int) -> tuple[Fraction]:
    """Return what the mixed strategy of `solved` keeps against the best opponent."""
    if left == 0:
        return (solved(0, 0, 0, lead)[0],)
    _, weights = solved(left, mine, theirs, lead)
    return (
        min(
            sum(
                (
                    weight * after(worst, left, mine, theirs, lead, a, b)
                    for weight, a in zip(weights, bids(left, mine), strict=True)
                    if weight
                ),
                Fraction(0),
            )
            for b in bids(left, theirs)
        ),
    )


@CLAIMS.claim("yen-higher", "001:21", "If the higher bid took all it would clearly be no game.")
def yen_higher() -> Verdict:
    for other in range(MONEY + 1):
        lead = 0
        # The rest may be bid in several rounds: against 0 each part comes back.
        for mine, theirs in ((MONEY, other), (0, MONEY - other)):
            won, lost = settle(mine, theirs, higher=True)
            lead += won - lost
        if lead < 0 or (other == MONEY and lead):
            return judged(False, f"{other} first beats all at once.")
    return judged(True, "Bidding all at once never loses; both do, and it is a draw.")


@CLAIMS.claim("yen-two-rounds", "001:21", "With two rounds the strongest strategy is obvious.")
def yen_two_rounds() -> Verdict:
    for other in range(MONEY + 1):
        lead = 0
        for mine, theirs in ((5000, other), (5000, MONEY - other)):
            won, lost = settle(mine, theirs)
            lead += won - lost
        if lead < 0:
            return judged(False, f"{other} beats 5000 twice.")
    return judged(True, f"5000 twice loses to none of {MONEY + 1} opponents.")


@CLAIMS.claim("yen-listing-4", "001:60", "minus1 beats always1000 by 16992 to 3008.")
def yen_listing_4() -> Verdict:
    money = [0, 0]
    for number in range(10):
        bid = 0 if number == 0 else 999 if number < 9 else MONEY - 8 * 999
        one, other = settle(1000, bid)
        money = [money[0] + one, money[1] + other]
    return judged(money == [3008, 16992], f"{money[1]} to {money[0]}.")


@CLAIMS.claim("yen-circle", "001:60", "minus1, always1000 and random beat each other in a circle.")
def yen_circle() -> Verdict:
    shares = []
    for pair in (("minus1", "always1000"), ("always1000", "random"), ("random", "minus1")):
        first, second = yen.players(pair, 1, 2.0).values()
        match = yen.play_match((first(0), second(1)), 1000, 2.0)
        shares.append(match.wins[0])
        if match.wins[0] <= match.wins[1]:
            return judged(False, f"{pair[0]} does not beat {pair[1]}.")
    return judged(True, "Of 1000 games each: {}, {} and {} won.".format(*shares))


@CLAIMS.claim("yen-7000", "001:93", "7000 first and 300 a round brings about 12000 yen.")
def yen_7000() -> Verdict:
    money = settle(7000, 1000)[0]
    rest = [333] * 8 + [336]
    money += sum(settle(bid, 1000)[0] for bid in rest)
    return judged(abs(money - 12000) <= 500, f"{money} against 1000 in each round.")


@CLAIMS.claim("yen-strongest", "001:124", "No strategy beats all others.")
def yen_strongest() -> Verdict:
    return judged(value() == 0, "None beats itself, nor the strategy of `yen-always-beaten`.")


def value() -> Fraction:
    found = worst(ROUNDS, PURSE, PURSE, 0)[0]
    assert solved(ROUNDS, PURSE, PURSE, 0)[0] == 0  # the game is fair
    return found


@CLAIMS.claim(
    "yen-always-beaten", "001:124", "For every strategy one can make another that beats it."
)
def yen_always_beaten() -> Verdict:
    return judged(
        value() != 0,
        f"{ROUNDS} rounds with {PURSE} yen, solved exactly: a mixed strategy has {value()} "
        "against the best of all opponents. One with 10000 yen must exist (J. von Neumann, 1928).",
    )


@CLAIMS.claim(
    "yen-three", "001:124", "Perhaps there are three strategies that no strategy beats all."
)
def yen_three() -> Verdict:
    assert value() == 0
    return TRUE, "One is enough: nothing beats the strategy of `yen-always-beaten`."
