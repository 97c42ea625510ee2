# SPDX-License-Identifier: MIT
"""How long the contacts of the buttons bounce, for the self-test.

A bounce lasts from the first edge of a change to the last one. `teletype.drivers.buttons` ignores
a pin for DEBOUNCE ms after the first edge; a contact that bounces longer gives double presses.
Buttons without a pin of their own are scanned, and show no bounce.
"""

from array import array
from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from teletype.drivers.buttons import KEYS

_WINDOW = const(40)
"""Milliseconds after which an edge is a new change: no finger lets a button go so soon."""


class Bounce:
    """Measure the bounce of `buttons` until `end` is called; their presses count as usual.

    longest  for each of KEYS its longest bounce in ms
    _first   for each pin when the first edge of the last change came
    """

    def __init__(self, buttons):
        self.longest = bytearray(len(KEYS))
        self._buttons = buttons
        self._first = array("i", [ticks_add(ticks_ms(), -_WINDOW)] * len(buttons.pins))
        for index in range(len(buttons.pins)):
            self._listen(index, self._handler(index, buttons.keys[index], buttons.handlers[index]))

    def _handler(self, index, key, usual):
        def changed(pin):
            now = ticks_ms()
            late = ticks_diff(now, self._first[index])
            if late >= _WINDOW:
                self._first[index] = now
            elif late > self.longest[key]:
                self.longest[key] = late
            usual(pin)

        return changed

    def _listen(self, index, handler):
        pin = self._buttons.pins[index]
        pin.irq(handler, pin.IRQ_FALLING | pin.IRQ_RISING)

    def end(self):
        """Give the pins back to the buttons alone."""
        for index in range(len(self._buttons.pins)):
            self._listen(index, self._buttons.handlers[index])
