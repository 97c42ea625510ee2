# SPDX-License-Identifier: MIT
"""Evolution on the emulated Pico: a structure chosen and changed, the paper, and the pixels."""

from teletype.core.setup import read
from teletype.engines.structures import STRUCTURES
from teletype.programs.evolution import dialogue as program
from tests.helpers.finger import Finger

NAMES = [name for name, _ in STRUCTURES]


def papers(**values: str) -> list[str]:
    setup = read(program.FIELDS, list(values.items()), program.check)
    return [event for event in program.play(setup) if isinstance(event, str)]


def test_a_chosen_structure(finger: Finger) -> None:
    finger.open("evolution")
    finger.pico.run(2000)  # the examples are read, a piece in each turn
    finger.press("DOWN " * 5 + "RIGHT")  # the book's example
    finger.press("UP UP UP UP OK DOWN DOWN DOWN OK")  # r=2
    finger.press("DOWN OK")
    finger.look("evolution-editor")
    finger.press("BACK " + "DOWN " * (3 + NAMES.index("pentomino F")))
    finger.look("evolution-menu")
    finger.press("OK DOWN DOWN OK DOWN OK")  # two cells more
    finger.look("evolution-drawn")
    finger.press("BACK OK UP UP")
    cells = "7:8,7:9,8:7,8:8,9:8,10:8,11:8"
    finger.pico.tap("OK", hold_ms=40, gap_ms=25)
    finger.until_printed("2  ТАКТ")  # behind the pixels
    finger.pico.run(1000)  # some ticks of the pixels
    finger.press("OK LEFT")  # stopped, from the start
    finger.look("evolution-start")
    assert finger.session().splitlines() == papers(r="2", cells=cells)
    finger.press("RIGHT " * 5)
    finger.look("evolution-tick-5")
    finger.press("UP")
    finger.until_printed("5  ТАКТ")
    finger.press("BACK")
    finger.pico.run(500)  # the paper, and then what its keys do
    finger.look("evolution-look")
    later = papers(r="5", cells=cells)
    assert finger.session().splitlines()[-5:] == later[-5:]
    finger.press("OK")  # ◊ stands after a key
    finger.look("evolution-paper")
