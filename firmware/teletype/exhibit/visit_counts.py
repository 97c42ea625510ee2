# SPDX-License-Identifier: MIT
"""The counts of visits and of the programs played in each; `exhibit.visit_log`, which is loaded to
write them, has the files.
"""

from time import ticks_add, ticks_diff, ticks_ms

import machine
from micropython import const

from teletype.loading import load
from teletype.programs import catalogue

_SECOND = const(1000)
"""Milliseconds."""

_HOUR = const(3600)
"""Seconds after which the operating time is counted if no visit ends."""

_EACH = const(3)
"""Numbers for each program."""

_FAILED = const(16)
_MOST_FAILED = const(0xFFFF)
"""SCRATCH1 of the watchdog, in which an image of this project counts the flash sectors that
littlefs has found failing since power-on (boards/bad_blocks.c); elsewhere it stays 0."""


class VisitCounts:
    """The counts of `app`, an exhibit, that are not on the flash yet.

    played     by program of the catalogue: starts, ends, wins of this visit, 255 at most
    _on, _since  seconds with power not counted yet, and the time up to which they were added
    _written   files that were written and counted
    _fresh     whether no visit has been counted since power-on
    _failed    how many sectors of the flash were last found failing
    """

    def __init__(self, app):
        self._app = app
        self.played = bytearray(_EACH * len(catalogue.NAMES))
        self._since = ticks_ms()
        self._on = self._written = self._failed = 0
        self._fresh = True

    def count(self, name, what):
        """Count that the program `name` has begun (0), has ended (1), or a game of it was won (2).
        Only programs started in this visit count: no demonstrations, and nothing that a power cut
        has left.
        """
        played = self.played
        at = _EACH * catalogue.NAMES.index(name) + what
        most = 255
        if what == 1:
            most = played[at - 1]
        elif what and not played[at - 2]:
            most = 0
        if played[at] < most:
            played[at] += 1

    def add_visit(self, gone, seconds):
        """Count a finished visit of so many seconds; `gone`: nobody has answered the question."""
        visit_log = load("teletype.exhibit.visit_log")
        numbers = [0] * visit_log.NUMBERS
        language = self._app.settings.values["language"]
        languages = {}
        if language in visit_log.OLDEST:
            numbers[visit_log.EN + visit_log.OLDEST.index(language)] = 1
        else:
            languages[language] = 1
        numbers[visit_log.VISITS] = 1
        numbers[visit_log.LEFT] = int(gone)
        numbers[visit_log.SECONDS] = seconds
        played = {}
        for index in range(len(catalogue.NAMES)):
            its = self.played[_EACH * index : _EACH * index + _EACH]
            if any(its):
                played[catalogue.NAMES[index]] = list(its)
        self._add(visit_log, numbers, played, languages)
        self.played = bytearray(len(self.played))

    def add_hour(self):
        """Count an hour with power in which no visit has ended, once it is over."""
        if self.seconds_on() >= _HOUR:
            visit_log = load("teletype.exhibit.visit_log")
            self._add(visit_log, [0] * visit_log.NUMBERS, {})

    def _add(self, visit_log, numbers, played, languages=()):
        """Add the counts, with the writes and the time not counted yet."""
        app = self._app
        numbers[visit_log.WRITES] = self.writes()
        numbers[visit_log.ON] = self.seconds_on()
        self._written = app.store.writes
        self._on = 0
        try:
            visit_log.add(app.store, numbers, played, self._fresh, languages)
            self._fresh = False
        except OSError as error:
            app.faults.report("the flash refuses: %s" % error)

    def writes(self):
        """Return how many files were written and not counted yet."""
        return self._app.store.writes - self._written

    def seconds_on(self):
        """Return the seconds with power not counted yet; call it before the clock wraps."""
        seconds = max(0, ticks_diff(ticks_ms(), self._since)) // _SECOND
        self._since = ticks_add(self._since, seconds * _SECOND)
        self._on += seconds
        return self._on

    def look_at_flash(self, watchdog):
        """Report a sector of the flash that fails; another one has taken its place."""
        if watchdog and watchdog.register:
            failed = machine.mem32[watchdog.register + _FAILED] & _MOST_FAILED
            if failed != self._failed:
                self._failed = failed
                self._app.faults.report("a sector of the flash fails")
