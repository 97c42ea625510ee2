# SPDX-License-Identifier: MIT
"""The leaf of the calendar: the days stand under their weekdays, and the date's is marked."""

from calendar import monthrange
from collections.abc import Callable

import pytest

from host_tools.emulator.simulator import Desk
from teletype.words import LANGUAGES
from tests.helpers.drawn import assert_as_anew, shown
from tests.helpers.screen import texts
from tests.helpers.sheets import compare, shot


def columns(desk: Desk) -> list[int]:
    """The column of each place where a day stands, in the order in which they are read."""
    rows = desk.chip.rows()
    found = []
    for row in range(1, 7):
        for column in range(7):
            x = 1 + column * 11
            pixels = [pixel for line in rows[8 * row : 8 * row + 8] for pixel in line[x : x + 10]]
            if sum(pixels) > 0:
                found.append(column)
    return found


YEARS = [(1968, 4), (1978, 6), (1900, 2), (2000, 2), (1981, 8), (2015, 2), (9999, 12)]


@pytest.mark.parametrize(("year", "month"), YEARS)
def test_each_day_under_its_weekday(year: int, month: int) -> None:
    first, count = monthrange(year, month)
    desk = shown(f"dates d=1,{count} m={month},{month} g={year},{year}")
    for _ in range(2):
        assert columns(desk) == [(first + day) % 7 for day in range(1, count + 1)]
        desk.press("RIGHT")
        assert_as_anew(desk)


def test_a_date_that_there_is_not() -> None:
    desk = shown("dates d=31,0 m=4,14 g=1980,1981")
    assert [line[16:].strip() for line in texts(desk.chip)[1:7]] == [
        *("1", "MAY", "1980", "DH=4", "GIVEN:", "31.4")
    ]
    desk.press("LEFT")
    side = [line[16:].strip() for line in texts(desk.chip)[1:7]]
    assert side == ["31", "JANUARY", "1982", "DH=0", "GIVEN:", "0.14"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_looks_like(language: str, golden: Callable[..., None]) -> None:
    images = []
    for line in ("dates", "dates d=31,29 m=8,2 g=1981,1981"):
        desk = shown(line)
        desk.app.settings.values["language"] = language
        desk.app.apply()
        desk.app.open(desk.app.sessions.screen)
        desk.run(20)
        images.append(shot(desk))
        desk.press("RIGHT")
        images.append(shot(desk))
    compare(golden, f"leaf-{language}", images)
