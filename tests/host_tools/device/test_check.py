# SPDX-License-Identifier: MIT
"""`check` also tests the start: the shelf appears after a reset, or it says what stopped it."""

from pathlib import Path

import pytest

from host_tools.build.boards import Board
from host_tools.paths import TAPES
from tests.helpers.boards import Port, in_slot

TAPE = str(TAPES / "nim-protocol.tape")


@pytest.mark.parametrize(
    "files",
    [
        {},
        pytest.param({"boot.py": b"import webrepl\n"}, marks=pytest.mark.heavy),
        pytest.param({"fonts/__init__.py": b""}, marks=pytest.mark.heavy),
    ],
    ids=["own", "boot.py", "a folder"],
)
def test_a_board_that_starts(firmware_uf2: Path, files: dict[str, bytes]) -> None:
    port = Port(firmware_uf2, files)
    try:
        done = port.call("check", TAPE)
        assert done.returncode == 0 and "1 passed, 0 failed" in done.stdout, done.stderr
        assert "does not start" not in done.stderr
    finally:
        port.pico.close()


@pytest.mark.heavy
def test_a_board_that_does_not_start(stock_uf2: Path, board_kind: Board) -> None:
    """Its programs work, but the handheld does not start."""
    broken = {"teletype/start.py": b"raise ValueError('broken')\n"}
    port = Port(stock_uf2, in_slot(board_kind, None, broken))
    try:
        done = port.call("check", TAPE)
        assert done.returncode == 1 and "1 passed, 0 failed" in done.stdout
        assert "check: the handheld does not start: " in done.stderr
        assert "ValueError: broken" in done.stderr
    finally:
        port.pico.close()
