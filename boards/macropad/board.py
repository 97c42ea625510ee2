# SPDX-License-Identifier: MIT
"""Adafruit's MacroPad RP2040: the pins.

The pins are those of CircuitPython (boards/adafruit_macropad_rp2040/pins.c) and of the Pico SDK.
Checked by `python3 -m host_tools boards macropad`.
"""

NAME = "macropad"
TITLE = "MacroPad RP2040"

CHIP = "RP2040"

PANEL = {"controller": "sh1106", "width": 128, "height": 64}

SPI = {"id": 1, "baudrate": 8_000_000, "sck": 26, "mosi": 27, "cs": 22, "dc": 24, "reset": 23}

BUTTONS = {"UP": 2, "DOWN": 8, "LEFT": 4, "RIGHT": 6, "OK": 0, "BACK": 3}
"""Keys 2, 8, 4 and 6 around the middle one; OK is the knob's button, BACK is key 3."""

ENCODER = {"a": 17, "b": 18}
"""The knob."""

SDK = "adafruit_macropad_rp2040"
"""Its crystal needs more time to start than a Pico's, and its flash is read more slowly."""

PINS = {"LED": 13, "SPEAKER_ENABLE": 14, "SPEAKER": 16, "NEOPIXEL": 19, "SDA": 20, "SCL": 21}

IMAGE = "apart"
"""Not in a release: `python3 -m host_tools build uf2 --board macropad` builds it."""
