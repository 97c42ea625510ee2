# SPDX-License-Identifier: MIT
"""A leaf of the calendar for each of the two dates: its month, the day marked.

The columns are the numbers of DH, from Sunday's 0. The leaf is that of the day on which the index
falls: for an impossible date such as 31.4, the day that the original takes it for.
"""

# covers 002:1136

from micropython import const

from teletype import words
from teletype.drivers.buttons import LEFT, RIGHT
from teletype.engines import dates
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text, width
from teletype.handheld.drawing.listing import keys_row
from teletype.handheld.pictures import base

_PITCH = const(11)
"""Pixels from one column of days to the next."""

_RIGHT = const(81)
"""The pixel column where what is known of the day stands."""

_MONTHS = const(
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


class Picture(base.Picture):
    """`setup`: the days `d`, months `m` and years `g` of two dates."""

    def __init__(self, app, setup):
        super().__init__(app, setup)
        self._dates = list(zip(setup["d"], setup["m"], setup["g"]))
        self._shown = 0
        """Which of them is shown."""

    def called(self):
        return words.text("LEAF_CALLED")

    def draw(self):
        panel = self._panel
        panel.fill(0)
        panel.touch(0, 0, panel.width, panel.height)
        given = self._dates[self._shown]
        index = dates.index(*given)
        day, month, year = dates.date(index)
        self._draw_month(day, dates.weekday(index - day + 1), dates.length(month, year))
        row = 0
        for text in (
            "%d/%d" % (self._shown + 1, len(self._dates)),
            str(day),
            words.text(_MONTHS[month - 1]),
            str(year),
            "DH=%d" % dates.weekday(index),
        ):
            draw_text(panel, row, _RIGHT, text)
            row += 1
        if given != (day, month, year):
            draw_text(panel, row, _RIGHT, words.text("LEAF_GIVEN"))
            draw_text(panel, row + 1, _RIGHT, "%d.%d" % given[:2])
        keys_row(self._app, panel.rows - 1, words.text("LEAF_KEYS"))

    def _draw_month(self, marked, column, count):
        """The days of the week, and 1 to `count` below them from `column` on."""
        panel = self._panel
        names = words.text("LEAF_DAYS")
        for day in range(7):
            x = MARGIN + day * _PITCH + 2 * COLUMN
            draw_text(panel, 0, x - width(names[day]), names[day])
        row = 1
        for day in range(1, count + 1):
            text = str(day)
            x = MARGIN + column * _PITCH
            end = x + 2 * COLUMN
            invert = 255 if day == marked else 0
            if invert:
                panel.clear(row, x - 1, end - x + 1, invert)
            draw_text(panel, row, end - width(text), text, invert)
            column += 1
            if column == 7:
                column = 0
                row += 1

    def key(self, key, repeat):
        if (key == LEFT or key == RIGHT) and not repeat:
            self._shown = 1 - self._shown
            self.draw()
