# SPDX-License-Identifier: MIT
"""The pattern that the machine has learned, and from which cards: `cards` with `formula=added`.

Source: V. N. Kasatkin, 1980, chapter 3, «Алгоритм узнавания». Each card is compared with the first
one, the standard. The text says which cells each comparison removes, and sums up the rest in a
formula. The original prints none of it.
"""

# covers 002:1209

from teletype.programs.cards import pattern as cards


def lines(training):
    """Yield the lines after a training with these cards, words of 0 and 1: the removals, and H."""
    yield "ФОРМУЛА ДОБАВЛЕНА НАМИ"
    pattern = list(training[0])
    for number in range(1, len(training)):
        card = training[number]
        cells = cards.removed(pattern, card)
        if cells:
            yield "КАРТА %d УБИРАЕТ %s" % (number + 1, named(cells))
        else:
            yield "КАРТА %d НИЧЕГО НЕ УБИРАЕТ" % (number + 1)
        cards.learn(pattern, card)
    yield formula(pattern)


def named(cells):
    """Return the names that the book gives to cells; these count from 0."""
    return " ".join(["X%d" % (cell + 1) for cell in cells])


def formula(pattern):
    """Return the condition for a card of ours: `H=~X1 ~X2 X6`, or `H=1` if every card is."""
    factors = []
    for cell in range(len(pattern)):
        if pattern[cell] != cards.IRRELEVANT:
            factors.append(("" if pattern[cell] else "~") + "X%d" % (cell + 1))
    return "H=" + (" ".join(factors) or "1")
