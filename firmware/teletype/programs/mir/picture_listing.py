# SPDX-License-Identifier: MIT
"""The listing of a running program: its text with the next statement marked, and the values of
variables below.
"""

from teletype import words
from teletype.engines.almir_text import names_in
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, width
from teletype.handheld.drawing.listing import cut, keys_row, text_row
from teletype.loading import load
from teletype.programs.mir.picture_sheet import Sheet


class Listing:
    """The listing on all rows of the panel.

    sheet    the text
    _marked  the statement that is marked
    """

    def __init__(self, app, game):
        self._app = app
        self._panel = app.panel
        self._game = game
        self._marked = 0
        self._open(game.machine.program.text if game.machine else game.text)

    def _open(self, text):
        self.sheet = Sheet(self._panel, text, 0, self._panel.rows - 2)

    def mark(self):
        """Mark the next statement, or the place of the error; return its number."""
        machine = self._game.machine
        error = self._game.error
        if machine and machine.program.text != self.sheet.text:
            self._open(machine.program.text)
        self._marked = machine.statement() if machine else 0
        if error:
            self.sheet.find(error.at)
        elif self._marked:
            self.sheet.find(machine.program.span(self._marked)[0])
        return self._marked

    def draw(self, step, keys, left):
        """Draw the listing; `step` is the text of the steps so far, and `keys` what the last row
        names from the pixel `left` on.
        """
        panel = self._panel
        game = self._game
        start = end = -1
        if game.error and not game.error.directive:
            start, end = game.error.at, game.error.at + 1
        elif game.machine and self._marked:
            start, end = game.machine.program.span(self._marked)
        self.sheet.draw(start, end)
        row = panel.rows - 2
        if game.error:
            errors = load("teletype.programs.mir.errors")
            text_row(self._app, row, words.shown(errors.what(game.error)), 255)
        else:
            right = step % game.count
            room = panel.width - MARGIN - width(right) - 2 * COLUMN
            text_row(self._app, row, cut(self._variables(), room), 255, right)
        keys_row(self._app, panel.rows - 1, keys, 0, left)

    def _variables(self):
        """Return the variables with their values, those of the marked statement first."""
        machine = self._game.machine
        if not machine:
            return ""
        names = used(machine)
        slots = machine.program.names
        others = [(slots[name], name) for name in slots if name not in names]
        others.sort()
        found = []
        for name in names + [name for _, name in others]:
            value = machine.value(name)
            if value:
                found.append(name + "=" + value)
        return " ".join(found)


def used(machine):
    """Return the names in the next statement of a machine, in their order."""
    statement = machine.statement()
    if not statement:
        return []
    start, end = machine.program.span(statement)
    return [
        name for name in names_in(machine.program.text[start:end]) if name in machine.program.names
    ]
