# SPDX-License-Identifier: MIT
"""The leaf of the calendar: the days stand under their weekdays, and the date's is marked."""

from calendar import monthrange

import pytest

from host_tools.emulator.simulator import Simulator
from tests.helpers.drawn import assert_as_anew, shown
from tests.helpers.screen import texts


def columns(desk: Simulator) -> list[int]:
    """The column of each place where a day stands, in the order in which they are read."""
    rows = desk.chip.rows()
    found = []
    for row in range(1, 7):
        for column in range(7):
            x = column * 12
            pixels = [pixel for line in rows[8 * row : 8 * row + 8] for pixel in line[x : x + 10]]
            if sum(pixels) > 0:
                found.append(column)
    return found


YEARS = [(1968, 4), (1978, 6), (1900, 2), (2000, 2), (1981, 8), (2015, 2), (9999, 12)]


@pytest.mark.parametrize(("year", "month"), YEARS)
def test_each_day_under_its_weekday(year: int, month: int) -> None:
    first, count = monthrange(year, month)
    desk = shown(f"dates d={count},15 m={month},6 g={year},1978")
    desk.press("RIGHT")
    assert columns(desk) == [(first + day) % 7 for day in range(1, count + 1)]
    assert_as_anew(desk)


def test_a_date_that_there_is_not() -> None:
    for line, told in (
        ("dates d=31,15 m=4,6 g=1980,1978", ["1", "MAY", "1980", "", "DH=4", "GIVEN:", "31.4"]),
        (
            "dates d=0,15 m=14,6 g=1981,1978",
            ["31", "JANUARY", "1982", "", "DH=0", "GIVEN:", "0.14"],
        ),
    ):
        desk = shown(line)
        desk.press("RIGHT")
        assert [line[16:].strip() for line in texts(desk.chip)[:7]] == told


FRIDAY = [729270, 12, 155, -4, 499, -15]
"""12 June 1998 by hand: 365*1998, 12, 31*5, floor(4.7), floor(499.5), floor(.75*(19+1))."""

GAGARIN = [715765, 12, 93, -3, 490, -15]
"""12 April 1961, likewise: floor(3.9), floor(490.25)."""

WINTER = [725985, 13, 0, 497, -15]
"""13 January 1989: the other formula, with the year before: floor(497), floor(.75*(19+1))."""


@pytest.mark.parametrize(
    ("line", "values", "index", "day"),
    [
        ("12 6 1998", FRIDAY, 729917, 5),
        ("12 4 1961", GAGARIN, 716342, 3),
        ("13 1 1989", WINTER, 726480, 5),
    ],
)
def test_the_formula_step_by_step(line: str, values: list[int], index: int, day: int) -> None:
    d, m, g = line.split()
    desk = shown(f"dates d={d},15 m={m},6 g={g},1978")
    desk.press("RIGHT", "RIGHT")
    for count in range(1, len(values) + 1):
        assert_as_anew(desk)
        rows = texts(desk.chip)[1 : len(values) + 1]
        told = [int(row.rsplit(maxsplit=1)[-1]) for row in rows[:count]]
        assert told == values[:count]
        assert all("=" not in row and not row.strip()[-1:].isspace() for row in rows)
        desk.press("OK")
    assert sum(values) == index
    assert texts(desk.chip)[1].strip() == f"I = {index}"
    assert texts(desk.chip)[4].strip() == f"{index} {-index // 7 * 7} +6 = {day}"
