# SPDX-License-Identifier: MIT
"""The built-in players of the 10,000-yen game by name.

The players of the paper are in `engines.yen`. Our own are `equilibrium` (`engines.yen_master`
without learning) and `master` (`engines.yen_predictor`); their tables are loaded when they play.
"""

from teletype.engines import yen
from teletype.loading import load

_modules: dict = {}
"""Modules of our own players, loaded when one of them plays."""


def _predictor():
    if "predictor" not in _modules:
        _modules["predictor"] = load("teletype.engines.yen_predictor")
    return _modules["predictor"].Predictor


def _learner():
    if "master" not in _modules:
        _modules["master"] = load("teletype.engines.yen_master")
    return _modules["master"].Master


def _undercut4(chance, rounds=yen.ROUNDS):
    return yen.Undercut(chance, 4, rounds)


def _master(chance, rounds=yen.ROUNDS):
    return _predictor()(chance)


def _equilibrium(chance, rounds=yen.ROUNDS):
    return _learner()(chance, learning=False)


PLAYERS = (
    ("always1000", yen.Always1000),
    ("minus1", yen.Minus1),
    ("random", yen.Random),
    ("frontload", yen.FrontLoad),
    ("undercut", yen.Undercut),
    ("undercut4", _undercut4),
    ("chooser", yen.Chooser),
    ("master", _master),
    ("equilibrium", _equilibrium),
)
"""The built-in players by name."""

NAMES = tuple([name for name, _ in PLAYERS])

TEN = ("master", "equilibrium")
"""Players with a table only for the paper's game: ten rounds, the lower bid takes both."""

TABLED = tuple([name for name in NAMES if name != "equilibrium"])
"""Players that meet each other in a `table`, the same as on older tapes."""


def player(name, chance, rounds=yen.ROUNDS):
    """Return a new player of that name, for one match of games of `rounds` rounds."""
    for known, make in PLAYERS:
        if known == name:
            return make(chance, rounds=rounds)
    raise ValueError(name)


def remembering(name, chance, rounds, memory, higher=False):
    """Return a new player for a tape; without `memory`, `master` is the one of older tapes.

    `higher`: the higher bid takes both, a rule that the players of `TEN` do not know.
    """
    if name == "master" and not memory:
        return _learner()(chance)
    made = player(name, chance, rounds)
    if higher:
        made.higher = True
    return made
