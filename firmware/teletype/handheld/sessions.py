# SPDX-License-Identifier: MIT
"""The life of a session, with all the ways in which it starts and ends.

A session starts with a program's name and setup, chosen or typed on the serial port. Or it starts
where its tape ends, from the shelf, the list of tapes, or at power-on. It ends on the shelf, to be
resumed later or for good. The reasons are the program's end, an error, a tape that cannot be
followed or was deleted, or another session.

A program with its engine, its picture and every screen are loaded when they are needed. Only the
objects made from them keep them in memory (`loading`), so each session finds as much free memory
as the first. A session that was left stays in memory, so that it can resume at once, until another
starts.
"""

from teletype import words
from teletype.core.setup import SetupError, join
from teletype.core.tape import TapeError
from teletype.loading import load
from teletype.programs import catalogue


class Sessions:
    """The sessions of `app`.

    Screens that replace a session are opened by `App.switch_to`, when nothing of the old screen is
    in use any more.

    place   the last choice on the shelf
    screen  the screen of the session in memory, shown or left; None if there is none
    failed  (title, recorder) of a session that an error ended on the screen, until that is shown
    unsaved (name, program, setup) of a session whose setup is not saved for the next time yet: a
            write to the flash takes 40 ms, so it follows the first prompt; else empty
    """

    def __init__(self, app):
        self._app = app
        self.place = self.screen = self.failed = None
        self.unsaved: tuple = ()

    @property
    def offered(self):
        """Return the name of the tape to resume; None if there is none."""
        return self.screen.recorder.name if self.screen else self._app.tapes.session

    def start(self, name, line, typed=False, offered=()):
        """Start a session of the program `name` with the setup `line`.

        `typed`: `line` was typed, so the program starts without the first question of its picture.
        `offered`: the start to confirm, in a game that begins with this question.
        Raise UnknownProgram or SetupError; then everything stays as it is.
        """
        program, setup = catalogue.prepare(name, line)
        self.close()  # frees its memory before the next one is loaded
        self.unsaved = self._app.exhibit.to_keep(name, program, setup)
        self._app.switch_to(self._begin, name, program, setup, typed, offered)

    def _begin(self, name, program, setup, typed=False, offered=()):
        app = self._app
        self.place = name
        app.exhibit.count(name, 0)
        recorder = app.tapes.begin(name, join(program.FIELDS, setup))
        self.screen = app.screens.session(name, program, setup, recorder)
        for field in program.FIELDS:
            if setup[field.name] is not None and field.note(setup[field.name]):
                app.console.print(words.error(field.note(setup[field.name])))
        if offered:
            self.screen.game.offer(offered)
        if typed:
            self.screen.at_once()

    def remember(self):
        """Save the setup of `unsaved` for the next time."""
        name, program, setup = self.unsaved
        self.unsaved = ()
        defaults = catalogue.setup(program, "")
        first = catalogue.setup(program, program.BEGINS)
        last_setups = load("teletype.handheld.keeping.last_setups")
        last_setups.keep(self._app.store, name, program.FIELDS, setup, defaults, first)

    def resume(self, name=None):
        """Resume the session of the tape `name`, or the last one, where it stands."""
        self._app.switch_to(self._resume, name or self.offered)

    def _resume(self, name):
        app = self._app
        if self.screen and self.screen.recorder.name == name:
            if not self.screen.recorder.error:
                app.tapes.resumed(name)
            app.open(self.screen)
            return
        self.close()
        try:
            self.screen = app.screens.resuming(name)
        except (OSError, TapeError, catalogue.UnknownProgram, SetupError) as error:
            self._damaged(name, error)
            return
        app.tapes.resumed(name)
        app.console.print("%s %s" % (words.text("RESUMED"), name))

    def watch(self, index):
        """Play the record number `index` of the sources; see `handheld.screens.record_player`."""
        self.close()
        self._app.switch_to(self._watch, index)

    def _watch(self, index):
        self.screen = self._app.screens.record(index)

    def watched(self, index):
        """Leave the record that is played for the list of records."""
        self.close()
        self._app.switch_to(self._app.screens.records, index)

    def leave(self, ended):
        """Leave the session on the screen for the shelf; for good if its program has `ended`.

        Otherwise the shelf offers to resume it.
        """
        if ended:
            self._app.tapes.ended(self.screen.recorder)
            self.close()
        else:
            self.place = None  # the top row, which resumes it
        self._app.shelf()

    def again(self, name, setup, change):
        """Start another session after the end of one, with the same `setup`.

        `change`: let the user change it first, unless an exhibit has fixed it.
        """
        self._app.tapes.ended(self.screen.recorder)
        program = self.screen.program
        self.close()
        if change and self._app.exhibit.offers_setups():
            self.place = name
            self.set_up(name, dict(setup))
        else:
            self._app.switch_to(self._begin, name, program, setup)

    def renew(self, name, setup):
        """Start another session after the end of one, with another `setup`."""
        self._app.tapes.ended(self.screen.recorder)
        self.start(name, join(self.screen.program.FIELDS, setup))

    def teach(self):
        """After the end of a session, show on its tape where it was lost; then open the shelf."""
        recorder = self.screen.recorder
        self._app.tapes.ended(recorder)
        self.close()
        self._app.switch_to(self._app.screens.lesson, recorder.name[:-5] + ".end.tape")

    def set_up(self, name, setup=None):
        """Open the setup of a program, with the values `setup` or those of last time."""
        self._app.switch_to(self._app.screens.setup, name, setup)

    def home(self):
        """Open the shelf; in an exhibit with a fixed program, end the visit instead."""
        app = self._app
        if app.exhibit.went_home():
            return
        app.tapes.left(self.screen and self.screen.recorder)
        app.screens.shelf()

    def damaged(self, name, error):
        """End the session on the screen, because `error` prevents following its tape `name`."""
        self._app.switch_to(self._damaged, name, error)

    def _damaged(self, name, error):
        app = self._app
        self.close()
        kept = ""
        if isinstance(error, OSError):
            app.tapes.left()
        else:
            kept = app.tapes.bad(name)

        def texts():
            lines = ["%s: %s" % (name, words.error(str(error)))]
            if kept:
                lines.append("%s %s" % (words.text("DAMAGED_KEPT"), kept))
            return words.text("DAMAGED_TITLE"), lines, words.text("CRASH_KEYS")

        app.screens.notice(texts, app.shelf)

    def delete(self, name):
        """Delete the tape `name`, and the session if it is in memory."""
        if self.screen and self.screen.recorder.name == name:
            self.close()
        self._app.tapes.delete(name)

    def fail(self):
        """End the session in memory because of an error."""
        screen = self.screen if self._app.tapes.shown else None
        self.failed = screen and (screen.title.split("\n")[0], screen.recorder)
        self.unsaved = ()  # there may be no memory left to save it
        self.close()

    def crash(self, error):
        """Show the error, with the session that it ended."""
        failed, self.failed = self.failed, None
        self._app.screens.error(error, failed)

    def show(self, screen):
        """Show the session of `screen`, which plays by itself."""
        self.screen = screen
        self._app.open(screen)

    def abandon(self):
        """Forget what the last person played and chose; only the tapes stay, as ended ones."""
        self.place = None
        self._app.tapes.abandon()

    def close(self):
        """End the session in memory; its tape stays as it is."""
        if self.unsaved:
            self.remember()
        self.screen = None
        words.speak(None)
