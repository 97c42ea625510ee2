# SPDX-License-Identifier: MIT
"""A demonstration in an idle exhibit: a record of the sources, Life, or a game played by hints.

A picture that takes answers is there from the first moment, with the position before the machine's
first move; from the first answer on, picture and paper share the time. The last row is an
invitation, and every other moment what this is and from when. Paper prints at ten characters a
second; after a while a picture that takes no answers appears.
If the game has no record, its adviser plays, or the hints of the game do. Then the cards follow.
Nothing is saved, sounds or goes to the printer. Any key starts a visit.
"""

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.core.request import working
from teletype.exhibit.attract import Attract
from teletype.handheld.activity import due, work
from teletype.handheld.drawing.glyphs import MARGIN
from teletype.handheld.drawing.listing import form, text_row
from teletype.handheld.screens.record_player import Playing
from teletype.programs import catalogue

_PAPER = const(20_000)
"""Milliseconds of paper before a picture that takes no answers."""

_LOOKED_AT = const(6000)
"""Milliseconds from a prompt to the answer: its picture is visible for five of six."""

_TURN = const(2000)
"""Milliseconds for which the last row says one thing."""

_LONGEST = const(75_000)
"""Milliseconds after which the next program follows."""


class Showing(Playing):
    """The demonstration of `record`, (program, setup line, answers), on `app`.

    _picture_at  when a picture that takes no answers appears
    _end         when the cards follow
    _led         whether the adviser was asked to play
    _search      finds the next hint; None if it has been found
    _move_found  the hint
    _origin      title and year
    _invites     whether the last row is the invitation, until `_turn_at`
    """

    ALONE = True
    THINKS = _LOOKED_AT

    def __init__(self, app, record):
        Playing.__init__(self, app, record)
        titles = words.titles(self.name, self.title)[0].split("\n")
        year = catalogue.year(self.name)
        forms = ["%s, %s" % (title, year) for title in titles] + titles
        self._origin = form("\n".join(forms), app.panel.width - MARGIN)
        self._turn_at = ticks_add(ticks_ms(), _TURN)
        self._invites = True
        if self.picture and self.picture.ANSWERS:
            self.pictured = True
            self.paper.hide(True)
            self.stage.hurry(True)
        self._end = ticks_add(ticks_ms(), _LONGEST)
        self._picture_at = ticks_add(ticks_ms(), _PAPER)
        self._led = False
        self._search = self._move_found = None

    def tick(self, now):
        if due(self._end, now, _LONGEST):
            self.onward()
            return True
        busy = Playing.tick(self, now)
        if self.picture and not self.pictured and not self.picture.ANSWERS:
            if due(self._picture_at, now, _PAPER):
                self.show_picture()
        if self.pictured and not (self._led or self._hand or self.printing()):
            self._led = self.picture.lead()
        if self._search and work(self._search, now):
            self._search = None
        if due(self._turn_at, now, _TURN) and (self.pictured or not self.printing()):
            self._turn_at = ticks_add(now, _TURN)
            self._invites = not self._invites
            self._draw_keys()
        return busy

    def _draw_keys(self):
        if self._invites:
            Playing._draw_keys(self)
        else:
            text_row(self._app, self._app.panel.rows - 1, self._origin)

    def keeps_row(self):
        self._draw_keys()
        return True

    def _answers(self):
        if not self._led:
            self._invites = False  # the next loop step draws the invitation
            self._turn_at = ticks_ms()
        if self.stage.waiting and not (self._hand or self._led) and self.game.HINTS:
            self._move_found = self.session.request.values
            self._search = self._find()
        return bool(self._hand or self._move_found)

    def _find(self):
        """Find the next move, in steps."""
        for move in self.game.hint():
            if move is None:
                yield working
            else:
                self._move_found = move

    def _move(self):
        if self._led and not self.ended:
            return
        found, self._move_found = self._move_found, None
        if self.stage.waiting and not self._hand and found:
            self.give(found)
            self.stage.calm()
        else:
            Playing._move(self)

    def onward(self):
        self._app.switch_to(self._app.exhibit.onward)

    takes_keys = takes_lines = Attract.takes_keys  # as on the cards: a key starts a visit
    summoned = Attract.summoned
    key = Attract.key
    line = Attract.line

    def hint_while_printing(self):
        last = self._app.panel.rows - 1
        if self.pictured or self.paper.line >= last:
            Playing.hint_while_printing(self)
        elif self.hints.put_up():
            self._draw_keys()
