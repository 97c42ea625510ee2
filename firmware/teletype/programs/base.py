# SPDX-License-Identifier: MIT
"""What a program offers: each attribute, and what holds where the program does not say."""

from teletype.core.setup import SetupError


def check_players(setup, *others):
    """SetupError if two people play, and one of the `others`, which is the machine's, is given."""
    for name in others:
        if setup["players"] and setup[name] is not None:
            raise SetupError(
                "%s=%s: not together with players=; allowed: one of them" % (name, setup[name])
            )


class Program:
    """One historical program; there are no instances.

    A module of programs has a class of this name, derived from this one, and a docstring that
    gives its source, its decisions and the slips of the original. FIELDS and `play` must be there;
    everything else may be left as it is here.
    """

    FIELDS: tuple = ()
    """Its setup: `teletype.core.setup` fields."""

    PRESETS: tuple = ()
    """Examples, a setup line each; what they are called is in `teletype.words`."""

    BEGINS = ""
    """The setup line that the handheld begins with, if not the defaults."""

    ASKED: str | None = None
    """The name of a module of `teletype.handheld.pictures` whose editor asks for what matters
    most, before the other values can be seen."""

    OFTEN: tuple = ()
    """The names of the setup fields to be shown first, in that order; the others are seldom
    changed. Empty: all are shown."""

    INSTEAD: tuple = ()
    """The names of fields of which only one is given."""

    PICTURE: str | None = None
    """The name of its picture, a module of `teletype.handheld.pictures`."""

    SPELLINGS: tuple = ()
    """Pairs of (what it prints, what a tape may have instead)."""

    brought: dict = {}
    """What its module has imported, see `loading.load`."""

    @staticmethod
    def check(setup):
        """Raises SetupError for values that do not fit each other."""

    @classmethod
    def picture(cls, setup):
        """The name of its picture of a session with this setup, or None."""
        return cls.PICTURE

    @staticmethod
    def heap_kib(setup):
        """KiB of heap that it needs on a 64-bit machine, where that is over 128; else 0."""
        return 0

    @staticmethod
    def play(setup):
        """Its dialogue, a generator (see `teletype.core.request`)."""
        raise NotImplementedError
