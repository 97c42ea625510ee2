# SPDX-License-Identifier: MIT
"""The scroller alone: its keys over a list of numbers, with all buttons and with two."""

from typing import Any

import pytest

from host_tools.emulator.simulator import KEYS, Simulator


def scroller(desk: Simulator, rows: int) -> Any:
    from teletype.handheld.drawing.scroller import Scroller

    class Numbers(Scroller):
        drawn = left = 0

        def last(self, top: int) -> int:
            return min(top, max(0, rows - self.page))

        def leave(self, key: int) -> None:
            self.left += 1

        def draw(self) -> None:
            self.drawn += 1

    return Numbers(desk.app)


def tops(shown: Any, keys: str) -> list[int]:
    found = []
    for key in keys.split():
        shown.key(KEYS.index(key), 0)
        found.append(shown.top)
    return found


def test_rows_and_pages() -> None:
    shown = scroller(Simulator(), 20)
    assert shown.page == 7
    assert tops(shown, "UP DOWN DOWN UP RIGHT RIGHT RIGHT DOWN LEFT LEFT UP") == (
        [0, 1, 2, 1, 8, 13, 13, 13, 6, 0, 0]
    )
    assert shown.drawn == 7


@pytest.mark.parametrize("rows", [0, 3, 7])
def test_less_than_a_page(rows: int) -> None:
    shown = scroller(Simulator(), rows)
    assert tops(shown, "DOWN RIGHT UP LEFT") == [0] * 4 and not shown.drawn


def test_two_buttons_lead_round() -> None:
    shown = scroller(Simulator(buttons=("DOWN", "OK")), 10)
    assert tops(shown, "DOWN DOWN DOWN DOWN RIGHT RIGHT") == [1, 2, 3, 0, 3, 0]


def test_it_is_left_once() -> None:
    shown = scroller(Simulator(), 10)
    for repeat in range(3):
        shown.key(KEYS.index("BACK"), repeat)
    assert shown.left == 1
