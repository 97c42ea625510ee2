# SPDX-License-Identifier: MIT
"""The flash's cache and its times, by short programs whose hits and misses are counted by hand.

host_tools/machine/cache.js names the sources. Each program begins at 100h, the start of a line.
A miss costs the clocks of the transfer times the divider, and 8 cycles:

- RP2040: 8 clocks for address and mode, 4 to wait, 8 for a word, at half the processor's clock: 48
- RP2350: 12 as above, 16 for a line, likewise: 64; a line that follows needs no address: 40
"""

import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from host_tools.build import images, node
from host_tools.emulator.pico import Pico
from tests.host_tools.emulator.test_machine import script

QUAD = {
    "RP2040": {0x00: 0x5F0300, 0x14: 2, 0xF4: 0xA0002022},
    "RP2350": {0x0C: 0x40000202, 0x10: 0x482A8},
}
"""The registers as the images' boot code leaves them (boot2_w25q080.S of the pico-sdk)."""

SERIAL = {
    "RP2040": {0x00: 0x1F0300, 0x14: 4, 0xF4: 0x03000218},
    "RP2350": {0x0C: 0x40000004, 0x10: 0x1000},
}
"""Command 03h on one line, at a quarter of the processor's clock."""

NOP, MOVS_10, SUBS, BNE, BX = 0xBF00, 0x200A, 0x3801, 0xD1FD, 0x4770
LDR_R0, LDR_R1, LDR_R2 = 0x6803, 0x680B, 0x6813  # each to R3

FLASH = 0x10000000
STR_R2 = 0x6013  # R3 to there


class Run:
    """One process of Node that runs all programs, each on a new board."""

    def __init__(self) -> None:
        program, *options, serve = node.command("serve.js")
        self.process = subprocess.Popen(
            [program, *options, Path(__file__).with_name("flash_time.js"), Path(serve).parent],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(
        self, chip: str, *code: int, r: Sequence[int] = (0, 0, 0, 0), serial: bool = False
    ) -> list[int]:
        """Return the cycles, accesses and hits of a program that starts with an empty cache."""
        given = {
            "chip": chip,
            "set": (SERIAL if serial else QUAD)[chip],
            "r": r,
            "code": b"".join(word.to_bytes(2, "little") for word in code).hex(),
        }
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(given) + "\n")
        self.process.stdin.flush()
        found: list[int] = json.loads(self.process.stdout.readline())
        return found


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    begun = Run()
    yield begun
    begun.process.communicate()
    assert begun.process.returncode == 0


@pytest.mark.slow
def test_code_without_a_jump(run: Run) -> None:
    """Seven instructions are four words in two lines; the return takes two cycles."""
    code = (*[NOP] * 6, BX)
    assert run("RP2040", *code) == [4 * 48 + 8, 4, 0]
    assert run("RP2350", *code) == [64 + 40 + 8, 4, 2]


@pytest.mark.slow
def test_a_loop_is_fetched_from_the_flash_once(run: Run) -> None:
    """Two words, and nine jumps back to the first of them."""
    code = (MOVS_10, SUBS, BNE, BX)
    instructions = 1 + 10 + 9 * 2 + 1 + 2
    assert run("RP2040", *code) == [2 * 48 + instructions, 2 + 9 * 2, 9 * 2]
    assert run("RP2350", *code) == [64 + instructions, 2 + 9 * 2, 1 + 9 * 2]


@pytest.mark.slow
def test_command_03h_is_slow(run: Run) -> None:
    """32 clocks for command and address, 32 for a word or 64 for a line, each of four cycles."""
    assert run("RP2040", BX, serial=True) == [64 * 4 + 8 + 2, 1, 0]
    assert run("RP2350", BX, serial=True) == [96 * 4 + 8 + 2, 1, 0]


