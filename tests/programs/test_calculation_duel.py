# SPDX-License-Identifier: MIT
"""A duel at Calculation: each level lays the deck that the person has laid."""

from functools import partial

import pytest

from teletype.core.request import working
from teletype.core.setup import SetupError, read
from teletype.engines import calculation_levels as levels
from teletype.engines.adviser import Adviser
from teletype.engines.calculation import Table, deck
from teletype.programs.calculation import duel as duels
from teletype.programs.calculation.game import Game
from tests.helpers.calculation import EDITIONS


def test_a_duel_of_the_same_deck() -> None:
    for lucky in (12, 14, 20):
        dealt = deck(lucky)
        for level in ("greedy", "practised"):
            table = Table()
            search = Adviser()
            for card in dealt:
                hand = card
                while hand or table.moves():
                    if level == "greedy":
                        decision = levels.greedy(table, hand)
                    else:
                        decision = levels.practised(search, table, hand)
                    if not hand and not decision:
                        break
                    if hand:
                        assert table.put(hand, decision)
                    else:
                        assert table.move(decision // 10, decision % 10)
                    hand = 0
            machine = sum(table.heights)
            for own, last, result in (
                (machine, "A DRAW", 0),
                (machine - 1, "MACHINE WINS", -1),
                (machine + 1, "YOU WIN", 1),
            ):
                game = Game({})
                game.table.heights[0] = own
                lines = [line for line in duels.duel(game, level, dealt) if isinstance(line, str)]
                assert game.duel == result
                assert lines[1] == f"ON FOUNDATIONS: YOU {own}, MACHINE {machine}"
                assert lines[2:] == [last]


@pytest.mark.slow
def test_a_duel_against_the_adviser(monkeypatch: pytest.MonkeyPatch) -> None:
    """It thinks between the cards, says how far it is, and does not look at the stock."""
    monkeypatch.setattr(duels, "thinker", partial(Adviser, 300))
    done = []
    for event in duels.duel(Game({}), "adviser", deck(3)):
        if event is working:
            done.append((event.done, event.total))
    assert done == sorted(done) and set(done) == {(card, 52) for card in range(52)}
    assert len(done) > 100
    assert (working.done, working.total) == (0, 0)


@pytest.mark.parametrize("name", EDITIONS)
def test_a_duel_needs_a_whole_deck(name: str) -> None:
    program = EDITIONS[name].Program
    figure = program.PRESETS[0].split("=")[1]
    with pytest.raises(SetupError, match="not a whole deck"):
        read(program.FIELDS, [("stock", figure), ("duel", "greedy")], program.check)
    mended = program.PRESETS[1].split("=")[1]
    read(program.FIELDS, [("stock", mended), ("duel", "greedy")], program.check)
