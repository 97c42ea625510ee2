# SPDX-License-Identifier: MIT
"""What a session has printed and was answered: on the paper, the tape, the serial port."""

from teletype import words
from teletype.handheld.drawing.paper_view import PaperView
from teletype.programs import catalogue


def covered(written):
    """How an answer that is a secret stands where the other one of two people can read it."""
    return written.partition("=")[0] + "=…"


class Transcript:
    """Puts lines and answers of a session, called `title`, where they are to be read again.

    recorder    a `teletype.handheld.keeping.tapes.Recorder`
    paper       a `teletype.handheld.drawing.paper_view.PaperView`
    events      lines and answers that are on the paper
    inserted    [events before them, first row, number of rows] that a picture has put there
    directives  whether answers stand on the paper as the original's had them
    last        the line that was printed last, as the program wrote it
    won         whether there is nothing to learn, by what was printed since the last answer
    values      the last answer in numbers; None before the first one
    opening     the first one of the game that is played, or was last
    _over       whether a game has ended since then
    _inserting  lines to be typed behind those of the picture; None if there are none of them
    """

    def __init__(self, app, title, recorder):
        self._app = app
        self.recorder = recorder
        self.paper = PaperView(app, title)
        self.directives = app.settings.values["answers"] == "original"
        self.events = 0
        self.inserted = []
        self.last = ""
        self.won = False
        self.values = self.opening = None
        self._over = False
        self._inserting = None

    def print(self, line, hidden=False):
        """The program has printed a line, `hidden` as in `core.session.Session`."""
        self.recorder.paper(line, hidden)
        self.put(line)
        if self._inserting == 0:
            self._inserting = 1
        self.events += 1

    def put(self, line):
        """Puts a line of the program on the paper, in the language that is spoken."""
        said = words.say(line)
        self._said(line)
        self._app.paper(said, line)
        self.paper.lines.append(said)

    def _said(self, line):
        """The program has said a line."""
        self.last = line
        self.won = self.won or line in catalogue.WON
        self._over = self._over or catalogue.result(line) is not None

    def insert(self, lines):
        """Puts on the paper what the picture wants there; the list is empty then."""
        if not (self.inserted and self.inserted[-1][0] == self.events):
            self.inserted.append([self.events, self.paper.roll.end, 0])
        for line in lines:
            self.put(line)
        lines.clear()
        self._inserting = 0

    def type(self, now, at_once):
        """Types what is to be typed; True while there is more to do at once."""
        busy = self.paper.type(now, at_once)
        if self._inserting is not None and len(self.paper.lines) >= self._inserting:
            self.inserted[-1][2] = self.paper.roll.end - self.inserted[-1][1]
        return busy

    def typed(self):
        """All is on the paper."""
        self._inserting = None

    def answer(self, session, written, values):
        """The answer `written`, in numbers `values`, was given to `session`."""
        self.recorder.answer(written, session.hidden)
        self.paper.go_on()
        self._app.peripherals.print(self.row(session, written, "◊ "))
        self.remember(session, written, values)

    def row(self, session, written, sign):
        """How the last answer in `session` stands on the paper: `written` behind the `sign`, or
        as the original had it.
        """
        if session.hidden:
            return sign + covered(written)
        return (self.directives and session.original) or sign + written

    def remember(self, session, written, values):
        """The answer is on the roll, as it was before."""
        self.paper.roll.add(self.row(session, written, "> "))
        self.events += 1
        self.won = False
        if not isinstance(values, str):
            self.values = values
            if self._over or not any(values):  # misère Nim begins again by zeros
                self.opening = None
                self._over = False
            if not self.opening and any(values):
                self.opening = values

    def follow(self, line):
        """A generator: a line of the tape has come true."""
        self.events += 1
        self._said(line)
        rest = self.paper.roll.add(words.say(line), False)
        while rest:
            yield True
            rest = self.paper.roll.add(rest, False)
