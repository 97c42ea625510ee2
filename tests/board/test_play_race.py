# SPDX-License-Identifier: MIT
"""The race on the vertical on the emulated Pico: the book's protocol, on the drawn strip."""

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
    finger.pico.run(1500)  # the strip comes
    finger.until_sign()
    golden("race-strip", panel)
    finger.answer("RIGHT RIGHT RIGHT OK")  # by 5, to 6
    finger.pico.run(1500)
    finger.press("RIGHT OK")  # by 6, to 14
    finger.until_printed("ВЫ ПРОИГРАЛИ")
    finger.pico.run(1500)
    golden("race-end", panel)
    assert finger.session() == printed("race-protocol")