@pytest.mark.slow
@pytest.mark.parametrize("chip", QUAD)
def test_data_waits_too_and_two_lines_share_a_set(run: Run, chip: str) -> None:
    """Loads of two lines 8 KiB apart, each twice: the second time both are in the cache."""
    places = (FLASH + 0x4000, FLASH + 0x6000, 0, 0)
    cycles, accesses, hits = run(chip, LDR_R0, LDR_R1, LDR_R0, LDR_R1, BX, r=places)
    code = 3
    assert (accesses, hits) == (code + 4, {"RP2040": 2, "RP2350": 2 + 1}[chip])
    # after a load the code does not follow the last transfer
    assert cycles == {"RP2040": 5 * 48, "RP2350": 4 * 64}[chip] + 4 * 2 + 2


@pytest.mark.slow
@pytest.mark.parametrize("chip", QUAD)
def test_a_third_line_of_the_set_puts_one_out(run: Run, chip: str) -> None:
    """Which one is by chance: of the two loads that follow, one or both miss."""
    places = (FLASH + 0x4000, FLASH + 0x6000, FLASH + 0x8000, 0)
    loads = (LDR_R0, LDR_R1, LDR_R2, LDR_R0, LDR_R1)
    _, accesses, hits = run(chip, *loads, BX, r=places)
    code = {"RP2040": 0, "RP2350": 1}[chip]  # three words, in two lines
    assert accesses == 3 + 5 and hits - code in (0, 1)


@pytest.mark.slow
def test_half_a_line_on_the_rp2040(run: Run) -> None:
    """The other half has its own miss; there both are read at once."""
    places = (FLASH + 0x4000, FLASH + 0x4004, 0, 0)
    code = (LDR_R0, LDR_R1, LDR_R1, BX)
    assert run("RP2040", *code, r=places)[1:] == [2 + 3, 1]
    assert run("RP2350", *code, r=places)[1:] == [2 + 3, 1 + 2]


@pytest.mark.slow
def test_an_instruction_in_two_words(run: Run) -> None:
    """BL at 102h reaches into the next word; it calls 108h, which returns to 106h."""
    push, bl, pop = 0xB500, (0xF000, 0xF801), 0xBD00
    assert run("RP2040", push, *bl, pop, BX)[1:] == [4, 1], "the word of POP is there already"


@pytest.mark.slow
def test_a_flush_empties_it(run: Run) -> None:
    """A write to XIP_CTRL's FLUSH between two loads of the same word."""
    places = (FLASH + 0x4000, 0, 0x14000004, 0)
    assert run("RP2040", LDR_R0, STR_R2, LDR_R0, BX, r=places)[1:] == [2 + 2, 0]


WRITE = """
from time import ticks_us, ticks_diff
from rp2 import Flash
flash = Flash()
def timed(act, *arguments):
    begun = ticks_us()
    act(*arguments)
    return ticks_diff(ticks_us(), begun)
print(timed(flash.ioctl, 6, 200), timed(flash.writeblocks, 200, bytes(512), 0))
"""


@pytest.mark.parametrize(
    ("time", "sector", "page"), [("typical", 45_000, 400), ("worst", 400_000, 3000)]
)
@pytest.mark.pico
@pytest.mark.parametrize("board", ["pico", pytest.param("pico2", marks=pytest.mark.heavy)])
def test_a_write_takes_the_time_of_the_chip(board: str, time: str, sector: int, page: int) -> None:
    """Erase a sector and program two pages; the rest is at most half a millisecond."""
    with Pico(images.image(board), flash_time=time) as pico:
        pico.boot()
        erased, programmed = map(int, pico.execute(WRITE).split())
    assert sector <= erased < sector + 500
    assert 2 * page <= programmed < 2 * page + 500


def test_the_status_says_busy() -> None:
    """A command by hand, as code in RAM would send it: busy for 45 ms after an erase."""
    lines = script("writes.js").splitlines()
    assert lines[-1] == "0 2 1 1 0 0", "at rest, write enabled, erasing, after 44 ms, after 45 ms"
