# SPDX-License-Identifier: MIT
"""The race on the vertical on the emulated Pico: the book's protocol, on the drawn strip."""

from tests.helpers.finger import Finger
from tests.helpers.paper import printed


def test_the_protocol_of_the_book(finger: Finger) -> None:
    finger.open("race")
    finger.look("race-setup")
    finger.answer("OK")
    finger.pico.run(1500)  # the strip comes
    finger.until_sign()
    finger.look("race-strip")
    finger.answer("RIGHT RIGHT RIGHT OK")  # by 5, to 6
    finger.pico.run(1500)
    finger.press("RIGHT OK")  # by 6, to 14
    finger.until_printed("ВЫ ПРОИГРАЛИ")
    finger.pico.run(1500)
    finger.look("race-end")
    assert finger.session() == printed("race-protocol")
