# SPDX-License-Identifier: MIT
"""What the three editions of Calculation share: the stock they are started with, and what the
drawn table needs to know at a stop. No program of its own.

«bit Hoyle: 計算譜» by H. Nisimura (Electrotechnical Laboratory), Y. Tanaka and A. Sakurai, in the
Japanese magazine bit. The pages at hand bear no date; 1976 is inferred from their notices (three
years after the competition GPC began, before a special number on robots). No machine is named:
the COBOL and FORTRAN texts suit a GE/Honeywell line of 36 bits. Only the FORTRAN author speaks of
time-sharing (TSS); the COBOL edition was meant for a person at a terminal with a screen.
"""

from teletype.core.setup import Integer, Integers, SetupError
from teletype.engines.calculation import deck

FIGURES = (
    "stock=1,2,4,6,3,6,9,4,8,12,6,5,5,3,10,9,5,11,12,1,9,10,7,7,11,4,13,13,13,8,8,5,13,7,2,3,11,12,"
    "12,3,3,8,6,2,1,1,2,4,7,9,10,10"
)
"""The cards of the figures, which show one game at the 30th, 34th and 44th card, as figure 5 has
them, with five 3s and three jacks: no game of it can be won. Ours are the order of the first 29
and of the 35th to 43rd, and the last eight, which no figure shows.
"""

MENDED = (
    "stock=1,2,4,6,3,6,9,4,8,12,6,5,5,3,10,9,5,11,12,1,9,10,7,7,11,4,13,13,13,8,8,5,13,7,2,3,11,12,"
    "12,11,3,8,6,2,1,1,2,4,7,9,10,10"
)
"""The same with a jack for one of the two 3s that figure 5 has on talon 2: a whole deck. Whoever
knows it can win from the position of figure 5 on.
"""

ASK = "ask"
"""The setup value `stock` for real cards."""

LONGEST_STOCK = 212
"""Values in a stock: four decks with their closing 99. 64 KiB of heap do not hold much more."""

LUCKY = Integer("lucky", None, 0, (1 << 35) - 1)
"""The seed of RANDOM: what a word of 36 bits holds, but no negative number, to be set by keys."""


def stock_field(fewest, most, low, high):
    """The setup field `stock`: the values that the stock hands out, in order."""
    return Integers("stock", None, fewest, most, low, high)


def one_stock(setup):
    """A `check` that refuses `stock` and `lucky` together."""
    if setup["stock"] is not None and setup["lucky"] is not None:
        raise SetupError(
            "lucky=%d: stock= is given too; allowed: only one of them" % setup["lucky"]
        )


def cards(setup):
    """The stock of a setup: `stock` as it was given, else the deck of `lucky`, else that of 1."""
    if setup["stock"] is not None:
        return setup["stock"]
    return bytearray(deck(1 if setup["lucky"] is None else setup["lucky"]))  # a quarter of a list


def question(request, table, hand, answers, seen=0):
    """`request` with what the drawn table needs: attributes `table`, `hand`, `seen` and `answers`.

    `hand`: the card that is to be placed, 0 while cards are moved, None where it is to be turned
    out. `seen`: the card that is placed after the moves, if it can be seen. `answers`: for each
    decision that is legal now, as `engines.calculation` writes it, or for each value of the stock,
    the answer that makes just this one.
    """
    request.table = table
    request.hand = hand
    request.seen = seen
    request.answers = answers
    return request
