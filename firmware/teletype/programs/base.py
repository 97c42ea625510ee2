# SPDX-License-Identifier: MIT
"""What a program offers: each attribute, with the default for programs that do not set it."""

from teletype.core.setup import SetupError
from teletype.engines.game import State


def exclude(setup, field, *others):
    """Raise SetupError if a field is given together with one of `others`."""
    for name in others:
        if setup[field] is not None and setup[name] is not None:
            raise SetupError(
                "%s=%s: not together with %s=; allowed: one of them" % (name, setup[name], field)
            )


class Program:
    """One historical program; the class is never instantiated.

    Each program module derives a class of this name from this one. Its docstring gives the source,
    the decisions made here, and the slips of the original. FIELDS and `play` are required;
    everything else may keep its default.
    """

    FIELDS: tuple = ()
    """The setup: fields of `teletype.core.setup`."""

    PRESETS: tuple = ()
    """Examples, a setup line each; their names are in `teletype.words`."""

    BEGINS = ""
    """The setup line that the handheld starts with; empty for the defaults."""

    TABLES: tuple = ()
    """Setup lines to choose from on the start page of a game: those that a person can win, the
    easiest first, and last that of the source. `> ` and heaps may follow, which the person only
    confirms. Without any table, the setup opens at once."""

    REASONS: tuple = ()
    """For each of `TABLES` the name of the text about it; empty: who begins, and who can win."""

    ASKED: str | None = None
    """The name of a module, without `teletype.`. Its editor asks for the most important value
    before the setup shows the others."""

    OFTEN: tuple = ()
    """The names of the setup fields to show first, in that order; the others seldom change. If
    empty, all are shown."""

    INSTEAD: tuple = ()
    """The names of fields that exclude each other: at most one is given."""

    SHOWN: str | None = None
    """The setup line of a show in an exhibit that is not printed in the source: the program needs
    no answers, or its picture gives them (`lead`). None without one."""

    PICTURE: str | None = None
    """The name of the picture's module, without `teletype.`."""

    SPELLINGS: tuple = ()
    """Pairs of (text that the program prints, alternative spelling on a tape)."""

    brought: dict = {}
    """The imports of its module, see `loading.load`."""

    Game = State
    """The class of the session's state, made with the setup: what the picture draws and, in a
    game, the outcome, the lesson, the hint and the show ask."""

    START: str | None = None
    """How the start of a game is written, with a placeholder for each integer; None: the integers
    between blanks."""

    @staticmethod
    def check(setup):
        """Raise SetupError for values that do not fit together."""

    @classmethod
    def picture(cls, setup):
        """Return the name of the picture for a session with this setup, or None."""
        return cls.PICTURE

    @staticmethod
    def heap_kib(setup):
        """Return the KiB of heap needed on a 64-bit machine if more than 128, else 0."""
        return 0

    @staticmethod
    def play(setup, game=None):
        """Return the dialogue, a generator (see `teletype.core.request`). It moves `game`, which
        is at its start; without one it makes its own. A program without a `Game` takes none.
        """
        raise NotImplementedError

    @classmethod
    def begin(cls, setup):
        """Return a new game and the dialogue that moves it."""
        game = cls.Game(setup)
        return game, cls.play(setup) if cls.Game is State else cls.play(setup, game)

    @classmethod
    def started(cls, game):
        """Return the start of a game as text; "" if there is only one."""
        if cls.START and game.start:
            return cls.START % game.start
        return " ".join([str(number) for number in game.start])

    @staticmethod
    def written(request, move):
        """Return a move of the person as the lesson shows it."""
        return request.format(move)
