# SPDX-License-Identifier: MIT
"""The last row of a session's screen, where it says what else the keys do."""

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK
from teletype.handheld.activity import due
from teletype.handheld.drawing.glyphs import MARGIN
from teletype.handheld.drawing.listing import HINTS, keys_row, text_row

_TONGUE = const("BACK ►:%s\nBACK►:%s\n►:%s")
"""How to have the messages in the language of the device, in which its name stands."""

_LATER = const(5000)
"""Milliseconds from the end of a game until it is said that there is a lesson of it: the result
has been read; and from the last key at the first stop until it is said how to read a paper in a
foreign language."""


class Hints:
    """Draws the row of `screen`, a session's.

    shown  whether it says what the keys do while the program prints, or how to read the paper
    _due   when it says something later; None if it does not
    """

    def __init__(self, app, screen):
        self._app = app
        self._screen = screen
        self.shown = False
        self._due = None

    def while_printing(self):
        """Says what the keys do, until the paper comes to the last row."""
        app = self._app
        last = app.panel.rows - 1
        if self._screen.pictured or app.fast:
            return
        if self._screen.paper.line < last:
            if not self.shown:
                self.shown = True
                hold = ""
                if BACK not in app.buttons.held:
                    hold = words.text("SESSION_HOLD") + "\n" + words.text("SESSION_HOLD_SHORT")
                text_row(app, last, words.text("SESSION_LINE"), 0, hold)
        else:
            self.clear()

    def clear(self):
        """Takes away what is said over the paper."""
        if self.shown:
            self.shown = False
            self._app.panel.clear(self._app.panel.rows - 1)

    def later(self):
        """Says in a while that there is a lesson, or how to have another language."""
        self._due = ticks_add(ticks_ms(), _LATER)

    def put_off(self):
        """A key was pressed: what is said later is said later still."""
        if self._due is not None:
            self.later()

    def never(self):
        """Nothing is to be said later."""
        self._due = None

    def tick(self, now):
        """Says what has become due."""
        if self._due is None or not due(self._due, now, _LATER):
            return
        self._due = None
        screen = self._screen
        text = words.text("SESSION_WHERE") + "\n" + words.text("SESSION_WHERE_SHORT")
        if screen.ended and screen.outcome:
            text = screen.outcome.offer() or text
        if not screen.ended and not screen.printing():
            foreign = screen.original not in (None, words.language)
            self.shown = foreign and not words.spoken and not screen.pictured
            name = words.named(words.language)
            text = words.called(_TONGUE) % (name, name, name)
        if self.shown or screen.ended:
            x = MARGIN if screen.ended else HINTS
            keys_row(self._app, self._app.panel.rows - 1, text, 0, x)
