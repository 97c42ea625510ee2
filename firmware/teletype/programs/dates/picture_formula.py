# SPDX-License-Identifier: MIT
"""The formulas of `dates`, with the numbers of a date inserted term by term: V. N. Kasatkin, 1980,
chapter 2, and the line of the listing that gives the day of the week.

A term is shown in letters, as in the book, until its step; then with its numbers and value.
"""

# covers 002:1120, 002:1138

from micropython import const

from teletype import words
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text, rows, width
from teletype.handheld.drawing.listing import text_row, title_row
from teletype.programs.dates import calendar as dates

_LETTERS = const(("365×G", "+D", "+31×(M-1)", "-e(.4×M+2.3)", "+e(.25×G)", "-e(.75×(e(.01×G)+1))"))
"""The terms for March to December."""

_EARLY = const(("365×G", "+D", "+31×(M-1)", "+e(.25×(G-1))", "-e(.75×(e(.01×(G-1))+1))"))
"""The terms for January and February."""

_NAMES = const(
    ("DATES_YEARS", "DATES_DAY", "DATES_31", "DATES_LESS", "DATES_LEAP", "DATES_CENTURIES")
)
"""The purpose of each term."""


class Index:
    """The index of the `date`, on the panel of `app`.

    _count  how many terms have their numbers
    """

    def __init__(self, app, date):
        self._app = app
        self._date = date
        self._values = dates.terms(*date)
        self._letters = _LETTERS if len(self._values) == len(_LETTERS) else _EARLY
        self._count = 1

    def step(self, step):
        """Insert the numbers of another term, or remove them; return False at the ends."""
        count = self._count + step
        if not 1 <= count <= len(self._values):
            return False
        self._count = count
        return True

    def _numbers(self, term):
        """Return a term with its numbers."""
        day, month, year = self._date
        if term == 0:
            return "365×%d" % year
        if term == 1:
            return "+%d" % day
        if term == 2:
            return "+31×(%d-1)" % month
        if len(self._values) < len(_LETTERS):
            year -= 1
            term += 1
        if term == 3:
            return "-e(%s)" % decimal(4 * month + 23, 10)
        if term == 4:
            return "+e(%s)" % decimal(25 * year, 100)
        return "-e(.75×%d)" % (year // 100 + 1)

    def draw(self):
        app = self._app
        panel = app.panel
        terms = len(self._values)
        name = self._count - 1
        if name > 2:
            name += len(_NAMES) - terms
        title_row(app, words.text(_NAMES[name]))
        room = min(terms, panel.rows - 2)
        first = max(0, min(self._count - room + (self._count < terms), terms - room))
        for row in range(room):
            term = first + row
            if term < self._count:
                self._draw_term(row + 1, term)
            else:
                text_row(app, row + 1, self._letters[term])

    def _draw_term(self, row, term):
        """Draw a term on the left, its value on the right; in letters if they do not fit."""
        panel = self._app.panel
        invert = 255 if term == self._count - 1 else 0
        text = self._numbers(term)
        value = ("%+d" if term else "%d") % self._values[term]
        if width(text) + COLUMN + width(value) > panel.width - MARGIN:
            text = self._letters[term]
        text_row(self._app, row, text, invert, value)


def draw_weekday(app, index):
    """Draw the day of the week for an index, on the panel of `app`."""
    panel = app.panel
    whole = -index // 7
    day = dates.weekday(index)
    sums = "%d %+d +6 = %d" % (index, whole * 7, day)
    if panel.rows > 7:
        title_row(app, words.text("DATES_OF_WEEK"))
        lines = ["I = %d" % index, "DH = I+e(-I/7)×7+6", "e(-I/7) = %d" % whole, sums]
        row = 1
    else:
        lines = ["I+e(-I/7)×7+6"]
        lines += [sums[start:end] for start, end in rows(sums, panel.width - MARGIN)]
        row = 0
    for line in lines:
        text_row(app, row, line)
        row += 1
    _draw_scale(app, max(row, panel.rows - 2), day)


def _draw_scale(app, row, day):
    """Draw the seven numbers and their days, with the result lit."""
    panel = app.panel
    names = words.text("LEAF_DAYS")
    if panel.width < 100:
        text_row(app, row, "%d = %s" % (day, words.text("DATES_WEEK").split(" ")[day]))
        return
    for number in range(7):
        text = str(number) + names[number]
        x = 2 + 18 * number
        lit = 255 if number == day else 0
        if lit:
            panel.clear(row, x - 1, width(text) + 1, lit)
        draw_text(panel, row, x, text, lit)


def decimal(value, parts):
    """Return `value / parts`, with parts 10 or 100, as a decimal number without trailing zeros."""
    sign = "-" if value < 0 else ""
    value = abs(value)
    places = str(value % parts + parts)[1:]
    while places[-1:] == "0":
        places = places[:-1]
    return sign + str(value // parts) + ("." + places if places else "")
