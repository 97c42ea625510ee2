# SPDX-License-Identifier: MIT
"""Three levels of play for Calculation: the paper's greedy player, a practised one, the adviser.

Each is a function of the table and the card in hand that returns one of the decisions of
`teletype.engines.calculation`, with NONE for the next card.

`greedy` lays at once every card that a foundation takes, on the lowest one. Any other goes on the
talon where it does the least harm, a king on talon 4. The delay of a card is how many cards a
foundation takes before it takes that rank, the least of all foundations. Harm is the number of
cards in the talon with a smaller delay, and one more on the kings' talon. Among equals the top
with the nearest larger delay is best. An empty talon, or one whose top is buried, counts as _EMPTY
away.

`practised` asks the rule of the adviser's playouts (`teletype.engines.adviser`), but does not play
any game to the end.
"""

from teletype.engines.calculation import NONE, RANKS, TALONS

_EMPTY = 3
_NEVER = 99


def greedy(table, hand):
    """Return the decision of the greedy player; `hand` is 0 to move tops."""
    decisions = table.placements(hand)[4:] if hand else table.moves()
    if not decisions:
        return greedy_talon(table, hand) if hand else NONE
    best = decisions[0]
    for decision in decisions:
        if table.heights[decision % 10 - 5] < table.heights[best % 10 - 5]:
            best = decision
    return best


def greedy_talon(table, card):
    """Return the talon (1..4) on which the greedy player puts a card."""
    if card == RANKS:
        return 4
    delays = [_NEVER] * (RANKS + 1)
    for number in range(1, 5):
        rank = table.wanted[number - 1]
        for delay in range(RANKS - table.heights[number - 1]):
            delays[rank] = min(delays[rank], delay)
            rank = (rank + number - 1) % RANKS + 1
    delay = delays[card]
    best = 0
    least = 0
    for talon in TALONS:
        cards = table.talons[talon - 1]
        harm = sum([delays[below] < delay for below in cards]) + (talon == 4)
        gap = delays[cards[-1]] - delay if cards else -1
        cost = 10 * harm + (gap if gap >= 0 else _EMPTY)
        if not best or cost < least:
            best = talon
            least = cost
    return best


def practised(adviser, table, hand):
    """Return the decision of the practised player, by the rule of an `Adviser`."""
    adviser.begin(table, hand, glance=True)
    return adviser.advice()
