# SPDX-License-Identifier: MIT
"""The timetable as a grid that fills: what it tries, what it strikes out, what it finds."""

import pytest

from host_tools.emulator.simulator import Simulator
from teletype.engines import timetable
from teletype.words import LANGUAGES
from tests.helpers.drawn import assert_as_anew, picture, shown
from tests.helpers.screen import read, text
from tests.helpers.sheets import Golden, compare, shot

LINE = "logic puzzle=timetable"


def struck(desk: Simulator) -> list[bool]:
    """Whether each column has the stroke from its lower left to its upper right."""
    rows = desk.chip.rows()
    found = []
    for day in range(3):
        x = 8 + 24 * day
        found.append(bool(rows[8 + 48 - 4][x + 2] and rows[8 + 3][x + 24 - 3]))
    return found


@pytest.mark.parametrize("without", [(), (3,), (1, 6)])
def test_the_search_step_by_step(without: tuple[int, ...]) -> None:
    line = LINE + (" without=" + ",".join(map(str, without)) if without else "")
    desk = shown(line)
    desk.press("OK")
    week = picture(desk)._week
    week._begin()
    week.draw()
    found = []
    for number, (day, lessons, reason) in enumerate(timetable.steps(without)):
        desk.press("RIGHT")
        assert week._week[day] == lessons and not any(week._week[day + 1 :])
        assert struck(desk) == [bool(reason) and at == day for at in range(3)]
        assert text(desk.chip, 5)[17:].strip() == (str(reason) if reason else "")
        if day == 2 and not reason:
            found.append(" ".join(week._week))
        assert int(read(desk.chip, 2)[0][17:] or read(desk.chip, 2)[1]) == len(found)
        if number % 50 == 0:
            assert_as_anew(desk)
        if len(found) == 2:
            break
    assert found == [line for line in timetable.schedules(without) if line][:2]


@pytest.mark.slow
def test_by_itself_to_the_end_and_again() -> None:
    desk = shown(LINE)
    desk.press("RIGHT")  # as fast as it gets
    assert "SLOWER" in text(desk.chip, 7)
    desk.run(40_000)
    assert text(desk.chip, 2).split()[-1] == "2" and text(desk.chip, 4).endswith("THE END")
    desk.press("RIGHT")
    assert text(desk.chip, 4).endswith("THE END")
    desk.press("OK")
    assert text(desk.chip, 2).split()[-1] == "0" and "OK:PAUSE" in text(desk.chip, 7)


def test_to_the_text_and_back() -> None:
    desk = shown(LINE)
    desk.press("DOWN")
    assert text(desk.chip, 0).startswith("THE ANSWER: 2")
    desk.press("DOWN", "UP")
    assert text(desk.chip, 0).startswith("THE ANSWER: 2")
    desk.press("UP")
    assert text(desk.chip, 0).split() == ["MON", "WED", "FRI"]
    desk.press("BACK")
    assert "МИХ" in desk.serial.printed


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_looks_like(language: str, golden: Golden) -> None:
    desk = shown(LINE)
    desk.set(language=language)
    desk.press("OK")
    week = picture(desk)._week
    week._begin()
    desk.app.open(desk.app.sessions.screen)
    images = []
    for number in range(187):
        desk.press("RIGHT")
        if number in (9, 186):
            images.append(shot(desk))
    desk.press("OK", "RIGHT")
    desk.run(45_000)
    images.append(shot(desk))
    desk.press("OK")
    desk.run(300)
    images.append(shot(desk))
    compare(golden, f"week-{language}", images)
