# SPDX-License-Identifier: MIT
"""The 10,000-yen game on the emulated Pico: whole games, the bids chosen in the picture."""

from collections.abc import Callable
from pathlib import Path

from tests.helpers.finger import Finger
from tests.helpers.paper import printed


def test_the_game_of_listing_4(firmware_uf2: Path, golden: Callable[..., None]) -> None:
    """The last bid is offered again: but for the first two, OK alone bids."""
    finger = Finger(firmware_uf2)
    panel = finger.pico.panel
    finger.open("yen")
    golden("yen-setup", panel)
    finger.answer("OK")
    finger.pico.run(1500)  # the picture comes
    finger.until_sign()
    golden("yen-bid", panel)
    finger.answer("DOWN OK")  # 0
    finger.pico.run(1500)
    finger.answer("UP LEFT DOWN OK")  # 1000, 999
    for _ in range(7):
        finger.pico.run(1500)
        finger.answer("OK")
    finger.pico.run(1500)
    finger.until_sign()
    golden("yen-last", panel)
    finger.press("OK")
    finger.until_printed("you won.")
    finger.pico.run(600)  # the bid is uncovered; after three seconds the star comes
    golden("yen-end", panel)
    assert finger.session() == printed("yen-listing-4")
