# SPDX-License-Identifier: MIT
"""The search for the panel, and what a pin is like.

`find_panel` tries pins with external pull-up resistors, then the usual pairs. On an RP2350 a
floating input may read high (erratum E9), so only the usual pairs are tried there. Pins that the
board's description gives to other parts are left alone.
"""

from machine import I2C, Pin
from micropython import const

from teletype.drivers.bus import answers, release

_USUAL = const(b"\x00\x02\x04\x06\x08\x0a\x0c\x0e\x10\x12\x14\x1a")
"""The lower pin of each of the twelve adjacent pairs on the header of a Pico."""

FITTED = ("BATTERY", "PINS", "ENCODER", "SPI")
UNSURE = ("PRINTER", "BUZZER")
"""The parts of a board beside panel and buttons: those that are there, and those that may not be
fitted."""

_NO_PINS = const(("ratio", "empty", "full", "id", "edges", "baudrate", "freq", "addr"))
"""The numbers in the description of a part that are no pins."""

_PATIENCE = {"timeout": 1000}
"""Microseconds that a transfer may take, on an RP2."""

LOW, HIGH, FLOATS = range(3)
"""The states of a pin."""

_ORIGIN = const(b"\x00\xb0\x00\x10")
"""The command for page 0 and column 0."""


def taken(has, names):
    """Return the pins that a board's description gives to the parts `names`."""
    pins = set()
    for name in names:
        part = has.get(name, {})
        if isinstance(part, int):  # the buzzer's pin
            part = {name: part}
        for key in part:
            if key not in _NO_PINS:
                pins.add(part[key])
    return pins


def state(pin, latches=False):
    """Return the state of a pin: LOW, HIGH or FLOATS.

    `latches`: a pull-down cannot tell the last two apart, as on an RP2350.
    """
    if not Pin(pin, Pin.IN, Pin.PULL_UP).value():
        return LOW
    if latches:
        return FLOATS
    held = Pin(pin, Pin.IN, Pin.PULL_DOWN).value()
    Pin(pin, Pin.IN, Pin.PULL_UP)
    return HIGH if held else FLOATS


def _controller(i2c, address):
    """Return the controller's name: write where only one chip has memory, and read that back.

    An SSD1306 does not return its memory. An SH1106 has columns from 128 on, an SH1107 pages from
    8 on; on the others a second write there overwrites the first. The first byte read is a dummy.
    """

    def keeps(other):
        """Whether the first columns of page 0 stay as they are while those at `other` change."""
        for data in (_ORIGIN, b"\x40ZZZ", other, b"\x40\xa5\xa5\xa5", _ORIGIN, b"\x40"):
            i2c.writeto(address, data)
        return i2c.readfrom(address, 3)[1:] == b"ZZ"

    try:
        i2c.writeto(address, b"\x00\x20\x02")  # page addressing, on an SSD1306
        if keeps(b"\x00\xb0\x00\x18"):
            return "sh1106"
        if keeps(b"\x00\xb8\x00\x10"):
            return "sh1107"
    except OSError:
        pass  # it cannot be read
    return "ssd1306"


def find_panel(has, report):
    """Return the panel's I2C and controller as `(dict, name)`; None if no panel answers.

    `report(line)` receives what was observed if there is none. The pin of a printer or a buzzer,
    which may not be fitted, is tried only if external resistors pull it up: neither part does.
    """
    latches = has["CHIP"] == "RP2350"
    pulled = FLOATS if latches else HIGH  # the state of a line that the panel does not hold
    fitted = taken(has, FITTED)
    unsure = taken(has, UNSURE)
    states = []  # None for a pin that is left alone
    for pin in range(30):
        found = None if pin in fitted else state(pin, latches)
        states.append(None if pin in unsure and found != HIGH else found)
    for sda in _USUAL:
        scl = sda + 1
        if states[sda] == LOW and states[scl] == pulled:  # a panel amid a byte
            release(Pin(sda, Pin.OPEN_DRAIN, value=1), Pin(scl, Pin.OPEN_DRAIN, value=1))
            states[sda] = state(sda, latches)
    tried = []
    for sda in range(0, 30, 2):
        for scl in range(sda % 4 + 1, 30, 4):
            if states[sda] == states[scl] == HIGH:
                tried.append((sda, scl))
    for sda in _USUAL:
        if states[sda] and states[sda + 1] and (sda, sda + 1) not in tried:
            tried.append((sda, sda + 1))
    for freq in (400_000, 100_000):
        for sda, scl in tried:
            bus = sda // 2 % 2
            i2c = I2C(bus, sda=Pin(sda), scl=Pin(scl), freq=freq, **_PATIENCE)
            for address in (0x3C, 0x3D):
                if answers(i2c, address):
                    found = {"id": bus, "sda": sda, "scl": scl, "freq": freq, "addr": address}
                    return found, _controller(i2c, address)
            for pin in (sda, scl):
                Pin(pin, Pin.IN)  # otherwise this bus would keep it
    report("No screen answers at 0x3C or 0x3D. SDA and SCL that were tried:")
    report(", ".join(["GP%d GP%d" % pair for pair in tried]))
    if not latches and HIGH not in states:
        report("No pin has a pull-up resistor outside: is the screen connected, and powered?")
    for sda in _USUAL:
        for pin, name in ((sda, "SDA"), (sda + 1, "SCL")):
            if states[pin] == LOW and states[pin ^ 1] == pulled:
                report("GP%d as %s is held low." % (pin, name))
    return None
