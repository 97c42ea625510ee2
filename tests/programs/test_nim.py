# SPDX-License-Identifier: MIT
"""Nim: the engine against a brute-force solution, the program against every human line."""

from itertools import combinations_with_replacement, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teletype.core.session import Session
from teletype.engines import nim
from teletype.programs.nim import dialogue as program
from teletype.programs.nim.game import Game
from tests.engines.test_proofs import after as moves
from tests.engines.test_proofs import heaps_won, mover_wins
from tests.helpers.paper import until_stop


def test_reply_is_the_first_group_that_can_be_cut() -> None:
    for heaps in product(range(8), repeat=3):
        winning = [
            (index, left)
            for index in range(3)
            for left in range(heaps[index])
            if not mover_wins(heaps[:index] + (left,) + heaps[index + 1 :])
        ]
        assert nim.reply(heaps) == (min(winning) if winning else None)


@given(st.lists(st.integers(0, 99), min_size=1, max_size=9))
def test_special_row_by_the_columns_of_the_book(heaps: list[int]) -> None:
    """The book counts ones in columns; here the same count, digit by digit."""
    for but in range(-1, len(heaps)):
        rows = [heap for index, heap in enumerate(heaps) if index != but]
        columns = [sum(row >> bit & 1 for row in rows) % 2 for bit in range(7)]
        assert nim.special_row(heaps, but) == sum(odd << bit for bit, odd in enumerate(columns))


def test_special_rows_of_the_book() -> None:
    table = (22, 11, 23, 19)
    assert nim.special_row(table, 0) == 15
    assert nim.special_row(table, 1) == 18
    assert nim.reply((11, 23, 9, 39, 30)) == (3, 11)


@pytest.mark.parametrize(
    "heaps", [h for h in combinations_with_replacement(range(5), 3) if any(h)]
)
def test_no_legal_line_beats_the_machine(heaps: tuple[int, ...]) -> None:
    for order in set(permutations(heaps)):
        pending: list[list[tuple[int, int]]] = [[]]
        while pending:
            given = pending.pop()
            session = Session(program.play({"heaps": order}))
            lines = until_stop(session)
            state = list(order)
            for move in given:
                session.answer_values(move)
                state = follow(state, lines)
                state[move[0] - 1] = move[1]
                lines = until_stop(session)
            if session.ended:
                assert lines[-1] == "ВЫ ПРОИГРАЛИ"
                continue
            state = follow(state, lines)
            if given or mover_wins(order):
                assert not mover_wins(tuple(state)), (order, given)
            if mover_wins(tuple(state)):
                continue
            for index, heap in enumerate(state):
                pending.extend([*given, (index + 1, left)] for left in range(heap))


def follow(state: list[int], lines: list[str]) -> list[int]:
    """The position after the machine's move, read from the paper as a person would."""
    state = list(state)
    for line in lines:
        if line.startswith("T="):
            group, left = (int(word.split("=")[1]) for word in line.split())
            assert left < state[group - 1]
            state[group - 1] = left
    return state


def winning_moves(heaps: tuple[int, ...]) -> int:
    """How many moves win, each tried."""
    return sum(not mover_wins(after) for after in moves(heaps))


@pytest.mark.parametrize("heaps", [(1, 1), (1, 2, 3), (2, 2, 3, 3), (2, 4, 6), (3, 5, 6)])
def test_a_lost_machine_leaves_the_fewest_winning_moves(heaps: tuple[int, ...]) -> None:
    """The person makes the winning move or, at last, another one: then the machine wins."""
    for slip in range(40):
        session = Session(program.play({"heaps": heaps, "style": "hard"}))
        lines = until_stop(session)
        state = heaps
        given = 0
        while not session.ended:
            after = tuple(follow(list(state), lines))
            if mover_wins(state):
                assert not mover_wins(after)
            else:
                others = [(winning_moves(other), -sum(other)) for other in moves(state)]
                assert (winning_moves(after), -sum(after)) == min(others)
            move = nim.reply(after)
            if given == slip or move is None:
                at = max(range(len(after)), key=lambda index: after[index])
                move = at, after[at] - 1
            given += 1
            state = after[: move[0]] + (move[1],) + after[move[0] + 1 :]
            session.answer_values((move[0] + 1, move[1]))
            lines = until_stop(session)
        assert lines[-1] == ("ВЫ ПРОИГРАЛИ" if any(state) else "ВЫ ВЫИГРАЛИ")
        if slip >= given:
            assert not any(state)
            return


def test_illegal_moves_change_nothing() -> None:
    session = Session(program.play({"heaps": (7, 8, 4)}))
    until_stop(session)
    for move in [(0, 0), (-1, 0), (4, 0), (2, 3), (2, 4), (1, -1), (10**30, 0), (1, 7)]:
        session.answer_values(move)
        assert until_stop(session) == ["ВАШ ХОД СДЕЛАН НЕ ПО ПРАВИЛАМ"]
    session.answer_values((2, 1))
    assert until_stop(session) == ["ДЕЛАЮ СВОЙ ХОД", "T=1      L=5", "ВАШ ХОД"]


@pytest.mark.parametrize(("count", "most"), [(2, 6), (3, 4)])
def test_a_game_judges_each_move(count: int, most: int) -> None:
    won = heaps_won(count, most, empty_wins=False)
    for heaps, could in won.items():
        game = Game({"heaps": heaps, "players": 2})
        for index, left in ((index, left) for index in range(count) for left in range(most + 2)):
            *_, verdict = game.judge((index + 1, left))
            if left >= heaps[index]:
                assert verdict is None
                continue
            held, better, note = verdict
            moved = (*heaps[:index], left, *heaps[index + 1 :])
            assert held == could and note == ""
            assert (better is not None) == (could and won[moved]), (heaps, moved)
            if better is not None:
                group, rest = better
                after = (*heaps[: group - 1], rest, *heaps[group:])
                assert game.legal(better) and not won[after]
