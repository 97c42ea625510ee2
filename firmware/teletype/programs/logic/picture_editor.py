# SPDX-License-Identifier: MIT
"""The problem of `logic` in its setup, as a text to read.

UP and DOWN scroll the text. In the field `without`, RIGHT and LEFT switch a condition off and on:
the first one that starts on the screen, in inverse video. A × stands before a condition that is
off.
"""

from teletype import words
from teletype.drivers.buttons import BACK, DOWN, OK, RIGHT, UP
from teletype.handheld.pictures import editor, problem
from teletype.programs.logic.picture import paragraphs_of


class Editor(editor.Editor):
    """Show the text; in the field `without`, let the person switch conditions off."""

    def __init__(self, app, field, setup, done, cancel):
        editor.Editor.__init__(self, app, field, setup, done, cancel)
        self._setup = setup
        self._value = setup[field.name]
        self._switches = field.name == "without"
        self.relabel()

    def relabel(self):
        formula = self._setup["formula"]
        if self._switches:
            paragraphs = paragraphs_of("timetable")
        elif formula is None:
            paragraphs = paragraphs_of(self._setup["puzzle"] or "vessel")
        else:
            paragraphs = problem.paragraphs_of(formula)
        self._text = problem.Text(self._app, paragraphs)

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
