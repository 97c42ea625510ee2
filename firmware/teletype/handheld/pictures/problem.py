# SPDX-License-Identifier: MIT
"""A formula and its arithmetic model as a text to read, and the base of texts of problems.

UP and DOWN scroll the text.
"""

from array import array

from micropython import const

from teletype import words
from teletype.core.paper import divided
from teletype.drivers.buttons import DOWN, UP
from teletype.engines import formula, model
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, rows
from teletype.handheld.drawing.listing import draw_bar, keys_row, text_row
from teletype.handheld.pictures import base

_BAR = const(2)
"""Pixels of the bar on the right."""


class Text:
    """Paragraphs on the panel, with the row of keys `keys` below them.

    _rows   for each row the number of its paragraph, and its start and end in the paragraph
    _top    the first visible row
    """

    def __init__(self, app, paragraphs):
        self._app = app
        self._rows = array("H")
        room = app.panel.width - MARGIN - COLUMN - _BAR  # for the sign before a condition
        paragraphs = [divided(text, room // COLUMN) for text in paragraphs]
        for number in range(len(paragraphs)):
            for start, end in rows(paragraphs[number], room):
                self._rows.extend(array("H", (number, start, end)))
        self._paragraphs = paragraphs
        self._page = app.panel.rows - 1
        self._top = 0

    def turn(self, key):
        """Move a row with UP or DOWN; return False at the end."""
        before = self._top
        top = before + (1 if key == DOWN else -1)
        self._top = max(0, min(top, len(self._rows) // 3 - self._page))
        return self._top != before

    def _condition(self, row):
        """Return the number of the condition that starts in a row of the panel; 0 if none."""
        at = 3 * (self._top + row)
        if at < len(self._rows) and not self._rows[at + 1]:
            sign = self._paragraphs[self._rows[at]][:1]
            if "1" <= sign <= "9":
                return int(sign)
        return 0

    def condition(self):
        """Return the number of the first condition that starts on the screen; 0 if none."""
        for row in range(self._page):
            if self._condition(row):
                return self._condition(row)
        return 0

    def draw(self, keys, chosen=0, without=()):
        """Draw the text; `chosen`: the condition in inverse video; -1: the first paragraph
        instead.
        """
        for row in range(self._page):
            at = 3 * (self._top + row)
            text = ""
            paragraph = -1
            if at < len(self._rows):
                paragraph, begin, end = self._rows[at : at + 3]
                text = self._paragraphs[paragraph][begin:end]
            condition = self._condition(row)
            if condition in without:
                text = "×" + text
            lit = paragraph == 0 if chosen < 0 else condition and condition == chosen
            text_row(self._app, row, text, 255 if lit else 0)
        count = len(self._rows) // 3
        draw_bar(self._app.panel, 0, self._page, self._top, self._page, count)
        keys_row(self._app, self._page, keys)


class Picture(base.Picture):
    """The formula of the setup.

    _text  the `Text` on the screen, None before it is drawn
    """

    def __init__(self, app, setup, game):
        base.Picture.__init__(self, app, setup, game)
        self._setup = setup
        self._text = None

    def encode_words(self):
        self._text = None

    def called(self):
        return words.text("PROBLEM_FORMULA")

    def draw(self):
        if not self._text:
            self._text = Text(self._app, paragraphs_of(self._setup["formula"]))
        self._text.draw(words.text("PROBLEM_PAPER"))

    def key(self, key, repeat):
        if key == UP or key == DOWN:
            if self._text:
                self._text.turn(key)
            self.draw()
        return None


def paragraphs_of(text):
    """Return the paragraphs of a formula: itself, and its arithmetic model if that is not too
    long.
    """
    paragraphs = ["X = " + text]
    try:
        reckoned = model.model(*formula.parse(text))
        paragraphs += [words.text("PROBLEM_RECKONED"), "Y = " + reckoned]
    except model.TooLong:
        pass
    return paragraphs
