# SPDX-License-Identifier: MIT
"""The question "Still playing?" over the screen of an idle exhibit.

It appears in the visitor's language and in the others, which take turns if they do not fit
together, with a bar that shrinks. Any key except BACK continues at the same place; BACK, or no
answer, ends the visit.
"""

from time import ticks_diff

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK
from teletype.handheld.activity import Activity
from teletype.handheld.drawing.glyphs import width
from teletype.handheld.drawing.listing import form, keys_row, text_row

_BESIDE = const(80)
"""Pixels of the keys, if the bar shares their row."""

_TURN = const(2000)
"""Milliseconds until the languages below the first give way to the next ones."""


class StillThere(Activity):
    """The question over the screen `below` of `app`, for `patience` ms.

    _wide  pixels of the bar
    _turn  how often the languages below the first have changed
    """

    def __init__(self, app, below, patience):
        Activity.__init__(self, app)
        self._below = below
        self._patience = patience
        self._wide = -1
        self._turn = 0

    def understood(self):
        return b""

    def patience(self):
        return 0  # this is the question itself

    def takes_lines(self):
        return self._below.takes_lines()

    def line(self, text):
        if text.strip():
            self._app.open(self._below)
            self._app.retype(text)

    def draw(self):
        app = self._app
        panel = app.panel
        Activity.draw(self)
        self._draw_questions(0)
        self._wide = -1
        keys_row(app, panel.rows - 1, words.text("IDLE_KEYS"))

    def _draw_questions(self, begin):
        """Draw the questions from number `begin` on; number 0 is the visitor's language."""
        app = self._app
        panel = app.panel
        count = len(words.LANGUAGES)
        first = words.LANGUAGES.index(words.language)
        top = self._top()
        for index in range(begin, min(count, self._bar() - top)):
            at = 1 + (index - 1 + self._turn) % (count - 1) if index else 0
            language = words.LANGUAGES[(first + at) % count]
            question = form(words.texts(language)["IDLE_QUESTION"], panel.width - 1)
            text_row(app, top + index, " " * ((panel.width - width(question)) // 10) + question)

    def _top(self):
        """Return the first row of the questions."""
        return 1 if self._app.panel.rows > 5 else 0

    def _bar(self):
        """Return the first row of the bar."""
        rows = self._app.panel.rows
        return rows - max(1, min(3, rows - 3))

    def key(self, key, repeat):
        if repeat:
            return  # a repeat of a stuck button, or of one that something leans on
        if key == BACK:
            self._app.exhibit.leave()
        else:
            self._app.open(self._below)

    def tick(self, now):
        panel = self._app.panel
        row = self._bar()
        start = 4 if panel.rows > 4 else _BESIDE
        left = min(self._patience, self._patience - ticks_diff(now, self._app.exhibit.new))
        if left <= 0:
            self._app.exhibit.leave(True)
            return True
        turn = (self._patience - left) // _TURN
        if turn != self._turn and self._bar() - self._top() < len(words.LANGUAGES):
            self._turn = turn
            self._draw_questions(1)
        wide = max(1, (panel.width - 4 - start) * left // self._patience)
        if wide != self._wide:
            self._wide = wide
            panel.clear(row, start)
            panel.clear(row, start, wide, 0x3C)
        return False
