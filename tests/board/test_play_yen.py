# SPDX-License-Identifier: MIT
"""The 10,000-yen game on the emulated Pico: whole games, the bids chosen in the picture."""

from tests.helpers.finger import Finger
from tests.helpers.paper import printed


def test_the_game_of_listing_4(finger: Finger) -> None:
    """The last bid is offered again: but for the first two, OK alone bids."""
    finger.open("yen")
    finger.look("yen-setup")
    finger.answer("OK")
    finger.pico.run(1500)  # the picture comes
    finger.until_sign()
    finger.look("yen-bid")
    finger.answer("DOWN OK")  # 0
    finger.pico.run(1500)
    finger.answer("UP LEFT DOWN OK")  # 1000, 999
    for _ in range(7):
        finger.pico.run(1500)
        finger.answer("OK")
    finger.pico.run(1500)
    finger.until_sign()
    finger.look("yen-last")
    finger.press("OK")
    finger.until_printed("you won.")
    finger.pico.run(600)  # the bid is uncovered; after three seconds the star comes
    finger.look("yen-end")
    assert finger.session() == printed("yen-listing-4")
