# SPDX-License-Identifier: MIT
"""The interface of a field's own editor."""

from teletype.handheld.activity import Activity


class Editor(Activity):
    """A screen that edits the value of `field` in `setup` and may read the other values.

    A setup field names the module in `editor`, which derives a class of the same name from this
    one. The class calls `_done(value)` with the new value, or `_cancel()`. A program may name such
    an editor in `ASKED`: it has no field and returns several values by name.
    """

    @staticmethod
    def fits(panel):
        """Return whether it fits on the `panel`."""
        return panel.width >= 128 and panel.height >= 64

    def __init__(self, app, field, setup, done, cancel):
        Activity.__init__(self, app)
        self._panel = app.panel
        self._edited = field
        self._done = done
        self._cancel = cancel

    def takes_lines(self):
        return False
