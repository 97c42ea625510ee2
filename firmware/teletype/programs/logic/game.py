# SPDX-License-Identifier: MIT
"""The state of a search for the solutions of a problem: what has been found.

This is no game; the picture compares the solution with a person's guess.
"""

from teletype.engines import game


class Search(game.State):
    """The solutions so far.

    order  the letters of the formula, in the order of the table; "" for the timetable
    found  the number of solutions
    """

    def __init__(self, setup):
        self.order = ""
        self.found = 0
        self._first = 0

    def solve(self, number=0):
        """Note a solution; `number`: of its row in the table, from 0."""
        if not self.found:
            self._first = number
        self.found += 1

    def holds(self, claim):
        """Return whether a claim, a letter or its negation `~A`, is true in the first solution."""
        shift = len(self.order) - 1 - self.order.index(claim[-1])
        return (self._first >> shift & 1) == (claim[0] != "~")
