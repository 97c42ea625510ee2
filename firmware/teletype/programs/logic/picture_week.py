# SPDX-License-Identifier: MIT
"""The timetable of `logic` as a grid that fills: the machine's search, step by step.

The search writes each day that it tries into its column. It strikes out a day that breaks a
condition, and shows the condition's number on the right. A day that breaks none stays, and the
search tries the next day. A full grid is a timetable. OK pauses and continues; RIGHT makes it
faster while it runs, and takes a single step while it is paused.
"""

# covers 002:1056

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.drivers.buttons import OK, RIGHT
from teletype.engines import timetable
from teletype.handheld.activity import due
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text
from teletype.handheld.drawing.listing import keys_row
from teletype.handheld.pictures.shapes import write

_LEFT = const(8)
_WIDTH = const(24)
_HEIGHT = const(16)
_TOP = const(8)
"""The place of the grid and the size of its cells, in pixels: a column a day, a row an hour."""

_SIDE = const(86)
"""The pixel column of the text next to it."""

_STEPS = const((400, 100, 25))
"""Milliseconds from one try to the next, for each speed."""

_FOUND_MS = const(2500)
"""Milliseconds for which a timetable stays."""

_DAYS = const(("WEEK_MONDAY", "WEEK_WEDNESDAY", "WEEK_FRIDAY"))


class Week:
    """The search without the conditions `without`, on the panel of `app`.

    _week    the lessons in the columns, "" for none
    _reason  the condition broken by the last tried day
    _day     the number of that day
    _found   the number of timetables found
    _full    whether the grid is one of them
    """

    def __init__(self, app, without):
        self._app = app
        self._without = without
        self._speed = 1
        self._running = True
        self._begin()

    def _begin(self):
        self._steps = timetable.steps(self._without)
        self._week = ["", "", ""]
        self._reason = self._day = self._found = 0
        self._full = self._over = False
        self._due = ticks_ms()

    def draw(self):
        panel = self._app.panel
        panel.blank()
        for day in range(3):
            draw_text(panel, 0, MARGIN + (2 + 5 * day) * COLUMN, words.text(_DAYS[day]))
            draw_text(panel, 2 * day + 1, MARGIN, str(day + 1))
            self._draw_day(day)
        self._draw_frame()
        self._draw_side()
        self._draw_keys()

    def _draw_frame(self):
        panel = self._app.panel
        for index in range(4):
            panel.vline(_LEFT + index * _WIDTH, _TOP, 3 * _HEIGHT, 1)
            panel.hline(_LEFT, _TOP + index * _HEIGHT - (index == 3), 3 * _WIDTH + 1, 1)

    def _draw_day(self, day):
        """Draw the lessons of a day, in letters of twice the size, struck out if they break a
        condition.
        """
        panel = self._app.panel
        x = _LEFT + day * _WIDTH
        panel.fill_rect(x + 1, _TOP + 1, _WIDTH - 1, 3 * _HEIGHT - 2, 0)
        panel.touch(x, _TOP, _WIDTH + 1, 3 * _HEIGHT)
        lessons = self._week[day]
        for hour in range(len(lessons)):
            write(panel, x + 8, _TOP + hour * _HEIGHT + 1, lessons[hour], 2)
        if lessons and self._reason and day == self._day:
            for shift in range(2):
                panel.line(
                    x + 2 + shift, _TOP + 3 * _HEIGHT - 4, x + _WIDTH - 3 + shift, _TOP + 3, 1
                )
        self._draw_frame()

    def _draw_side(self):
        panel = self._app.panel
        for row in range(1, 7):
            panel.clear(row, _SIDE)
        draw_text(panel, 1, _SIDE, words.text("WEEK_FOUND"))
        draw_text(panel, 2, _SIDE, str(self._found))
        if self._over:
            draw_text(panel, 4, _SIDE, words.text("WEEK_OVER"))
        elif self._reason:
            draw_text(panel, 4, _SIDE, words.text("WEEK_BREAKS"))
            draw_text(panel, 5, _SIDE, str(self._reason))
        elif self._full:
            draw_text(panel, 2, _SIDE, str(self._found), 255)

    def _draw_keys(self):
        if self._over:
            text = words.text("WEEK_ANEW")
        elif not self._running:
            text = words.text("WEEK_STANDS")
        else:
            text = words.text("WEEK_SLOWER" if self._speed == len(_STEPS) - 1 else "WEEK_FASTER")
        keys_row(self._app, self._app.panel.rows - 1, text)

    def _step(self):
        """Try the next day."""
        step = next(self._steps, None)
        self._full = False
        if step is None:
            self._over = True
            self._running = False
            self._reason = 0
            for day in range(3):
                self._week[day] = ""
                self._draw_day(day)
            self._draw_side()
            self._draw_keys()
            return
        before = self._day
        self._day, lessons, self._reason = step
        for day in range(self._day, 3):
            if self._week[day] or day == self._day:
                self._week[day] = lessons if day == self._day else ""
                self._draw_day(day)
        if before < self._day:
            self._draw_day(before)
        self._full = self._day == 2 and not self._reason
        self._found += self._full
        self._draw_side()

    def tick(self, now):
        if self._running and due(self._due, now, _FOUND_MS):
            self._step()
            self._due = ticks_add(now, _FOUND_MS if self._full else _STEPS[self._speed])

    def key(self, key):
        if key == OK:
            if self._over:
                self._begin()
                self._running = True
                self.draw()
                return
            self._running = not self._running
            self._due = ticks_ms()
        elif key == RIGHT and self._running:
            self._speed = (self._speed + 1) % len(_STEPS)
            self._due = ticks_ms()
        elif key == RIGHT and not self._over:
            self._step()
        self._draw_keys()
