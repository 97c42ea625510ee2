# SPDX-License-Identifier: MIT
"""How a game is won: the machine's first move, and the answer that wins, from the game itself."""

from teletype import words
from teletype.drivers.buttons import BACK, OK
from teletype.engines.game import MACHINE
from teletype.handheld.activity import Activity, work
from teletype.handheld.drawing.listing import keys_row, title_row
from teletype.handheld.screens.about import Page


class HowWon(Activity):
    """Find that answer for the game on the session's `screen`, then show it; `back` follows."""

    def __init__(self, app, back, screen):
        Activity.__init__(self, app)
        self._back = back
        self._screen = screen
        self._lines: list = []
        self._work = self._find()

    def _find(self):
        """Do the work, in steps."""
        screen = self._screen
        program = screen.program
        game = program.Game(screen.setup)
        if game.free:
            game.begin(screen.game.start)
        request = screen.asked_last
        for _ in game.prepare():
            yield True
        if game.turn == MACHINE:
            move = game.reply()
            game.do(move)
            self._lines += [words.text("HOW_BEGAN"), program.written(request, move), ""]
            for _ in game.prepare():
                yield True
        best = game.best()
        if best is not None:
            self._lines += [words.text("HOW_ANSWER"), program.written(request, best)]

    def takes_lines(self):
        return False

    def key(self, key, repeat):
        if key in (BACK, OK) and not repeat:
            self._leave()

    def _leave(self):
        self._app.open(self._back)

    def tick(self, now):
        if not work(self._work, now):
            return True
        self._app.open(Page(self._app, self._told, self._leave))
        return True

    def _told(self):
        return words.text("OUTCOME_HOW"), self._lines, words.text("LOOK_KEYS")

    def draw(self):
        Activity.draw(self)
        title_row(self._app, words.text("OUTCOME_HOW"))
        keys_row(self._app, self._app.panel.rows - 1, words.text("LOOK_KEYS"))
