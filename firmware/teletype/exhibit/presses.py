# SPDX-License-Identifier: MIT
"""Which presses of a visitor count: a hand on the buttons, or a child's fist, does nothing."""

from time import ticks_add, ticks_ms

from micropython import const

from teletype.handheld.activity import due

_MASHED = const(300)
"""Milliseconds after a new screen in which keys do nothing: they were meant for the one before."""

_SECOND = const(1000)
"""Milliseconds."""

_MOST_KEYS = const(12)
"""Presses that count in a second."""

_HAND = const(3)
"""Keys that are down together; two are a thumb that is quicker than the other."""

_SLOW = const(500)
"""Milliseconds from a press to the next one that counts, where buttons are slow."""


class Presses:
    """The presses on `buttons`.

    last   the second in which presses are counted; where buttons are slow, the last one that
           counted
    _keys  how many there were in it
    """

    def __init__(self, buttons):
        self._buttons = buttons
        self.last = ticks_ms()
        self._keys = 0

    def by_a_visitor(self, now, repeat, slow, new):
        """Whether a press at `now`, or its `repeat`, may count for somebody who is there.

        `slow`: the buttons are slow; `new`: since when the screen is there, in ms.
        """
        if slow:
            if repeat or not due(ticks_add(self.last, _SLOW), now, _SLOW):
                return False
            self.last = now
            self._keys = 0
        if self._buttons.down() >= _HAND:
            return False
        return due(ticks_add(new, _MASHED), now, _MASHED)

    def in_time(self, now):
        """Whether a press at `now` is none of too many in a second."""
        if due(ticks_add(self.last, _SECOND), now, _SECOND):
            self.last = now
            self._keys = 0
        self._keys += 1
        return self._keys <= _MOST_KEYS
