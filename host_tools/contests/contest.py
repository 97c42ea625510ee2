# SPDX-License-Identifier: MIT
"""Contests of programs: `contest yen …` and `contest calculation …`.

python3 -m host_tools contest yen tournament chooser undercut master
python3 -m host_tools contest calculation decks --count 100 --seed 1
"""

import importlib

from host_tools.usage import CALLED, WrongUsage, helped
from teletype.core.request import brief

GAMES = {
    "yen": "matches and tournaments of the 10,000-yen game",
    "calculation": "decks and contests of the solitaire Calculation",
}


def main(argv: list[str]) -> int:
    """Run the contest's command for the game that is named; return its exit status."""
    if not argv or argv[0] in ("-h", "--help"):
        rows = [f"  {name:12} {about}" for name, about in GAMES.items()]
        head = f"usage: {CALLED} contest GAME COMMAND …"
        told = "\n".join([head, "", *rows, "", "contest GAME --help shows its commands."])
        return helped(told, bool(argv))
    if argv[0] not in GAMES:
        raise WrongUsage(f"unknown game '{brief(argv[0])}'; the games are {', '.join(GAMES)}")
    status: int = importlib.import_module(f"host_tools.contests.{argv[0]}").main(argv[1:])
    return status
