# SPDX-License-Identifier: MIT
"""What an exhibit has counted, with bars, for its operator; the files are `exhibit.visit_log`'s.

First the sum of all visits: how many, who walked away, how long they were, in which language and
of which program, the most begun first; then the last days, or power-ons where no clock was set. A
bar is a part of all visits, of the starts of what was begun most, or of the busiest day's visits.
A narrow screen has the numbers alone.
"""

from micropython import const

from teletype import words
from teletype.exhibit import visit_log
from teletype.handheld.drawing.glyphs import MARGIN, width
from teletype.handheld.drawing.listing import cut, draw_bar, keys_row, text_row
from teletype.handheld.drawing.scroller import Scroller

_DAYS = const(14)
_TAIL = const(2048)
"""Lines of days that are shown, and bytes of a file in which they are looked for."""

_BAR = const(0x3C)

_NARROW = const(100)
"""Pixels of a screen that has no room for bars."""

_EDGE = const(3)
"""Pixels behind the number, where the scroll bar is, and before it."""


def total(store):
    """The `visit_log.Line` of all visits so far; nothing is counted yet: of none."""
    line = visit_log.read(store, visit_log.ALL) or visit_log.Line(0, "all")
    now = visit_log.read(store, visit_log.NOW)
    if now and now.number > line.number:
        line.add(now.numbers, now.programs, now.languages)
    return line


def days(store):
    """(day, visits) of the last lines, the newest first."""
    found: list = []
    last = -1
    for name in (visit_log.DAYS, visit_log.NOW):
        if not store.has(name):
            continue
        with store.open(name, "rb") as file:
            if store.size(name) > _TAIL:
                file.seek(store.size(name) - _TAIL)
                file.readline()
            for line in visit_log.lines(file):
                if line and line.number > last:  # else the power went off while it was put there
                    last = line.number
                    day = line.day[5:] if line.day[:1] == "2" else "# %d" % last
                    found.insert(0, (day, line.numbers[visit_log.VISITS]))
                    del found[_DAYS:]
    return found


def _split(rows, room):
    """The rows, each that needs more than `room` pixels as two."""
    for text, right, value, most in rows:
        if width(text) + width(right) > room:
            yield text, "", 0, 0
            text = ""
        yield text, right, value, most


class Tally(Scroller):
    """Shows the counts of `app`'s exhibit; then the screen `below` comes back.

    _wide  pixels of what stands at the right, at most
    _rows  (text, what stands at the right, the bar's value, and of how much; 0: no bar)
    """

    def __init__(self, app, below):
        super().__init__(app)
        self._below = below
        self._rows: list = []
        self._wide = 0

    def _read(self):
        store = self._app.store
        line = total(store)
        numbers = line.numbers
        visits = numbers[visit_log.VISITS]
        mean = numbers[visit_log.SECONDS] // visits if visits else 0
        left = numbers[visit_log.LEFT]
        rows = [
            (words.text("STATS_VISITS"), str(visits), 0, 0),
            (words.text("STATS_LEFT"), str(left), left, visits),
            (words.text("STATS_MEAN"), "%d:%02d" % (mean // 60, mean % 60), 0, 0),
        ]
        for language in words.LANGUAGES:
            number = line.visits_in(language)
            rows.append((words.named(language), str(number), number, visits))
        begun = sorted([(-line.programs[name][0], name) for name in line.programs])
        for starts, name in begun:
            text = "%d/%d" % (-starts, line.programs[name][1])
            rows.append((words.titles(name, name)[0].split("\n")[-1], text, -starts, -begun[0][0]))
        found = days(store)
        most = max([number for _, number in found], default=0)
        for day, number in found:
            rows.append((day, str(number), number, most))
        return rows

    def relabel(self):
        self._rows = []

    def last(self, top):
        return max(0, min(top, len(self._rows) - self.page))

    def leave(self, key):
        self._app.open(self._below)

    def draw(self):
        app = self._app
        panel = app.panel
        if not self._rows:
            self._rows = self._read()
            self._wide = max([width(row[1]) for row in self._rows])
            if panel.width < _NARROW:
                self._rows = list(_split(self._rows, panel.width - MARGIN - _EDGE))
        half = panel.width // 2
        for index in range(self.page):
            at = self.top + index
            text, right, value, most = ("", "", 0, 0)
            if at < len(self._rows):
                text, right, value, most = self._rows[at]
            narrow = panel.width < _NARROW
            shown = text if narrow else cut(text, half - MARGIN)
            text_row(app, index, shown, 0, right if narrow else right + " ")
            room = panel.width - half - self._wide - 12
            if value and most and not narrow:
                panel.clear(index, half + 2, max(1, room * value // most), _BAR)
        draw_bar(panel, 0, self.page, self.top, self.page, len(self._rows))
        keys_row(app, self.page, words.text("LOOK_KEYS"))
