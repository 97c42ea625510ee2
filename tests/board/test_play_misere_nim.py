# SPDX-License-Identifier: MIT
"""Misère Nim on the emulated Pico: set up, a foul, a game lost, and one offered to be won."""

from tests.helpers.finger import Finger


def test_a_game_and_a_new_one(finger: Finger) -> None:
    finger.open("misere-nim")
    finger.answer("OK")
    finger.press("OK UP UP RIGHT UP UP RIGHT UP UP RIGHT")  # the first key brings the heaps
    finger.look("misere-nim-set-up")
    finger.answer("OK")
    finger.press("OK RIGHT DOWN DOWN RIGHT DOWN")
    finger.look("misere-nim-two-heaps")
    finger.answer("OK")
    finger.press("OK")
    finger.look("misere-nim-foul")
    finger.answer("DOWN OK")
    finger.answer("OK DOWN DOWN DOWN OK")
    finger.press("OK")
    finger.look("misere-nim-over")
    finger.answer("OK")
    finger.press("OK")
    finger.look("misere-nim-again")
    assert finger.session() == (
        "◊ N1=3 N2=4 N3=5\n    3    4    5\n    1    4    5\n"
        "◊ N1=1 N2=2 N3=4\n    1    2    4\nDO NOT REVOKE, PLEASE.\n"
        "◊ N1=1 N2=4 N3=4\n    1    4    4\n    0    4    4\n"
        "◊ N1=0 N2=4 N3=1\n    0    4    1\nI HAVE WON.\n    0    0    1\n"
        "◊ N1=0 N2=0 N3=0\n◊ "
    )
