# SPDX-License-Identifier: MIT
"""A game that no page shows, in the form of docs/add-a-program.md: a subtraction game on a ring.

Heaps lie in a ring; a marker begins at the last one. A move takes one or two stones from the
heap after the marker, or from the one after that, and puts the marker there. Whoever cannot move
loses. No formula is known here: the game searches all positions first, in steps.
"""

FILES = {
    "firmware/teletype/programs/ring/__init__.py": '''\
# SPDX-License-Identifier: MIT
"""A ring of heaps: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    TITLE = "THE RING"
    LANGUAGE = "en"
    RIVAL = True
    LESSON = True
''',
    "firmware/teletype/programs/ring/game.py": '''\
# SPDX-License-Identifier: MIT
"""The ring: who wins, by a search of all positions."""

from teletype.engines import game


class Game(game.Game):
    """A move is (heap, from 1; stones left in it)."""

    def __init__(self, setup):
        super().__init__(setup)
        self.heaps = list(setup["heaps"])
        self.start = tuple(self.heaps)
        self.taken = 0
        self._at = len(self.heaps) - 1
        self._lost = {}

    def _moves(self, heaps, at):
        found = []
        for step in (1, 2):
            heap = (at + step) % len(heaps)
            for left in range(heaps[heap] - 1, max(-1, heaps[heap] - 3), -1):
                found.append((heap, left))
        return found

    def _after(self, heaps, heap, left):
        return heaps[:heap] + (left,) + heaps[heap + 1 :]

    def _search(self, heaps, at):
        key = heaps, at
        if key not in self._lost:
            lost = True
            for heap, left in self._moves(heaps, at):
                after = self._after(heaps, heap, left)
                yield from self._search(after, heap)
                if self._lost[after, heap]:
                    lost = False
            self._lost[key] = lost
            yield None

    def prepare(self):
        yield from self._search(tuple(self.heaps), self._at)

    def legal(self, move):
        return (move[0] - 1, move[1]) in self._moves(self.heaps, self._at)

    def play(self, move):
        heap, left = move
        self.taken = self.heaps[heap - 1] - left
        self.heaps[heap - 1] = left
        self._at = heap - 1
        return None if self._moves(self.heaps, self._at) else self.turn

    def wins(self, move):
        heap, left = move
        return self._lost[self._after(tuple(self.heaps), heap - 1, left), heap - 1]

    def best(self):
        for heap, left in self._moves(self.heaps, self._at):
            if self.wins((heap + 1, left)):
                return heap + 1, left
        return None

    def any(self):
        heap, left = self._moves(self.heaps, self._at)[0]
        return heap + 1, left

    def outcome(self, wins):
        at = len(self.start) - 1
        yield from self._search(self.start, at)
        winnable = not self._lost[self.start, at]
        yield game.Outcome(winnable, game.PERSON, {"heaps": (1, 1, 1)})
''',
    "firmware/teletype/programs/ring/dialogue.py": '''\
# SPDX-License-Identifier: MIT
"""The ring: a game for a test."""

from teletype.core.request import Numbers, working
from teletype.core.setup import Integers, Players
from teletype.programs import base
from teletype.programs.ring.game import Game

FIELDS = (Integers("heaps", (2, 3, 2), 2, 5, 1, 5), Players())


def play(setup, game=None):
    game = game or Game(setup)
    move = Numbers(("HEAP", 1, len(game.heaps)), ("LEFT", 0, 5))
    yield "THE RING"
    while True:
        for _ in game.prepare():
            yield working
        if game.two:
            move.pass_on()
        move.values = game.any()
        answer = yield move
        while not game.legal(answer):
            yield "NO"
            answer = yield move
        game.do(answer)
        if game.finished:
            yield "YOU HAVE WON"
            return
        if not game.two:
            game.do(game.best() or game.any())
            yield "HEAP %d: %d LEFT" % game.last
            if game.finished:
                yield "YOU HAVE LOST"
                return


class Program(base.Program):
    FIELDS = FIELDS
    Game = Game
    PICTURE = "programs.ring.picture"
    play = staticmethod(play)
''',
    "firmware/teletype/programs/ring/picture.py": '''\
# SPDX-License-Identifier: MIT
"""The heaps of the ring."""

from teletype.handheld.pictures.stones import Stones


class Picture(Stones):
    HINT = True
    MOVE = "%d: %d  "
    table = False

    def __init__(self, app, setup, game):
        super().__init__(app, setup, game, len(game.heaps), 5, "#: ")
        self.single = True
        self.scale(max(game.heaps))
''',
}
