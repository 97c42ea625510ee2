# SPDX-License-Identifier: MIT
"""Where a game was lost: the first move that gave a won position away, and what would have won.

Each function judges one move of the person. The result None means that the move gave nothing away,
or that there was nothing to give away. In games that the machine never loses (`engines.nim`,
`engines.trigex`) the programs leave the person nothing to give away. The functions
do not rely on that.
"""

from teletype.engines import nim
from teletype.engines.adviser import chance
from teletype.programs.misere_nim import strategy as misere_nim
from teletype.programs.trigex import game as trigex


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


def trigex_value(fields, who):
    """Return the best result of the player to move, `who`: 1 a win, 0 a draw, -1 a loss."""
    best = -1
    full = True
    for field in range(1, 10):
        if fields[field] != trigex.EMPTY:
            continue
        full = False
        best = max(best, _trigex_move(fields, who, field))
        if best > 0:
            break
    return 0 if full else best


def _trigex_move(fields, who, field):
    """Return the same after `who` has taken `field`."""
    fields[field] = who
    if trigex.completed(fields, who):
        value = 1
    else:
        value = -trigex_value(fields, trigex.OWN + trigex.OTHER - who)
    fields[field] = trigex.EMPTY
    return value


def trigex_better(fields, who, field):
    """Judge the move of `who` to `field`, a generator, with at most seven fields empty.

    It yields None while it works. The last item is (the best result of `who`, 1, 0 or -1; a field
    that reaches it if `field` does not, or 0).
    """
    best = -1
    better = 0
    fields = list(fields)
    for other in range(1, 10):
        if fields[other] == trigex.EMPTY and best < 1:
            value = -1
            fields[other] = who
            if trigex.completed(fields, who):
                value = 1
            else:  # in steps: with six fields left it takes long on a board
                value = 0 if trigex.EMPTY not in fields[1:] else 1
                for reply in range(1, 10):
                    if fields[reply] == trigex.EMPTY and value > -1:
                        yield None
                        theirs = trigex.OWN + trigex.OTHER - who
                        value = min(value, -_trigex_move(fields, theirs, reply))
            fields[other] = trigex.EMPTY
            if value > best:
                best = value
                better = other
    yield None
    reached = _trigex_move(fields, who, field)
    yield best, better if reached < best else 0


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
