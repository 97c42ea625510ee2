# SPDX-License-Identifier: MIT
"""A report on the serial port: which wire is wrong if the panel does not answer at the start.

It checks what the board can know: whether a panel answers at the other address, or with SDA and
SCL swapped, and which buttons are down. In memory only during the report.
"""

import machine

from teletype import words
from teletype.drivers.bus import answers
from teletype.drivers.buttons import KEYS


def report(console, i2c, pins, high=()):
    """Check the wires of `i2c` and of the buttons, `pins` by name as in board.py; the buttons in
    `high` are wired to 3.3 V.

    Afterwards the bus must be set up on its pins again, as `Panel.recover` does.
    """
    sda, scl = i2c["sda"], i2c["scl"]
    wire = machine.I2C(i2c["id"], sda=machine.Pin(sda), scl=machine.Pin(scl), freq=100_000)
    other = 0x3C + 0x3D - i2c["addr"]
    if answers(wire, other):
        text = words.text("WIRING_OTHER") % (other, other)
    else:
        wire = machine.SoftI2C(sda=machine.Pin(scl), scl=machine.Pin(sda), freq=100_000)
        swapped = answers(wire, i2c["addr"]) or answers(wire, other)
        text = words.text("WIRING_SWAPPED" if swapped else "WIRING_SILENT") % (sda, scl)
    console.print(text)
    for key in KEYS:
        if key not in pins:
            continue
        up = key in high
        pull = machine.Pin.PULL_DOWN if up else machine.Pin.PULL_UP
        if machine.Pin(pins[key], machine.Pin.IN, pull).value() == up:
            console.print(words.text("WIRING_DOWN") % (key, pins[key]))
