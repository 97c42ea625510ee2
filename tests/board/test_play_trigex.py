# SPDX-License-Identifier: MIT
"""Trigex on the emulated Pico: the book's protocol, after a field that is refused."""

from tests.helpers.finger import Finger
from tests.helpers.paper import printed


def test_the_protocol_of_the_book(finger: Finger) -> None:
    finger.open("trigex")
    finger.answer("OK")
    finger.press("UP")  # brings the board, the cursor on the free field 2
    finger.look("trigex-board")
    finger.pico.send(b"L=1\n")  # the machine's own field, which keys do not offer
    finger.until_stop()
    finger.look("trigex-refused")
    finger.pico.run(1400)  # the board comes back by itself
    finger.look("trigex-refused-board")
    finger.answer("LEFT OK")
    finger.answer("RIGHT RIGHT UP RIGHT OK")  # the first one brings the board
    finger.answer("LEFT LEFT OK")
    finger.press("UP UP UP")
    finger.look("trigex-last")
    finger.press("OK")
    finger.until_printed("ВЫ ПРОИГРАЛИ")
    finger.look("trigex-end")
    expected = printed("trigex-protocol").replace("◊ L=3", "◊ L=1\nВЫ ОШИБЛИСЬ\n◊ L=3")
    assert finger.session() == expected
