# SPDX-License-Identifier: MIT
"""Trigex on the emulated Pico: the book's protocol, after a field that is refused."""

from collections.abc import Callable
from pathlib import Path

from tests.helpers.finger import Finger
from tests.helpers.paper import printed


def test_the_protocol_of_the_book(firmware_uf2: Path, golden: Callable[..., None]) -> None:
    finger = Finger(firmware_uf2)
    panel = finger.pico.panel
    finger.open("trigex")
    finger.answer("OK")
    finger.press("UP")  # brings the board, the cursor on the free field 2
    golden("trigex-board", panel)
    finger.pico.send(b"L=1\n")  # the machine's own field, which keys do not offer
    finger.until_stop()
    golden("trigex-refused", panel)
    finger.pico.run(1400)  # the board comes back by itself
    golden("trigex-refused-board", panel)
    finger.answer("LEFT OK")
    finger.answer("RIGHT RIGHT UP RIGHT OK")  # the first one brings the board
    finger.answer("LEFT LEFT OK")
    finger.press("UP UP UP")
    golden("trigex-last", panel)
    finger.press("OK")
    finger.until_printed("ВЫ ПРОИГРАЛИ")
    golden("trigex-end", panel)
    expected = printed("trigex-protocol").replace("◊ L=3", "◊ L=1\nВЫ ОШИБЛИСЬ\n◊ L=3")
    assert finger.session() == expected
