# SPDX-License-Identifier: MIT
"""The life of a session, from every way in to every way out.

A session begins with a program's name and setup (from its setup screen, or typed on the serial
port), or where its tape ends (from the shelf, the list of tapes, or at power-on). It ends on the
shelf: left, to go on with later, or for good, because its program has ended, because of an error,
because its tape cannot be followed or was deleted, or because another session begins.

A program, its engine, picture and words, and every screen are imported when they are wanted.
Whichever way the shelf is reached, or a session begins, what was imported since power-on is
forgotten first, so that each finds the heap of the first. A session that was left stays in memory,
with what it has imported, so that it can be gone on with at once; until another begins.
"""

import gc

from teletype import loading, words
from teletype.core.setup import join
from teletype.programs import catalogue


class Sessions:
    """The sessions of `app`, to be made when all that stays in memory is imported.

    Other screens are opened by `App.switch_to`, when nothing is in use any more of what is left.

    screen  the screen of the session that is in memory, in view or left; None if there is none
    failed  (title, recorder) of the one that an error ended in view, until that is told; else None
    """

    def __init__(self, app):
        self._app = app
        self._resident = self._kept = loading.names()
        self.screen = self.failed = None

    @property
    def offered(self):
        """The name of the tape to go on with; None if there is none."""
        return self.screen.recorder.name if self.screen else self._app.tapes.session

    def start(self, name, line):
        """Begins a session of the program `name` with the setup `line`.

        Raises UnknownProgram or SetupError; then everything stays as it is.
        """
        before = loading.names()
        try:
            program, setup = catalogue.prepare(name, line)
            if not self._app.exhibit:
                defaults = catalogue.prepare(name, "")[1]
                begins = program.BEGINS
                first = catalogue.prepare(name, begins)[1] if begins else defaults
                keep = loading.load("teletype.handheld.keeping.last_setups").keep
                keep(self._app.store, name, program.FIELDS, setup, defaults, first)
        finally:
            loading.forget_all_but(before)
        self._app.switch_to(self._start, name, setup)

    def _start(self, name, setup):
        self.clear()
        self._app.switch_to(self._load, self._begin, name, setup)

    def _load(self, then, *arguments):
        """Imports the screen of sessions, and in the next turn goes on with `then`."""
        __import__("teletype.handheld.screens.session_screen")
        self._app.switch_to(then, *arguments)

    def _begin(self, name, setup):
        from teletype.handheld.screens.session_screen import SessionScreen

        app = self._app
        app.place = catalogue.find(name)
        if app.exhibit:
            app.exhibit.count(name, 0)
        recorder = app.tapes.begin(name, join(catalogue.load(name).FIELDS, setup))
        self.screen = SessionScreen(app, name, setup, recorder)
        app.open(self.screen)

    def resume(self, name=None):
        """Goes on with the session of the tape `name`, or of the last one, where it stands."""
        self._app.switch_to(self._resume, name or self.offered)

    def _resume(self, name):
        app = self._app
        if self.screen and self.screen.recorder.name == name:
            self._forget()
            if not self.screen.recorder.error:
                app.tapes.resumed(name)
            app.open(self.screen)
            return
        self.clear()
        app.switch_to(self._load, self._follow, name)

    def _follow(self, name):
        from teletype.handheld.screens.resuming import CannotResume, Resuming

        app = self._app
        try:
            resuming = Resuming(app, name)
        except CannotResume as error:
            self._damaged(name, error.args[0])
            return
        app.tapes.resumed(name)
        app.console.print("%s %s" % (words.text("RESUMED"), name))
        self.screen = resuming.screen
        app.open(resuming)

    def watch(self, index):
        """Plays the record number `index` of the sources; see `handheld.screens.record_player`."""
        self._app.switch_to(self._watch, self._play, index)

    def _watch(self, then, *arguments):
        self.close()
        self._forget()
        self._app.switch_to(self._load, then, *arguments)

    def _play(self, index):
        from teletype.handheld.screens.record_player import RECORDS, Playing

        self.screen = Playing(self._app, RECORDS[index], index)
        self._app.open(self.screen)

    def show(self, record):
        """Plays a record where nobody is; see `teletype.exhibit.attract_demo`."""
        self._app.switch_to(self._watch, self._show, record)

    def _show(self, record):
        from teletype.exhibit.attract_demo import Showing

        self.screen = Showing(self._app, record)
        self._app.open(self.screen)

    def watched(self, index):
        """Leaves the record that is played for their list."""
        self.close()
        self._app.switch_to(self._list, index)

    def _list(self, index):
        self._forget()
        from teletype.handheld.screens.record_player import Watch

        self._app.open(Watch(self._app, index))

    def leave(self, ended):
        """Leaves the session that is in view for the shelf; for good if its program has `ended`.

        One that has not can be gone on with from there.
        """
        if ended:
            self._app.tapes.ended(self.screen.recorder)
            self.close()
        else:
            self._app.place = None  # the row on top, to go on
        self._app.switch_to(self.home)

    def again(self, name, setup, change):
        """After the end of a session: begins another with the same `setup`, which can be changed
        first if `change`, but for one that an exhibit has fixed.
        """
        exhibit = self._app.exhibit
        change = change and not (exhibit and exhibit.values["fixed"])
        self._app.tapes.ended(self.screen.recorder)
        self._app.switch_to(self._set_up if change else self._start, name, setup)

    def teach(self):
        """After the end of a session: where was it lost? Its tape is followed, then the shelf."""
        recorder = self.screen.recorder
        self._app.tapes.ended(recorder)
        self._app.switch_to(self._teach, recorder.name[:-5] + ".end.tape")

    def _teach(self, name):
        self.clear()
        from teletype.handheld.screens.lesson import Teaching

        self._app.open(Teaching(self._app, name, None))

    def _set_up(self, name, setup):
        self.clear()
        self._app.place = catalogue.find(name)
        self.set_up(name, dict(setup))

    def set_up(self, name, setup=None):
        """Opens the setup of a program, with the values `setup` or those of last time."""
        self._app.switch_to(self._editor, name, setup)

    def _editor(self, name, setup):
        from teletype.handheld.screens.setup import begin

        self._app.switch_to(begin, self._app, name, setup)

    def give_up(self):
        """Leaves a session that is being resumed; its tape stays as it is."""
        self.close()
        self._app.switch_to(self.home)

    def home(self):
        """Opens the shelf."""
        app = self._app
        if app.exhibit and (app.exhibit.values["fixed"] or not app.exhibit.visiting):
            loading.load("teletype.exhibit.visits").leave(app)
            return
        if self.screen and app.tapes.shown:
            self._kept = loading.names()
        app.tapes.left(self.screen and self.screen.recorder)
        self._forget()
        from teletype.handheld.screens.shelf import Shelf

        app.open(Shelf(app))

    def clear(self):
        """Ends the session in memory, and forgets what was imported since power-on."""
        self.close()
        self._forget()

    def damaged(self, name, error):
        """Ends the session in view: its tape `name` cannot be followed, which `error` says."""
        self._app.switch_to(self._damaged, name, error)

    def _damaged(self, name, error):
        app = self._app
        self.clear()
        from teletype.handheld.screens.about import Notice

        kept = ""
        if isinstance(error, OSError):
            app.tapes.left()
        else:
            kept = app.tapes.bad(name)

        def told():
            lines = ["%s: %s" % (name, words.error(str(error)))]
            if kept:
                lines.append("%s %s" % (words.text("DAMAGED_KEPT"), kept))
            return words.text("DAMAGED_TITLE"), lines, words.text("CRASH_KEYS")

        title, lines, keys = told()
        app.open(Notice(app, title, lines, app.shelf, keys, told))

    def delete(self, name):
        """Deletes the tape `name`, and the session if it is in memory."""
        if self.screen and self.screen.recorder.name == name:
            self.close()
        self._app.tapes.delete(name)

    def fail(self):
        """Ends whatever session is in memory, because of an error."""
        screen = self.screen if self._app.tapes.shown else None
        self.failed = screen and (screen.title.split("\n")[0], screen.recorder)
        self.close()

    def crash(self, error):
        """Shows what has happened."""
        self._forget()
        failed, self.failed = self.failed, None
        from teletype.handheld.screens.error import report

        report(self._app, error, failed)

    def close(self):
        """Ends the session in memory; its tape stays as it is."""
        self.screen = None
        self._kept = self._resident
        words.speak(None)

    def _forget(self):
        """Forgets what was imported since power-on, or by another screen than the session's."""
        self._app.activity = None
        loading.forget_all_but(self._kept)
        gc.collect()
