# SPDX-License-Identifier: MIT
"""Sleep between two loop steps: a press ends it, and a slower clock saves battery."""

from time import sleep_ms, ticks_ms

from micropython import const

from teletype.drivers import clock

_REST = const(15)
"""Polls of the buttons in one sleep; a press ends it."""

_NAPS = bytes((1, 5, 20))
"""Milliseconds between two polls: while somebody is active, at a prompt, with the panel off. More
loop steps would find nothing to do and cost battery."""


class Naps:
    """The sleeps of `app` between loop steps.

    _hertz  the processor's normal clock while it is lowered; else 0
    """

    def __init__(self, app):
        self._app = app
        self._hertz = 0

    def sleep(self):
        """Sleep until the next loop step, or until a press."""
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
        """Restore the processor's normal clock."""
        if self._hertz:
            clock.restore(self._hertz)
            self._hertz = 0
