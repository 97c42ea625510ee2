# SPDX-License-Identifier: MIT
"""An exhibit on the emulated Pico whose power, flash and contacts fail goes on, and says so."""

import random
from pathlib import Path

import pytest

from host_tools.build import boards
from host_tools.emulator.images import BLOCK_SIZE
from host_tools.emulator.pico import Pico, make_filesystem, read_filesystem

CARDS = b"Press any key"
FILES = {"exhibit.txt": b"idle=10\nask=5\n", "settings.txt": b"language=en\nspeed=fast\n"}
STOP = "◊".encode()
ROOM = 16_792
"""Bytes that a file leaves of the flash when it fills it."""


def seen(pico: Pico, what: bytes, seconds: float) -> None:
    begun = len(pico.output)
    pico.run_until(lambda: what in pico.output[begun:], 1000 * seconds, 20, what.decode())


def visit(pico: Pico) -> None:
    """Somebody plays, and walks away."""
    pico.send(b"nim\n")
    seen(pico, STOP, 20)
    pico.send(b"2 1\n")
    seen(pico, STOP, 20)
    seen(pico, CARDS, 60)


@pytest.mark.heavy
def test_brown_outs(firmware_uf2: Path) -> None:
    """The power comes and goes; when it stays, there are the cards, and no start has failed."""
    dice = random.Random(19)
    with Pico(firmware_uf2, filesystem=make_filesystem(FILES)) as pico:
        for _ in range(8):
            pico.run(dice.randrange(50, 1500))
            pico.power_cycle()
        pico.boot()
        pico.run_until(lambda: CARDS in pico.output[-200:], 2000, 5, "the cards")
        assert pico.millis <= 2000
        assert "boots.txt" not in read_filesystem(pico.filesystem())


@pytest.mark.heavy
def test_a_full_flash(firmware_uf2: Path, board_kind: boards.Board) -> None:
    """Somebody's file fills it: visitors play and are told nothing, the port says it."""
    size = 1024 * board_kind.memory["files"]
    files = {**FILES, "film.bin": b"\x55" * (size - ROOM)}
    with Pico(firmware_uf2, filesystem=make_filesystem(files, size)) as pico:
        pico.boot()
        seen(pico, CARDS, 2)
        for count in (1, 2):
            visit(pico)
            assert pico.output.count(b"the flash refuses") == 2 * count, "the tape, the counts"
        assert read_filesystem(pico.filesystem())["film.bin"] == files["film.bin"]


@pytest.mark.heavy
def test_sectors_that_fail(firmware_uf2: Path, flash_faults: set[str]) -> None:
    """Every third sector neither erases nor programs: littlefs takes others; visits are kept."""
    with Pico(firmware_uf2, filesystem=make_filesystem(FILES)) as pico:
        machine = pico.machine
        pico.boot()
        seen(pico, CARDS, 2)
        first = pico.offset // BLOCK_SIZE
        machine.wear_out(range(first + 7, first + pico.blocks, 3))
        for _ in range(3):
            visit(pico)
        files = read_filesystem(pico.filesystem())
        assert sorted(name for name in files if name.startswith("tapes/")) == [
            f"tapes/000{number}-nim.end.tape" for number in (1, 2, 3)
        ]
        assert b"a sector of the flash fails" in pico.output
        assert files["counts/wrong.txt"] == b"a sector of the flash fails\n", "once a power-on"
        pico.power_cycle()
        pico.press("BACK")
        pico.boot()
        seen(pico, b"a sector of the flash fails (1)", 2)
        pico.release("BACK")
    flash_faults.clear()


@pytest.mark.heavy
def test_a_loose_contact(firmware_uf2: Path) -> None:
    """At 200 Hz for a minute: the port says it, and the cards come."""
    with Pico(firmware_uf2, filesystem=make_filesystem(FILES)) as pico:
        pico.boot()
        seen(pico, CARDS, 2)
        for _ in range(200 * 30):
            pico.press("OK")
            pico.run(2.5)
            pico.release("OK")
            pico.run(2.5)
        assert pico.output.count(b"the button OK bounces") == 1
        assert pico.output.count(CARDS) > 1 and pico.connected
        assert b"watchdog" not in pico.output and b"Traceback" not in pico.output
