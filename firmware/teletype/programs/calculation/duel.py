# SPDX-License-Identifier: MIT
"""A duel at Calculation, "your deck, my deck", which is not in the source. Not a program itself.

With `duel=` the machine plays the same deck after the person's game, at one of the levels of
`teletype.engines.calculation_levels`. It does not look at the stock either. The side with more
cards on the foundations wins.
"""

from teletype import loading
from teletype.core.request import working
from teletype.engines.calculation import NONE, Table

_SLICE = 8
"""Playouts of the adviser between two `working`."""


def thinker():
    """Return an adviser; its 18,207 weights are loaded for a duel only."""
    return loading.load("teletype.engines.adviser").Adviser()


def _decide(level, levels, adviser, table, hand):
    """Yield `working` and return the decision of a level of `calculation_levels`."""
    if level == "greedy":
        return levels.greedy(table, hand)
    if level == "practised":
        return levels.practised(adviser, table, hand)
    adviser.begin(table, hand)
    if not adviser.several:
        return adviser.advice()
    steps = 0
    while adviser.step():
        steps += 1
        if steps % _SLICE == 0:
            yield working
    return adviser.advice()


def duel(game, level, stock):
    """Play the machine's game after the person's; `stock`: the 52 cards."""
    yield "NOW THE MACHINE LAYS THE SAME DECK"
    levels = loading.load("teletype.engines.calculation_levels")
    adviser = None if level == "greedy" else thinker()
    table = Table()
    working.total = len(stock)
    for turned in range(len(stock)):
        working.done = turned
        yield working
        hand = stock[turned]
        while hand or table.moves():
            decision = yield from _decide(level, levels, adviser, table, hand)
            if hand:
                table.put(hand, decision)
            elif decision == NONE:
                break
            else:
                table.move(decision // 10, decision % 10)
            hand = NONE
    working.done = working.total = 0
    machine = sum(table.heights)
    own = sum(game.table.heights)
    yield "ON FOUNDATIONS: YOU %d, MACHINE %d" % (own, machine)
    game.compare(own, machine)
    yield ("A DRAW", "YOU WIN", "MACHINE WINS")[game.duel]  # -1 is the last one
