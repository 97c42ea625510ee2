# SPDX-License-Identifier: MIT
"""The birthday of `dates`: the wheels, and the way from them to the day of the week and back."""

from datetime import date
from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from teletype.programs.dates import calendar as dates
from teletype.words import LANGUAGES
from tests.helpers.drawn import assert_as_anew, picture
from tests.helpers.screen import SIZES, Size, texts
from tests.helpers.sheets import Golden, compare, shot


def asked(folder: Path, language: str = "en", width: int = 128, height: int = 64) -> Simulator:
    """A desk on which OK on the shelf has led to the wheels."""
    (folder / "settings.txt").write_text(f"language={language}\norder=easy\n", encoding="utf-8")
    desk = Simulator(width, height, folder, fast=True)
    desk.app.sessions.set_up("dates")
    desk.run(20)
    return desk


def wheels(desk: Simulator) -> tuple[int, ...]:
    return tuple(desk.app.activity._wheels.date)


def answered(desk: Simulator) -> Simulator:
    desk.press("OK")
    desk.run(20)
    desk.settle()
    assert desk.app.sessions.screen.pictured
    return desk


def test_the_wheels_turn_to_the_birthday(tmp_path: Path) -> None:
    desk = asked(tmp_path)
    assert wheels(desk) == (12, 4, 1968)  # the book's first date
    desk.press("UP", "RIGHT", "DOWN", "RIGHT", "UP")
    assert wheels(desk) == (13, 3, 1969)
    desk.press("RIGHT", "LEFT", "LEFT", "UP")
    assert wheels(desk) == (13, 4, 1969)
    answered(desk)
    assert desk.app.sessions.screen.setup == {"d": (13, 15), "m": (4, 6), "g": (1969, 1978)}
    paper = desk.serial.printed.splitlines()
    days = (date(1978, 6, 15) - date(1969, 4, 13)).days
    assert paper[-3:] == [f"S={days}", "DH[2]", "0  4"]  # a Sunday and a Thursday
    assert "SUNDAY" in (desk.app.sessions.screen.picture._weekday_of((13, 4, 1969)))


def test_no_wheel_shows_a_date_that_there_is_not(tmp_path: Path) -> None:
    desk = asked(tmp_path)
    desk.app.activity._wheels.date[:] = [31, 3, 2000]
    desk.press("RIGHT", "DOWN")
    assert wheels(desk) == (29, 2, 2000)
    desk.press("RIGHT", "UP")
    assert wheels(desk) == (28, 2, 2001)
    desk.press("RIGHT", "UP")
    assert wheels(desk) == (1, 2, 2001)  # round at the end of the month
    desk.app.activity._wheels.date[:] = [1, 1, 1]
    desk.press("LEFT", "DOWN")
    assert wheels(desk) == (1, 1, 1)
    for day, month, year in [(1, 1, 1), (29, 2, 2000), (31, 12, 9999)]:
        assert dates.date(dates.index(day, month, year)) == (day, month, year)


def test_a_year_that_is_held_runs(tmp_path: Path) -> None:
    desk = asked(tmp_path)
    desk.press("RIGHT", "RIGHT")
    desk.hold("DOWN", 400 + 80 * 30)
    desk.run(50)
    assert 1935 <= wheels(desk)[2] <= 1940
    desk.hold("DOWN", 400 + 80 * 100)
    assert wheels(desk)[2] < 1600


def test_back_leads_to_the_setup_and_the_shelf(tmp_path: Path) -> None:
    desk = asked(tmp_path)
    desk.press("BACK")
    desk.run(20)
    desk.press("DOWN")
    assert [line.split("  ")[0].strip() for line in texts(desk.chip)[1:3]] == [
        *("START", "both days")
    ]
    desk.press("BACK")
    desk.run(20)
    assert type(desk.app.activity).__name__ == "Shelf"


def test_another_date_and_the_days_between(tmp_path: Path) -> None:
    desk = answered(asked(tmp_path))
    for _ in range(20):
        if picture(desk)._page == 4:  # the wheels of the second date
            break
        desk.press("OK")
        assert_as_anew(desk)
    desk.press("DOWN", "RIGHT", "RIGHT", "UP")
    answered(desk)
    assert desk.app.sessions.screen.setup == {"d": (12, 14), "m": (4, 6), "g": (1968, 1979)}
    days = (date(1979, 6, 14) - date(1968, 4, 12)).days
    assert f"S={days}" in desk.serial.printed
    desk.press("OK")
    desk.run(20)
    assert wheels(desk) == (12, 4, 1968)  # another birthday


def test_the_second_date_of_the_book_may_stand(tmp_path: Path) -> None:
    desk = answered(asked(tmp_path))
    while picture(desk)._page != 4:
        desk.press("OK")
    desk.press("OK")
    assert picture(desk)._page == 5
    days = (date(1978, 6, 15) - date(1968, 4, 12)).days
    assert desk.serial.printed.count(f"S={days}") == 1


@pytest.mark.parametrize(("given", "fixed"), [("setups=examples", False), ("fixed=dates", True)])
def test_an_exhibit_that_lets_nobody_change_a_value(
    given: str, fixed: bool, tmp_path: Path
) -> None:
    (tmp_path / "exhibit.txt").write_text(f"exhibit=on\n{given}\n", encoding="utf-8")
    desk = asked(tmp_path)
    if not fixed:
        assert type(desk.app.activity).__name__ == "SetupEditor"
    desk.app.sessions.start("dates", "")
    desk.run(20)
    desk.settle()
    assert 4 not in picture(desk)._pages


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_looks_like(language: str, size: Size, tmp_path: Path, golden: Golden) -> None:
    desk = asked(tmp_path, language, *size)
    desk.app.activity._wheels.date[:] = [12, 6, 1998]
    desk.app.activity.draw()
    desk.run(20)
    images = [shot(desk)]
    answered(desk)
    images.append(shot(desk))
    while picture(desk)._page != 4:
        desk.press("OK")
        images.append(shot(desk))
    desk.press("LEFT", "DOWN", "OK")
    desk.run(20)
    desk.settle()
    images.append(shot(desk))
    compare(golden, f"birthday-{language}-{size[0]}x{size[1]}", images)
