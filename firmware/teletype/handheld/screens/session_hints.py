# SPDX-License-Identifier: MIT
"""The hints in the last row of a session's screen, about the other keys."""

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK
from teletype.handheld.activity import due
from teletype.handheld.drawing import listing
from teletype.handheld.drawing.glyphs import MARGIN

_TONGUE = const("BACK ►:%s\nBACK►:%s\n►:%s")
"""How to change the messages to the device's language, with the name of that language."""

_LATER = const(5000)
"""Milliseconds from the end of a game to the hint about its lesson, when the result has been read.
Also from the last key at the first prompt to the hint about a paper in a foreign language."""


class Hints:
    """Draw the row of `screen`, a session screen.

    shown  whether it shows the keys while the program prints, or how to read the paper
    due_at   when the next hint is due; None without one
    """

    def __init__(self, app, screen):
        self._app = app
        self._screen = screen
        self.shown = False
        self.due_at = None

    def while_printing(self):
        """Show the keys until the paper reaches the last row."""
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
                listing.text_row(app, last, words.text("SESSION_LINE"), 0, hold)
        else:
            self.clear()

    def clear(self):
        """Remove the hint over the paper."""
        if self.take_away():
            self._app.panel.clear(self._app.panel.rows - 1)

    def take_away(self):
        """Note that the row will be drawn again; return whether there was a hint in it."""
        shown = self.shown
        self.shown = False
        return shown

    def later(self):
        """Schedule the hint about the lesson, or about another language."""
        self.due_at = ticks_add(ticks_ms(), _LATER)

    def put_off(self):
        """Delay the scheduled hint after a key."""
        if self.due_at is not None:
            self.later()

    def never(self):
        """Cancel the scheduled hint."""
        self.due_at = None

    def tick(self, now):
        """Show the hint that is due."""
        if not due(self.due_at, now, _LATER):
            return
        self.due_at = None
        screen = self._screen
        text = words.text("SESSION_WHERE") + "\n" + words.text("SESSION_WHERE_SHORT")
        if screen.ended and screen.outcome:
            text = screen.outcome.offer() or text
        if not screen.ended and not screen.printing():
            foreign = screen.language.original not in (None, words.language)
            self.shown = foreign and not words.spoken and not screen.pictured
            name = words.named(words.language)
            text = words.called(_TONGUE) % (name, name, name)
        if self.shown or screen.ended:
            x = MARGIN if screen.ended else listing.HINTS
            listing.keys_row(self._app, self._app.panel.rows - 1, text, 0, x)
