# SPDX-License-Identifier: MIT
"""A demonstration in an idle exhibit: a record of the sources, Life, or the adviser.

Paper prints at ten characters a second; after a while a picture that takes no answers appears.
If the game has an adviser but no record, the adviser plays. Then the cards follow.
Nothing is saved, sounds or goes to the printer. Any key starts a visit.
"""

from time import ticks_add, ticks_ms

from micropython import const

from teletype.exhibit.attract import Attract
from teletype.handheld.activity import due
from teletype.handheld.screens.record_player import Playing

_PAPER = const(20_000)
"""Milliseconds of paper before a picture that takes no answers."""

_LONGEST = const(75_000)
"""Milliseconds after which the next program follows."""


class Showing(Playing):
    """The demonstration of `record`, (program, setup line, answers), on `app`.

    _picture_at  when a picture that takes no answers appears
    _end         when the cards follow
    _led         whether the adviser was asked to play
    """

    ALONE = True

    def __init__(self, app, record):
        super().__init__(app, record)
        self._end = ticks_add(ticks_ms(), _LONGEST)
        self._picture_at = ticks_add(ticks_ms(), _PAPER)
        self._led = False

    def tick(self, now):
        if due(self._end, now, _LONGEST):
            self.onward()
            return True
        busy = super().tick(now)
        if self.picture and not self.pictured and not self.picture.ANSWERS:
            if due(self._picture_at, now, _PAPER):
                self.show_picture()
        if self.pictured and not (self._led or self._hand or self.printing()):
            self._led = self.picture.lead()
        return busy

    def _move(self):
        if not self._led or self.ended:
            super()._move()

    def onward(self):
        self._app.switch_to(self._app.exhibit.onward)

    takes_keys = takes_lines = Attract.takes_keys  # as on the cards: a key starts a visit
    summoned = Attract.summoned
    key = Attract.key
    line = Attract.line

    def hint_while_printing(self):
        last = self._app.panel.rows - 1
        if self.pictured or self.paper.line >= last:
            super().hint_while_printing()
        elif self.hints.put_up():
            self._draw_keys()
