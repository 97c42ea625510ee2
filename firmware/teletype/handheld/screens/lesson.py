# SPDX-License-Identifier: MIT
"""The lesson "Where did I lose?" about a game on a tape. It replays the tape as for resuming, and
judges each move of the person (see `teletype.programs.lesson`).
"""

from teletype import words
from teletype.core import tape
from teletype.core.request import working
from teletype.core.session import Session
from teletype.core.setup import SetupError
from teletype.drivers.buttons import BACK, OK
from teletype.handheld.activity import Activity, work
from teletype.handheld.drawing.listing import keys_row, text_row, title_row
from teletype.handheld.keeping.recorder import FOLDER, lines
from teletype.handheld.screens.about import Page
from teletype.programs import catalogue, lesson


class Teaching(Activity):
    """Replay the tape `name`, show the progress, and then the result; OK and BACK cancel.

    back  the next screen; None for the shelf
    """

    def __init__(self, app, name, back):
        Activity.__init__(self, app)
        self._name = name
        self._back = back
        self._file = None
        self._found: str | tuple | list = lesson.NOTHING
        self._percent = -1
        self._work = self._follow()

    def _follow(self):
        """Do the work, in steps."""
        self._file = self._app.tapes.store.open(FOLDER + self._name, "rb")
        text = lines(self._file)
        name, line, number = tape.read_head(text)
        yield True
        program, setup = catalogue.prepare(name, line)
        yield True
        if not catalogue.has_lesson(name):
            raise tape.TapeError("%s: its games cannot be analysed" % name)
        game, play = program.begin(setup)
        events = tape.follow(tape.read_events(text, number), Session(play), program.SPELLINGS)
        for found in lesson.lesson(program, game, events):
            if found is not working:
                self._found = found
            yield True

    def _keys(self):
        return words.text("LOOK_KEYS") if self._back else words.text("CRASH_KEYS")

    def takes_lines(self):
        return False

    def key(self, key, repeat):
        if key in (BACK, OK) and not repeat:
            self._leave()

    def _leave(self):
        if self._file:
            self._file.close()
        if self._back:
            self._app.open(self._back)
        else:
            self._app.shelf()

    def draw(self):
        title_row(self._app, words.text("LESSON_ROW"))
        last = self._app.panel.rows - 1
        for row in range(1, last):
            text_row(self._app, row, "")
        keys_row(self._app, last, self._keys())
        self._percent = -1

    def tick(self, now):
        app = self._app
        try:
            done = work(self._work, now)
            told = self._told if done else None
        except (tape.TapeError, OSError, catalogue.UnknownProgram, SetupError) as error:
            wrong = str(error)

            def told():
                return [words.error(wrong)]

        if told:

            def page():
                return words.text("LESSON_ROW"), told(), self._keys()

            app.open(Page(app, page, self._leave))
            return True
        at = self._file.tell()
        percent = at * 100 // max(at, app.tapes.size(self._name))
        if percent != self._percent:
            self._percent = percent
            text_row(app, 2, "%d %%" % percent)
        return True

    def _told(self):
        """Return the paragraphs of the page."""
        found = self._found
        if isinstance(found, list):
            return _paragraphs(found[0], "A: ") + [""] + _paragraphs(found[1], "B: ")
        return _paragraphs(found, "")


def _paragraphs(found, who):
    """Return the findings about the answers of `who`."""
    if isinstance(found, str):
        return [who + words.text("LESSON_NEVER" if found == lesson.NEVER else "LESSON_NOTHING")]
    number, given, better, note = found
    lost, instead = words.text("LESSON_LOST") % number, words.text("LESSON_BETTER")
    if who:
        return [who + lost + " " + given, instead + " " + better]
    told = [lost, given, "", instead, better]
    return told + [note] if note else told
