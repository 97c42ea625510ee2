# SPDX-License-Identifier: MIT
"""Iwase's table on the emulated Pico: questions, the figure, and the progress of the large one."""

import re

from tests.helpers.finger import STOP, Finger
from tests.helpers.screen import text


def test_questions_and_the_figure(finger: Finger) -> None:
    finger.open("nim-table")
    finger.answer("OK")
    finger.press("BACK OK")  # the figure is there first
    finger.answer("DOWN UP RIGHT UP DOWN RIGHT OK")  # it begins with 7 3 5
    finger.look("nim-table-answer")
    assert finger.session() == "◊ a=7 b=3 c=5\n735 -> 734\n◊ "
    finger.press("BACK")
    finger.pico.run(1300)  # it fills in by itself, two positions in a second
    while "120" not in text(finger.pico.panel, 7):
        finger.press("RIGHT")
    finger.look("nim-table-figure")
    finger.press("RIGHT " * 13)
    finger.look("nim-table-full")
    finger.press("BACK OK")
    finger.look("nim-table-paper")


def test_the_progress_of_a_million_positions(finger: Finger) -> None:
    """A table of 125 000 bytes from the shelf: a percentage grows, and the keys stay alive."""
    finger.open("nim-table")
    finger.press("DOWN " + "LEFT " * 9 + "UP")  # from 9 down to 1, and round to 99
    finger.look("nim-table-limit")
    for key in ("OK", "BACK", "OK"):  # the paper is behind the figure
        finger.pico.tap(key, hold_ms=40, gap_ms=400)
    percent: list[int] = []
    for _ in range(1000):
        if len(set(percent)) == 5:
            break
        finger.pico.run(10)
        if match := re.fullmatch(r" *(\d+) %", text(finger.pico.panel, 0)):  # or it is being drawn
            percent.append(int(match[1]))
    assert percent == sorted(percent) and len(set(percent)) == 5 and percent[-1] < 100
    finger.press("BACK")
    finger.pico.run(300)
    assert "%" not in text(finger.pico.panel, 0), "the figure again, meanwhile"
    assert STOP not in finger.pico.output
