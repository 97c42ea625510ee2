# SPDX-License-Identifier: MIT
"""Which decks of Calculation can be won when the stock is known, by a SAT solver."""

from pathlib import Path

import pytest

from host_tools.contests.calculation import decks
from host_tools.lab.contests import calculation, winnable

RISING = [rank for rank in range(1, 14) for _ in range(4)]
"""The deck of the lucky number 0."""


@pytest.mark.slow
def test_decks_that_can_be_won() -> None:
    """The engine's own table accepts the solution, card by card."""
    assert winnable.winnable(RISING[::-1])
    assert winnable.winnable(next(decks(1)))


@pytest.mark.heavy
def test_a_deck_that_cannot_be_won() -> None:
    assert next(decks(0)) == RISING
    assert not winnable.winnable(RISING)


@pytest.mark.slow
def test_a_solution_that_breaks_a_rule_is_not_taken() -> None:
    """Every literal of the order is inverted, so that kings would come first."""
    formula = winnable.Formula(RISING[::-1])
    model = {formula.goes(card, card % 4) for card in range(52)}
    model |= {formula.lies(card, 0) for card in range(52)}
    assert not formula.laid(model)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dealt = tmp_path / "decks"
    dealt.write_text(" ".join(map(str, RISING[::-1])) + "\n")
    assert calculation.main(["bound", "--decks", str(dealt)]) == 0
    printed = capsys.readouterr().out
    assert printed == "1 of 1 decks can be won with the stock in sight (20.65..100.00 %)\n"
