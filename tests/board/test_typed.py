# SPDX-License-Identifier: MIT
"""Files and lines as people and their editors write them, on the emulated Pico.

What is expected of a formula follows from the truth of its operations, of Nim from its rules.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.emulator.pico import Pico, make_filesystem
from tests.helpers import screen
from tests.helpers.finger import STOP

MARK = b"\xef\xbb\xbf"
"""A byte order mark, which Windows editors and some terminals write first."""


@pytest.fixture(scope="module")
def board(firmware_uf2: Path) -> Iterator[Pico]:
    """A handheld whose settings a Windows editor has saved."""
    settings = MARK + b"language = en\r\nSpeed\t= fast"
    with Pico(firmware_uf2, filesystem=make_filesystem({"settings.txt": settings})) as pico:
        pico.boot()
        pico.run_until(lambda: screen.texts(pico.panel)[-1].startswith("OK:PLAY"), 4000, 20)
        assert b"settings.txt" not in pico.output
        yield pico


def typed(pico: Pico, line: bytes, ends: str = STOP.decode(), times: int = 1) -> str:
    """Types a line; returns what the device says then, until `ends` is there so often."""
    before = len(pico.output)
    pico.send(line + b"\r")
    pico.run_until(
        lambda: pico.output[before:].decode("utf-8", "replace").count(ends) >= times,
        8000,
        20,
        f"{ends} after {line!r}",
    )
    pico.run(300)
    return pico.output[before:].decode()


def left(pico: Pico) -> None:
    """Goes back to the shelf, whatever the screen is."""
    for _ in range(8):
        if screen.texts(pico.panel)[-1].endswith("►:ABOUT"):
            return
        pico.tap("BACK", hold_ms=40, gap_ms=500)
    raise AssertionError(screen.texts(pico.panel))


def test_a_session_from_a_foreign_keyboard(board: Pico) -> None:
    """A mark before the first line and an answer, Cyrillic letters in names, blanks, capitals."""
    typed(board, MARK + b"nim HEAPS=7,8,4")
    assert "ДЕЛАЮ СВОЙ ХОД" in typed(board, "Т = 2 l=1".encode()), "Cyrillic Т, small l"
    said = typed(board, "1 漢 2".encode(), "not taken")
    assert "column 3: U+6F22 is not taken" in said
    assert "ДЕЛАЮ СВОЙ ХОД" in typed(board, MARK + b"1 1")
    left(board)


def test_a_session_from_a_japanese_keyboard(board: Pico) -> None:
    """Full-width digits, letters, signs and blanks, in the setup and in answers."""
    typed(board, "ｎｉｍ　ｈｅａｐｓ＝７、８，4".encode())
    assert "ДЕЛАЮ СВОЙ ХОД" in typed(board, "Ｔ＝２　Ｌ＝１".encode())
    assert "ДЕЛАЮ СВОЙ ХОД" in typed(board, "１　１".encode())
    left(board)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("A⊕B", "0110"),
        ("Ａ−＞（￢Ｂ＋０）", "1110"),
        ("A&&!B", "0010"),
        ('"A xor not B"', "1001"),
        ('"Р v С"', "0111"),  # letters of which a part is also part of a blank
        ('"А v С"', "0111"),
    ],
)
def test_formulas_as_people_type_them(board: Pico, formula: str, expected: str) -> None:
    said = typed(board, f"truth-table formula={formula}".encode(), "X=", 4)
    found = [line[-1] for line in said.splitlines() if line[-3:-1] == "X="]
    assert "".join(found) == expected, said
    left(board)


def test_a_sign_that_is_no_formula_is_named(board: Pico) -> None:
    said = typed(board, "truth-table formula=A§B".encode(), "\n")
    assert "column" in said and "unknown program" not in said
    left(board)
