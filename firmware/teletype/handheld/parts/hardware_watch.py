# SPDX-License-Identifier: MIT
"""The regular checks of the panel, the buttons and the battery while the device is in use."""

from time import ticks_add, ticks_ms

from micropython import const

from teletype.drivers.buttons import KEYS, NONE
from teletype.handheld.activity import due
from teletype.handheld.parts import board_file
from teletype.loading import load

_SECOND = const(1000)
"""Milliseconds between two checks of the panel."""

_FIRST = const(30_000)
_CHARGE = const(600_000)
"""Milliseconds to the first measurement of the battery; the longest time between two."""


class HardwareWatch:
    """The checks of the parts of `app`.

    minds    whether a press on an unexpected pin has to be noticed, until a button has worked
    strays   a `teletype.handheld.parts.strays.Strays` for this; None without
    _due     when the panel and the buttons are checked next
    _gone    whether the panel was missing at the last check
    _charge  when the battery is measured next
    """

    def __init__(self, app):
        self._app = app
        self._due = ticks_ms()
        self._gone = False
        self.minds = False
        self.strays = None
        self._charge = ticks_add(self._due, _FIRST)

    def tick(self, now, busy):
        """Do the checks that are due at `now` (ms); the battery waits while `busy`."""
        app = self._app
        if self.strays:
            self.strays.tick()
        if due(self._due, now, _SECOND):
            self._due = ticks_add(now, _SECOND)
            self._look()
        if app.peripherals.battery and not busy and due(self._charge, now, _CHARGE):
            self._charge = ticks_add(now, app.peripherals.battery.look(app))

    def rely(self):
        """Note that a button or a typed line has worked."""
        self.minds = False
        self.strays = None

    def _look(self):
        app = self._app
        if self.minds and not self.strays:  # after the shelf is there
            self.strays = load("teletype.handheld.parts.strays").Strays(board_file.values())
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
