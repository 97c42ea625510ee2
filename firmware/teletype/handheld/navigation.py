# SPDX-License-Identifier: MIT
"""The screens, and how each is opened: `app.screens`.

No other module loads a screen. It is loaded when it is opened, and only the screen itself
keeps its module in memory: however it is left, the garbage collector frees both.
"""

from teletype import words
from teletype.loading import load


class Navigation:
    """The screens of `app`, with a method to open each; the screens know what follows.

    A method that replaces the screen calls `App.open` at once. If the old screen must leave the
    memory first, `App.switch_to` calls the method.
    """

    def __init__(self, app):
        self._app = app

    def shelf(self):
        """Open the shelf."""
        self._app.open(load("teletype.handheld.screens.shelf").Shelf(self._app))

    def larger(self, panel):
        """Return a panel over `panel` with text of double height."""
        return load("teletype.handheld.drawing.large_text").LargeText(panel)

    def setup(self, name, values=None):
        """Open the setup of a program, with `values` or those of last time."""
        screen = load("teletype.handheld.screens.setup").SetupEditor(self._app, name, values)
        self._app.open(screen.asked_first() or screen)

    def tables(self, name, program, setup):
        """Return the start page of a program with tables; the screen `setup` is behind it."""
        module = load("teletype.handheld.screens.tables", program)
        return module.Tables(self._app, name, program, setup)

    def session(self, name, program, setup, recorder):
        """Open a new session of the module `program`; return its screen."""
        screen = load("teletype.handheld.screens.session_screen").SessionScreen
        return self._opened(screen(self._app, name, program, setup, recorder))

    def resuming(self, name):
        """Open a session where its tape `name` ends; return the session's screen.

        Raise OSError, TapeError, UnknownProgram or SetupError if the tape cannot be followed.
        """
        resuming = load("teletype.handheld.screens.resuming").Resuming(self._app, name)
        return self._opened(resuming).screen

    def paper(self, screen):
        """Open the paper of the session on `screen`, to be scrolled."""
        self._app.open(
            load("teletype.handheld.screens.paper_scroll").PaperScroll(self._app, screen)
        )

    def keyboard(self, title, text, done, cancel, titled=None, follow=None, sign=None, keys=()):
        """Open the keyboard; `handheld.input.keyboard.Keyboard` describes the arguments."""
        module = load("teletype.handheld.input.keyboard")
        keys = keys or module.ROWS
        self._app.open(
            module.Keyboard(self._app, title, text, done, cancel, titled, follow, sign, keys)
        )

    def reprint(self, screen, then):
        """Print the paper of the session on `screen` again, then open the result of `then`."""
        self._app.open(load("teletype.handheld.screens.reprint").Reprint(self._app, screen, then))

    def records(self, chosen=0):
        """Open the list of the records of the sources, with one of them chosen."""
        self._app.open(load("teletype.handheld.screens.record_player").Watch(self._app, chosen))

    def record(self, index):
        """Play the record number `index` of the sources; return its screen."""
        screen = load("teletype.handheld.screens.record_player").Playing
        return self._opened(screen(self._app, None, index))

    def outcome(self, screen, result):
        """Return the screen that shows how the game on `screen` ended; it opens itself later."""
        module = load("teletype.handheld.screens.outcome", screen.program)
        return module.Outcome(self._app, screen, result)

    def lesson(self, name, back=None):
        """Open the lesson of the game on the tape `name`; then `back`, or the shelf, follows."""
        self._app.open(load("teletype.handheld.screens.lesson").Teaching(self._app, name, back))

    def how(self, back, screen):
        """Show the first answer that wins in the game on `screen`; then `back` follows."""
        module = load("teletype.handheld.screens.how_won", screen.program)
        self._app.open(module.HowWon(self._app, back, screen))

    def saved_tapes(self):
        """Open the list of the tapes."""
        self._app.open(load("teletype.handheld.screens.saved_tapes").Saved(self._app))

    def settings(self, back=None, chosen=0):
        """Open the settings, at the row `chosen`; then `back` is called, or the shelf follows."""
        screen = load("teletype.handheld.screens.settings").Options
        self._app.open(screen(self._app, back, chosen))

    def about(self, name, back=None):
        """Open the about page of a program; then `back`, or the shelf, follows."""
        self._app.open(load("teletype.handheld.screens.about").About(self._app, name, back))

    def chapters(self, name, back=None, chosen=0):
        """Open the list of the chapters about a program; its about page is before it."""
        screen = load("teletype.handheld.screens.chapters").Chapters
        self._app.open(screen(self._app, name, back, chosen))

    def keys(self):
        """Open the page of the keys given by holding another one."""
        self._app.open(load("teletype.handheld.screens.about").Keys(self._app))

    def languages(self, below):
        """Open the page of languages over the screen `below`."""
        self._app.open(load("teletype.handheld.screens.languages").Languages(self._app, below))

    def sound(self, below):
        """Ask over the screen `below` whether sound is wanted."""
        question = load("teletype.handheld.screens.sound_question").SoundQuestion
        self._app.open(question(self._app, below))

    def self_test(self):
        """Open the self-test over the current screen."""
        test = load("teletype.handheld.screens.self_test").SelfTest
        self._app.open(test(self._app, self._app.activity))

    def notice(self, texts, done, over=0):
        """Show a notice, (title, lines, keys) as returned by `texts()`; then call `done`. `over`:
        see `handheld.activity.Activity`.
        """
        notice = load("teletype.handheld.screens.about").Notice
        self._app.open(notice(self._app, texts, done, over))

    def notice_over(self, texts):
        """Show a notice, (title, lines) as returned by `texts()`, over the current screen."""
        below = self._app.activity

        def again():
            return texts() + (words.text("NOTICE_KEYS"),)

        self.notice(again, lambda: self._app.open(below), 255)

    def error(self, error, session):
        """Show an error; `session`: (title, recorder) of the session that it ended."""
        load("teletype.handheld.screens.error").report(self._app, error, session)

    def _opened(self, activity):
        self._app.open(activity)
        return activity
