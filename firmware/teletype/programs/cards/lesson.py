# SPDX-License-Identifier: MIT
"""The lessons of `cards` with `lesson=added`: after a verdict the person says whether it is ours.

A card that is ours trains the pattern like those before it (V. N. Kasatkin, 1980, chapter 3, end
of «Алгоритм узнавания»: one more lesson, with further cards of ours). Learning from a foreign card
is our own addition. Suppose the secret is that certain cells are fixed, as the book's algorithm
assumes. Then the secret includes one of the cells in which the foreign card differs from the
pattern. If there is only one such cell, it certainly matters. If there is none, the secret is not
of this kind.
"""

# covers 002:1259

from teletype.core.request import Numbers
from teletype.programs.cards import pattern as cards

_MOST = 99
"""The most foreign cards that are remembered."""


class Lesson:
    """The lessons of a session, which change its state, `game`."""

    def __init__(self, game):
        self._game = game
        self._foreign = []
        """For each foreign card the cells, as bits, that may be the reason; no set includes
        another one."""

    def after(self, card):
        """Ask whether the card is ours, and learn from the answer; yield lines and the request."""
        game = self._game
        pattern = game.pattern
        game.lesson = True
        yield "А ВЫ КАК СЧИТАЕТЕ? (1: НАША, 0: НЕТ)"
        request = Numbers(("OURS", 0, 1))
        said = (yield request)[0]
        while said not in (0, 1):
            yield "ОТВЕТЬТЕ 1 ИЛИ 0"
            said = (yield request)[0]
        game.lesson = False
        unlike = cards.removed(pattern, card)
        if said:
            why = _bits(unlike)
            changed = [left & ~why for left in self._foreign if left & why]
            self._foreign = [left for left in self._foreign if not left & why]
            game.learn(card)
            if unlike:
                yield "ТЕПЕРЬ НЕ ВАЖНО: " + ", ".join([str(cell + 1) for cell in unlike])
        else:
            changed = [_bits([cell for cell in unlike if abs(pattern[cell] - card[cell]) == 1])]
        right = not (0 in changed or (said and unlike))
        if 0 in changed:
            yield "ПОСТОЯННЫХ КЛЕТОК МАЛО"
        for why in changed:
            if self._remember(why) and not why & why - 1:
                yield "ЗНАЧИТ, ВАЖНА КЛЕТКА %d" % (len(bin(why)) - 2)
                right = False
        if right:
            yield "Я НЕ ОШИБЛАСЬ"

    def _remember(self, why):
        """Store `why`, cells as bits, and drop weaker sets; return False if it adds nothing."""
        foreign = self._foreign
        if not why or [left for left in foreign if left & why == left]:
            return False
        self._foreign = [left for left in foreign if left & why != why][1 - _MOST :] + [why]
        return True


def _bits(cells):
    return sum([1 << cell for cell in cells])
