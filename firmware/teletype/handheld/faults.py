# SPDX-License-Identifier: MIT
"""The faults of the device: reported, counted, and noted for the operator of an exhibit."""

from micropython import const

from teletype import words

_KINDS = const(8)
_MOST_TIMES = const(9999)
"""The most kinds of faults that are kept, and the highest count of each."""


class Faults:
    """The faults of `app` since power-on.

    times    how often each occurred, by its message for `words.error`
    refusal  the error of the flash that was reported last
    """

    def __init__(self, app):
        self._app = app
        self.times = {}
        self.refusal = None

    def report(self, message):
        """Report a fault on the port, a message for `words.error`, and count it."""
        times = self.times.get(message, 0)
        if (times or len(self.times) < _KINDS) and times < _MOST_TIMES:
            self.times[message] = times + 1
            if not times:
                self._app.exhibit.note(message)
        self._app.console.print(words.error(message))

    def refused(self, error):
        """Report that the flash refuses the session; the session goes on."""
        self.refusal = error
        self.report("the flash refuses: %s" % error)
        self._app.exhibit.tell(lambda: (words.text("FULL_TITLE"), [words.text("FULL")]))
