# SPDX-License-Identifier: MIT
"""The adviser in the MicroPython Unix port, where it is compiled; a script for that Python.

    MICROPYPATH=firmware micropython host_tools/contests/adviser_worker.py BUDGET POSITIONS

A line on standard input is the card in hand, four heights and, each after a comma, the cards of
four talons. The answer is a line with the decision, its wins and its playouts. After another comma
may follow two decisions; then only these are compared. The answer then also has the wins and
playouts of the one that is clearly behind, 0 0 if neither is. `host_tools.contests.adviser` uses
the same functions in CPython.
"""

import sys

from teletype.engines.adviser import Adviser
from teletype.engines.calculation import RANKS, Table


def write(
    table: Table, hand: int, decisions: tuple[int, ...] = (), known: tuple[int, ...] = ()
) -> str:
    """Return the line for a table, the card in hand and decisions to compare.

    `known`: the next cards of the stock, for the search in C only.
    """
    parts = [[hand] + table.heights] + list(table.talons)
    if decisions or known:
        parts.append(list(decisions))
    if known:
        parts.append(list(known))
    return ", ".join([" ".join([str(number) for number in part]) for part in parts])


def answer(adviser: Adviser, line: str) -> str:
    """Return the answer to a line."""
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
            return  # the reader is gone


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
