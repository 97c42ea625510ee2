# SPDX-License-Identifier: MIT
"""Learning the common cells of cards, and recognizing cards by them: V. N. Kasatkin, 1980.

A card is a sequence of cells 0 or 1 (with a circle). The learned pattern starts as the first card;
every cell in which another card of the training differs becomes IRRELEVANT and stays so.

For cards of many colours the book proposes to code their colouring as a binary word (the end of
«Алгоритм узнавания»), so that learning stays the same. It gives no code: `coded` is ours.
"""

# covers 002:1209, 002:1255, 002:1268

IRRELEVANT = 5
"""The book's value for a cell that does not matter; cells that matter have 0 or 1."""


def learn(pattern, card):
    """Compare a further card of the training with `pattern`, a list, and change the pattern."""
    for cell in range(len(pattern)):
        if pattern[cell] != card[cell]:
            pattern[cell] = IRRELEVANT


def learned(words):
    """Return the pattern of a training, words of 0 and 1; they may come one by one."""
    words = iter(words)
    pattern = list(next(words))
    for word in words:
        learn(pattern, word)
    return pattern


def ours(pattern, card):
    """Return whether the card has the pattern: no cell differs by 1, the book's test."""
    for cell in range(len(pattern)):
        if abs(pattern[cell] - card[cell]) == 1:
            return False
    return True


def coded(card, bits):
    """Return the cells of a card as a binary word, a list: `bits` for each, the highest first."""
    return [cell >> bit & 1 for cell in card for bit in range(bits - 1, -1, -1)]


def removed(pattern, card):
    """Return the cells, from 0, that a further card of the training makes IRRELEVANT."""
    return [at for at in range(len(card)) if pattern[at] not in (IRRELEVANT, card[at])]


def fitting(pattern, at, most):
    """Return the colours 0 to `most` that a cell with `pattern[at:][:2]` may have, as bits."""
    fits = 0
    for colour in range(most + 1):
        if ours(pattern[at : at + 2], coded((colour,), 2)):
            fits |= 1 << colour
    return fits
