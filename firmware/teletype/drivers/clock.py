# SPDX-License-Identifier: MIT
"""The processor's clock, lower while the handheld waits for a person.

On the RP2040 and the RP2350 only. Their USB, timer and watchdog have clocks of their own, which
stay; I2C and SPI are slower meanwhile, by as much as the processor is.
"""

from sys import platform

import machine
from micropython import const

_LOW = const(48_000_000)
"""Hz; that of the USB, which runs in any case."""


def lower():
    """Lowers the clock; returns what it was, in Hz, for `restore`; -1 if it stays as it is."""
    if platform != "rp2":
        return -1
    hertz = machine.freq()
    machine.freq(_LOW, _LOW)
    return hertz


def restore(hertz):
    """Sets the clock, and that of SPI and UART, which the port lets follow it at the start."""
    if hertz > 0:
        machine.freq(hertz, hertz)
