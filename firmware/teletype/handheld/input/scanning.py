# SPDX-License-Identifier: MIT
"""One button for everything, for a visitor of an exhibit: the keys are offered in turn.

A row of the screen names the keys that the screen understands. One of them is in inverse video,
after a while the next one; pressing any button gives this key. Then it stays for another while,
so that it can be pressed again. While a program prints on its paper no key is offered, and a
press skips to the prompt.

The row is drawn over the frame only while that is sent: the drawing below it, text or cells, is
not affected. Nothing is allocated between two keys.
"""

from time import ticks_add

from teletype import fonts as font
from teletype import words
from teletype.drivers.buttons import BACK, KEYS, OK
from teletype.drivers.frame import copy
from teletype.handheld.activity import due
from teletype.handheld.drawing.glyphs import MARGIN, encode

_SIGNS = "▲▼◄►"
"""The signs of the keys from UP to RIGHT."""


class Scanning:
    """One-button play of `app` on its `panel`: each key is offered for `pace` ms.

    _hinted    whether the last row of the screen says what the keys do
    _signs     the name of each key, and _codes: the same as glyphs
    _row       the row of the screen; it takes _high rows of the panel
    _other     these rows of the frame, with the keys
    _activity  the screen whose keys are offered, and _keys: those keys
    _at        the offered key, until _due
    _top       the frame's row 0 when the keys were last sent; -1: they are not on the panel
    """

    def __init__(self, app, panel, pace):
        self._app = app
        self._panel = panel
        self._pace = pace
        self._signs = list(_SIGNS) + [words.called(KEYS[OK]), words.called(KEYS[BACK])]
        self._codes = [encode(sign) for sign in self._signs]
        self._high = panel.rows // app.panel.rows
        self._row = 0
        self._other = bytearray(self._high * panel.width)
        self._spare = bytearray(panel.width)
        self._activity = None
        self._keys = b""
        self._at = 0
        self._due = 0
        self._top = -1
        self._hinted = False

    def row_drawn(self, row):
        """Note that a text was drawn on a row of the screen; a row of keys counts as the one after
        the last.
        """
        last = self._app.panel.rows - 1
        if row >= last:
            self._hinted = row > last

    def screen_drawn(self):
        """Note that a whole screen is drawn; its texts follow."""
        self._hinted = False

    def press(self, now):
        """Return the offered key; while a program prints, OK as if it were held."""
        self._due = ticks_add(now, self._pace)
        if self._keys:
            return self._keys[self._at]
        if self._app.activity.printing():
            self._app.buttons.repeat = 1
        return OK

    def _place(self):
        """Use the last row if it names the keys, otherwise the first, which has the title or the
        oldest line of the paper.
        """
        return self._app.panel.rows - 1 if self._app.activity.offers_below(self._hinted) else 0

    def tick(self, now):
        """Offer the keys of a new screen, or the next key, when it is due."""
        activity = self._app.activity
        keys = activity.understood()
        row = self._place()
        if row != self._row:
            self._mark()
            self._row = row
            self._top = -1
        if keys != self._keys or activity is not self._activity:
            if activity is not self._activity or self._at >= len(keys):
                self._at = 0
            self._activity = activity
            self._keys = keys
        elif keys and due(self._due, now, self._pace):
            self._at = (self._at + 1) % len(keys)
        else:
            return
        self._due = ticks_add(now, self._pace)
        if keys:
            self._app.exhibit.say(self._signs[keys[self._at]])
            self._draw()

    def _draw(self):
        """Draw the keys; the frame is restored afterwards."""
        panel = self._app.panel
        self._swap()
        panel.clear(self._row)
        x = MARGIN
        for index in range(len(self._keys)):
            codes = self._codes[self._keys[index]]
            invert = 255 if index == self._at else 0
            panel.clear(self._row, x - 1, 1, invert)
            x = panel.draw(self._row, x, codes, 0, len(codes), font, invert)
            x += 12 if panel.width > 100 else 2
        self._swap()
        self._top = self._panel.top
        self._mark()

    def _swap(self):
        """Exchange the rows of the frame and those with the keys."""
        panel = self._panel
        wide = panel.width
        for row in range(self._high):
            at = 1 + (self._row * self._high + row + panel.top) % panel.rows * wide
            copy(self._spare, 0, panel.buffer, at, wide)  # type: ignore[arg-type]
            copy(panel.buffer, at, self._other, row * wide, wide)  # type: ignore[arg-type]
            copy(self._other, row * wide, self._spare, 0, wide)  # type: ignore[arg-type]

    def _mark(self):
        """Mark the rows where the keys were last sent as changed."""
        panel = self._panel
        for row in range(self._high if self._top >= 0 else 0):
            page = (self._row * self._high + row + self._top) % panel.rows
            panel.touch(0, 8 * page, panel.width, 8)

    def show(self):
        """Send the changes, with the keys."""
        top = self._panel.top if self._keys else -1
        if top != self._top:  # the paper has moved, or the keys appear or disappear
            self._mark()
            self._top = top
            self._mark()
        if top >= 0:
            self._swap()
        self._panel.show()
        if top >= 0:
            self._swap()

    def end(self):
        """Remove the keys from the panel."""
        self._keys = b""
        self.show()
