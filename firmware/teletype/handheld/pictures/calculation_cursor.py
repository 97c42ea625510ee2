# SPDX-License-Identifier: MIT
"""The cursor on the table of Calculation: it only goes where the rules let it."""

from teletype.drivers.buttons import DOWN, LEFT, RIGHT
from teletype.engines.calculation import TALONS


class Cursor:
    """On one of the `places`, the decisions that are legal, as `engines.calculation` writes them.

    at     the number of the place that it is on
    _left  the move that it was on before it went to the next card
    """

    def __init__(self):
        self.places = []
        self.at = 0
        self._left = 0
        self._hand = 0
        self._turning = False

    def begin(self, places, hand, turning, talon):
        """Goes where the card `hand` fits, or else to the `talon`; without one, to the first move.

        `turning`: a card is turned out, and places are ranks.
        """
        self.places = places
        self._hand = hand
        self._turning = turning
        if hand:
            self.at = len(TALONS) if len(places) > len(TALONS) else talon - 1
        elif turning:
            self.at = 0
        else:
            places.append(places.pop(0))  # NONE is the last
            self.at = self._left = 0

    @property
    def decision(self):
        """The decision that it is on."""
        return self.places[self.at]

    def go(self, decision):
        """Goes to a decision."""
        self.at = self.places.index(decision)

    def led_to(self, key):
        """The index of the place that a direction leads to; -1 for a look at the talons."""
        at = self.at
        places = self.places
        count = len(places)
        step = 1 if key == DOWN else -1
        if self._turning:
            if key == RIGHT:
                return -1
            return at if key == LEFT else (at - step) % count
        if not self._hand:  # moves, and at the end the next card
            if key == LEFT:
                return self._left if at == count - 1 else at
            if key == RIGHT:
                if at == count - 1:
                    return -1
                self._left = at
                return count - 1
            return (at + step) % count
        talons = len(TALONS)
        if at < talons:  # the talons, and behind them the foundations that the card fits
            if key == RIGHT:
                return -1
            if key == LEFT:
                nearest = at
                for index in range(count - 1, talons - 1, -1):
                    if nearest == at or abs(places[index] - 5 - at) <= abs(
                        places[nearest] - 5 - at
                    ):
                        nearest = index
                return nearest
            return (at + step) % talons
        row = places[at] - 5
        if key == LEFT:
            return at
        if key == RIGHT:
            return row
        if count == talons + 1:  # no other foundation: the talon above or below
            return (row + step) % talons
        return talons + (at - talons + step) % (count - talons)
