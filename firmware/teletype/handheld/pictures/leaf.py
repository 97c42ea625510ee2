# SPDX-License-Identifier: MIT
"""A leaf of the calendar for each of the two dates: its month, the day marked.

The columns are the numbers of DH, from Sunday's 0. The leaf is that of the day on which the index
falls: for a date that there is not, such as 31.4, the day that the original takes it for.
"""

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
_SIDE = const(45)
"""Pixels that it may take."""

_DAYS = const((75, "SMTWTFS", "ВПВСЧПС", "日月火水木金土"))
_MONTHS = const(
    (
        (_SIDE, "JANUARY", "ЯНВАРЬ", "1月"),
        (_SIDE, "FEBRUARY", "ФЕВРАЛЬ", "2月"),
        (_SIDE, "MARCH", "МАРТ", "3月"),
        (_SIDE, "APRIL", "АПРЕЛЬ", "4月"),
        (_SIDE, "MAY", "МАЙ", "5月"),
        (_SIDE, "JUNE", "ИЮНЬ", "6月"),
        (_SIDE, "JULY", "ИЮЛЬ", "7月"),
        (_SIDE, "AUGUST", "АВГУСТ", "8月"),
        (_SIDE, "SEPTEMBER", "СЕНТЯБРЬ", "9月"),
        (_SIDE, "OCTOBER", "ОКТЯБРЬ", "10月"),
        (_SIDE, "NOVEMBER", "НОЯБРЬ", "11月"),
        (_SIDE, "DECEMBER", "ДЕКАБРЬ", "12月"),
    )
)
_GIVEN = const((_SIDE, "GIVEN:", "ДАНО:", "入力:"))
_CALLED = const((45, "LEAF", "КАЛЕНДАРЬ", "暦"))
_KEYS = const((125, "◄►:DATE  BACK:PAPER", "◄►:ДАТА  BACK:БУМАГА", "◄►:日付  BACK:紙"))


class Picture(base.Picture):
    """`setup`: the days `d`, months `m` and years `g` of two dates."""

    def __init__(self, app, setup):
        super().__init__(app, setup)
        self._dates = list(zip(setup["d"], setup["m"], setup["g"]))
        self._shown = 0
        """Which of them is shown."""

    def called(self):
        return words.text(_CALLED)

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
            draw_text(panel, row, _RIGHT, words.text(_GIVEN))
            draw_text(panel, row + 1, _RIGHT, "%d.%d" % given[:2])
        keys_row(self._app, panel.rows - 1, words.text(_KEYS))

    def _draw_month(self, marked, column, count):
        """The days of the week, and 1 to `count` below them from `column` on."""
        panel = self._panel
        names = words.text(_DAYS)
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
