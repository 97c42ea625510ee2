# SPDX-License-Identifier: MIT
"""Buttons on pins where the image expects none, on a board without a /board.py.

Their owner sees the first page and cannot leave it. A press on such a pin restarts the board with
the finder (`teletype.finder`). This lasts until a button or a typed line has worked once.
"""

from time import sleep_ms

import machine
from machine import Pin
from micropython import const

from teletype.drivers.watchdog import Watchdog

_NOTE = const(24)
"""SCRATCH3 of the watchdog, which survives a reset: a note for the next start."""

_FIND = const(0x444E4946)
"""The note: search for the panel and the buttons. Both as in `teletype.start`."""

_BOUNCE = const(20)


def find(register):
    """Restart the board with the finder; `register` is that of the watchdog."""
    machine.mem32[register + _NOTE] = _FIND
    machine.reset()


class Strays:
    """The pins of the header of a Pico that `has`, the image's values, give to nothing."""

    def __init__(self, has):
        used = set()
        for part in ("BUTTONS", "I2C", "SPI", "PRINTER", "BATTERY", "PINS", "ENCODER"):
            used.update(has.get(part, {}).values())
        used.add(has.get("BUZZER"))
        self._register = Watchdog(has["CHIP"]).register
        pins = [pin for pin in list(range(23)) + [26, 27, 28] if pin not in used]
        self._pins = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in pins]
        self._pins = [pin for pin in self._pins if pin.value()] if "I2C" in has else []

    def tick(self):
        """Start the finder if one of the pins is pulled down."""
        for pin in self._pins:
            if not pin.value():
                sleep_ms(_BOUNCE)
                if not pin.value():
                    find(self._register)
