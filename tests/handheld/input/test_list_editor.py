# SPDX-License-Identifier: MIT
"""The editor of a list of integers alone: its length, its values, what OK and BACK give."""

from typing import Any

import pytest

from host_tools.emulator.simulator import KEYS, Simulator
from teletype.core.setup import Integers
from tests.helpers.screen import text


class Edited:
    """An editor of a field on a screen, and what it has given."""

    def __init__(self, values: Any, fewest: int = 1, most: int = 9, low: int = 0) -> None:
        self.desk = Simulator()
        from teletype.handheld.input.list_editor import ListEditor

        self.given: list[Any] = []
        self.editor = ListEditor(
            self.desk.app,
            Integers("heaps", (7, 8, 4), fewest, most, low, 99),
            values,
            self.given.append,
            lambda: self.given.append("given up"),
            lambda: "HEAPS",
        )
        self.desk.app.open(self.editor)
        self.desk.run(20)

    def press(self, keys: str) -> "Edited":
        for key in keys.split():
            self.editor.key(KEYS.index(key), 0)
        return self


def test_ok_gives_the_values_as_they_are() -> None:
    assert Edited((7, 8, 4)).press("OK").given == [(7, 8, 4)]


def test_back_gives_up() -> None:
    assert Edited((7, 8, 4)).press("RIGHT UP BACK").given == ["given up"]


def test_a_held_key_neither_takes_nor_gives_up() -> None:
    edited = Edited((7, 8, 4))
    edited.editor.key(KEYS.index("OK"), 1)
    edited.editor.key(KEYS.index("BACK"), 1)
    assert edited.given == []


def test_values_are_changed_behind_the_length() -> None:
    assert Edited((7, 8, 4)).press("RIGHT UP RIGHT DOWN OK").given == [(8, 7, 4)]


def test_a_longer_list_gets_ones() -> None:
    assert Edited((7, 8)).press("UP UP OK").given == [(7, 8, 1, 1)]
    assert Edited((7, 8), low=5).press("UP OK").given == [(7, 8, 5)]


def test_what_was_beyond_the_length_comes_back() -> None:
    edited = Edited((7, 8, 4)).press("DOWN DOWN")
    assert edited.press("OK").given == [(7,)]
    assert edited.press("UP UP OK").given[1:] == [(7, 8, 4)]


def test_a_changed_value_stays_when_the_length_changes() -> None:
    assert Edited((7, 8, 4)).press("RIGHT UP LEFT UP OK").given == [(8, 8, 4, 1)]


def test_the_length_stays_within_its_bounds() -> None:
    assert Edited((7, 8), fewest=2, most=3).press("UP UP OK").given == [(7, 8)]  # round
    assert Edited((7, 8), fewest=2, most=3).press("DOWN OK").given == [(7, 8, 1)]


@pytest.mark.parametrize("values", [None, (7,)])
def test_a_list_of_one_length_has_no_length_to_change(values: Any) -> None:
    edited = Edited(values, fewest=2, most=2).press("UP")
    assert edited.press("OK").given == [((values or (1,))[0] + 1, 1)]
    assert text(edited.desk.chip, 0).strip("? ") == "HEAPS"


def test_the_chosen_number_stays_chosen_in_another_language() -> None:
    edited = Edited((7, 8, 4)).press("RIGHT RIGHT")
    edited.desk.app.speak("ru")
    edited.editor.relabel()
    assert edited.press("UP OK").given == [(7, 9, 4)]
