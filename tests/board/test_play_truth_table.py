# SPDX-License-Identifier: MIT
"""Truth tables on the emulated Pico: the formula of the book, typed with six buttons."""

from tests.helpers.finger import FORMULA, Finger, type_formula
from tests.helpers.paper import printed


def test_the_formula_of_the_book(finger: Finger) -> None:
    finger.open("truth-table")
    finger.press("DOWN OK")
    for _ in range(13):  # not before the keyboard is loaded: nobody is as quick as that
        finger.pico.tap("BACK", hold_ms=60, gap_ms=60)
    finger.press("")
    finger.look("truth-table-keyboard")
    type_formula(finger, len(FORMULA) - 1)
    finger.press("LEFT OK")  # done, but for a bracket
    finger.look("truth-table-refused")
    finger.press("RIGHT OK LEFT")
    finger.look("truth-table-typed")
    finger.press("OK UP OK")
    finger.until_printed("A=1  B=1  X=0")
    finger.look("truth-table-end")
    message = "column 13: expected an operation or ), not the end\n"
    assert finger.session() == message + printed("truth-table-example")
