# SPDX-License-Identifier: MIT
"""What the three editions of Calculation offer alike, and where they come from.

«bit Hoyle: 計算譜» by H. Nisimura (Electrotechnical Laboratory), Y. Tanaka and A. Sakurai, in the
Japanese magazine bit. The pages at hand bear no date; 1976 is inferred from their notices (three
years after the competition GPC began, before a special number on robots). No machine is named:
the COBOL and FORTRAN texts suit a GE/Honeywell line of 36 bits. Only the FORTRAN author speaks of
time-sharing (TSS); the COBOL edition was meant for a person at a terminal with a screen.
"""

from teletype.core.setup import Choice, Integer, SetupError
from teletype.engines.calculation import RANKS, deck
from teletype.loading import load
from teletype.programs import base
from teletype.programs.calculation.game import Game

FIGURES = (
    "stock=1,2,4,6,3,6,9,4,8,12,6,5,5,3,10,9,5,11,12,1,9,10,7,7,11,4,13,13,13,8,8,5,13,7,2,3,11,12,"
    "12,3,3,8,6,2,1,1,2,4,7,9,10,10"
)
"""The cards of the figures, which show one game at the 30th, 34th and 44th card. As figure 5 has
them, there are five 3s and three jacks, so no game of it can be won. No figure shows the order of
the first 29 cards, of the 35th to 43rd, or the last eight: these are ours.
"""

MENDED = (
    "stock=1,2,4,6,3,6,9,4,8,12,6,5,5,3,10,9,5,11,12,1,9,10,7,7,11,4,13,13,13,8,8,5,13,7,2,3,11,12,"
    "12,11,3,8,6,2,1,1,2,4,7,9,10,10"
)
"""The same with a jack instead of one of the two 3s that figure 5 has on talon 2: a whole deck. A
player who knows it can win from the position of figure 5 on.
"""

_DECK = 4 * RANKS
"""The cards of a deck."""

ASK = "ask"
"""The setup value `stock` for real cards."""

LONGEST_STOCK = 212
"""Values in a stock: four decks, each ending with 99. 64 KiB of heap hold little more."""

LUCKY = Integer("lucky", None, 0, (1 << 35) - 1)
"""The seed of RANDOM: a word of 36 bits without negative numbers, so that buttons can set it."""

DUEL = Choice("duel", None, ("greedy", "practised", "adviser"))
"""The machine's level in a duel, see `teletype.programs.calculation.duel`."""


def cards(setup):
    """Return the stock of a setup: `stock` if given, else the deck of `lucky`, else that of 1."""
    if setup["stock"] is not None:
        return setup["stock"]
    return bytearray(deck(1 if setup["lucky"] is None else setup["lucky"]))  # 1/4 of a list's size


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
        stock = setup["stock"]
        if stock is None:
            return
        if setup["lucky"] is not None:
            raise SetupError(
                "lucky=%d: stock= is given too; allowed: only one of them" % setup["lucky"]
            )
        if setup["duel"] and sorted(stock) != [1 + at // 4 for at in range(_DECK)]:
            raise SetupError("duel=%s: stock= is not a whole deck" % setup["duel"])

    @staticmethod
    def heap_kib(setup):
        return 240 if setup["duel"] in ("practised", "adviser") else 0

    @classmethod
    def duel(cls, game, level, stock):
        """Play the machine's game after the person's, with the 52 cards at the top of `stock`."""
        return load("teletype.programs.calculation.duel", cls).duel(game, level, stock[:_DECK])
