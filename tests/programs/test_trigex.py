# SPDX-License-Identifier: MIT
"""Trigex: the nine lines, Table 1 against a solution of the game, every line of play."""

from collections import Counter
from functools import cache
from itertools import combinations, product

import pytest

from teletype.core.session import Session
from teletype.programs.trigex import dialogue as program
from teletype.programs.trigex import game as trigex
from tests.helpers.paper import until_stop


def play(first: int, answers: list[int]) -> tuple[Session, list[int]]:
    """A session after these answers, and the machine's fields as the paper says them."""
    session = Session(program.play({"m": first}))
    lines = until_stop(session)
    assert lines[:2] == ["ИГРА ТРИГЕКС", "ВАШ СОПЕРНИК — ЭВМ МИР-2"]
    own: list[int] = []
    lines = lines[2:]
    for answer in [*answers, None]:
        move, field, end = lines
        assert move == f"ДЕЛАЮ СВОЙ {len(own) + 1} ХОД"
        assert field.startswith("N=")
        own.append(int(field[2:]))
        assert end == ("ВЫ ПРОИГРАЛИ" if session.ended else "ВАШ ХОД")
        if answer is not None:
            session.answer_values((answer,))
            lines = until_stop(session)
    return session, own


def owns_a_line(fields: list[int]) -> bool:
    return any(set(line) <= set(fields) for line in trigex.LINES)


def ends_of(first: int) -> tuple[Counter[int], int]:
    """Give every legal answer at every stop: the machine's moves are legal, it ends with a line.

    Return how many of its lines end with each of its moves, and the number of stops.
    """
    ends: Counter[int] = Counter()
    stops = 0
    pending: list[list[int]] = [[]]
    while pending:
        answers = pending.pop()
        session, own = play(first, answers)
        assert own[0] == first
        assert len({*own, *answers}) == len(own) + len(answers), (own, answers)
        assert {*own, *answers} <= set(range(1, 10))
        assert not owns_a_line(answers), (own, answers)
        assert owns_a_line(own) == session.ended
        if session.ended:
            ends[len(own)] += 1
            continue
        stops += 1
        free = [field for field in range(1, 10) if field not in own and field not in answers]
        pending.extend([*answers, field] for field in free)
    return ends, stops


@pytest.mark.parametrize("first", [1, 2, 3])
def test_all_80_lines_of_a_first_field_are_lost(first: int) -> None:
    assert ends_of(first)[0] == {3: 40, 4: 24, 5: 16}


def printed_formula(first: int, answer: int) -> int:
    """The listing's second field, its coefficients with the lost decimal points, A[L]=5."""
    a = [0] * 10
    a[answer] = 5
    tenths = {
        1: 30 - (a[3] + a[5] + a[6]) * 2 + a[7] * 6,
        2: 10 + (a[1] + a[7] + a[8]) * 4 + a[9] * 8,
        3: 20 - (a[2] + a[4] + a[9]) * 2 + a[5] * 8,
    }
    return tenths[first] // 10


ANSWERS = [(first, answer) for first in (1, 2, 3) for answer in range(1, 10) if answer != first]


def test_the_printed_formulas_differ_from_table_1_in_one_place() -> None:
    differing = [
        (first, answer, printed_formula(first, answer), trigex.second(first, answer))
        for first, answer in ANSWERS
        if printed_formula(first, answer) != trigex.second(first, answer)
    ]
    assert differing == [(2, 9, 5, 4)]


def test_the_printed_formula_loses_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the formulas every line is won but 2-9-5-3, where no field makes two threats."""
    monkeypatch.setattr(trigex, "second", printed_formula)
    broken = []
    pending = [(first, [answer]) for first, answer in ANSWERS]
    lines = 0
    while pending:
        first, answers = pending.pop()
        session, own = play(first, answers)
        if own[-1] == 0:
            broken.append((own, answers))
        elif session.ended:
            lines += 1
        else:
            free = [field for field in range(1, 10) if field not in own and field not in answers]
            pending.extend((first, [*answers, field]) for field in free)
    assert broken == [([2, 5, 0], [9, 3])]
    assert lines > 200


@cache
def forced(own: frozenset[int], other: frozenset[int], moving: bool) -> bool:
    """Whether the player who has `own` can force a line, `moving` or not: no theory."""
    free = [field for field in range(1, 10) if field not in own and field not in other]
    if moving:
        return any(
            owns_a_line([*own, field]) or forced(own | {field}, other, False) for field in free
        )
    return bool(free) and all(
        not owns_a_line([*other, field]) and forced(own, other | {field}, True) for field in free
    )


def test_every_first_field_wins() -> None:
    """The book begins on 1, 2 or 3 only."""
    for field in range(1, 10):
        assert forced(frozenset({field}), frozenset(), False)


@pytest.mark.parametrize(("first", "answer"), ANSWERS)
def test_every_entry_of_table_1_wins(first: int, answer: int) -> None:
    second = trigex.second(first, answer)
    assert second not in (first, answer)
    assert forced(frozenset({first, second}), frozenset({answer}), False)
    on_one_line = [line for line in trigex.LINES if first in line and second in line]
    assert on_one_line, "the book: the first two own pieces stand on one line"


def test_illegal_answers_change_nothing() -> None:
    session = Session(program.play({"m": 1}))
    until_stop(session)
    for field in (1, 0, 10, -1, -9, 10**30):
        session.answer_values((field,))
        assert until_stop(session) == ["ВЫ ОШИБЛИСЬ"]
    session.answer_values((3,))
    assert until_stop(session) == ["ДЕЛАЮ СВОЙ 2 ХОД", "N=2", "ВАШ ХОД"]
    for field in (1, 2, 3):
        session.answer_values((field,))
        assert until_stop(session) == ["ВЫ ОШИБЛИСЬ"]
    session.answer_values((8,))
    assert until_stop(session) == ["ДЕЛАЮ СВОЙ 3 ХОД", "N=5", "ВАШ ХОД"]


def test_the_last_dangerous_line_counts() -> None:
    """Two lines of the person's with an empty field each: the scan remembers the later one."""
    for earlier, later in combinations(trigex.LINES, 2):
        for left, right in product(set(earlier) - set(later), set(later) - set(earlier)):
            fields = [trigex.EMPTY] * 10
            for field in {*earlier, *later} - {left, right}:
                fields[field] = trigex.OTHER
            dangerous = [line for line in trigex.LINES if sum(fields[f] for f in line) == 10]
            assert {earlier, later} <= set(dangerous)
            assert fields[trigex.closing(fields)] == trigex.EMPTY
            assert trigex.closing(fields) in dangerous[-1]
            if dangerous[-1] == later:
                assert trigex.closing(fields) == right


def test_the_lines_are_a_configuration() -> None:
    """Nine lines of three, three through each field, no two with two fields in common."""
    assert Counter(field for line in trigex.LINES for field in line) == dict.fromkeys(
        range(1, 10), 3
    )
    for first, second in combinations(trigex.LINES, 2):
        assert len(set(first) & set(second)) <= 1
