# SPDX-License-Identifier: MIT
"""The answer at a prompt of a session without a picture: a picker or a keyboard."""

from teletype import words
from teletype.core.request import Text
from teletype.handheld.drawing.listing import HINTS, keys_row
from teletype.handheld.input.picker import Picker


class Answering:
    """Take the answer on the rows below the paper of `screen`, a session screen.

    picker  the picker if the answer is numbers; else None
    """

    def __init__(self, app, screen):
        self._app = app
        self._screen = screen
        self.picker = None

    def begin(self, request):
        """Offer the values of the `request`, or else of the last answer."""
        self.picker = None
        if isinstance(request, Text):
            return
        values = request.values or self._screen.transcript.values
        if values is None or len(values) != len(request.names):
            values = request.lows
        values = [
            min(max(value, low), high)
            for value, low, high in zip(values, request.lows, request.highs)
        ]
        sign = request.player + "> " if request.player else "> "
        self.picker = Picker(self._app, request.labels, request.lows, request.highs, values, sign)

    def end(self):
        """Stop taking answers."""
        self.picker = None

    def rows(self):
        """Return the rows below the paper: the row of the answer, and a row of keys if it fits.

        At the first answer of a session the keys fit on every screen.
        """
        rows = self.picker.rows if self.picker else 0
        free = 1 if self._screen.transcript.values is None else 3
        return min(rows + 1, max(rows, self._app.panel.rows - free, 1))

    def draw(self):
        """Draw the picker, or the names of the keys without one. A key shows a due picture."""
        last = self._app.panel.rows - 1
        screen = self._screen
        if not self.picker:
            text = screen.due_keys() if screen.stage.taken else words.text("TYPE_KEYS")
            keys_row(self._app, last, text, 0, HINTS)
            return
        paper = screen.paper
        line = min(paper.line + paper.over, last + 1 - self.picker.rows)
        self.picker.draw(line)
        self._say_field()
        if line + self.picker.rows <= last:
            keys_row(self._app, last, words.text("PICK_KEYS"), 0, HINTS)

    def key(self, key, repeat):
        """Pass a direction key to the picker."""
        if self.picker:
            self.picker.key(key, repeat)
            self._say_field()

    def _say_field(self):
        """Speak the chosen number of the answer."""
        if not self._app.exhibit.speaks:
            return
        field = self.picker.field
        request = self._screen.session.request
        if request.secret:  # speech also goes to the serial port
            self._app.exhibit.say(request.names[field])
            return
        self._app.exhibit.say("%s=%d" % (request.names[field], self.picker.values[field]))

    def take(self):
        """Handle OK: answer with the picker's numbers, or open the keyboard for a line of text."""
        if self.picker:
            self._screen.give(tuple(self.picker.values))
        else:
            self._open_keyboard()

    def _open_keyboard(self):
        """Open the keyboard for a line of text, checked like a line from the serial port."""
        screen = self._screen

        def done(text):
            answer = screen.session.answer(text) if text.strip() else None  # or Malformed
            self._app.open(screen)
            if answer:
                self._app.console.print(answer[0])
                screen.answered(*answer)

        def cancel():
            self._app.open(screen)

        def titled():
            said = words.say(screen.transcript.last).strip() or screen.session.request.prompt()
            return said + "\n" + screen.title if said else screen.title

        keys = screen.session.request.keys
        self._app.screens.keyboard(titled(), "", done, cancel, titled, None, screen.sign, keys)
