# SPDX-License-Identifier: MIT
"""The emulated Pico's serial port in the hands of somebody who floods it, or does not read it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.emulator.pico import Pico, make_filesystem

FAST = {"settings.txt": b"speed=fast\n"}

TABLE = b"truth-table formula=ABCDEFGH\n"
"""Prints 256 rows."""


@pytest.fixture
def pico(firmware_uf2: Path) -> Iterator[Pico]:
    with Pico(firmware_uf2, filesystem=make_filesystem(FAST)) as made:
        made.boot()
        made.run_until(lambda: b"POCKET TELETYPE" in made.output, 3000)
        yield made


@pytest.mark.heavy
@pytest.mark.parametrize("byte", [b"\xff", b"\0", b"\b", b"A", b"\n"], ids=repr)
def test_a_flood(pico: Pico, byte: bytes) -> None:
    """For longer than the watchdog waits; keys are heard, and a line behind it is obeyed."""
    pico.send(byte * 45_000)
    rows = set()
    for _ in range(9):
        pico.run(900)
        pico.tap("DOWN", hold_ms=40, gap_ms=100)
        rows.add(b"".join(pico.panel.rows()))
    assert pico.connected and len(rows) > 6
    assert pico.machine.backlog, "the flood is over"
    refused = pico.output.count(b"Too much was typed")
    assert (byte not in (b"\0", b"\b")) <= refused < (2 if byte > b"\n" else 20)
    pico.run_until(lambda: not pico.machine.backlog, 60_000, step_ms=100)
    pico.run(4000)  # what was taken is read, a line a turn
    pico.send(b"\nnim\n")
    pico.run_until(lambda: "ВАШ ХОД".encode() in pico.output, 5000, step_ms=10)


def test_ctrl_c_behind_much_that_was_typed_while_it_prints(firmware_uf2: Path) -> None:
    """At ten characters a second; what does not fit is refused with a word."""
    with Pico(firmware_uf2) as pico:
        pico.boot()
        pico.send(b"truth-table\n")
        pico.run_until(lambda: b"A=0  B=0" in pico.output, 5000, step_ms=10)
        pico.send(b"x" * 1200)
        pico.run(1000)
        assert b"Too much was typed" in pico.output
        pico.send(b"\x03")
        pico.run_until(lambda: pico.output.endswith(b">>> "), 1000, step_ms=10, what="the prompt")


@pytest.mark.heavy
def test_a_computer_that_does_not_read(pico: Pico) -> None:
    """The program prints on at its speed, the keys are heard; then it is said what is missing."""
    pico.run(500)
    pico.machine.hear(False)
    pico.send(TABLE)
    pico.run(20_000)
    assert pico.output.count(b"\n") < 40
    pico.tap("BACK", hold_ms=40, gap_ms=300)
    pico.tap("UP", hold_ms=40, gap_ms=300)
    pico.machine.hear(True)
    pico.run(3000)
    pico.tap("OK", hold_ms=40, gap_ms=300)
    pico.tap("BACK", hold_ms=40, gap_ms=300)
    pico.tap("BACK", hold_ms=40, gap_ms=300)
    pico.tap("BACK", hold_ms=40, gap_ms=300)
    pico.run_until(lambda: b"Some lines are missing" in pico.output, 5000, what="the word")
    assert b"reset" not in pico.output and pico.output.count(b"MicroPython v") == 0
