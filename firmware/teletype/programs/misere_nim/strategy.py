# SPDX-License-Identifier: MIT
"""Nim, misère play: whoever takes the last stone loses.

After S. Igarashi, 1963 (program 6304, «三山くずし»), written for three heaps. As he remarks, it
works for any number of heaps. A position is a sequence of heaps, stones in each.
"""

# covers 000:116a, 000:116b

from teletype.engines import nim


def changed(before, after):
    """Return how many heaps a move made smaller; 0 if it made one larger."""
    smaller = 0
    for index in range(len(before)):
        if after[index] > before[index]:
            return 0
        if after[index] < before[index]:
            smaller += 1
    return smaller


def legal(before, after):
    """Return whether one move leads to `after`: exactly one heap is smaller, none larger.

    The listing counts the untouched heaps in D and the touched ones in D1.
    """
    return changed(before, after) == 1


def _counts(heaps):
    """Return the column sums modulo 2, as a number; the single stones; the larger heaps."""
    ones = 0
    large = 0
    row = 0
    for heap in heaps:
        row ^= heap
        if heap == 1:
            ones += 1
        elif heap:
            large += 1
    return row, ones, large


def lost(heaps):
    """Return whether the player to move loses if the opponent does not err."""
    row, ones, large = _counts(heaps)
    return row == 0 if large else ones % 2 == 1


def _winning(heaps):
    """Return how many moves win a position not lost; single stones alone count as one move."""
    return nim.winning(heaps) if _counts(heaps)[2] > 1 else 1


def case(heaps):
    """Return the case of the paper's strategy: "(i) (a)", "(i) (b)", "(ii)" or "(iii)"."""
    row, _, large = _counts(heaps)
    if large > 1:
        return "(i) (a)" if row else "(i) (b)"
    return "(ii)" if large else "(iii)"


def reply(heaps, hard=False):
    """Return the heaps after the machine's move, a list; there must be a stone left.

    `hard`: instead of taking one stone from the largest heap, by rule (i) (b), make the hardest
    move (`teletype.engines.nim.hardest`).
    """
    after = list(heaps)
    row, ones, large = _counts(heaps)
    if large == 0:  # (iii) single stones: the number of them has decided the game
        after[after.index(1)] = 0
    elif large == 1:  # (ii) leave an odd number of single stones
        after[after.index(max(after))] = 1 if ones % 2 == 0 else 0
    elif row:  # (i) (a) make all column sums even, in a heap that has the highest odd column
        index, left = nim.reply(heaps)
        after[index] = left
    elif hard:
        index, left = nim.hardest(heaps, _winning)
        after[index] = left
    else:  # (i) (b) lost, unless the opponent errs
        after = fewer(heaps)
    return after


def fewer(heaps):
    """Return the heaps without one stone of the largest, a list."""
    after = list(heaps)
    after[after.index(max(after))] -= 1
    return after
