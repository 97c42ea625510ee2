# SPDX-License-Identifier: MIT
"""Days between dates on the emulated Pico: two dates set with the keys, and the paper."""

from collections.abc import Callable
from pathlib import Path

from tests.helpers.finger import Finger


def test_another_date(firmware_uf2: Path, golden: Callable[..., None]) -> None:
    """A day later and a month before the book's second date: 16 May 1978 was a Tuesday."""
    finger = Finger(firmware_uf2)
    panel = finger.pico.panel
    finger.open("dates")
    golden("dates-born", panel)
    finger.press("BACK")
    golden("dates-setup", panel)
    finger.press("DOWN OK RIGHT UP OK")
    finger.press("DOWN OK RIGHT DOWN")
    golden("dates-months", panel)
    finger.press("OK UP UP OK")
    finger.until_printed("DH[2]\r\n5  2")
    golden("dates-end", panel)
    assert finger.session() == "S=3686\nDH[2]\n5  2\n"
