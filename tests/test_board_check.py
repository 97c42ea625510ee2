# SPDX-License-Identifier: MIT
"""The reader and the checks of /board.py: no text makes them do anything but say what is wrong."""

import ast
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools import paths
from host_tools.build import boards
from teletype import board_check
from tests.board.test_shadows import FAULTY


@pytest.mark.parametrize("name", boards.known())
def test_the_reader_reads_what_python_reads(name: str) -> None:
    text = (paths.BOARDS / name / "board.py").read_bytes()
    expected = {
        statement.targets[0].id: ast.literal_eval(statement.value)
        for statement in ast.parse(text).body
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    }
    values, lines, faults = board_check.read(text)
    assert (values, faults) == (expected, [])
    board = boards.load(name)
    assert board_check.own(text, board.chip) == (expected, "")
    assert board_check.own(text.replace(b"\n", b"\r\n"), board.chip)[1] == ""
    for name, line in lines.items():
        assert text.decode().splitlines()[line - 1].startswith(name)


@pytest.mark.parametrize(("text", "said"), FAULTY)
def test_every_mistake_is_told_in_a_line(text: bytes, said: str) -> None:
    values, line = board_check.own(text, "RP2040")
    assert values is None and said in line and "\n" not in line


PIECES = ["CHIP", "PANEL", "=", " ", "\n", '"', "'", "(", "[", "{", "}", ")", "#", ",", ":", "1"]
PIECES += ["0x", "_", "\\", '"""', "True", "x", "-", "\r", "é", "*", "I2C"]


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_text(pieces: list[str]) -> None:
    values, line = board_check.own("".join(pieces).encode(), "RP2040")
    assert values is None and line.startswith("board.py")


def test_any_cut_and_any_changed_byte() -> None:
    whole = (paths.BOARDS / "pico/board.py").read_bytes()
    chance = random.Random(39)
    for cut in range(0, len(whole), 7):
        board_check.own(whole[:cut], "RP2040")
    for _ in range(300):
        text = bytearray(whole)
        text[chance.randrange(len(text))] = chance.randrange(256)
        values, line = board_check.own(bytes(text), "RP2040")
        assert (values is None) == (line != "")
