# SPDX-License-Identifier: MIT
"""The random walk on the emulated Pico: the walk and the histogram, drawn while it is printed."""

from collections.abc import Callable
from pathlib import Path

from tests.helpers.finger import Finger
from tests.helpers.paper import printed


def test_the_tape_of_the_print(firmware_uf2: Path, golden: Callable[..., None]) -> None:
    """At ten characters a second, then left for the shelf, made fast and gone on with."""
    finger = Finger(firmware_uf2, fast=False)
    panel = finger.pico.panel
    finger.open("random-walk")
    finger.press("UP OK OK UP RIGHT DOWN")  # chi: 50000 to 60000 to 59000, and given up
    golden("random-walk-setup", panel)
    finger.press("BACK BACK DOWN OK")
    finger.until_printed("       2       2")
    golden("random-walk-begun", panel)
    finger.press("BACK")
    finger.press("BACK")
    finger.press("UP OK LEFT BACK DOWN OK")
    finger.until_printed("98980")
    golden("random-walk-paper", panel)
    finger.press("BACK")
    golden("random-walk-table", panel)
    finger.press("OK")
    golden("random-walk-walk", panel)
    paper = [line for line in finger.paper().splitlines() if not line.startswith("POCKET")]
    assert "\n".join(paper).strip("\n") + "\n" == printed("random-walk-example")
    finger.press("BACK")
    finger.press("BACK")
    finger.pico.run_until(lambda: not finger.session(), 200, what="the shelf")
