# SPDX-License-Identifier: MIT
"""The watchdog of chips that the emulator has not; that of the Pico is in the tests on the Pico.

There is no ESP32 here. What its `machine.WDT` does is taken from `ports/esp32/machine_wdt.c` and
`modmachine.c` of the source tree: a second one changes the time of the first, and cannot end it.
"""

import sys
import types
from typing import Any

import pytest

from host_tools.emulator.simulator import Simulator


class WDT:
    """Bites when `feed` has been missing for `timeout` ms of `now`."""

    now = 0
    timeout = 0
    fed = 0

    def __init__(self, timeout: int) -> None:
        assert 0 < timeout < 1 << 30, "the chip counts half milliseconds in 32 bits, twice"
        WDT.timeout = timeout

    def feed(self) -> None:
        WDT.fed = WDT.now

    @classmethod
    def bites(cls) -> bool:
        return bool(cls.timeout) and cls.now - cls.fed >= cls.timeout


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Any:
    Simulator()  # fills in what this Python lacks
    module: Any = types.ModuleType("machine")
    module.WDT = WDT
    WDT.now = WDT.timeout = WDT.fed = 0
    module.WDT_RESET = 3
    module.reset_cause = lambda: module.cause
    module.cause = 1
    monkeypatch.setitem(sys.modules, "machine", module)
    monkeypatch.delitem(sys.modules, "teletype.drivers.watchdog", raising=False)
    yield module
    sys.modules.pop("teletype.drivers.watchdog", None)


@pytest.mark.parametrize("chip", ["ESP32", "ESP32C3"])
def test_on_an_esp32(machine: Any, chip: str) -> None:
    """It resets a loop that hangs, and leaves a person at the prompt alone for a day."""
    from teletype.drivers.watchdog import TIMEOUT, Watchdog

    dog = Watchdog(chip)
    assert not dog.bitten()
    dog.start()
    for _ in range(10):
        WDT.now += TIMEOUT - 1
        assert not WDT.bites()
        dog.feed()
    WDT.now += TIMEOUT - 1
    dog.stop()
    WDT.now += 80_000_000
    assert not WDT.bites()
    dog.stop()
    dog.start()
    dog.feed()
    WDT.now += TIMEOUT
    assert WDT.bites()
    machine.cause = machine.WDT_RESET
    assert dog.bitten()


def test_on_a_chip_that_has_none(machine: Any) -> None:
    from teletype.drivers.watchdog import Watchdog

    dog = Watchdog("ESP32S3")
    dog.start()
    dog.feed()
    dog.stop()
    assert not WDT.timeout and not dog.bitten()


class Chip(dict[int, int]):
    """The registers of an RP2040's watchdog."""

    BLOCK = 0x40058000

    def bite(self) -> None:
        self[self.BLOCK + 8] = 1

    def switch_on(self) -> None:
        for at in range(0, 0x30, 4):
            self[self.BLOCK + at] = 0


def test_a_soft_reset_after_a_bite_is_no_bite(machine: Any) -> None:
    """The reason of the last reset of the chip stays: who asks must know what came since."""
    from teletype.drivers.watchdog import Watchdog

    machine.mem32 = chip = Chip()
    chip.switch_on()

    def start() -> tuple[bool, Watchdog]:
        dog = Watchdog("RP2040")
        bitten = dog.bitten()
        dog.start()
        return bitten, dog

    assert not start()[0]
    chip.bite()
    bitten, dog = start()
    assert bitten
    for _ in range(3):
        dog.stop()  # Ctrl-C, then a soft reset
        bitten, dog = start()
        assert not bitten
    chip.bite()
    assert start()[0]
    chip.switch_on()
    assert not start()[0]
