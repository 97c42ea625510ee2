# SPDX-License-Identifier: MIT
"""The blocks of the emulated RP2350, by their registers; chip8.js accesses them.

The expectations come from the RP2350 data sheet (chapters are named) and from the registers in the
pico-sdk. They include mistakes of a public emulator of this chip.
"""

import json
from typing import Any

import pytest

from tests.host_tools.emulator.test_machine import script


@pytest.fixture(scope="module")
def chip() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(script("chip8.js"))
    return found


@pytest.mark.slow
def test_the_boot_rom_starts_a_secure_arm_image_and_no_other(chip: dict[str, Any]) -> None:
    """Chapter 5.9: without a vector table item, the first two words are stack and start."""
    assert chip["boots"] == ["20082000", "10000040"]
    assert set(chip["others"]) == {"there is no image for an RP2350 in the flash"}


def test_a_pin_moves_when_its_pad_is_no_longer_isolated(chip: dict[str, Any]) -> None:
    """Chapter 9.7: all pads are isolated after a reset."""
    assert chip["isolated"] == []
    assert chip["bits"][0] == 1


def test_the_gpio_coprocessor_drives_pins(chip: dict[str, Any]) -> None:
    """Chapter 3.6.1; hardware/gpio_coproc.h: clear, set, toggle, conditionally set a bit."""
    assert chip["bits"] == [1, 0, 1, 0, 1]
    assert chip["words"] == ["200000ff", "200000f0", "20000ff0", "ff0", "1"]
    assert chip["upper"] == ["8000", "8000", "1", 0x8000]
    assert chip["registers"] == "4", "the SIO block's own: 1, set 6, toggle 2, clear 1"


def test_a_press_between_two_polls_is_kept(chip: dict[str, Any]) -> None:
    """Chapter 9.11.1, INTR to PROC0_INTS from 230h on: edges and level, enabled, pending.

    Writing the edge clears the interrupt; forcing raises it.
    """
    for press in chip["presses"]:
        assert press == [False, 0b1110, 4, 4, True, False, True, False]


def test_the_second_core_is_bit_24_of_25(chip: dict[str, Any]) -> None:
    """Chapter 7.4: while off it is not done; released it is, and has sent its boot ROM's 0."""
    assert chip["psm"] == ["1000000", "ffffff", "0", "1ffffff", 1, 0]
    assert chip["drained"] == 0


def test_the_watchdog_counts_microseconds(chip: dict[str, Any]) -> None:
    """Chapter 12.9: it needs its tick, and counts one per tick, not two as on the RP2040.

    The scratch registers and the reason stay until the RUN pin is pulled low.
    """
    assert (chip["stopped"], chip["left"]) == (2_000_000, 1_000_000)
    assert chip["bite"] == [2500, True]
    assert chip["reset"] == [True, 1, "12345678", "10000000", 0]
    assert chip["run"] == [0, "0", "40000"]


def test_the_flash_in_direct_mode(chip: dict[str, Any]) -> None:
    """Chapter 12.14.5, and the W25Q32JV's commands: identity, status, erase, program, read."""
    assert chip["jedec"] == ["ef", "40", "16"]
    assert chip["erasedUnasked"] == 0, "without write enable"
    assert chip["enabled"] == 2
    assert chip["direct"] == [1, 1, 2, 3, 4, 0xFF]
    assert chip["nopush"] == "10000", "nothing to be read"
    assert chip["faults"] == []


def test_the_flash_as_memory(chip: dict[str, Any]) -> None:
    """Chapters 4.4 and 12.14.4: no window works in direct mode, all do otherwise.

    Accesses follow the address translation, but not beyond its end.
    """
    assert chip["busy"] == "the flash was read at 0x10200000 while it could not be"
    assert chip["windows"] == ["4030201"] * 3
    assert chip["translated"] == ["4030201", "20082000"]
    assert chip["behind"] == "read of 0x14100000, where nothing is"
    assert chip["stored"] == "something was stored into the flash at 0x14000000"
    assert chip["again"] == "4030201"


def test_the_boot_roms_functions(chip: dict[str, Any]) -> None:
    """Chapter 5.4: looked up by code and mask; 10 means 4 MiB in the device's description."""
    assert chip["lookups"] == [1, 0, 0, True, 0]
    assert chip["devinfo"] == "a80"
    assert chip["chipInfo"] == [4, 1, -13]
    assert chip["bootInfo"] == [5, "ff00ff"]
    assert chip["partitions"] == [4, 0]
    assert chip["otp"] == [0, -4]
    assert chip["flashOp"] == [0, 0, 0, "f8f9fafb", -11, -10]
    assert chip["ranges"] == ["fcfdfeff", "ffffffff", 4]
    assert chip["romFaults"] == []
    assert chip["below"] == ["erased at 0, below the filesystem"]


def test_blocks_that_differ_from_the_rp2040s(chip: dict[str, Any]) -> None:
    """Boot locks, byte strobes, POWMAN's password, DMA's CTRL, the second timer's interrupts."""
    assert chip["locks"] == [1, 0, 1]
    assert chip["strobes"] == "ee22aa44"
    assert chip["password"] == ["12345678", "0", "7"]
    assert chip["dma"] == ["4030201", "8070605", "17e6059", True]
    assert chip["timer"] == [4, False, True, 4, 4]
