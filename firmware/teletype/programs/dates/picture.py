# SPDX-License-Identifier: MIT
"""The results of `dates`, page by page. The first pages are the day of the week, the leaf of the
calendar, and the formulas with the numbers of the date, step by step. Then come another date, and
the days between.

The columns of the leaf are the numbers of DH, from Sunday's 0. It is the leaf of the day to which
the index belongs. For an impossible date such as 31.4 this is the day that the original takes it
for. If the second date differs from the book's, somebody chose it: the days between come first.
"""

# covers 002:1136

from micropython import const

from teletype import words
from teletype.drivers.buttons import DOWN, LEFT, OK, UP
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text, width
from teletype.handheld.drawing.listing import form, keys_row, text_row
from teletype.handheld.pictures import base
from teletype.handheld.pictures.shapes import write
from teletype.programs.dates import calendar as dates
from teletype.programs.dates.picture_formula import Index, draw_weekday
from teletype.programs.dates.picture_wheels import MONTHS, Wheels, together

_PITCH = const(12)
"""Pixels from one column of days to the next."""

_ICON = const(88)
"""The pixel column of the small leaf."""

_DAY, _MONTH, _INDEX, _WEEKDAY, _SECOND, _BETWEEN = range(6)

_ONWARD = const(
    ("DATES_MONTH", "DATES_HOW", "DATES_NEXT", "DATES_TWO", "DATES_COUNT", "DATES_AGAIN")
)
"""The names of the keys on each page."""


