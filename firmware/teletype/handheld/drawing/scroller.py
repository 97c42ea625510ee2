# SPDX-License-Identifier: MIT
"""Paper to be looked at, a page of rows at a time: UP and DOWN by a row, LEFT and RIGHT by a page.

Where there is no UP and no LEFT the other two lead round.
"""

from teletype.drivers.buttons import BACK, DOWN, LEFT, OK, UP
from teletype.handheld.activity import Activity


class Scroller(Activity):
    """A screen of rows of paper, from row `top` on, the last row of the screen left for the keys.

    page   rows of paper on the screen
    first  the first row that can be seen
    """

    def __init__(self, app):
        super().__init__(app)
        self.page = app.panel.rows - 1
        self.first = self.top = 0

    def last(self, top):
        """The row nearest to `top` with which the page is still full, if there are so many."""
        raise NotImplementedError

    def draw(self):
        raise NotImplementedError

    def round(self, step):
        """Where a key leads that goes on in one direction only."""
        top = self.last(self.top + step)
        return top if top != self.top else 0

    def leave(self, key):
        """OK or BACK was pressed."""
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
