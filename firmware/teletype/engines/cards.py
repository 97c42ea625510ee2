# SPDX-License-Identifier: MIT
"""Learning what cards have in common, and recognizing cards by it: V. N. Kasatkin, 1980.

A card is a sequence of cells 0 or 1 (with a circle). The learned pattern starts as the first card;
every cell in which another card of the training differs becomes IRRELEVANT and stays so.
"""

# covers 002:1209, 002:1268

IRRELEVANT = 5
"""What the book writes into a cell that does not matter; 0 and 1 stand in those that do."""


def learn(pattern, card):
    """Compares a further card of the training with `pattern`, a list, and changes that."""
    for cell in range(len(pattern)):
        if pattern[cell] != card[cell]:
            pattern[cell] = IRRELEVANT


def ours(pattern, card):
    """Whether the card has the pattern: no cell differs by 1, the book's test."""
    for cell in range(len(pattern)):
        if abs(pattern[cell] - card[cell]) == 1:
            return False
    return True
