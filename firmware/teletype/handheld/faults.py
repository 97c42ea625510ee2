# SPDX-License-Identifier: MIT
"""What is wrong with the device: told once, counted, and kept for the operator of an exhibit."""

from micropython import const

from teletype import words

_KINDS = const(8)
_MOST_TIMES = const(9999)
"""Kinds of faults that are kept, and how far each is counted."""


class Faults:
    """The faults of `app` since power-on.

    times    how often each came, by its message for `words.error`
    refusal  the error of the flash that a person was told last
    """

    def __init__(self, app):
        self._app = app
        self.times = {}
        self.refusal = None

    def report(self, message):
        """Says on the port what is wrong, a message for `words.error`, and counts it."""
        times = self.times.get(message, 0)
        if (times or len(self.times) < _KINDS) and times < _MOST_TIMES:
            self.times[message] = times + 1
            if not times:
                self._app.exhibit.note(message)
        self._app.console.print(words.error(message))

    def refused(self, error):
        """Says that the flash does not take the session; it goes on."""
        self.refusal = error
        self.report("the flash refuses: %s" % error)
        if self._app.exhibit.PERSONAL:  # it is not for visitors
            self._app.screens.notice_over(lambda: (words.text("FULL_TITLE"), [words.text("FULL")]))
