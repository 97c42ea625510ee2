# SPDX-License-Identifier: MIT
"""The processor's clock, lower while the handheld waits for a person.

Only on the RP2040 and the RP2350. Their USB, timer and watchdog have separate clocks, which do not
change; I2C and SPI slow down together with the processor.
"""

from sys import platform

import machine
from micropython import const

_LOW = const(48_000_000)
"""Hz; the rate of the USB clock, which runs anyway."""


def lower():
    """Lower the clock; return the previous value in Hz for `restore`, -1 if it does not change."""
    if platform != "rp2":
        return -1
    hertz = machine.freq()
    machine.freq(_LOW, _LOW)
    return hertz


def restore(hertz):
    """Set the clock, and with it that of SPI and UART, as the port does at the start."""
    if hertz > 0:
        machine.freq(hertz, hertz)
