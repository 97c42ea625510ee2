# SPDX-License-Identifier: MIT
"""The filter of a visitor's presses: a hand or a child's fist on the buttons does not count."""

from time import ticks_add, ticks_ms

from micropython import const

from teletype.handheld.activity import due

_MASHED = const(300)
"""Milliseconds after a new screen in which keys are ignored: they belong to the previous one."""

_SECOND = const(1000)
"""Milliseconds."""

_MOST_KEYS = const(12)
"""Presses that count in a second."""

_HAND = const(3)
"""Keys that are down together; two can be two quick thumbs."""

_SLOW = const(500)
"""Milliseconds from a press to the next one that counts, where buttons are slow."""


class Presses:
    """The presses on `buttons`.

    last   the second in which presses are counted; with slow buttons, the last press that
           counted
    _keys  the number of presses in it
    """

    def __init__(self, buttons):
        self._buttons = buttons
        self.last = ticks_ms()
        self._keys = 0

    def begin(self, now):
        """Begin a new second of presses."""
        self.last = now
        self._keys = 0

    def by_a_visitor(self, now, repeat, slow, new):
        """Whether a press at `now`, or its `repeat`, may count for somebody who is there.

        `slow`: the buttons are slow; `new`: when the screen appeared, in ms.
        """
        if slow:
            if repeat or not due(ticks_add(self.last, _SLOW), now, _SLOW):
                return False
            self.begin(now)
        if self._buttons.down() >= _HAND:
            return False
        return due(ticks_add(new, _MASHED), now, _MASHED)

    def in_time(self, now):
        """Whether a press at `now` is within the limit for a second."""
        if due(ticks_add(self.last, _SECOND), now, _SECOND):
            self.begin(now)
        self._keys += 1
        return self._keys <= _MOST_KEYS
