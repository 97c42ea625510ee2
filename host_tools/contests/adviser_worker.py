# SPDX-License-Identifier: MIT
"""The adviser in the MicroPython Unix port, where it is compiled; a script for that Python.

    MICROPYPATH=firmware micropython host_tools/contests/adviser_worker.py BUDGET POSITIONS

A line on standard input is the card in hand, four heights and, after a comma each, the cards of
four talons; the answer is a line with the decision, its wins and its playouts. With two decisions
behind another comma only these are compared; the wins and playouts of the one that is clearly
behind follow, 0 0 if none is.
`host_tools.contests.adviser` starts it; the same functions serve it in CPython.
"""

import sys

from teletype.engines.adviser import Adviser
from teletype.engines.calculation import RANKS, Table


def write(
    table: Table, hand: int, decisions: tuple[int, ...] = (), known: tuple[int, ...] = ()
) -> str:
    """The line for a table and the card in hand, and for decisions that are to be compared.

    `known`: the next cards of the stock, for the search in C alone.
    """
    parts = [[hand] + table.heights] + list(table.talons)
    if decisions or known:
        parts.append(list(decisions))
    if known:
        parts.append(list(known))
    return ", ".join([" ".join([str(number) for number in part]) for part in parts])


def answer(adviser: Adviser, line: str) -> str:
    """The answer to a line."""
    parts = [[int(word) for word in part.split()] for part in line.split(",")]
    table = Table()
    hand = parts[0][0]
    for at in range(4):
        height = table.heights[at] = parts[0][1 + at]
        table.wanted[at] = ((at + 1) * (height + 1) - 1) % RANKS + 1 if height < RANKS else 0
        table.talons[at].extend(parts[1 + at])
    compared = parts[5:]
    adviser.begin(table, hand, *compared)
    while adviser.step():
        pass
    won, tried = adviser.won()
    found = f"{adviser.advice()} {won} {tried}"
    if compared:
        behind = adviser.behind or (0, 0, 0)
        found += f" {behind[0]} {behind[2]}"
    return found


def main(budget: int, positions: int) -> None:
    adviser = Adviser(budget, positions)
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        try:
            print(answer(adviser, line))
        except OSError:
            return  # nobody reads any more


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
