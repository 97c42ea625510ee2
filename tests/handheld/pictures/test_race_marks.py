# SPDX-License-Identifier: MIT
"""The field of the race that a reader marks by hand, as it is seen and marked with the keys."""

import pytest

from host_tools.emulator.simulator import Simulator
from teletype import words
from tests.handheld.screens.test_screens import speaking
from tests.helpers.drawn import tap
from tests.helpers.screen import Size, text
from tests.helpers.sheets import Golden, compare, shot


def began(language: str = "en", size: Size = (128, 64)) -> Simulator:
    desk = speaking(language, size)
    desk.say("race n=7 m=3 mode=mark")
    desk.run(1500)
    return desk


def mark(desk: Simulator, *keys: str) -> None:
    """Marks a column and sends it."""
    for key in (*keys, "OK"):
        tap(desk, key)
    desk.settle()
    desk.run(1500)


def test_the_field_of_the_book_is_marked_without_a_mistake() -> None:
    desk = began()
    mark(desk, "RIGHT")
    mark(desk)
    mark(desk, "UP", "LEFT")  # round the top to the third point
    mark(desk, "RIGHT", "DOWN", "LEFT", "DOWN", "RIGHT")
    mark(desk, "RIGHT", "RIGHT", "LEFT", "DOWN", "DOWN")
    mark(desk)
    assert text(desk.chip, 0).rstrip() == "NO MISTAKES"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_it_looks_like(language: str, golden: Golden) -> None:
    """Two columns are marked, one of them wrong; at the end two points were missed, too."""
    desk = began(language)
    mark(desk, "RIGHT")
    tap(desk, "DOWN RIGHT")
    images = [shot(desk)]
    mark(desk)
    for _ in range(4):
        mark(desk)
    images.append(shot(desk))
    compare(golden, f"race-marks-{language}", images)


def test_a_low_panel_has_the_paper() -> None:
    assert began(size=(128, 32)).app.activity.picture is None
