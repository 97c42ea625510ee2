# SPDX-License-Identifier: MIT
"""The race on the vertical on the emulated Pico: the book's protocol, with the picker."""

from collections.abc import Callable
from pathlib import Path

from tests.helpers.finger import Finger
from tests.helpers.paper import printed


def test_the_protocol_of_the_book(firmware_uf2: Path, golden: Callable[..., None]) -> None:
    finger = Finger(firmware_uf2)
    panel = finger.pico.panel
    finger.open("race")
    golden("race-setup", panel)
    finger.answer("OK")
    finger.press("UP " * 5 + "RIGHT " + "DOWN DOWN")  # T=6; P=1 goes round to 6, and 5
    finger.until_sign()
    golden("race-picker", panel)
    finger.answer("OK")
    finger.press("UP " * 8 + "RIGHT UP OK")
    finger.until_printed("ВЫ ПРОИГРАЛИ")
    golden("race-end", panel)
    assert finger.session() == printed("race-protocol")
