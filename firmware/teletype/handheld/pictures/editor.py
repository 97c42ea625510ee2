# SPDX-License-Identifier: MIT
"""What the device asks of a field's own editor."""

from teletype.handheld.activity import Activity


class Editor(Activity):
    """A screen that edits the value of `field` in `setup`, and may look at the other values.

    A setup field names the module in `editor`, which has a class of this name, derived from this
    one. It calls `_done(value)` with the new value or `_cancel()`. A program may name one in
    `ASKED`: that one has no field, and gives several values by their names.
    """

    @staticmethod
    def fits(panel):
        """Whether it has room on the `panel`."""
        return panel.width >= 128 and panel.height >= 64

    def __init__(self, app, field, setup, done, cancel):
        super().__init__(app)
        self._panel = app.panel
        self._edited = field
        self._done = done
        self._cancel = cancel

    def takes_lines(self):
        return False
