# SPDX-License-Identifier: MIT
"""The 10,000-yen game on the emulated Pico: whole games, the bids picked digit by digit."""

from collections.abc import Callable
from pathlib import Path

from tests.helpers.finger import Finger
from tests.helpers.paper import printed


def test_a_game_against_minus1(firmware_uf2: Path, golden: Callable[..., None]) -> None:
    finger = Finger(firmware_uf2)
    panel = finger.pico.panel
    finger.open("yen")
    finger.press("DOWN RIGHT DOWN DOWN")
    finger.press("OK LEFT UP UP RIGHT DOWN")  # seed: 1, 21, 20
    golden("yen-setup", panel)
    finger.press("OK UP UP UP")
    finger.answer("OK")
    finger.answer("OK")
    finger.press("RIGHT UP")  # 10
    finger.until_sign()
    golden("yen-bid", panel)
    finger.answer("OK")
    finger.answer("LEFT UP UP UP UP UP RIGHT DOWN OK")  # 500
    for _ in range(4):
        finger.answer("DOWN OK")
    finger.answer("RIGHT DOWN DOWN DOWN DOWN DOWN OK")  # 50
    finger.answer("DOWN DOWN DOWN DOWN DOWN OK")
    finger.until_sign()
    golden("yen-last", panel)  # all that is left
    finger.press("OK")
    finger.until_printed("you won.")
    finger.until_sign()
    golden("yen-end", panel)
    assert finger.session() == printed("yen-minus1")


def test_the_game_of_listing_4(firmware_uf2: Path) -> None:
    """Sixteen keys for ten bids: the last bid is offered again."""
    finger = Finger(firmware_uf2)
    finger.open("yen")
    finger.answer("OK")
    finger.answer("OK")
    finger.press("LEFT UP RIGHT RIGHT RIGHT DOWN")  # 1000, 999
    for _ in range(8):
        finger.answer("OK")
    finger.press("OK")
    finger.until_printed("you won.")
    assert finger.session() == printed("yen-listing-4")
