# SPDX-License-Identifier: MIT
"""Where a game was lost: the first move that gave a won position away, and what would have won.

Each function judges one move of the person. The result None means that the move gave nothing away,
or that there was nothing to give away.
"""

from teletype.engines import nim
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
