# SPDX-License-Identifier: MIT
"""Records of the sources, which the device plays on its own: their list, and the screen of a
record.

The device gives the answers, at the speed of the paper. At a prompt any key except BACK takes the
session over: it becomes the visitor's own, with a tape as if they had played it all. Until then
nothing is saved, and the previous session can still be continued. When a record has ended, the
next one follows.
"""

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.core.request import working
from teletype.core.session import Session
from teletype.core.setup import join
from teletype.drivers.buttons import BACK, LEFT, OK
from teletype.handheld.activity import ALL, Activity, due, work
from teletype.handheld.drawing import icons
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, width
from teletype.handheld.drawing.listing import HINTS, keys_row, title_row
from teletype.handheld.keeping.recorder import LOW
from teletype.handheld.screens.busy import Busy
from teletype.handheld.screens.session_screen import SessionScreen
from teletype.programs import catalogue

_THINKS = const(4000)
"""Milliseconds from a prompt to the answer: the picture is visible for three quarters of them."""

_RESTS = const(12000)
"""Milliseconds from the end of a record to the next one."""


class Unkept:
    """Keep the answers of a record only in memory; replaces a `tapes.Recorder`."""

    error = name = None
    left = LOW
    fresh = lost = pending = file = new = False

    def __init__(self):
        self._answers = []

    def paper(self, line="", hidden=False):
        """Ignore a line of paper."""

    keep = paper

    def answer(self, written, hidden=False):
        self._answers.append(written)

    def answers(self):
        """Yield the answers so far."""
        yield from self._answers


class Watch(Activity):
    """The list of the records, with number `chosen` chosen."""

    def __init__(self, app, chosen=0):
        Activity.__init__(self, app)
        self._start = icons.start(app)
        rows = app.panel.rows - 2
        self._records = catalogue.records()
        count = len(self._records)
        self._list = icons.Icons(app, rows, self._text, count, self._program, chosen)

    def _text(self, index):
        program, _, source = self._records[index]
        title = words.titles(program, catalogue.title(program))[0]
        for right in words.text(source).split("\n"):
            room = self._app.panel.width - self._start - COLUMN - width(right)
            for shown in title.split("\n"):
                if width(shown) <= room:
                    return shown, right
        return title, ""

    def _program(self, index):
        return self._records[index][0]

    def draw(self):
        title_row(self._app, words.text("WATCH"))
        self._list.draw()
        keys_row(self._app, self._app.panel.rows - 1, words.text("TAPES_KEYS"))

    def key(self, key, repeat):
        if key == BACK or key == LEFT:
            if not repeat:
                self._app.shelf()
        elif key != OK:
            self._list.key(key, repeat)
        elif not repeat:
            self._app.sessions.watch(self._list.chosen)


class Playing(SessionScreen):
    """A `record`, (program, setup line, answers), being played; None: number `index` of the list.

    _hand   the remaining answers
    _due    when the device answers next
    _plays  whether `_due` is set
    """

    COUNTS = False

    THINKS = _THINKS
    """Milliseconds from a prompt to the answer."""

    def __init__(self, app, record, index=0):
        records = catalogue.records()
        if not record:
            name, number, _ = records[index]
            record = (name,) + catalogue.record(name, number)
        name, line, answers = record
        program, setup = catalogue.prepare(name, line)
        SessionScreen.__init__(self, app, name, program, setup, Unkept())
        self.at_once()
        self._index = index
        self._next = (index + 1) % len(records)
        self._hand = answers.split(";") if answers else []
        self._due = 0
        self._plays = False

    def understood(self):
        return ALL

    def offers_below(self, hinted):
        return hinted

    def tick(self, now):
        busy = SessionScreen.tick(self, now)
        if self.printing():
            self._plays = False
        elif not self._plays:
            self._plays = True
            answers = self._answers()
            rests = self.pictured if self.ended else not answers
            self._due = ticks_add(ticks_ms(), _RESTS if rests else self.THINKS)
        elif due(self._due, now, _RESTS):
            self._plays = False
            self._move()
        return busy

    def _answers(self):
        """At a prompt, whether there is an answer to give."""
        return bool(self._hand)

    def _move(self):
        """Give the next answer; at the end show the picture, then start the next record."""
        if self.ended and self.picture and not self.pictured:
            self.show_picture()
            return
        if self.ended or not self._hand:
            self.onward()
            return
        written, values = self.session.answer(self._hand.pop(0))
        self._app.console.print(written)
        self.answered(written, values)
        self.stage.calm()  # it prints at the machine's speed

    def onward(self):
        """Start the next record after the end of this one."""
        self._app.sessions.watch(self._next)

    def ask(self, request):
        """Offer no answer: the record gives it."""

    def draw_stop(self):
        self._draw_keys()
        self.paper.show_sign()

    def _draw_keys(self):
        long, short = (
            ("RECORD_END", "RECORD_END_SHORT")
            if self.ended
            else ("RECORD_TAKE", "RECORD_TAKE_SHORT")
        )
        text = words.text(long) + "\n" + words.text(short)
        keys_row(self._app, self._app.panel.rows - 1, text, 0, MARGIN if self.ended else HINTS)

    def show_picture(self):
        SessionScreen.show_picture(self)
        self._draw_keys()

    def draw(self):
        SessionScreen.draw(self)
        if self.pictured and not self.printing():
            self._draw_keys()

    def key(self, key, repeat):
        if repeat:
            return
        if key == BACK or self.ended:
            self.leave()
        elif self.printing():
            self.stage.hurry()
        else:
            self._take_over(None)

    def line(self, text):
        if self.ended:
            self.leave()
            self._app.retype(text)
        else:
            self._take_over(text)

    def leave(self):
        self._app.sessions.watched(self._index)

    def _take_over(self, line):
        """Give the session to the visitor, who has typed `line` or pressed a key."""
        app = self._app
        taking = Taking(app, self.name, self.setup, self.recorder.answers())
        app.sessions.close()  # two sessions may be too large for the memory
        app.open(taking)
        if line is not None:
            app.retype(line)


class Taking(Busy):
    """Write the tape of the program `name` with the `answers`, then continue the session."""

    def __init__(self, app, name, setup, answers):
        Busy.__init__(self, app)
        program = catalogue.load(name)
        self._recorder = app.tapes.begin(name, join(program.FIELDS, setup))
        self._work = self._write(program, setup, answers)

    def _write(self, program, setup, answers):
        recorder = self._recorder
        session = Session(program.play(setup))
        while True:
            event = session.step()
            if isinstance(event, str):
                recorder.paper(event)
            elif event is not working:
                answer = event and next(answers, None)
                if answer is None:
                    break
                recorder.answer(session.answer(answer)[0])
            yield True
        recorder.keep()

    def tick(self, now):
        if work(self._work, now):
            error = self._recorder.error
            if error:
                self._app.faults.refused(error)
                self._app.shelf()
            else:
                self._app.sessions.resume(self._recorder.name)
        return True
