# SPDX-License-Identifier: MIT
"""Faults of the two emulators as they come, without anything of ours.

A fault that is gone fails its test: then what mends it can go. `docs/emulators.md` lists them.
"""

import json
import re
from typing import Any

import pytest

from host_tools.paths import ROOT
from tests.host_tools.emulator.test_machine import script

PAGE = ROOT / "docs" / "emulators.md"


def listed(heading: str) -> set[str]:
    """The faults that the page lists below a heading: the first column of the table."""
    _, _, section = PAGE.read_text("utf-8").partition(f"### {heading}\n")
    rows = re.findall(r"^\| ([^|]+?) \|", section.partition("\n#")[0], re.MULTILINE)
    return {row for row in rows if row != "fault" and not row.startswith("---")}


def test_what_is_wrong_in_rp2040js() -> None:
    found = json.loads(script("upstream.js"))
    assert all(found.values()), found
    assert set(found) == listed("rp2040js 1.4.1")


@pytest.fixture
def chip() -> Any:
    from rp2040py.rp2040 import RP2040
    from rp2040py.utils.logging import ConsoleLogger, LogLevel

    chip = RP2040()
    chip.logger = ConsoleLogger(LogLevel.ERROR, throw_on_error=False)
    return chip


def idle_port_is_polled(chip: Any) -> bool:
    from rp2040py.usb.cdc import USBCDC

    lengths = []
    host = USBCDC(chip.usb_ctrl)
    host._out_endpoint = 2
    chip.usb_ctrl.endpoint_read_done = lambda endpoint, packet: lengths.append(len(packet))
    chip.usb_ctrl.on_endpoint_read(2, 64)
    return lengths == [0]


def no_frame_starts(chip: Any) -> bool:
    chip.write_uint32(0x50110090, 1 << 17)  # INTE: DEV_SOF
    chip.clock.tick(5_000_000)
    return not chip.usb_ctrl._int_raw & 1 << 17


I2C, TAR, DATA_CMD, RAW_INTR_STAT, ENABLE = 0x40044000, 0x04, 0x10, 0x34, 0x6C
TX_EMPTY, TX_ABRT = 1 << 4, 1 << 6


def begin(chip: Any) -> None:
    for register, value in ((ENABLE, 0), (TAR, 0x3C), (ENABLE, 1), (DATA_CMD, 1 << 9)):
        chip.write_uint32(I2C + register, value)


def refusal_leaves_the_fifo_full(chip: Any) -> bool:
    chip.i2c[0].on_connect = lambda *address: chip.i2c[0].complete_connect(False)
    begin(chip)
    chip.clock.tick(1_000_000)
    raw = chip.read_uint32(I2C + RAW_INTR_STAT)
    return bool(raw & TX_ABRT) and not raw & TX_EMPTY


def transfer_goes_on(chip: Any) -> bool:
    starts = []
    chip.i2c[0].on_connect = lambda *address: starts.append(address)  # and no answer
    begin(chip)
    begin(chip)
    return len(starts) == 1


def watchdog_stays_on(chip: Any) -> bool:
    chip.write_uint32(0x40058004, 2000)  # LOAD
    chip.write_uint32(0x40058000, 1 << 30)  # CTRL: ENABLE
    chip.enter_reset(from_watchdog=True)
    chip.leave_reset()
    return bool(chip.read_uint32(0x40058000) & 1 << 30)


FAULTS = {
    "the USB host polls an idle port with empty packets": idle_port_is_polled,
    "no USB frame starts": no_frame_starts,
    "an I2C address that nobody acknowledges leaves TX_EMPTY off": refusal_leaves_the_fifo_full,
    "switching the I2C block off does not end a transfer": transfer_goes_on,
    "a watchdog that has bitten stays on": watchdog_stays_on,
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_in_rp2040py(chip: Any, name: str) -> None:
    assert FAULTS[name](chip), "it is mended: then our mend of it can go"


def test_the_page_lists_what_is_shown() -> None:
    assert listed("rp2040py 0.3.6") == set(FAULTS)
