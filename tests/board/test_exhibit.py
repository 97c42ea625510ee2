# SPDX-License-Identifier: MIT
"""The exhibit on the emulated Pico: what is locked, and how its owner gets in."""

from pathlib import Path

import pytest

from host_tools.emulator.pico import Pico, make_filesystem
from tests.helpers.boards import Port

CTRL_C = b"\r\x03\x03\x01"
"""What mpremote sends to come to the raw REPL."""


def started(uf2: Path, text: bytes, held: str = "", flood: bool = False) -> Pico:
    """An exhibit, switched on with a key `held`; `flood`: a computer sends Ctrl-C all the time."""
    pico = Pico(uf2, filesystem=make_filesystem({"exhibit.txt": text}))
    if held:
        pico.press(held)
    pico.boot()
    for _ in range(150):
        if flood:
            pico.send(CTRL_C)
        pico.run(10)
    if held:
        pico.release(held)
    return pico


def test_ctrl_c_from_the_first_moment_on(firmware_uf2: Path) -> None:
    """No prompt; it is said what to do; keys are heard as ever."""
    with started(firmware_uf2, b"idle=20\n", flood=True) as pico:
        assert b">" not in pico.output and b"KeyboardInterrupt" not in pico.output
        assert b"locked: hold BACK" in pico.output
        pico.run(2000)
        before = pico.panel.version
        pico.tap("DOWN", hold_ms=40, gap_ms=60)
        assert pico.panel.version > before
        assert b">" not in pico.output


@pytest.mark.parametrize("text", [b"lock=no\n", b"idle=20\n"], ids=["open", "unlocked"])
def test_ctrl_c_that_is_allowed(firmware_uf2: Path, text: bytes) -> None:
    """Without the lock, and from the operator's page on."""
    with started(firmware_uf2, text, held="" if b"lock" in text else "BACK") as pico:
        pico.send(b"\x03")
        pico.run_until(lambda: pico.output.endswith(b">>> "), 2000, what="the prompt")


def test_a_command_for_a_locked_board(firmware_uf2: Path) -> None:
    """It says what its owner has to do, and nothing has happened."""
    port = Port(firmware_uf2, {"exhibit.txt": b""})
    try:
        port.pico.run(1000)
        done = port.call("settings", "set", "sound=off")
        assert done.returncode == 1 and done.stdout == ""
        assert "locked exhibit" in done.stderr and "hold BACK" in done.stderr
        assert port.files() == {"exhibit.txt": b""}
    finally:
        port.pico.close()
