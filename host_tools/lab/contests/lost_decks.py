# SPDX-License-Identifier: MIT
"""Why the adviser loses decks of Calculation: `python3 -m host_tools lab calculation lost`.

The decks of a file are played. Each decision in a lost deck is judged with `--judge` cards in
playouts, many more than it was made with, and with the network of the budget `host`. A decision is
wrong if another one wins clearly more often in the same orders of the stock. Of each deck only the
costliest decision counts, by the share of playouts that it gave away. A deck without a wrong
decision was lost by the order of its cards, as far as playouts can tell.
"""

import argparse
import copy
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.contests import adviser
from host_tools.contests.calculation import play_built_in, read_decks
from host_tools.progress import Bar
from teletype.engines.calculation import NONE, Table

STAGES = (17, 34, 51)
"""Last card of each third of the deck, counting the card in hand."""


@dataclass
class Mistake:
    """A wrong decision: cards turned, whether a card was placed, playouts won in per cent."""

    turned: int
    placed: bool
    better: int
    other: int

    @property
    def cost(self) -> int:
        return self.better - self.other


class Recorder(adviser.Searcher):
    """The adviser as a built-in player that records its decisions."""

    def __init__(self, number: int, budget_name: str) -> None:
        super().__init__(number, budget_name)
        self.decisions: list[tuple[Table, int, int]] = []

    def _decide(self, table: Table, hand: int) -> int:
        decision = super()._decide(table, hand)
        self.decisions.append((copy.deepcopy(table), hand, decision))
        return decision


def judge(thinker: adviser.Thinker, table: Table, hand: int, decision: int) -> Mistake | None:
    """Return the mistake in a decision, by the playouts of `thinker`; None if it was right."""
    better = thinker.decide(table, hand)[0]
    if better == decision:
        return None
    best, won, tried, behind, compared = thinker.compare(table, hand, (better, decision))
    if best != better or not compared:
        return None
    turned = sum(table.heights) + sum(map(len, table.talons)) + (hand != NONE)
    return Mistake(turned, hand != NONE, 100 * won // tried, 100 * behind // compared)


def costliest(
    thinker: adviser.Thinker, decisions: Sequence[tuple[Table, int, int]]
) -> Mistake | None:
    """Return the costliest mistake of a lost deck, None if there is none."""
    found = [judge(thinker, *decision) for decision in decisions]
    return max((one for one in found if one), key=lambda one: one.cost, default=None)


def lines(played: int, mistakes: Sequence[Mistake | None]) -> list[str]:
    """Return the lines of the printed table."""
    wrong = [one for one in mistakes if one]
    table = [
        f"{len(mistakes)} of {played} decks lost",
        "costliest decision   decks  placed  moves  playouts won",
    ]
    first = 1
    for last in STAGES:
        here = [one for one in wrong if first <= one.turned <= last or one.turned > last == 51]
        kinds = Counter(one.placed for one in here)
        better = sum(one.better for one in here) // max(1, len(here))
        other = sum(one.other for one in here) // max(1, len(here))
        chance = f"{better} % -> {other} %" if here else "-"
        name = f"card {first} to {last + (last == STAGES[-1])}"
        table.append(f"{name:20} {len(here):5} {kinds[True]:7} {kinds[False]:6}  {chance}")
        first = last + 1
    table.append(f"{'none: the order':20} {len(mistakes) - len(wrong):5}")
    return table


def command(options: argparse.Namespace) -> int:
    """Play the decks and print the table."""
    dealt = read_decks(options.decks)
    judging = adviser.Thinker(options.judge, adviser.POSITIONS, "network")
    mistakes = []
    bar = Bar(len(dealt))
    for number, deck in enumerate(dealt, 1):
        player = Recorder(number, options.budget)
        if not play_built_in(lambda number, budget: player, "", number, deck):  # noqa: B023
            mistakes.append(costliest(judging, player.decisions))
        bar.step(f"{len(mistakes)} of {number} lost")
    bar.clear()
    for line in lines(len(dealt), mistakes):
        print(line)
    sys.stdout.flush()
    return 0
