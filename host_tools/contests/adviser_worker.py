# SPDX-License-Identifier: MIT
"""The adviser in the MicroPython Unix port, where it is compiled; a script for that Python.

    MICROPYPATH=firmware micropython host_tools/contests/adviser_worker.py BUDGET

A line on standard input is the card in hand, four heights and, after a comma each, the cards of
four talons; the answer is a line with the decision, its wins and its playouts.
`host_tools.contests.adviser` starts it; the same functions serve it in CPython.
"""

import sys

from engines.adviser import Adviser
from engines.calculation import RANKS, Table


def write(table: Table, hand: int) -> str:
    """The line for a table and the card in hand."""
    parts = [[hand] + table.heights] + list(table.talons)
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
    adviser.begin(table, hand)
    while adviser.step():
        pass
    won, tried = adviser.won()
    return f"{adviser.advice()} {won} {tried}"


def main(budget: int) -> None:
    adviser = Adviser(budget)
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        try:
            print(answer(adviser, line))
        except OSError:
            return  # nobody reads any more


if __name__ == "__main__":
    main(int(sys.argv[1]))
