# SPDX-License-Identifier: MIT
"""The levels of Calculation."""

from itertools import islice

import pytest

from host_tools.contests import calculation as contest
from teletype.engines import adviser, calculation_levels
from teletype.engines.calculation import NONE, Table
from tests.engines.test_adviser import foundation, positions


def test_the_greedy_player_is_that_of_contests() -> None:
    """The same decisions, in positions of many kinds; a child in C plays like the contest's."""
    player = contest.Greedy(1, "")
    for table, hand, _ in positions(4, 10):
        moves = table.moves()
        expected = player.where(table, hand) if hand else player.move(table, moves)
        assert calculation_levels.greedy(table, hand) == expected
    assert calculation_levels.greedy(Table(), NONE) == NONE


def test_the_practised_player_follows_the_rule() -> None:
    """It lays or keeps a card as the plain version of the rule does."""
    search = adviser.Adviser(0, 64)
    kinds = set()
    for table, hand, stock in positions(5, 10):
        decision = calculation_levels.practised(search, table, hand)
        assert decision in adviser.options(table, hand)
        if hand in table.wanted and hand and stock:
            stack = foundation(table, hand, 0, stock)
            best = [option[4] for option in search._tried if not option[5]]
            assert decision in best
            assert stack in best if stack else min(best) < 5
            kinds.add(bool(stack))
    assert kinds == {True, False}


@pytest.mark.slow
def test_the_practised_player_wins_about_half() -> None:
    """A regression figure: of 60 decks, without a playout."""
    dealt = islice(contest.decks(123), 60)
    won = sum(contest.play_built_in(contest.Practised, "", 0, deck) for deck in dealt)
    assert won == 31
