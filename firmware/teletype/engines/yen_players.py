# SPDX-License-Identifier: MIT
"""The built-in players of the 10,000-yen game by name.

Those of the paper are in `engines.yen`, the strong one of our own in `engines.yen_master`.
"""

from teletype.engines import yen
from teletype.engines.yen_master import Master


def _undercut4(chance, rounds=yen.ROUNDS):
    return yen.Undercut(chance, 4, rounds)


def _master(chance, rounds=yen.ROUNDS):
    """It has a table for ten rounds only."""
    return Master(chance)


PLAYERS = (
    ("always1000", yen.Always1000),
    ("minus1", yen.Minus1),
    ("random", yen.Random),
    ("frontload", yen.FrontLoad),
    ("undercut", yen.Undercut),
    ("undercut4", _undercut4),
    ("chooser", yen.Chooser),
    ("master", _master),
)
"""The built-in players by name."""

NAMES = tuple([name for name, _ in PLAYERS])


def player(name, chance, rounds=yen.ROUNDS):
    """A new player of that name, for one match of games of `rounds` rounds."""
    for known, make in PLAYERS:
        if known == name:
            return make(chance, rounds=rounds)
    raise ValueError(name)
