# SPDX-License-Identifier: MIT
"""Logical problems: the puzzles against their stories, the timetable against all arrangements."""

from collections.abc import Callable
from functools import cache, partial
from itertools import combinations, permutations, product

import pytest

from teletype.core.setup import join, read, split
from teletype.engines import timetable
from teletype.programs.logic import dialogue as program
from teletype.programs.truth_table.dialogue import check as check_order
from tests.helpers.paper import paper_of

paper = partial(paper_of, program)


def row(order: str, values: tuple[int, ...]) -> str:
    return "  ".join(f"{name}={value}" for name, value in zip(order, values, strict=True))


def test_vessel_by_the_story() -> None:
    """Each boy is right in exactly one of two claims; one country, one century at most."""
    told = [
        row("ГФПЧТ", (greek, phoenician, fifth, fourth, third))
        for greek, phoenician, fifth, fourth, third in product((0, 1), repeat=5)
        if greek + fifth == 1
        and phoenician + third == 1
        and (not greek) + fourth == 1
        and greek + phoenician <= 1
        and fifth + fourth + third <= 1
    ]
    assert paper() == paper(puzzle="vessel") == told == ["Г=0  Ф=1  П=1  Ч=0  Т=0"]


def test_vessel_needs_the_teachers_remark() -> None:
    lines = paper(formula="(Г~П+~ГП)(Ф~Т+~ФТ)(~Г~Ч+ГЧ)", vars="ГФПЧТ")
    assert len(lines) == 4 and paper()[0] in lines


def test_who_by_the_story() -> None:
    """One suspect told the truth twice, one lied twice, one did each once."""
    found = []
    for brown, jones, smith in product((0, 1), repeat=3):
        if brown + jones + smith != 1:
            continue
        truths = ((not brown) + (not jones), (not brown) + smith, (not smith) + brown)
        if sorted(truths) == [0, 1, 2]:
            found.append(row("БДС", (brown, jones, smith)))
            assert truths == (1, 0, 2)  # Brown half, Jones a liar, Smith truthful
    assert paper(puzzle="who") == found == ["Б=1  Д=0  С=0"]


HOURS = range(1, 10)
DAYS = [(1, 2, 3), (4, 5, 6), (7, 8, 9)]
At = Callable[[str, int], bool]


def at_of(week: str) -> At:
    """The lessons of a week of nine letters, as the letters of the book's formulas."""
    return lambda lesson, hour: week[hour - 1] == lesson


def any_pair(at: At, first: str, second: str) -> bool:
    """Whether `first` and `second` are in different hours of one day."""
    return any(at(first, a) and at(second, b) for day in DAYS for a, b in permutations(day, 2))


def conditions(at: At) -> list[bool]:
    """F1 to F7 as in the book, with the lost bars; `at("М", 3)`: mathematics in hour 3."""
    return [
        not (at("М", 3) or at("М", 6) or at("М", 9))
        and any(at("М", a) and at("М", b) for a, b in combinations((1, 4, 7), 2)),
        not (at("Ф", 3) or at("Ф", 6) or at("Ф", 9))
        and (at("Ф", 1) or at("Ф", 4) or at("Ф", 7))
        and not (at("Ф", 4) or at("Ф", 8) or at("Ф", 9)),
        (at("И", 1) or at("И", 2) or at("И", 5))
        and not any(at("И", hour) and at("С", hour + 1) for hour in (1, 2, 4, 5, 7, 8)),
        not (at("Х", 7) or at("Х", 8) or at("Х", 9)) and not any_pair(at, "Ф", "Х"),
        (
            at("С", 3)
            or at("С", 6)
            or at("С", 9)
            or any(at("С", hour) and at("О", hour + 1) for hour in (2, 5, 8))
        )
        and not (at("С", 7) or at("С", 8) or at("С", 9)),
        not any_pair(at, "М", "М") and not any_pair(at, "Ф", "Ф"),
        at("О", 1) or at("О", 9),
    ]


@cache
def arrangements() -> list[tuple[str, list[bool]]]:
    """All 30240 different weeks in alphabetical order, each with the conditions that it keeps."""
    weeks: list[str] = [""]
    for _ in HOURS:
        weeks = [
            week + lesson
            for week in weeks
            for lesson in "ИМОСФХ"
            if week.count(lesson) < {"М": 3, "Ф": 2}.get(lesson, 1)
        ]
    return [(week, conditions(at_of(week))) for week in weeks]


def spaced(week: str) -> str:
    return f"{week[:3]} {week[3:6]} {week[6:]}"


def test_all_arrangements() -> None:
    weeks = [week for week, _ in arrangements()]
    assert len(weeks) == len(set(weeks)) == 30240 and weeks == sorted(weeks)
    assert {"".join(sorted(week)) for week in weeks} == {timetable.LESSONS}


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize("dropped", range(8))
def test_timetables_are_those_of_brute_force(dropped: int) -> None:
    """Without each set of so many conditions: the same timetables in the same order."""
    for without in combinations(range(1, 8), dropped):
        expected = [
            spaced(week)
            for week, kept in arrangements()
            if all(kept[number - 1] or number in without for number in range(1, 8))
        ]
        assert [week for week in timetable.schedules(without) if week] == expected


def test_print_without_bars_allows_no_timetable() -> None:
    """F3 and F4 with their second factor as printed, F5 with "last" as the last real lesson."""
    weeks = [(week, kept) for week, kept in arrangements()]

    def solutions(number: int, condition: Callable[[At], bool]) -> list[str]:
        return [
            week
            for week, kept in weeks
            if all(kept[: number - 1] + kept[number:]) and condition(at_of(week))
        ]

    assert not solutions(
        3,
        lambda at: (
            (at("И", 1) or at("И", 2) or at("И", 5))
            and any(at("И", hour) and at("С", hour + 1) for hour in (1, 2, 4, 5, 7, 8))
        ),
    )
    assert not solutions(
        4, lambda at: not (at("Х", 7) or at("Х", 8) or at("Х", 9)) and any_pair(at, "Ф", "Х")
    )
    last_real = [
        week
        for week, kept in weeks
        if all(kept) and not any(week[hour - 1] == "М" and week[hour] == "О" for hour in (2, 5, 8))
    ]
    assert not last_real


def test_second_half_of_condition_3_is_redundant() -> None:
    others = [
        week
        for week, kept in arrangements()
        if all(kept[:2] + kept[3:]) and week.index("И") + 1 in (1, 2, 5)
    ]
    assert [spaced(week) for week in others] == paper(puzzle="timetable")


def test_rows_that_are_true_in_any_part_of_the_table() -> None:
    letters = "ABCDEFGHIJKL"
    for number in (0, 1, 511, 512, 2048, 4095):
        digits = tuple(number >> bit & 1 for bit in range(11, -1, -1))
        formula = "".join(
            letter if digit else "~" + letter
            for letter, digit in zip(letters, digits, strict=True)
        )
        assert paper(formula=formula) == [row(letters, digits)]


def test_setup_as_a_tape_writes_it() -> None:
    for pairs in [
        [],
        [("formula", "A -> Б"), ("vars", "БA")],
        [("puzzle", "timetable"), ("without", "4,5")],
    ]:
        setup = read(program.FIELDS, pairs, program.check)
        line = join(program.FIELDS, setup)
        assert read(program.FIELDS, split(line), program.check) == setup
    assert join(program.FIELDS, read(program.FIELDS, [], program.check)) == "puzzle=vessel"


def test_puzzles_name_their_letters() -> None:
    for text, order in program.PUZZLES.values():
        check_order({"formula": text, "vars": order})
