# SPDX-License-Identifier: MIT
"""Adafruit's Feather RP2040 with its OLED FeatherWing 128x64: the pins.

The Feather's pins are those of CircuitPython (boards/adafruit_feather_rp2040/pins.c) and of the
Pico SDK. The wing's buttons are on D9, D6 and D5, its screen is on SDA and SCL (Adafruit's guide
to the wing). Checked by `python3 -m host_tools boards feather_oled`.
"""

NAME = "feather_oled"
TITLE = "Feather RP2040 OLED"

CHIP = "RP2040"

PANEL = {"controller": "sh1107", "width": 128, "height": 64}

I2C = {"id": 1, "sda": 2, "scl": 3, "freq": 400_000, "addr": 0x3C}

BUTTONS = {"UP": 9, "OK": 8, "DOWN": 7}
"""A, B and C; holding them gives the other keys (drivers/buttons.py)."""

LABELS = {"OK": "B"}

SDK = "adafruit_feather_rp2040"
"""Its crystal needs more time to start than a Pico's, and its flash is read more slowly."""

PINS = {"LED": 13, "NEOPIXEL": 16}

IMAGE = "apart"
"""Not in a release: `python3 -m host_tools build uf2 --board feather_oled` builds it."""
