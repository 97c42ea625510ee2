# SPDX-License-Identifier: MIT
"""The state of a session of card recognition: what the machine has learned, and what it asks.

This is no game; the picture draws it.
"""

from teletype.engines import game
from teletype.programs.cards import pattern as cards

_MOST = 99
"""The most cards of a training that are remembered."""


class Training(game.State):
    """What is known at a prompt.

    training  the cards, bytes with a colour for each cell; those of the lessons come last
    pattern   what the machine has learned, see `pattern`
    bits      for each cell of the words that are learned
    puzzles   whether a puzzle is asked before the training
    lesson    whether the person is asked if the last card is ours
    """

    def __init__(self, setup):
        self.bits = 2 if setup.get("colours") else 1
        self.training = [bytes([int(digit) for digit in word]) for word in setup["cards"]]
        self.pattern = cards.learned(map(self.word, self.training))
        self.puzzles = bool(setup.get("prelude"))
        self.lesson = False

    def train(self):
        """Begin the training: the puzzles are over."""
        self.puzzles = False

    def word(self, card):
        """Return a card as the binary word that is learned."""
        return cards.coded(card, self.bits)

    def learn(self, card):
        """Learn from another card of ours; it is remembered if its cells are only 0 and 1."""
        cards.learn(self.pattern, card)
        if len(self.training) < _MOST and 0 <= min(card) <= max(card) < 2:
            self.training.append(bytes(card))
