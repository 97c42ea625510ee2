# SPDX-License-Identifier: MIT
"""Paper for reading, a page at a time: UP and DOWN move by a row, LEFT and RIGHT by a page.

Without UP and LEFT the other two wrap around.
"""

from teletype.drivers.buttons import BACK, DOWN, LEFT, OK, UP
from teletype.handheld.activity import Activity


class Scroller(Activity):
    """A screen of rows of paper, from row `top` on, the last row of the screen left for the keys.

    page   rows of paper on the screen
    first  the first row that can be seen
    """

    def __init__(self, app):
        Activity.__init__(self, app)
        self.page = app.panel.rows - 1
        self.first = self.top = 0

    def last(self, top):
        """Return the row nearest to `top` that still fills the page, if there are enough rows."""
        raise NotImplementedError

    def round(self, step):
        """Return the target of a key that moves in one direction and wraps."""
        top = self.last(self.top + step)
        return top if top != self.top else 0

    def leave(self, key):
        """Leave the screen after OK or BACK."""
        raise NotImplementedError

    def key(self, key, repeat):
        if key == OK or key == BACK:
            if not repeat:
                self.leave(key)
            return
        step = 1 if key == UP or key == DOWN else self.page
        if self._app.buttons.one_way:
            top = self.round(step)
        elif key == UP or key == LEFT:
            top = max(self.first, self.top - step)
        else:
            top = self.last(self.top + step)
        if top != self.top:
            self.top = top
            self.draw()
