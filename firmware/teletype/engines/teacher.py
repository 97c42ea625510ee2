# SPDX-License-Identifier: MIT
"""Where a game was lost: the first move that gave a won position away, and what would have won.

Each function judges one move of the person. The result None means that the move gave nothing away,
or that there was nothing to give away.
"""

from teletype.engines import nim
from teletype.engines.adviser import chance
from teletype.programs.misere_nim import strategy as misere_nim


def nim_better(heaps, after):
    """Return heaps that win where `after` does not; in normal play the last object wins."""
    if not nim.special_row(heaps) or not nim.special_row(after):
        return None
    index, left = nim.reply(heaps)
    better = list(heaps)
    better[index] = left
    return better


def misere_nim_better(heaps, after, game=misere_nim):
    """Do the same in misère play: whoever takes the last stone loses. `game`: as `misere_nim`."""
    if game.lost(heaps) or game.lost(after):
        return None
    return game.reply(heaps)


def calculation_better(adviser, table, hand, decision, seen=0):
    """Compare `decision` with the choice of a `teletype.engines.adviser.Adviser`; a generator.

    It yields after each playout. The last item is (better decision, its chance, that of
    `decision`), in per cent. It is None if the adviser has no other choice, or if the difference
    is not clear. Both are compared in the same orders of the stock, until one is clearly behind or
    the budget is spent. `seen`: the card to be placed next, if it is visible.
    """
    adviser.begin(table, hand, seen=seen)
    while adviser.step():
        yield
    better = adviser.advice()
    found = None
    if better != decision:
        adviser.begin(table, hand, (better, decision), seen=seen)
        while adviser.step():
            yield
        behind = adviser.behind
        if behind and behind[4] == decision:
            found = better, adviser.chance(), chance(behind[0], behind[2])
    yield found
