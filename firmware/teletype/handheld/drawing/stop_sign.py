# SPDX-License-Identifier: MIT
"""The sign ◊ where a program waits: at the left end of the last row, before what the keys do.

It has the same place on the paper, also where that is looked back at, in every picture and below
the keyboard. It blinks until the first key, then it stands; after a while without a key it blinks
again.
"""

from time import ticks_add, ticks_ms

from micropython import const

from teletype.handheld.activity import due
from teletype.handheld.drawing.glyphs import BLANK, MARGIN, encode

_BLINK = const(500)
"""Milliseconds for which it is there, or not."""

_SILENCE = const(10_000)
"""Milliseconds without a key until it blinks again."""


class StopSign:
    """Draws the sign of a stop of `app`.

    _codes  the sign and a blank, in glyphs
    _at     which of them is to be shown
    _shown  which of them was drawn last
    _due    when the other one comes
    """

    def __init__(self, app):
        self._app = app
        self._codes = encode("◊") + bytes([BLANK])
        self._at = 0
        self._shown = 0
        self._due = 0

    def begin(self):
        """The program stops: it blinks from now on."""
        self._at = 0
        self._due = ticks_add(ticks_ms(), _BLINK)

    def stand(self):
        """A person is there: it does not blink for a while."""
        self._at = 0
        self._due = ticks_add(ticks_ms(), _SILENCE)

    def tick(self, now, invert=0):
        """Shows it as it is to be at `now`, and again after something else was drawn; `invert` is
        255 in a row that lies over another screen.
        """
        if due(self._due, now, _SILENCE):
            self._at = 1 - self._at
            self._due = ticks_add(now, _BLINK)
        if self._at != self._shown or self._app.panel.dirty:
            self.draw(invert)

    def end(self):
        """The program goes on: its place is empty."""
        self._at = 1
        self.draw()

    def draw(self, invert=0):
        """Draws it as it is now."""
        panel = self._app.panel
        self._shown = self._at
        panel.draw(panel.rows - 1, MARGIN, self._codes, self._at, 1, self._app.font, invert)
