# SPDX-License-Identifier: MIT
"""The chip's watchdog: it resets the board when `feed` has not been called for a while.

MicroPython's `machine.WDT` cannot be stopped, and would reset the board in a REPL session. The
RP2040 and the RP2350 have a control register that switches it off again. On the ESP32 and the
ESP32-C3 a second `WDT` gives the same timer another timeout (`ports/esp32/machine_wdt.c`), here so
long that it is off; not tested on these chips. Other chips have no watchdog.
"""

import machine
from micropython import const

TIMEOUT = const(8000)
"""Milliseconds; the RP2040 counts to 8388 at most."""

_REGISTERS = {"RP2040": 0x40058000, "RP2350": 0x400D8000}
"""Addresses of the block (RP2040 data sheet, 4.7.6; RP2350, 12.9.7): CTRL first, then REASON."""

_OFF = const(86_400_000)
"""Milliseconds, a day: the ESP32's timer counts to 12 days."""

_ENABLE = const(1 << 30)

_REASON = const(8)

_TIMER = const(1)

_SCRATCH = const(12)
"""SCRATCH0, which only power-on and the RUN pin clear; nothing else uses it."""

_RUNS = const(0x444F47)
"""Its value while the watchdog runs."""


class Watchdog:
    """`chip`: the name of the chip, as a board's file has it.

    register  the address of its block; None: unknown
    _again    whether the timeout may be changed while it runs
    """

    def __init__(self, chip):
        self.register = _REGISTERS.get(chip)
        self._again = chip in ("ESP32", "ESP32C3")
        self._dog = None

    def bitten(self):
        """Whether the watchdog made the last reset; `machine.reset()` is another reason.

        REASON stays until the chip is reset again: after a soft reset, which comes from the REPL,
        only SCRATCH0 says that the watchdog was switched off since.
        """
        if self._again:
            return machine.reset_cause() == machine.WDT_RESET
        register = self.register
        return bool(
            register
            and machine.mem32[register + _REASON] & _TIMER
            and machine.mem32[register + _SCRATCH] == _RUNS
        )

    def start(self):
        if self.register:
            machine.mem32[self.register + _SCRATCH] = _RUNS
        if self.register or self._again:
            self._dog = machine.WDT(timeout=TIMEOUT)

    def feed(self):
        if self._dog:
            self._dog.feed()

    def stop(self):
        if self.register:
            machine.mem32[self.register] &= ~_ENABLE
            machine.mem32[self.register + _SCRATCH] = 0
        elif self._dog:
            machine.WDT(timeout=_OFF).feed()
        self._dog = None
