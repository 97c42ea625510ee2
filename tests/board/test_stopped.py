# SPDX-License-Identifier: MIT
"""A computer stops the handheld on the emulated Pico: the panel says so, and what to do.

With the real mpremote.
"""

from pathlib import Path

import pytest

from host_tools.build.boards import Board
from host_tools.emulator.pico import Pico, make_filesystem
from tests.helpers import screen
from tests.helpers.boards import Port

SHELF = "OK:PLAY"
SETTINGS = {"settings.txt": b"language=en\nspeed=fast\n"}
SAID = "By a computer. Press Ctrl-D, or power off and on."


def shelf(port: Port, ms: float = 6000) -> None:
    port.pico.run_until(
        lambda: screen.texts(port.pico.panel)[-1].startswith(SHELF), ms, 20, "the shelf"
    )


def stopped(port: Port) -> None:
    """The panel says that the handheld is stopped, and how to go on."""
    shown = [row.strip("? ") for row in screen.texts(port.pico.panel)]
    assert shown[0] == "STOPPED", shown
    assert " ".join(row for row in shown[1:] if row) == SAID


@pytest.mark.parametrize(
    "command",
    [
        ("fs", "ls"),
        ("resume", "exec", "print(6 * 7)"),
        ("exec", "raise ValueError('of the owner')"),
    ],
    ids=["fs", "resume", "raises"],
)
def test_after_mpremote(firmware_uf2: Path, command: tuple[str, ...]) -> None:
    port = Port(firmware_uf2, {**SETTINGS, "mine.py": b"1 / 0\n"})
    try:
        shelf(port)
        done = port.run("mpremote", "connect", port.tty, *command)
        assert done.returncode == (1 if "raise" in command[-1] else 0), done.stderr
        stopped(port)
        port.pico.send(b"\x02\x04")  # out of the raw REPL; then what the panel says
        shelf(port)
    finally:
        port.pico.close()


@pytest.mark.parametrize("ms", [1, 4, 10, 20, 40])
def test_a_second_interrupt(firmware_uf2: Path, ms: int) -> None:
    """As Thonny sends it: the words are drawn to their end, and the prompt comes."""
    port = Port(firmware_uf2, SETTINGS)
    try:
        shelf(port)
        port.pico.send(b"\x03")
        port.pico.run(ms)
        port.pico.send(b"\x03")
        port.pico.run_until(lambda: port.pico.output.endswith(b">>> "), 2000, 20, "the prompt")
        stopped(port)
        port.pico.send(b"import time\rwhile True: time.sleep(1)\r\r")
        port.pico.run(100)
        port.pico.send(b"\x03")  # it interrupts again
        port.pico.run_until(lambda: port.pico.output.endswith(b">>> "), 2000, 20, "the prompt")
    finally:
        port.pico.close()


def test_before_it_starts(firmware_uf2: Path) -> None:
    """Between a soft reset and `main.py` Ctrl-C is a byte: it waits until the device reads."""
    with Pico(firmware_uf2, filesystem=make_filesystem(SETTINGS)) as pico:
        pico.boot()
        pico.run(1500)
        pico.send(b"\x03")
        pico.run_until(lambda: pico.output.endswith(b">>> "), 2000, 20, "the prompt")
        pico.send(b"\x04")
        pico.run_until(lambda: b"soft reboot" in pico.output, 1000, 1, "the reset")
        pico.send(b"\x03")
        pico.run_until(lambda: pico.output.endswith(b">>> "), 3000, 20, "the prompt")
        assert b"locked" not in pico.output


@pytest.mark.parametrize("ms", [60, 180])
def test_while_it_starts(firmware_uf2: Path, board_kind: Board, ms: int) -> None:
    """Words are not loaded yet: the panel is dark, where the start picture would look alive."""
    with Pico(firmware_uf2, filesystem=make_filesystem(SETTINGS)) as pico:
        pico.boot()
        pico.run(ms if board_kind.chip == "RP2040" else ms / 2)  # an RP2350 is faster
        pico.send(b"\r\x03\x03")
        pico.run_until(lambda: pico.output.endswith(b">>> "), 2000, 20, "the prompt")
        assert not pico.panel.on
        pico.send(b"\x04")
        pico.run_until(lambda: screen.texts(pico.panel)[-1].startswith(SHELF), 6000, 20)
        assert pico.panel.on
