# SPDX-License-Identifier: MIT
"""A date on three wheels, of twice the size if there is room; and an editor that asks for a
birthday before the setup of `dates` opens.

UP and DOWN turn the chosen wheel, LEFT and RIGHT choose another. An impossible date cannot be set:
the day goes back to the last one of a shorter month.
"""

# covers 002:1097

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from teletype.handheld.drawing.glyphs import COLUMN, width
from teletype.handheld.drawing.listing import keys_row, title_row
from teletype.handheld.pictures import editor
from teletype.handheld.pictures.shapes import write
from teletype.programs.dates import calendar as dates

MONTHS = const(
    (
        "LEAF_JANUARY",
        "LEAF_FEBRUARY",
        "LEAF_MARCH",
        "LEAF_APRIL",
        "LEAF_MAY",
        "LEAF_JUNE",
        "LEAF_JULY",
        "LEAF_AUGUST",
        "LEAF_SEPTEMBER",
        "LEAF_OCTOBER",
        "LEAF_NOVEMBER",
        "LEAF_DECEMBER",
    )
)

_WHEELS = const("DMG")
"""The letters for day, month and year in a date format, as in the book."""

_LAST_YEAR = const(9999)

_FAR = const(60)
"""From this repeat on, a held key changes the year by ten."""


class Wheels:
    """The wheels, on the panel of `app`, with the initial `date` (day, month, year)."""

    def __init__(self, app, date):
        self._app = app
        self.date = list(date)
        self._order = [_WHEELS.index(sign) for sign in words.text("DATES_FORM") if sign in _WHEELS]
        self._chosen = 0
        """The wheel that UP and DOWN turn, in the order on the screen."""

    def draw(self, title, keys):
        """Draw the whole screen, with a `title` and the names of the `keys`."""
        app = self._app
        panel = app.panel
        panel.home()
        panel.blank()
        title_row(app, title)
        self.draw_wheels()
        keys_row(app, panel.rows - 1, keys)

    def draw_wheels(self):
        panel = self._app.panel
        large = 2 if panel.width >= 128 else 1
        middle = (panel.rows // 2 + panel.rows % 2 - 1) * 8 + 4
        if panel.rows < 5:
            middle = 16
        half = 4 * large + 2 * (panel.rows > 4)
        form = words.text("DATES_FORM")
        slots = [2 * COLUMN, 0, 4 * COLUMN]
        slots[1] = max([width(words.text(month)[:3]) for month in MONTHS])
        used = large * sum(slots) + width(form.replace(" ", "")) - len(_WHEELS) * COLUMN
        used += 3 * (len(form) - form.count(" ") - len(_WHEELS))
        gap = min(4 * COLUMN, (panel.width - used - 4) // 2)
        x = (panel.width - used - 2 * gap) // 2
        panel.fill_rect(0, 8, panel.width, (panel.rows - 2) * 8, 0)
        panel.touch(0, 8, panel.width, (panel.rows - 2) * 8)
        for sign in form:
            if sign == " ":
                x += gap
            elif sign not in _WHEELS:
                x = write(panel, x + 3, middle + 4 * large - 8, sign)
            else:
                wheel = _WHEELS.index(sign)
                text = str(self.date[wheel])
                if sign == "M":
                    text = words.text(MONTHS[self.date[1] - 1])[:3]
                wide = large * slots[wheel]
                start = x + wide - large * width(text)
                if sign == "M":
                    start = x + (wide - large * width(text)) // 2
                chosen = wheel == self._order[self._chosen]
                if chosen:
                    panel.fill_rect(x - 2, middle - half, wide + 2 + large, 2 * half, 1)
                    if panel.rows > 4:
                        above = middle - half - 9 + (large == 1) * 2
                        centre = x + wide // 2 - 3
                        write(panel, centre, above, "▲")
                        write(panel, centre, middle + half + 1, "▼")
                write(panel, start, middle - 4 * large, text, large, 0 if chosen else 1)
                x += wide

    def key(self, key, repeat):
        """Handle a direction key."""
        if key == LEFT or key == RIGHT:
            if not repeat:
                self._chosen = (self._chosen + (1 if key == RIGHT else 2)) % 3
        elif key == UP or key == DOWN:
            self._turn(1 if key == UP else -1, repeat)
        self.draw_wheels()

    def _turn(self, step, repeat):
        date = self.date
        wheel = self._order[self._chosen]
        if wheel == 2:
            if repeat >= _FAR:
                step *= 10
            date[2] = max(1, min(date[2] + step, _LAST_YEAR))
        else:
            last = 12 if wheel else dates.length(date[1], date[2])
            date[wheel] = (date[wheel] - 1 + step) % last + 1
        date[0] = min(date[0], dates.length(date[1], date[2]))


class Editor(editor.Editor):
    """Ask for a birthday: the first date of the setup; the second one is then the book's."""

    def __init__(self, app, field, setup, done, cancel):
        editor.Editor.__init__(self, app, field, setup, done, cancel)
        given = setup["d"][0], setup["m"][0], setup["g"][0]
        self._wheels = Wheels(app, dates.date(dates.index(*given)))

    @staticmethod
    def fits(panel):
        return True

    def relabel(self):
        self._wheels = Wheels(self._app, self._wheels.date)

    def draw(self):
        self._wheels.draw(words.text("DATES_BORN"), words.text("DATES_SHOW"))

    def key(self, key, repeat):
        if key == OK:
            if not repeat:
                self._done(together(self._wheels.date, dates.SECOND))
        elif key == BACK:
            if not repeat:
                self._cancel()
        else:
            self._wheels.key(key, repeat)


def together(first, second):
    """Return the setup of two dates."""
    days, months, years = list(zip(first, second))
    return {"d": days, "m": months, "g": years}
