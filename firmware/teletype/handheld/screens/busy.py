# SPDX-License-Identifier: MIT
"""The screen of a long task for a program."""

from teletype.handheld.activity import Activity


class Busy(Activity):
    """A long task for a program: the screen stays, keys and typed lines wait."""

    def printing(self):
        return True

    def takes_keys(self):
        return False

    def takes_lines(self):
        return False

    def draw(self):
        """Leave the screen as it is."""
