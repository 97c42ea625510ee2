# SPDX-License-Identifier: MIT
"""Logical problems on the emulated Pico: a puzzle chosen, and a formula typed, by six buttons."""

from collections.abc import Callable
from pathlib import Path

from tests.helpers.finger import Finger, type_formula
from tests.helpers.paper import printed


def test_a_puzzle_and_a_formula(firmware_uf2: Path, golden: Callable[..., None]) -> None:
    finger = Finger(firmware_uf2)
    panel = finger.pico.panel
    finger.open("logic")
    finger.press("DOWN RIGHT RIGHT RIGHT LEFT")  # round to none, and back to the last one
    golden("logic-setup", panel)
    finger.press("UP OK")
    finger.until_printed("Б=1")
    finger.until_sign()
    golden("logic-end", panel)
    assert finger.session() == printed("logic-who")
    finger.press("OK")

    finger.open("logic")
    finger.press("DOWN DOWN OK")
    type_formula(finger, 5)  # (A->B)
    finger.press("LEFT LEFT OK UP UP OK")  # with the puzzle still there
    golden("logic-refused", panel)
    finger.press("DOWN LEFT UP OK")
    finger.until_printed("A=1  B=1")
    finger.until_sign()
    golden("logic-formula", panel)
    assert finger.session() == "A=0  B=0\nA=0  B=1\nA=1  B=1\n"
