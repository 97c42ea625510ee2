# SPDX-License-Identifier: MIT
"""The cursor on the table of Calculation: it only goes where the rules allow."""

from teletype.drivers.buttons import DOWN, LEFT, RIGHT
from teletype.engines.calculation import TALONS


class Cursor:
    """A cursor on one of the `places`, the legal decisions in the form of `engines.calculation`.

    at     the number of its place
    _left  the move under the cursor before it went to the next card
    """

    def __init__(self):
        self.places = []
        self.at = 0
        self._left = 0
        self._hand = 0
        self._turning = False

    def begin(self, places, hand, turning, talon):
        """Go where the card `hand` fits, or else to the `talon`; without a card, to the first
        move.

        `turning`: the person turns out a card, and the places are ranks.
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
        """Return the decision under the cursor."""
        return self.places[self.at]

    def go(self, decision):
        """Go to a decision."""
        self.at = self.places.index(decision)

    def led_to(self, key):
        """Return the index of the place in a direction; -1 for the page of the talons."""
        at = self.at
        places = self.places
        count = len(places)
        step = 1 if key == DOWN else -1
        if self._turning:
            if key == RIGHT:
                return -1
            return at if key == LEFT else (at - step) % count
        if not self._hand:  # moves, then the next card
            if key == LEFT:
                return self._left if at == count - 1 else at
            if key == RIGHT:
                if at == count - 1:
                    return -1
                self._left = at
                return count - 1
            return (at + step) % count
        talons = len(TALONS)  # then the foundations that the card fits
        if key == LEFT:
            if at >= talons:
                return max(talons, at - 1)
            nearest = at
            for index in range(count - 1, talons - 1, -1):
                if nearest == at or abs(places[index] - 5 - at) <= abs(places[nearest] - 5 - at):
                    nearest = index
            return nearest
        if key == RIGHT:
            if at < talons:
                return -1
            return at + 1 if at + 1 < count else places[at] - 5
        return (at + step) % count
