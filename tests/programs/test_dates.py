# SPDX-License-Identifier: MIT
"""Dates: every day of the years 1 to 9999, the book's formulas in fractions, what is no date."""

from calendar import isleap, monthrange
from datetime import date
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teletype.core.session import Session
from teletype.core.setup import read
from teletype.programs.dates import calendar as dates
from teletype.programs.dates import dialogue as program
from tests.helpers.paper import until_stop


@pytest.mark.sampled(5)
@pytest.mark.parametrize("first", range(1, 10000, 1000))
def test_every_day_of_a_thousand_years(first: int) -> None:
    """The index is Python's ordinal + 365; the weekday is Python's, with Sunday as 0."""
    index, weekday, from_ordinal = dates.index, dates.weekday, date.fromordinal
    last = min(first + 999, 9999)
    for ordinal in range(date(first, 1, 1).toordinal(), date(last, 12, 31).toordinal() + 1):
        day = from_ordinal(ordinal)
        days = index(day.day, day.month, day.year)
        if days != ordinal + 365 or weekday(days) != day.isoweekday() % 7:
            pytest.fail(f"{day}: index {days}, weekday {weekday(days)}")


def e(value: Fraction) -> int:
    """The book's integral part, a floor."""
    return floor(value)


def book_index(d: int, m: int, g: int) -> int:
    """The formulas of the book with its decimal factors, exactly."""
    quarter, three_quarters, hundredth = Fraction(1, 4), Fraction(3, 4), Fraction(1, 100)
    if m <= 2:
        return (365 * g + d + 31 * (m - 1) + e(quarter * (g - 1))) - e(
            three_quarters * (e((g - 1) * hundredth) + 1)
        )
    return (
        (365 * g + d + 31 * (m - 1) - e(Fraction(4, 10) * m + Fraction(23, 10)))
        + e(quarter * g)
        - e(three_quarters * (e(hundredth * g) + 1))
    )


@given(st.integers(-100, 200), st.integers(-100, 200), st.integers(-10000, 20000))
def test_the_formulas_of_the_book(d: int, m: int, g: int) -> None:
    days = dates.index(d, m, g)
    assert days == book_index(d, m, g)
    assert dates.weekday(days) == days + e(Fraction(-days, 7)) * 7 + 6 == (days - 1) % 7


def test_numbers_of_the_book() -> None:
    assert dates.index(12, 4, 1961) == 716342
    assert dates.weekday(716342) == 3


def test_dates_that_are_none() -> None:
    """What the book's formula makes of them; nothing is checked."""
    index = dates.index
    for g in range(1, 9999):
        leap = isleap(g)
        assert index(29, 2, g) == index(1, 3, g) - leap
        assert index(30, 2, g) == index(2, 3, g) - leap
        for month in (4, 6, 9, 11):
            assert index(31, month, g) == index(1, month + 1, g)
        for month in range(1, 13):
            before = (month - 1, g) if month > 1 else (12, g - 1)
            length = monthrange(g, month - 1)[1] if month > 1 else 31
            assert index(0, month, g) == index(length, *before)
        for day in (1, 15, 28):
            assert index(day, 0, g + 1) == index(day, 12, g)
            assert index(day, 13, g) == index(day, 1, g + 1)
            assert index(day, 14, g) == index(day, 2, g + 1)
            assert index(day, 15, g) == index(day, 3, g + 1) + (1 if isleap(g + 1) else 2)


def test_the_damaged_brackets_are_a_day_off_in_one_century_of_four() -> None:
    """Why the January line is read as it is: literally, e(.75 c) + 1 instead of e(.75 (c + 1))."""
    for g in range(1, 4001):
        century = (g - 1) // 100
        damaged = 3 * century // 4 + 1
        assert damaged - 3 * (century + 1) // 4 == (century % 4 == 0)


def test_where_six_digits_end() -> None:
    assert dates.index(27, 11, 2737) == 999_999


def paper(**setup: str) -> list[str]:
    return until_stop(Session(program.play(read(program.FIELDS, list(setup.items())))))


@given(st.dates(), st.dates())
def test_the_paper_says_the_distance_and_the_weekdays(first: date, second: date) -> None:
    assert paper(
        d=f"{first.day},{second.day}",
        m=f"{first.month},{second.month}",
        g=f"{first.year},{second.year}",
    ) == [
        f"S={(second - first).days}",
        "DH[2]",
        f"{first.isoweekday() % 7}  {second.isoweekday() % 7}",
    ]


def test_setup_at_the_bounds() -> None:
    assert paper(d="0,99", m="0,99", g="0,9999")[0].startswith("S=")


@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 9999))
def test_an_index_is_one_day_of_the_calendar(d: int, m: int, g: int) -> None:
    day, month, year = dates.date(dates.index(d, m, g))
    assert dates.index(day, month, year) == dates.index(d, m, g)
    assert 1 <= month <= 12 and 1 <= day <= dates.length(month, year)


@pytest.mark.slow
def test_the_months_of_10000_years() -> None:
    for year in range(1, 10000):
        for month in range(1, 13):
            first = dates.index(1, month, year)
            assert dates.date(first) == (1, month, year)
            assert dates.length(month, year) == monthrange(year, month)[1]
            last = monthrange(year, month)[1]
            assert dates.date(first + last - 1) == (last, month, year)
