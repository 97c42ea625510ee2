# SPDX-License-Identifier: MIT
"""A listing on the panel: the text of a program in rows, with a part of it marked. While it runs,
that is the next statement, with the values of variables below.
"""

from array import array

from micropython import const

from teletype import words
from teletype.engines.almir_text import names_in
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text, width
from teletype.handheld.drawing.listing import cut, keys_row, text_row
from teletype.loading import load

_INDENT = const(2)
"""Columns before the second and further rows of a line."""


class Sheet:
    """The `text` of a program without its head, on `count` rows of `panel` from the row `top` on.

    text    the text
    _rows   for each row of the listing where it begins and ends in the text, and its indent
    _first  the row of the listing on the first row of the panel
    """

    def __init__(self, panel, text, top, count):
        self._panel = panel
        self.text = text
        self._top = top
        self._count = count
        self._first = 0
        self._rows = array("H")
        columns = (panel.width - MARGIN) // COLUMN
        at = 0
        headed = True
        while at < len(text):
            end = text.find("\n", at)
            if end < 0:
                end = len(text)
            line = text[at:end]
            headed = headed and (line[:1] == "#" or not line.strip())
            if not headed:
                self._split(at, end, columns)
            at = end + 1

    def _split(self, at, end, columns):
        """Add the rows of a line of the text; they break before a service word if they can."""
        text = self.text
        indent = 0
        while True:
            room = columns - indent
            stop = min(end, at + room)
            if stop < end:
                word = max(text.rfind("«", at + 1, stop), text.rfind(";", at, stop - 1) + 1)
                if word > at:
                    stop = word
            self._rows.extend(array("H", (at, stop, indent)))
            at = stop
            indent = _INDENT
            if at >= end:
                return

    @property
    def rows(self):
        """How many rows the listing has."""
        return len(self._rows) // 3

    def scroll(self, step):
        """Show the listing `step` rows further down."""
        self._first = max(0, min(self._first + step, self.rows - self._count))

    def find(self, at):
        """Let the place `at` of the text be visible, with a row above it."""
        row = 0
        while row + 1 < self.rows and self._rows[3 * row + 3] <= at:
            row += 1
        if not self._first <= row < self._first + self._count - 1:
            self._first = max(0, min(row - 1, self.rows - self._count))

    def draw(self, start=-1, end=-1):
        """Draw the visible rows; those signs from `start` to before `end` are marked."""
        panel = self._panel
        for line in range(self._count):
            row = self._top + line
            panel.clear(row)
            at = 3 * (self._first + line)
            if at >= len(self._rows):
                continue
            begin, stop, indent = self._rows[at : at + 3]
            x = MARGIN + indent * COLUMN
            draw_text(panel, row, x, self.text[begin:stop])
            first, last = max(begin, start), min(stop, end)
            if first < last:
                x += (first - begin) * COLUMN
                panel.clear(row, x - 1, 1, 255)
                draw_text(panel, row, x, self.text[first:last], 255)


class Listing:
    """The listing on all rows of the panel.

    sheet    the text, once it is marked
    _marked  the statement that is marked
    """

    def __init__(self, app, game):
        self._app = app
        self._panel = app.panel
        self._game = game
        self.sheet = None
        self._marked = 0

    def mark(self):
        """Mark the next statement, or the place of the error; return its number."""
        machine = self._game.machine
        error = self._game.error
        text = machine.program.text if machine else self._game.text
        if not self.sheet or text != self.sheet.text:
            self.sheet = Sheet(self._panel, text, 0, self._panel.rows - 2)
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
