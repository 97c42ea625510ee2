# SPDX-License-Identifier: MIT
"""The counter of failed starts on the flash, so that a device that cannot start recovers.

A start has failed if the watchdog or an exception ended it before it had run well for a while.
After MOST of them in a row the shelf starts safely: with the default settings and no session.

An update is also on trial until then. It is confirmed once it has shown its shelf, and a key was
pressed or GOOD ms have passed; otherwise `main` starts the previous firmware the next time.
"""

import time

from teletype.handheld.keeping.store import Damaged

FILE = "boots.txt"

UPDATE = "firmware/now"
"""Which firmware is in use; see `main`."""

MOST = 3

GOOD = 10_000
"""Milliseconds after which a start that waits for the user counts as a success."""


class BootGuard:
    """The failed starts, and the update.

    count   the starts that have failed in a row, MOST at most
    update  "!": the firmware is new and on trial; "<": it is the previous one, because a new one
            did not start; else ""
    confirmed  whether this start has succeeded
    _good   when it counts as a success
    """

    def __init__(self, store):
        self._store = store
        self.confirmed = False
        self._good = time.ticks_add(time.ticks_ms(), GOOD)
        try:
            text = store.read(FILE, 10)
        except Damaged:
            text = None
        self.count = int(text) if text in ("1", "2", "3") else 0
        self.update = self._update()[2:3]
        if self.update not in ("!", "<"):
            self.update = ""

    def _update(self):
        try:
            return self._store.read(UPDATE, 60) or ""
        except Damaged:
            return ""

    def failed(self):
        """Count the last start, or this one, as failed."""
        if self.count < MOST:
            self.count += 1
            try:
                self._store.replace(FILE, "%d" % self.count)
            except OSError:
                pass

    def due(self, now):
        """Whether this start counts as a success at `now`, if nothing else is required."""
        return not 0 < time.ticks_diff(self._good, now) <= 2 * GOOD

    def holds(self, now, busy, pressed):
        """Count this start as a success when it is due; return whether that confirms an update.

        `pressed`: a key was pressed, which is enough for an update. While `busy`, it waits.
        """
        if self.confirmed or (busy and not self.update):
            return False
        if not self.due(now) and not (self.update == "!" and pressed):
            return False
        self.confirmed = True
        update = self.update
        return self.good() and update == "!"

    def good(self):
        """Record that this start has succeeded; this confirms a new firmware."""
        if self.count:
            self.count = 0
            self._store.remove(FILE)
        if self.update:
            text = self._update()
            self.update = ""
            try:
                self._store.replace(UPDATE, text[:2] + "=" + text[3:])
            except OSError:
                return False
        return True
