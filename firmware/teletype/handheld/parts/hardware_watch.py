# SPDX-License-Identifier: MIT
"""Looks at the panel, the buttons and the battery now and then, while the device is used."""

from time import ticks_add, ticks_ms

from micropython import const

from teletype.drivers.buttons import KEYS, NONE
from teletype.handheld.activity import due

_SECOND = const(1000)
"""Milliseconds from one question to the panel, whether it is there, to the next."""

_FIRST = const(30_000)
_CHARGE = const(600_000)
"""Milliseconds to the first look at the battery; from one to the next, at most."""


class HardwareWatch:
    """Watches over the parts of `app`.

    _due     when the panel and the buttons are looked at next
    _gone    whether the panel was not there, the last time
    _charge  when the battery is looked at next
    """

    def __init__(self, app):
        self._app = app
        self._due = ticks_ms()
        self._gone = False
        self._charge = ticks_add(self._due, _FIRST)

    def tick(self, now, busy):
        """Does what is due at `now` (ms); the battery waits while the device is `busy`."""
        app = self._app
        if due(self._due, now, _SECOND):
            self._due = ticks_add(now, _SECOND)
            self._look()
        if app.peripherals.battery and not busy and due(self._charge, now, _CHARGE):
            self._charge = ticks_add(now, app.peripherals.battery.look(app))

    def _look(self):
        app = self._app
        wrong = app.buttons.check()
        if wrong != NONE:
            does = "bounces" if app.buttons.loose(wrong) else "is stuck"
            app.faults.report("the button %s %s" % (KEYS[wrong], does))
        if not app.bus.errors:
            app.panel.ask()
            return
        if not self._gone:
            self._gone = True
            app.faults.report("the panel does not answer")
        if app.panel.recover():
            self._gone = False
            app.activity.draw()
