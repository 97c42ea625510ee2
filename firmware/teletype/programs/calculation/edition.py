# SPDX-License-Identifier: MIT
"""What the three editions of Calculation offer alike."""

from teletype.core.setup import Choice, SetupError
from teletype.loading import load
from teletype.programs import base
from teletype.programs.calculation.game import Game
from teletype.programs.calculation.stock import DECK, FIGURES, MENDED, one_stock

DUEL = Choice("duel", None, ("greedy", "practised", "adviser"))
"""The machine's level in a duel, see `teletype.programs.calculation.duel`."""


class Edition(base.Program):
    """One edition; each sets FIELDS and `play`."""

    OFTEN = ("lucky",)
    INSTEAD = ("lucky", "stock")
    PRESETS: tuple = (FIGURES, MENDED)
    SHOWN = ""  # the adviser plays it
    PICTURE = "programs.calculation.picture"
    Game = Game

    @staticmethod
    def check(setup):
        """Refuse `stock` and `lucky` together, and a duel without a whole deck."""
        one_stock(setup)
        stock = setup["stock"]
        if setup["duel"] and stock is not None:
            if sorted(stock) != [1 + at // 4 for at in range(DECK)]:
                raise SetupError("duel=%s: stock= is not a whole deck" % setup["duel"])

    @staticmethod
    def heap_kib(setup):
        return 240 if setup["duel"] in ("practised", "adviser") else 0

    @classmethod
    def duel(cls, game, level, stock):
        """Play the machine's game after the person's; `stock`: the 52 cards."""
        return load("teletype.programs.calculation.duel", cls).duel(game, level, stock)
