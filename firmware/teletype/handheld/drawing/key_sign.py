# SPDX-License-Identifier: MIT
"""The sign that a key has no effect: the last row blinks once, and the buzzer clicks softly.

Screens need not do anything for it. A key has had an effect if its loop step has changed the
frame, apart from the blinking sign ◊; if another screen opens; or if the program continues. If the
effect becomes visible later, the screen calls `heard`.
"""

from time import ticks_add

from micropython import const

from teletype.handheld.activity import due
from teletype.handheld.drawing.listing import HINTS

_BLINK = const(90)
"""Milliseconds for which the last row is in inverse video."""


class KeySign:
    """The sign for `app`.

    _activity  the screen that received a key in this loop step, or None
    _before    the state of the panel before the key
    _shown     whether the last row is in inverse video, until `_due`
    """

    def __init__(self, app):
        self._app = app
        self._activity = None
        self._before = 0
        self._shown = False
        self._due = 0

    def watch(self, repeat):
        """Note the picture before a key reaches the screen; the repeats of a held key need no
        sign."""
        activity = self._app.activity
        if not repeat and not activity.printing():
            self._activity = activity
            self._before = self._app.panel.state(HINTS)

    def heard(self):
        """Note that the key has an effect that is not visible yet."""
        self._activity = None

    def tick(self, now):
        """Finish a loop step at `now` (ms)."""
        if self._activity:
            app = self._app
            same = self._activity is app.activity and app.is_idle()
            if same and not app.activity.printing() and app.panel.state(HINTS) == self._before:
                self._end()
                app.panel.flash(app.panel.rows - 1)
                app.peripherals.limit()
                self._shown = True
                self._due = ticks_add(now, _BLINK)
            self._activity = None
        elif self._shown and due(self._due, now, _BLINK):
            self._end()

    def _end(self):
        if self._shown:
            self._shown = False
            self._app.glass.steady()
