# SPDX-License-Identifier: MIT
"""Days between dates on the emulated Pico: two dates set with the keys, and the paper."""

from tests.helpers.finger import Finger


def test_another_date(finger: Finger) -> None:
    """A day later and a month before the book's second date: 16 May 1978 was a Tuesday."""
    finger.open("dates")
    finger.look("dates-born")
    finger.press("BACK")
    finger.look("dates-setup")
    finger.press("DOWN OK RIGHT UP OK")
    finger.press("DOWN OK RIGHT DOWN")
    finger.look("dates-months")
    finger.press("OK UP UP OK")
    finger.until_printed("DH[2]\r\n5  2")
    finger.look("dates-end")
    assert finger.session() == "S=3686\nDH[2]\n5  2\n"
