# SPDX-License-Identifier: MIT
"""Stops while something is written to the flash.

Nothing runs while the flash erases a sector. Usually that takes 45 ms, in the worst chip 400, and
a save may need three. Then a sign on the panel tells why nothing moves; presses meanwhile are kept
(`drivers.sampler`); the watchdog is fed between the parts of a save.
"""

from time import ticks_diff, ticks_ms

from micropython import const

_SLOW = const(250)
"""Milliseconds of a part of a save from which the flash counts as slow: a save of several parts
may then take more than half a second. A usual chip needs less than 200."""

_FILE = const("slow.txt")
"""Its presence says that this board's flash is slow."""

_SIGN = b"\xff\xc7\xab\x91\x91\xab\xc7\xff"
"""An hourglass in a lit square: eight columns, the upper row in the lowest bit."""


class Saving:
    """A context for each part of a save; `app` has the panel and the buttons.

    slow    whether the sign is shown: a part was slow, at this start or an earlier one
    feed    feeds the watchdog
    _depth  contexts that are open: the outermost one shows the sign
    _below  the columns under the sign, or None while it is not shown
    """

    def __init__(self, app):
        self._app = app
        self.slow = app.store.has(_FILE)
        self.feed = _nothing
        self._depth = 0
        self._began = 0
        self._below = None

    def __enter__(self):
        if self._depth:
            self._part()
        elif self.slow and not self._app.saver.dark:
            self._show()
        self._depth += 1
        self._began = ticks_ms()
        self._app.buttons.away()

    def __exit__(self, *error):
        self._depth -= 1
        self._part()
        if self._depth:
            self._app.buttons.away()
        elif self._below:
            self._hide()

    def _part(self):
        """End a part: take the presses."""
        self._app.buttons.back()
        self.feed()
        if not self.slow and ticks_diff(ticks_ms(), self._began) >= _SLOW:
            self.slow = True
            try:
                with open(self._app.store.folder + _FILE, "w"):
                    pass  # the next start knows
            except OSError:
                pass
        self._began = ticks_ms()

    def _show(self):
        panel = self._app.glass
        x = panel.width - len(_SIGN)
        at = 1 + panel.top % panel.rows * panel.width + x
        self._below = bytes(panel.buffer[at : at + len(_SIGN)])
        self._put(_SIGN)

    def _hide(self):
        below, self._below = self._below, None
        self._put(below)

    def _put(self, columns):
        panel = self._app.glass
        for column in range(len(_SIGN)):
            panel.clear(0, panel.width - len(_SIGN) + column, 1, columns[column])
        try:
            panel.show()
        except OSError:
            pass  # the panel is gone


def _nothing():
    """Do nothing: no watchdog runs."""
