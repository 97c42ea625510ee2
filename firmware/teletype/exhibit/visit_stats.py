# SPDX-License-Identifier: MIT
"""The counts of an exhibit, with bars, for its operator; `exhibit.visit_log` has the files.

First the totals of all visits: number, walk-aways, length, languages and programs, the most
frequent first; then the last days, or power-ons if no clock was set. A bar shows the share of
all visits, of the starts of the most frequent program, or of the busiest day's visits.
A narrow screen has only the numbers.
"""

from micropython import const

from teletype import words
from teletype.exhibit import visit_log
from teletype.handheld.drawing.glyphs import MARGIN, width
from teletype.handheld.drawing.listing import cut, draw_bar, keys_row, text_row
from teletype.handheld.drawing.scroller import Scroller

_DAYS = const(14)
_TAIL = const(2048)
"""Lines of days that are shown, and bytes of a file that are searched for them."""

_BAR = const(0x3C)

_NARROW = const(100)
"""Width in pixels of a screen without space for bars."""

_EDGE = const(3)
"""Pixels after the number, for the scroll bar, and before it."""


def total(store):
    """Return the `visit_log.Line` of all visits so far; of zeros if nothing is counted yet."""
    line = visit_log.read(store, visit_log.ALL) or visit_log.Line(0, "all")
    now = visit_log.read(store, visit_log.NOW)
    if now and now.number > line.number:
        line.add_line(now)
    return line


def days(store):
    """Return (day, visits) of the last lines, the newest first."""
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
                if line and line.number > last:  # otherwise the power went off during the write
                    last = line.number
                    day = line.day[5:] if line.day[:1] == "2" else "# %d" % last
                    found.insert(0, (day, line.numbers[visit_log.VISITS]))
                    del found[_DAYS:]
    return found


def _split(rows, room):
    """Split each row that needs more than `room` pixels into two."""
    for text, right, value, most in rows:
        if width(text) + width(right) > room:
            yield text, "", 0, 0
            text = ""
        yield text, right, value, most


class Tally(Scroller):
    """The counts of `app`'s exhibit; leaving them returns to the screen `below`.

    _wide  the largest width of the texts on the right, in pixels
    _rows  (text, text on the right, the bar's value, and its maximum; 0: no bar)
    """

    def __init__(self, app, below):
        Scroller.__init__(self, app)
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
