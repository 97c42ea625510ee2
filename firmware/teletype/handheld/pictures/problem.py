# SPDX-License-Identifier: MIT
"""The problems of `logic` as a person reads them: before the machine answers, from its setup; and
behind BACK when it has answered, with the solution in words; for the timetable with the search as
a grid that fills.

UP and DOWN turn the text. In the setup's `without`, RIGHT and LEFT switch the condition off and
on that begins first on the screen, in inverse video; × stands before one that is off.
"""

# covers 002:972, 002:2049

from array import array

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, DOWN, OK, RIGHT, UP
from teletype.engines import formula, model
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, rows
from teletype.handheld.drawing.listing import draw_bar, keys_row, text_row
from teletype.handheld.pictures import base, editor
from teletype.handheld.pictures.week import Week

_BAR = const(2)
"""Pixels of the bar on the right."""


class Text:
    """Paragraphs on the panel, with the row of keys `keys` below them.

    _rows   for each row the number of its paragraph, where in it the row begins and where it ends
    _top    the first row that is shown
    """

    def __init__(self, app, paragraphs):
        self._app = app
        self._rows = array("H")
        room = app.panel.width - MARGIN - COLUMN - _BAR  # for the sign before a condition
        for number in range(len(paragraphs)):
            for start, end in rows(paragraphs[number], room):
                self._rows.extend(array("H", (number, start, end)))
        self._paragraphs = paragraphs
        self._page = app.panel.rows - 1
        self._top = 0

    def turn(self, key):
        """UP or DOWN: a row on or back; False if there is none."""
        before = self._top
        top = before + (1 if key == DOWN else -1)
        self._top = max(0, min(top, len(self._rows) // 3 - self._page))
        return self._top != before

    def _condition(self, row):
        """The number of the condition that begins in a row of the panel; 0 if none does."""
        at = 3 * (self._top + row)
        if at < len(self._rows) and not self._rows[at + 1]:
            sign = self._paragraphs[self._rows[at]][0]
            if "1" <= sign <= "9":
                return int(sign)
        return 0

    def condition(self):
        """The number of the first condition that begins on the screen; 0 if none does."""
        for row in range(self._page):
            if self._condition(row):
                return self._condition(row)
        return 0

    def draw(self, keys, chosen=0, without=()):
        for row in range(self._page):
            at = 3 * (self._top + row)
            text = ""
            if at < len(self._rows):
                paragraph, begin, end = self._rows[at : at + 3]
                text = self._paragraphs[paragraph][begin:end]
            condition = self._condition(row)
            if condition in without:
                text = "×" + text
            text_row(self._app, row, text, 255 if condition and condition == chosen else 0)
        count = len(self._rows) // 3
        draw_bar(self._app.panel, 0, self._page, self._top, self._page, count)
        keys_row(self._app, self._page, keys)


class Picture(base.Picture):
    """The problem that the setup names, or its formula; when it is solved, the solution first.

    That of the timetable is a grid that fills, and DOWN leads to the text, UP back from its top.

    _week   the `teletype.handheld.pictures.week.Week` of a timetable, once it was shown; else None
    _grids  whether it is on the screen
    """

    def __init__(self, app, setup):
        super().__init__(app, setup)
        self._setup = setup
        self._solved = False
        self._text = None
        self._week = None
        self._grids = setup["formula"] is None and setup["puzzle"] == "timetable"

    def encode_words(self):
        self._text = None

    def end(self):
        self._solved = True
        self._text = None
        return False

    def called(self):
        return words.text(
            "PROBLEM_SOLUTION" if self._setup["formula"] is None else "PROBLEM_FORMULA"
        )

    def draw(self):
        if self._grids:
            if not self._week:
                self._week = Week(self._app, self._setup["without"] or ())
            self._text = None
            self._week.draw()
            return
        if not self._text:
            self._text = Text(self._app, told(self._setup, self._solved))
        self._text.draw(words.text("PROBLEM_PAPER"))

    def tick(self, now):
        if self._grids:
            self._week.tick(now)
        return False

    def key(self, key, repeat):
        if self._grids:
            if key == DOWN:
                self._grids = False
                self.draw()
            elif not repeat or key == RIGHT:
                self._week.key(key)
        elif key == UP or key == DOWN:
            if not self._text.turn(key) and key == UP and self._week and not repeat:
                self._grids = True
            self.draw()


class Editor(editor.Editor):
    """Tells the problem, and lets conditions be switched off where the field is `without`."""

    def __init__(self, app, field, setup, done, cancel):
        super().__init__(app, field, setup, done, cancel)
        self._setup = setup
        self._value = setup[field.name]
        self._switches = field.name == "without"
        self._text = Text(app, self._told())

    def _told(self):
        return told({"formula": None, "puzzle": "timetable"} if self._switches else self._setup)

    def relabel(self):
        self._text = Text(self._app, self._told())

    def draw(self):
        if self._switches:
            self._text.draw(
                words.text("PROBLEM_SWITCH"), self._text.condition(), self._value or ()
            )
        else:
            self._text.draw(words.text("PROBLEM_READ"))

    def key(self, key, repeat):
        if key == UP or key == DOWN:
            self._text.turn(key)
            self.draw()
        elif repeat:
            return
        elif key == BACK:
            self._cancel()
        elif key == OK:
            self._done(self._value)
        elif self._switches and self._text.condition():
            self._switch(self._text.condition(), key == RIGHT)
            self.draw()

    def _switch(self, condition, off):
        others = [number for number in self._value or () if number != condition]
        if off:
            others.append(condition)
        self._value = tuple(sorted(others)) or None


def told(setup, solved=False):
    """The paragraphs of the problem of a setup of `logic`; if `solved`, behind its solution.

    Of a formula, also of the truth tables, there is itself and its arithmetic model, if that is
    not too long.
    """
    if setup["formula"] is not None:
        return _formula(setup["formula"])
    for name, problem, answer in words.program("logic").PROBLEMS:
        if name == (setup["puzzle"] or "vessel"):
            text = answer + "\n◊\n" + problem if solved else problem
            return text.split("\n")
    return []


def _formula(text):
    paragraphs = ["X = " + text]
    try:
        reckoned = model.model(*formula.parse(text))
        paragraphs += [words.text("PROBLEM_RECKONED"), "Y = " + reckoned]
    except model.TooLong:
        pass
    return paragraphs
