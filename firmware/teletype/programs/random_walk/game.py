# SPDX-License-Identifier: MIT
"""The state of a random walk: what is printed of the walk and of the table.

This is no game; the picture draws it.
"""

from teletype.engines import game
from teletype.programs.random_walk.walk import Frequencies

ORIGIN = 128
"""Added to a position, so that it fits in a byte."""


class Walked(game.State):
    """The paper so far.

    walk     the position at each time, plus ORIGIN
    reached  the last printed time
    counted  whether all walks of the second part have been made
    row      the last printed position of the table; None before the first one
    ends     the `Frequencies` of the ends of the walks
    """

    def __init__(self, setup):
        self.walk = bytearray(setup["time"] + 1)
        self.walk[0] = ORIGIN
        self.reached = 0
        self.counted = False
        self.row: int | None = None
        self.ends = Frequencies(setup["time"])

    def step(self, way):
        """Go a step, 1 or -1, and return the new position."""
        position = self.walk[self.reached] + way
        self.reached += 1
        self.walk[self.reached] = position
        return position - ORIGIN

    def rows(self):
        """Yield each row of the table when it is printed: a position and its count."""
        for x in self.ends.table():
            self.row = x
            yield x, self.ends.count(x)

    def printed(self, x):
        """Return the count that the table has of the position `x`, 0 until it is printed."""
        ends = self.ends
        if self.row is None or x > self.row or (x - ends.low) % 2:
            return 0
        return ends.count(x)
