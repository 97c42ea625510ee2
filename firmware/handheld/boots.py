# SPDX-License-Identifier: MIT
"""Failed starts are counted on the flash, so that a device that cannot start finds a way out.

A start has failed when the watchdog or an exception ended it before it had run well for a while.
After MOST of them in a row the shelf starts safe: with the default settings, resuming nothing.
"""

from handheld.store import Damaged

FILE = "boots.txt"

MOST = 3

GOOD = 10_000
"""Milliseconds after which a start that waits for a person has been a good one."""


class Boots:
    """`count`: the starts that have failed in a row, MOST at most."""

    def __init__(self, store):
        self._store = store
        try:
            text = store.read(FILE, 10)
        except Damaged:
            text = None
        self.count = int(text) if text in ("1", "2", "3") else 0

    def failed(self):
        """The last start, or this one, has failed."""
        if self.count < MOST:
            self.count += 1
            try:
                self._store.replace(FILE, "%d" % self.count)
            except OSError:
                pass

    def good(self):
        """This start has not failed."""
        if self.count:
            self.count = 0
            self._store.remove(FILE)
