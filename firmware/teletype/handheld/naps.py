# SPDX-License-Identifier: MIT
"""Sleep between two loop steps: a press ends it, and a slower clock spares the battery."""

from time import sleep_ms, ticks_ms

from micropython import const

from teletype.drivers import clock

_REST = const(12)
"""Looks at the keys while nothing is to be done; a press ends the sleep."""

_NAPS = bytes((1, 5, 20))
"""Milliseconds from one look to the next: while somebody is there, at a stop, with the panel off.
More loop steps would find nothing, and a battery pays for each."""


class Naps:
    """The naps of `app`.

    _hertz  the processor's clock, while it is lowered; else 0
    """

    def __init__(self, app):
        self._app = app
        self._hertz = 0

    def sleep(self):
        """Sleeps for a while; a press ends it."""
        app = self._app
        nap = 0
        if app.activity and not app.activity.printing() and not app.peripherals.printing:
            nap = app.saver.rests(ticks_ms())
        if app.typed:
            nap = 0
        if nap and not self._hertz:
            self._hertz = clock.lower()
        elif not nap:
            self.wake()
        nap = _NAPS[nap]
        for _ in range(_REST):
            if app.buttons.waiting():
                self.wake()
                return
            sleep_ms(nap)

    def wake(self):
        """Lets the processor run as fast as before it rested."""
        if self._hertz:
            clock.restore(self._hertz)
            self._hertz = 0
