# SPDX-License-Identifier: MIT
"""The problems of `logic` for a reader: first the problem, then the question who it was, then the
machine's answer, with the solution in words. For the timetable, the search is shown as a grid that
fills. A person's guess goes to no paper and no tape.

UP and DOWN scroll the text. The setup shows the text in `problem_editor`.
"""

# covers 002:972, 002:2049

from array import array

from micropython import const

from teletype import words
from teletype.drivers.buttons import DOWN, LEFT, OK, RIGHT, UP
from teletype.engines import formula, model
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, rows
from teletype.handheld.drawing.listing import draw_bar, keys_row, text_row, title_row
from teletype.handheld.drawing.lists import Listing
from teletype.handheld.pictures import base
from teletype.handheld.pictures.week import Week

_BAR = const(2)
"""Pixels of the bar on the right."""

ANSWERS = {"vessel": ("ГП", "ГЧ", "ГТ", "ФП", "ФЧ", "ФТ"), "who": ("Б", "Д", "С")}
"""The letters that are true for each possible guess, in the order of GUESSES. For the timetable
the guess is the number of solutions, from zero on."""

CLAIMS = {
    "vessel": (("Г", "П"), ("Ф", "Т"), ("~Г", "Ч")),
    "who": (("~Б", "~Д"), ("~Б", "С"), ("~С", "Б")),
}
"""The two claims of each of the PERSONS."""


class Text:
    """Paragraphs on the panel, with the row of keys `keys` below them.

    _rows   for each row the number of its paragraph, and its start and end in the paragraph
    _top    the first visible row
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
    """The problem that the setup names, the guess, and the solution; or a solved formula.

    The timetable's solution is a grid that fills. DOWN opens the text; UP at its top leads back.

    _guess   a person's guess, a list of choices; None before the question
    _chosen  the number of the choice made; the last one means "no guess"
    _rows    the machine's printed lines
    _week    the `…pictures.week.Week` of a timetable, once it has been shown; else None
    _grids   whether that grid is on the screen
    """

    @staticmethod
    def fits(panel, setup):
        return setup.get("puzzle") is not None

    def __init__(self, app, setup, game):
        super().__init__(app, setup, game)
        self._setup = setup
        self._puzzle = None if setup["formula"] is not None else setup["puzzle"]
        self.FIRST = self.holds = self._puzzle is not None
        self._solved = False
        self._guess = self._text = self._week = None
        self._chosen = -1
        self._rows = []
        self._grids = False

    def encode_words(self):
        self._text = None
        if self._guess:
            self._ask()

    def line(self, text):
        self._rows.append(text)

    def end(self):
        self._solved = True
        self._text = None
        self._grids = self._puzzle == "timetable" and self._panel.rows > 7
        return False

    def called(self):
        return words.text("PROBLEM_SOLUTION" if self._puzzle else "PROBLEM_FORMULA")

    def _ask(self):
        """Make the list of the choices; only the first one is chosen."""
        choices = words.program("logic").GUESSES[self._puzzle][1:] + (
            words.text("PROBLEM_UNKNOWN"),
        )
        chosen = self._guess.chosen if self._guess else 0
        rows = self._panel.rows - 2
        self._guess = Listing(self._app, rows, lambda index: (choices[index], ""), len(choices))
        self._guess.chosen = chosen

    def draw(self):
        if self._guess:
            title_row(self._app, words.program("logic").GUESSES[self._puzzle][0])
            self._guess.draw()
            keys_row(self._app, self._panel.rows - 1, words.text("PROBLEM_ASK"))
        elif self._grids:
            if not self._week:
                self._week = Week(self._app, self._setup["without"] or ())
            self._text = None
            self._week.draw()
        else:
            if not self._text:
                self._text = Text(self._app, self._judged() + told(self._setup, self._solved))
            keys = (
                "PROBLEM_IDEA"
                if self.holds
                else "PROBLEM_END"
                if self._puzzle
                else "PROBLEM_PAPER"
            )
            self._text.draw(words.text(keys), 0 if self._chosen < 0 else -1)

    def _judged(self):
        """Return the machine's result next to the guess, and which claims are true."""
        if not self._solved or not self._puzzle or not self._rows:
            return []
        said = words.program("logic")
        names = said.GUESSES[self._puzzle][1:]
        answers = ANSWERS.get(self._puzzle)
        row = self._rows[0]
        if answers:
            found = [all([sign + "=1" in row for sign in signs]) for signs in answers].index(True)
            answer = names[found].split("\n")[0]
        else:
            found = min(len(self._rows), len(names) - 1)
            answer = str(len(self._rows))
        if 0 <= self._chosen < len(names):
            verdict = "PROBLEM_RIGHT" if self._chosen == found else "PROBLEM_NO"
        else:
            verdict = "PROBLEM_ANSWER"
        lines = [words.text(verdict).replace("*", answer)] + self._rows
        if answers:
            tried = 1 << row.count("=")
            lines.append(words.text("PROBLEM_ROWS") % (tried, len(self._rows)))
            for name, claims in zip(said.PERSONS[self._puzzle].split(" "), CLAIMS[self._puzzle]):
                truths = [_true(claim, row) for claim in claims]
                signs = [
                    words.text("PROBLEM_TRUE" if truth else "PROBLEM_FALSE") for truth in truths
                ]
                lines.append(name + ": " + ", ".join(signs))
        return lines + [""]

    def tick(self, now):
        if self._grids:
            self._week.tick(now)
        return False

    def key(self, key, repeat):
        if self._guess:
            if key == OK and not repeat:
                self._chosen = self._guess.chosen
                self._guess = self._text = None
                self.holds = False
            elif key == LEFT and not repeat:
                self._guess = None
                self.draw()
            else:
                self._guess.key(key, repeat)
        elif self._grids:
            if key == DOWN:
                self._grids = False
                self.draw()
            elif not repeat or key == RIGHT:
                self._week.key(key)
        elif key == UP or key == DOWN:
            turned = self._text and self._text.turn(key)  # None before the next draw
            if not turned and key == UP and self._week and not repeat:
                self._grids = True
            self.draw()
        elif repeat:
            pass
        elif self.holds and (key == OK or key == RIGHT):
            self._ask()
            self.draw()
        elif self._solved and key == OK and self._puzzle:
            return {}
        return None


def _true(claim, row):
    """Return whether a claim, a letter or its negation, is true in a row of the machine."""
    return claim[-1] + ("=0" if claim[0] == "~" else "=1") in row


def told(setup, solved=False):
    """Return the paragraphs of the problem of a setup of `logic`; if `solved`, after its solution.

    For a formula, also of the truth tables, return the formula itself and its arithmetic model, if
    the model is not too long.
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
