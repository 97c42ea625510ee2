# SPDX-License-Identifier: MIT
"""Resume a session from its tape: the program runs again with the answers on the tape, and each
line that it prints is compared.
"""

from time import ticks_diff, ticks_ms

from micropython import const

from teletype import words
from teletype.core import tape
from teletype.core.request import working
from teletype.core.setup import SetupError
from teletype.drivers.buttons import BACK
from teletype.handheld.activity import Activity, work
from teletype.handheld.drawing.glyphs import MARGIN
from teletype.handheld.drawing.listing import form, text_row
from teletype.handheld.keeping.recorder import FOLDER, lines
from teletype.handheld.screens.busy import Busy
from teletype.handheld.screens.session_screen import SessionScreen
from teletype.programs import catalogue

_PATIENCE = const(500)
"""Milliseconds after which the screen shows the progress."""


_BLOCK = const(512)
"""Bytes of a tape that one step reads."""


def mend(store, name):
    """Cut off an incomplete last line of a tape, if there is one, in steps."""
    size = start = store.size(name)
    at = -1
    with store.open(name, "rb") as file:
        while start and at < 0:
            end = start
            start = max(0, start - _BLOCK)
            file.seek(start)
            at = file.read(end - start).rfind(b"\n")
            yield True
    whole = start + at + 1
    if whole != size:
        yield from store.copy(name, name, "", 0, whole)


class Resuming(Busy):
    """Replay the session of the tape `name` to the end of the tape, then open it. BACK cancels.

    screen  the `teletype.handheld.screens.session_screen.SessionScreen` of the session

    Raises OSError, TapeError, UnknownProgram or SetupError if the tape cannot be replayed.
    """

    def __init__(self, app, name):
        Busy.__init__(self, app)
        tapes = app.tapes
        self._file = tapes.store.open(FOLDER + name, "rb")
        text = lines(self._file)
        try:
            program, line, number = tape.read_head(text)
            module, setup = catalogue.prepare(program, line)
        except (tape.TapeError, catalogue.UnknownProgram, SetupError):
            self._file.close()
            raise
        self.screen = SessionScreen(app, program, module, setup, tapes.recorder(name))
        self._work = self._follow(tape.read_events(text, number))
        self._began = ticks_ms()

    def _follow(self, events):
        screen = self.screen
        recorder = screen.recorder
        picture = screen.picture
        for event in tape.follow(events, screen.session, screen.program.SPELLINGS):
            yield True
            if event is not working:
                kind, text, request, values = event
                if kind == tape.PAPER:
                    screen.at_once()
                    yield from screen.transcript.follow(text)
                    if picture:
                        picture.line(text)
                else:
                    recorder.replayed()
                    screen.transcript.remember(screen.session, text, values)
                    if picture:
                        picture.ask(request)
                        picture.answered(values)
        yield from mend(self._app.store, FOLDER + recorder.name)
        screen.resumed()
        screen.reprinted(screen.paper.roll)

    def takes_keys(self):
        return self._app.buttons.waits(BACK)

    def key(self, key, repeat):
        self._file.close()
        self._app.sessions.close()
        self._app.shelf()

    def tick(self, now):
        name = self.screen.recorder.name
        try:
            if work(self._work, now):
                self._file.close()
                self._app.open(self.screen)
                return True
        except (tape.TapeError, OSError) as error:
            self._file.close()
            self._app.sessions.damaged(name, error)
            return True
        if ticks_diff(now, self._began) > _PATIENCE:
            at = self._file.tell()
            percent = at * 100 // max(at, self._app.tapes.size(name))
            text = form(words.text("RESUMING"), self._app.panel.width - MARGIN)
            text_row(self._app, 0, text % percent)
        return True

    draw = Activity.draw
