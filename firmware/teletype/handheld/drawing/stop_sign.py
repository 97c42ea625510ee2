# SPDX-License-Identifier: MIT
"""The sign ◊ of a waiting program: at the left end of the last row, before the keys.

It has the same place on the paper, even when that is scrolled back, in every picture and below the
keyboard. It blinks until the first key, then it is steady; after a while without a key it blinks
again.
"""

from time import ticks_add, ticks_ms

from micropython import const

from teletype.handheld.activity import due
from teletype.handheld.drawing.glyphs import BLANK, MARGIN, encode

_BLINK = const(500)
"""Milliseconds for which it is shown, and then hidden."""

_SILENCE = const(10_000)
"""Milliseconds without a key until it blinks again."""


class StopSign:
    """The prompt sign of `app`.

    _codes  the sign and a blank, in glyphs
    _at     which of them to show
    _shown  which of them was drawn last
    _due    when the other one is due
    """

    def __init__(self, app):
        self._app = app
        self._codes = encode("◊") + bytes([BLANK])
        self._at = 0
        self._shown = 0
        self._due = 0

    def begin(self):
        """Start to blink when the program stops."""
        self._at = 0
        self._due = ticks_add(ticks_ms(), _BLINK)

    def stand(self):
        """Stop blinking for a while after a key."""
        self._at = 0
        self._due = ticks_add(ticks_ms(), _SILENCE)

    def tick(self, now, invert=0):
        """Show its state at `now`, again after other drawing; `invert` is 255 in a row of a screen
        over another one.
        """
        if due(self._due, now, _SILENCE):
            self._at = 1 - self._at
            self._due = ticks_add(now, _BLINK)
        if self._at != self._shown or self._app.panel.dirty:
            self.draw(invert)

    def end(self):
        """Clear its place when the program continues."""
        self._at = 1
        self.draw()

    def draw(self, invert=0):
        """Draw it in its current state, from the edge on: another screen may have inverted it."""
        panel = self._app.panel
        row = panel.rows - 1
        self._shown = self._at
        panel.clear(row, 0, MARGIN, invert)
        panel.draw(row, MARGIN, self._codes, self._at, 1, self._app.font, invert)
