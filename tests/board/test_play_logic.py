# SPDX-License-Identifier: MIT
"""Logical problems on the emulated Pico: a puzzle chosen, and a formula typed, by six buttons."""

from pathlib import Path

import pytest

from tests.helpers.finger import Finger, type_formula
from tests.helpers.paper import printed
from tests.helpers.screen import texts


def test_a_puzzle_and_a_formula(finger: Finger) -> None:
    finger.open("logic")
    finger.press("DOWN RIGHT RIGHT RIGHT LEFT")  # round to none, and back to the last one
    finger.look("logic-setup")
    finger.press("UP OK")
    finger.pico.run(500)  # the setup stands until the riddle is there
    finger.look("logic-riddle")
    finger.press("OK OK")
    finger.until_printed("Б=1")
    finger.pico.run(500)  # it is judged once it is printed
    finger.look("logic-end")
    assert finger.session() == printed("logic-who")
    finger.press("OK BACK")  # the setup, and the shelf

    finger.open("logic")
    finger.press("UP OK OK DOWN RIGHT OK LEFT OK LEFT OK")  # the order of the letters: BA
    finger.press("BACK DOWN OK")  # with the puzzle, which has no letters to be ordered
    finger.look("logic-refused")
    finger.press("DOWN DOWN OK")  # a formula, which takes the place of the puzzle
    type_formula(finger, 5)  # (A->B)
    finger.press("LEFT OK UP UP OK")
    finger.until_printed("B=1  A=1")
    finger.look("logic-formula")
    assert finger.session() == "B=0  A=0\nB=1  A=0\nB=1  A=1\n"


@pytest.mark.parametrize("puzzle", ["vessel", "timetable"])
def test_the_machine_answers_within_a_second(firmware_uf2: Path, puzzle: str) -> None:
    """At the speed of a new handheld: nothing on the screen shows that it works."""
    finger = Finger(firmware_uf2, fast=False)
    finger.open("logic")
    finger.press("DOWN")
    if puzzle == "timetable":
        finger.press("RIGHT")
    finger.press("UP OK")
    finger.pico.run(500)  # the setup stands until the riddle is there
    finger.press("OK")  # the guess
    before = texts(finger.pico.panel)
    assert "ASK IT" in before[-1]
    finger.pico.tap("OK")
    finger.pico.run(1000)
    assert "ASK IT" not in texts(finger.pico.panel)[-1]
