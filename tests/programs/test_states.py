# SPDX-License-Identifier: MIT
"""The states of programs that are no games: what their pictures draw, against the paper."""

from typing import Any

import pytest

from teletype.core.request import working
from teletype.core.session import Session
from teletype.programs import catalogue
from teletype.programs.random_walk.game import ORIGIN


def begun(name: str, line: str) -> tuple[Any, Session]:
    program, setup = catalogue.prepare(name, line)
    state, play = program.begin(setup)
    return state, Session(play)


def printed(session: Session) -> str | None:
    """The next line; None at a prompt or at the end."""
    event = session.step()
    while event is working:
        event = session.step()
    return event if isinstance(event, str) else None


@pytest.mark.parametrize(("line", "claims"), [("puzzle=vessel", "ГФПЧТ"), ("puzzle=who", "БДС")])
def test_a_solution_of_logic(line: str, claims: str) -> None:
    state, session = begun("logic", line)
    text = printed(session)
    assert text and state.found == 1 and state.order == claims
    for letter in claims:
        assert state.holds(letter) == (f"{letter}=1" in text)
        assert state.holds("~" + letter) == (f"{letter}=0" in text)
    assert printed(session) is None and state.found == 1


@pytest.mark.parametrize("line", ["formula=A+B", "puzzle=timetable", "formula=A~A"])
def test_the_solutions_of_logic_are_counted(line: str) -> None:
    state, session = begun("logic", line)
    count = 0
    while printed(session):
        count += 1
        assert state.found == count
    assert state.found == count == {"formula=A+B": 3, "formula=A~A": 0}.get(line, count)


@pytest.mark.parametrize("line", ["time=20 sample=50", "time=7 sample=30 p=1", "time=0 sample=3"])
def test_a_walk_is_known_as_far_as_it_is_printed(line: str) -> None:
    """Also with an odd time and no end below 0: then the table has even positions, without any."""
    state, session = begun("random-walk", line)
    time = len(state.walk) - 1
    for t in range(1, time + 1):
        row = printed(session)
        assert row and state.reached == t and not state.counted
        assert [int(row[:8]), int(row[8:])] == [t, state.walk[t] - ORIGIN]
    assert printed(session) == "" and state.row is None
    assert printed(session) and state.counted
    assert printed(session) == ""
    table = {}
    while row := printed(session):
        table[int(row[:8])] = int(row[8:-12])
        for x in range(-time, time + 1):
            assert state.printed(x) == table.get(x, 0), x
    assert list(table) and state.row == max(table)


def test_what_cards_ask_and_have_learned() -> None:
    """The puzzles come first; a card of ours trains, a foreign one does not."""
    state, session = begun("cards", "k=3 cards=101,111 lesson=added prelude=added")
    while printed(session) is not None:
        assert state.puzzles
    session.answer("11")
    while printed(session) is not None:
        assert state.puzzles
    session.answer("0 0 0 0")
    while printed(session) is not None:
        pass
    assert not state.puzzles and not state.lesson and state.pattern == [1, 5, 1]
    for card, ours, pattern, known in (
        ("1 0 0", "0", [1, 5, 1], 2),
        ("1 1 0", "1", [1, 5, 5], 3),
        ("1 7 0", "1", [1, 5, 5], 3),  # no card: learned like one, and not remembered
    ):
        session.answer(card)
        lines = []
        while line := printed(session):
            lines.append((line, state.lesson))
        assert [lesson for _, lesson in lines] == [False, True] and "КАК СЧИТАЕТЕ" in lines[1][0]
        session.answer(ours)
        while printed(session):
            assert not state.lesson
        assert state.pattern == pattern and len(state.training) == known
    assert state.training == [b"\1\0\1", b"\1\1\1", b"\1\1\0"]
