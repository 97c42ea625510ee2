# SPDX-License-Identifier: MIT
"""A demonstration in an idle exhibit: a record of the sources, Life, or a game played by hints.

Picture and paper share the time half and half: when one has had `_SHARE` more than the other, the
other follows. A picture that takes answers begins, with the position before the machine's first
move. While a picture is shown, all moves happen on it and the paper prints behind it. When the
paper follows, its last rows are typed again, at ten characters a second like all paper; moves made
then are typed too. The last row is an invitation, and every other moment what this is and from
when. If the game has no record, its adviser plays, or the hints of the game do. Then the cards
follow. Nothing is saved, sounds or goes to the printer. Any key starts a visit.
"""

from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from teletype import words
from teletype.core.request import working
from teletype.exhibit.attract import Attract
from teletype.handheld.activity import due, work
from teletype.handheld.drawing.glyphs import MARGIN
from teletype.handheld.drawing.listing import form, text_row
from teletype.handheld.screens.record_player import Playing
from teletype.programs import catalogue

_SHARE = const(3000)
"""Milliseconds that picture or paper may have more than the other."""

_GLANCE = const(1800)
"""Milliseconds for which a picture that takes no answers begins: it may be still."""

_TYPED = const(3)
"""Rows of paper that are typed again."""

_FIRST = const(1200)
"""Milliseconds to the first answer, if the machine does not move first."""

_LOOKED_AT = const(5000)
"""Milliseconds from a later prompt to the answer."""

_END = const(12_000)
"""Milliseconds for which the end is shown; without a picture half of them."""

_TURN = const(2000)
"""Milliseconds for which the last row says one thing."""

_LONGEST = const(75_000)
"""Milliseconds after which the next program follows."""


class Showing(Playing):
    """The demonstration of `record`, (program, setup line, answers), on `app`.

    _lean        the milliseconds that the picture had more than the paper
    _at          the time of the last loop step
    _end         when the cards follow
    _last        whether the game has ended, so that `_end` is near
    _led         whether the adviser was asked to play
    _search      finds the next hint; None if it has been found
    _move_found  the hint
    _origin      title and year
    _invites     whether the last row is the invitation, until `_turn_at`
    """

    ALONE = True
    THINKS = _FIRST

    def __init__(self, app, record):
        Playing.__init__(self, app, record)
        titles = words.titles(self.name, self.title)[0].split("\n")
        year = catalogue.year(self.name)
        forms = ["%s, %s" % (title, year) for title in titles] + titles
        self._origin = form("\n".join(forms), app.panel.width - MARGIN)
        self._turn_at = ticks_add(ticks_ms(), _TURN)
        self._invites = True
        self.paper.foot = self._draw_keys
        self._lean = 0
        if self.picture and self.picture.ANSWERS:
            self.pictured = True
            self.paper.hide(True)
        elif self.pictured:
            self._lean = _SHARE - _GLANCE
        self._at = ticks_ms()
        self._end = ticks_add(self._at, _LONGEST)
        self._led = self._last = False
        self._search = self._move_found = None

    @property
    def stays(self):
        return self.pictured and (self.picture.ANSWERS or self.picture.STAYS)

    def tick(self, now):
        if due(self._end, now, _LONGEST):
            self.onward()
            return True
        busy = Playing.tick(self, now)
        if self.picture:
            self._share(now)
        if self.ended and not self._last:
            self._last = True
            self._end = ticks_add(now, _END if self.picture else _END // 2)
        if self.pictured and not (self._led or self._hand or self.printing()):
            self._led = self.picture.lead()
        if self._search and work(self._search, now):
            self._search = None
        if due(self._turn_at, now, _TURN):
            self._turn_at = ticks_add(now, _TURN)
            self._invites = not self._invites
            self._draw_keys()
        return busy

    def _share(self, now):
        """Let the paper follow the picture, or the picture the paper, if that has had less."""
        passed = ticks_diff(now, self._at)
        self._at = now
        paper = self.paper
        if self.pictured:
            self._lean += passed
            if self._lean > _SHARE and paper.roll.end and not self.picture.unseen:
                if not self.printing():
                    paper.retype(_TYPED)
                self.show_paper()
            return
        self._lean -= passed
        if paper.behind and not self.printing():
            self.transcript.type(now, False)
            if not paper.behind:
                paper.show_sign()
        elif self._lean < -_SHARE:
            self._led = False  # drawn as a whole, a picture ends its adviser's play
            self.show_picture()

    def draw(self):
        Playing.draw(self)
        if self.pictured:
            self._draw_keys()

    def draw_stop(self):
        self._draw_keys()
        if not self.paper.behind:
            self.paper.show_sign()

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
        if self.pictured and self.picture.unseen:
            self.THINKS = _LOOKED_AT
        return bool(self._hand or self._move_found)

    def _find(self):
        """Find the next move, in steps."""
        for move in self.game.hint():
            if move is None:
                yield working
            else:
                self._move_found = move

    def _move(self):
        self.THINKS = _LOOKED_AT
        if self._led or self.ended:
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
        """Leave the last row to the invitation."""