class Picture(base.Picture):
    """`setup`: the days `d`, months `m` and years `g` of two dates.

    _pages   the existing pages
    _page    the number of the current page
    _wheels  the wheels for a second date, while it is asked for
    """

    FIRST = True

    @staticmethod
    def fits(panel, setup):
        return True

    def __init__(self, app, setup, game):
        base.Picture.__init__(self, app, setup, game)
        self._dates = list(zip(setup["d"], setup["m"], setup["g"]))
        first, second = self._dates
        self._index = Index(app, first)
        self._wheels = Wheels(app, dates.date(dates.index(*second)))
        self._pages = [_DAY, _MONTH, _INDEX, _WEEKDAY, _SECOND, _BETWEEN]
        if self._panel.rows < 8:
            self._pages.remove(_MONTH)
        if not (app.exhibit.offers_setups() and app.exhibit.offers_values()):
            self._pages.remove(_SECOND)
        self._page = _DAY if second in (first, dates.SECOND) else _BETWEEN

    def encode_words(self):
        self._wheels = Wheels(self._app, self._wheels.date)

    def called(self):
        return words.text("LEAF_CALLED")

    def draw(self):
        page = self._page
        if page == _SECOND:
            self._wheels.draw(words.text("DATES_ANOTHER"), words.text(_ONWARD[page]))
            return
        panel = self._panel
        panel.blank()
        if page == _DAY:
            self._draw_day()
        elif page == _MONTH:
            self._draw_leaf()
        elif page == _INDEX:
            self._index.draw()
        elif page == _WEEKDAY:
            draw_weekday(self._app, dates.index(*self._dates[0]))
        else:
            self._draw_between()
        onward = _ONWARD[page]
        if page == _DAY and _MONTH not in self._pages:
            onward = "DATES_HOW"
        elif page == _WEEKDAY and _SECOND not in self._pages:
            onward = "DATES_NEXT"
        keys_row(self._app, panel.rows - 1, words.text(onward))

    def _weekday_of(self, date):
        return words.text("DATES_WEEK").split(" ")[dates.weekday(dates.index(*date))]

    def _draw_day(self):
        """Draw the weekday in large letters."""
        app = self._app
        panel = self._panel
        first = self._dates[0]
        index = dates.index(*first)
        text_row(app, 0, written(first, panel.width))
        name = self._weekday_of(first)
        row = 3
        if 2 * width(name) < panel.width:
            write(panel, MARGIN, 9 if panel.rows > 4 else 8, name, 2)
        else:
            text_row(app, 1, name)
            row = 2
        if panel.rows > 4:
            row = max(row, panel.rows - 4)
            draw_text(panel, row, MARGIN, words.counted("DATES_SINCE", index) % index)
            draw_text(panel, row + 1, MARGIN, words.text("DATES_ZERO"))
        if panel.rows > 7:
            self._draw_icon(index)

    def _draw_icon(self, index):
        """Draw a small leaf: a dot for each day, a block for the date."""
        panel = self._panel
        day, month, year = dates.date(index)
        column = dates.weekday(index - day + 1)
        panel.rect(_ICON, 28, 38, 28, 1)
        panel.fill_rect(_ICON, 28, 38, 3, 1)
        panel.fill_rect(_ICON + 8, 26, 2, 2, 1)
        panel.fill_rect(_ICON + 28, 26, 2, 2, 1)
        y = 33
        for number in range(1, dates.length(month, year) + 1):
            x = _ICON + 4 + 5 * column
            if number == day:
                panel.fill_rect(x - 1, y - 1, 4, 4, 1)
            else:
                panel.fill_rect(x, y, 2, 2, 1)
            column += 1
            if column == 7:
                column = 0
                y += 4

    def _draw_leaf(self):
        given = self._dates[0]
        index = dates.index(*given)
        day, month, year = dates.date(index)
        self._draw_month(day, dates.weekday(index - day + 1), dates.length(month, year))
        row = 0
        for text in (str(day), words.text(MONTHS[month - 1]), str(year)):
            self._draw_right(row, text)
            row += 1
        self._draw_right(row + 1, "DH=%d" % dates.weekday(index))
        if given != (day, month, year):
            self._draw_right(5, words.text("LEAF_GIVEN"))
            self._draw_right(6, "%d.%d" % given[:2])

    def _draw_right(self, row, text):
        draw_text(self._panel, row, max(7 * _PITCH - 1, 126 - width(text)), text)

    def _draw_month(self, marked, column, count):
        """Draw the days of the week, and 1 to `count` below them from `column` on."""
        panel = self._panel
        names = words.text("LEAF_DAYS")
        for day in range(7):
            x = day * _PITCH + 2 * COLUMN
            draw_text(panel, 0, x - width(names[day]), names[day])
        row = 1
        for day in range(1, count + 1):
            text = str(day)
            x = column * _PITCH
            end = x + 2 * COLUMN
            invert = 255 if day == marked else 0
            if invert:
                x = max(0, x - 1)
                panel.clear(row, x, end - x, invert)
            draw_text(panel, row, end - width(text), text, invert)
            column += 1
            if column == 7:
                column = 0
                row += 1

    def _draw_between(self):
        """Draw both dates, and the number of days between them."""
        app = self._app
        panel = self._panel
        days = dates.index(*self._dates[1]) - dates.index(*self._dates[0])
        far = panel.rows - 2 if panel.rows < 8 else 5
        row = 0
        for date in self._dates:
            name = self._weekday_of(date)
            if panel.rows > 7:
                text_row(app, row, written(date, panel.width))
                text_row(app, row + 1, name)
            else:
                short = "%d.%d.%d" % tuple(date)
                text_row(app, row, short + "  " + name + "\n" + short)
            row = far
        if panel.rows > 4:
            large = panel.rows > 7
            text = words.text("DATES_DAYS") if large else "S="
            x = draw_text(panel, 3 if large else 2, MARGIN, text)
            write(panel, x, 18 if large else 9, "%d" % days, 2)
        else:
            text_row(app, 1, "S=%d" % days)

    def key(self, key, repeat):
        """Handle a key: OK goes on, LEFT and RIGHT turn pages; on the wheels their keys apply."""
        page = self._page
        if page == _SECOND and key != OK:
            self._wheels.key(key, repeat)
        elif key == UP or key == DOWN:
            if page == _INDEX and self._index.step(1 if key == DOWN else -1):
                self.draw()
        elif repeat:
            pass
        elif page == _SECOND:
            second = tuple(self._wheels.date)
            if second != self._dates[1]:
                return together(self._dates[0], second)
            self._turn(1)
        elif key == LEFT and page == _DAY:
            return {}
        elif key == LEFT:
            self._turn(-1)
        elif key == OK and page == _BETWEEN:
            return {}
        elif key == OK and page == _INDEX and self._index.step(1):
            self.draw()
        else:
            self._turn(1)
        return None

    def _turn(self, step):
        """Show another page."""
        at = self._pages.index(self._page) + step
        self._page = self._pages[at % len(self._pages)]
        self.draw()


def written(date, pixels):
    """Return a date in words if they fit, else in numbers."""
    day, month, year = date
    if not 1 <= month <= 12:
        return "%d.%d.%d" % (day, month, year)
    text = ""
    for sign in words.text("DATES_FORM"):
        if sign == "M":
            text += words.text("DATES_MONTHS").split(" ")[month - 1]
        elif sign == "D":
            text += str(day)
        elif sign == "G":
            text += str(year)
        else:
            text += sign
    return form(text + "\n%d.%d.%d" % (day, month, year), pixels)
