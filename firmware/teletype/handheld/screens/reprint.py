# SPDX-License-Identifier: MIT
"""Print a session again from its answers: for rows no longer in memory, or for the whole paper in
another language.
"""

import gc

from teletype import words
from teletype.core.request import working
from teletype.core.session import Session
from teletype.handheld.activity import work
from teletype.handheld.drawing.paper_buffer import PaperBuffer
from teletype.handheld.screens.busy import Busy


def begin(screen):
    """Return an empty paper buffer for the session on `screen`."""
    gc.collect()
    roll = screen.paper.roll
    return PaperBuffer(roll.width, roll.kept)


def print_again(screen, session, roll, end, places):
    """Print `session`, a new one, into `roll` from the answers of the session on `screen`.

    Printing continues to row `end`, or as far as the screen's own session has come. This may take
    long, so the generator yields at each step. It puts into `places` the new rows of the lines
    that the picture has put on the paper.
    """
    events = 0
    transcript = screen.transcript
    answers = screen.recorder.answers()
    while roll.end < end:
        inserted = transcript.inserted[len(places) : len(places) + 1]
        if inserted and inserted[0][0] == events:
            _, row, count = inserted[0]
            places.append(roll.end)
            for _ in range(count):  # the answers do not contain the picture's lines
                roll.copy(screen.paper.roll, row)
                row += 1
            continue
        if events == transcript.events and screen.printing():
            break
        event = session.step()
        yield True
        if event is working:
            continue
        if isinstance(event, str):
            rest = roll.add(words.say(event), False)
            while rest:
                yield True
                rest = roll.add(rest, False)
        else:
            answer = event and next(answers, None)
            if answer is None:
                break
            roll.add(transcript.row(session, session.answer(answer)[0], "> "))
        events += 1


def print_earlier(screen, roll, end):
    """Print the rows before `end` again, by a session that is given up then."""
    session = Session(screen.program.play(screen.setup))
    return print_again(screen, session, roll, end, [])


class Reprint(Busy):
    """Print the whole paper of a session again, in the current language; then open the screen that
    `then` makes.

    The session itself restarts and replays to its place, because two may be too large for the
    memory. Keys and typed lines wait.
    """

    def __init__(self, app, screen, then):
        Busy.__init__(self, app)
        self._screen = screen
        self._then = then
        self._work = self._print()

    def _print(self):
        screen = self._screen
        session = screen.restart()
        roll = begin(screen)
        places = []
        yield from print_again(screen, session, roll, 1 << 29, places)
        for index in range(len(places)):
            screen.transcript.inserted[index][1] = places[index]
        screen.restarted(session)
        screen.reprinted(roll)

    def tick(self, now):
        if work(self._work, now):
            self._app.open(self._then())
        return True
