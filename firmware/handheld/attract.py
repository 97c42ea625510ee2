# SPDX-License-Identifier: MIT
"""The cards of an exhibit to which nobody has come yet.

In turn: the invitation in the three languages, and what one program is, in each of them. Each
round begins with another program, and the rows wander, so that no pixel is lit for longer than the
others. Nothing is printed, nothing is written, nothing sounds; any key begins a visit.
"""

from time import ticks_add, ticks_ms

from micropython import const

import words
from handheld.activity import Activity, due
from handheld.glyphs import MARGIN, draw_text, rows, width
from handheld.listing import cut, form, text_row, title_row
from programs import catalogue

_STAYS = const(6000)
"""Milliseconds for which a card stays."""

_INVITATION = const(
    ("Press any key", "Нажмите любую клавишу\nНажмите клавишу", "キーを押してください\nキーを押す")
)


class Attract(Activity):
    """The cards of `app`.

    _programs  what is shown, entries of the catalogue
    _at        the number of the card: invitations are the even ones
    _due       when the next one comes
    """

    ALONE = True

    def __init__(self, app):
        super().__init__(app)
        names = app.exhibit.shows([entry[0] for entry in catalogue.PROGRAMS])
        self._programs = [catalogue.find(name) for name in names]
        self._at = 0
        self._due = ticks_add(ticks_ms(), _STAYS)
        app.console.print(words.TITLE.split("\n")[0])

    def summoned(self):
        self._app.go(self._app.exhibit.welcome)

    def key(self, key, repeat):
        if not repeat:
            self._app.go(self._app.exhibit.welcome)

    def line(self, text):
        if text.strip():
            self._app.go(self._app.exhibit.welcome)
            self._app.retype(text)

    def tick(self, now):
        if due(self._due, now, _STAYS):
            self._due = ticks_add(now, _STAYS)
            self._at += 1
            self.draw()
        return False

    def draw(self):
        panel = self._app.panel
        for row in range(panel.rows):
            panel.clear(row)
        if self._at % 2:
            self._draw_program(self._at // 2)
        else:
            self._draw_invitation()

    def _draw_invitation(self):
        panel = self._app.panel
        title_row(self._app, words.TITLE)
        first = self._at // 2
        top = 1 if panel.rows < 6 else 2 + first % (panel.rows - 5)
        for index in range(len(_INVITATION)):
            text = form(_INVITATION[(first + index) % len(_INVITATION)], panel.width - MARGIN)
            blank = (panel.width - width(text)) // 2
            text_row(self._app, top + index, "")
            draw_text(panel, top + index, max(MARGIN, blank), text)

    def _draw_program(self, number):
        """A program, in the language whose turn it is."""
        app = self._app
        panel = app.panel
        name, _, _, original = self._programs[number % len(self._programs)]
        language = words.LANGUAGES[(number + number // len(self._programs)) % len(words.LANGUAGES)]
        title, gist = words.titles(name, original, language)
        title_row(app, title)
        lines = [original] if original != title and panel.rows > 5 else []
        for start, end in rows(gist, panel.width - MARGIN):
            lines.append(gist[start:end])
        free = panel.rows - 1 - len(lines)
        top = 1 + (number % (free + 1) if free > 0 else 0)
        for index in range(min(len(lines), panel.rows - 1)):
            text_row(app, top + index, cut(lines[index], panel.width - MARGIN))
