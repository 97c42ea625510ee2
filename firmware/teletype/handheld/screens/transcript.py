# SPDX-License-Identifier: MIT
"""The lines and answers of a session: on the paper, the tape, the serial port."""

from teletype import words
from teletype.handheld.drawing.paper_view import PaperView


def covered(written):
    """Return the form of a secret answer for places where the other of two players can read it."""
    return written.partition("=")[0] + "=…"


class Transcript:
    """Write the lines and answers of a session, called `title`, to the places where they can be
    read again.

    recorder    a `teletype.handheld.keeping.recorder.Recorder`
    paper       a `teletype.handheld.drawing.paper_view.PaperView`
    events      the number of lines and answers on the paper
    inserted    [events before them, first row, number of rows] added by a picture
    directives  whether answers are on the paper in the original's form
    last        the last printed line, as the program wrote it
    values      the last answer in numbers; None before the first one
    _inserting  how many lines are to be typed after the picture's; None without such lines
    """

    def __init__(self, app, title, recorder):
        self._app = app
        self.recorder = recorder
        self.paper = PaperView(app, title)
        self.directives = app.settings.values["answers"] == "original"
        self.events = 0
        self.inserted = []
        self.last = ""
        self.values = None
        self._inserting = None

    def print(self, line, hidden=False):
        """Take a line printed by the program, `hidden` as in `core.session.Session`."""
        self.recorder.paper(line, hidden)
        self.put(line)
        if self._inserting == 0:
            self._inserting = 1
        self.events += 1

    def put(self, line):
        """Put a line of the program on the paper, in the current language."""
        said = words.say(line)
        self.last = line
        self._app.paper(said, line)
        self.paper.lines.append(said)

    def insert(self, lines):
        """Put the picture's `lines` on the paper, and empty the list."""
        if not (self.inserted and self.inserted[-1][0] == self.events):
            self.inserted.append([self.events, self.paper.roll.end, 0])
        for line in lines:
            self.put(line)
        lines.clear()
        self._inserting = 0

    def type(self, now, at_once):
        """Type the waiting lines; return True while there is more to do at once."""
        busy = self.paper.type(now, at_once)
        if self._inserting is not None and len(self.paper.lines) >= self._inserting:
            self.inserted[-1][2] = self.paper.roll.end - self.inserted[-1][1]
        return busy

    def typed(self):
        """Note that everything is on the paper."""
        self._inserting = None

    def answer(self, session, written, values):
        """Record the answer `written`, in numbers `values`, to `session`."""
        self.recorder.answer(written, session.hidden)
        self.paper.go_on()
        self._app.peripherals.print(self.row(session, written, "◊ "))
        self.remember(session, written, values)

    def row(self, session, written, sign):
        """Return the row of the last answer in `session` for the paper: `written` after the
        `sign`, or in the original's form.
        """
        if session.hidden:
            return sign + covered(written)
        return (self.directives and session.original) or sign + written

    def remember(self, session, written, values):
        """Add an answer to the buffer of the paper, and note its values; a replay calls this as
        well.
        """
        self.paper.roll.add(self.row(session, written, "> "))
        self.events += 1
        if not isinstance(values, str):
            self.values = values

    def follow(self, line):
        """Take a line of the tape that the program has printed again, in steps."""
        self.events += 1
        self.last = line
        rest = self.paper.roll.add(words.say(line), False)
        while rest:
            yield True
            rest = self.paper.roll.add(rest, False)
