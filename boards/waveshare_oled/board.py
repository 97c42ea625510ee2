# SPDX-License-Identifier: MIT
"""A Pico in Waveshare's Pico-OLED-1.3: the pins.

The pins are those of Waveshare's page "Pico-OLED-1.3" and its example for MicroPython. Checked by
`python3 -m host_tools boards waveshare_oled`.
"""

NAME = "waveshare_oled"
TITLE = "Pico-OLED-1.3"

CHIP = "RP2040"

PANEL = {"controller": "sh1107", "width": 128, "height": 64}

SPI = {"id": 1, "baudrate": 8_000_000, "sck": 10, "mosi": 11, "cs": 9, "dc": 8, "reset": 12}
"""The screen's bus, with the module as delivered."""

BUTTONS = {"DOWN": 15, "OK": 17}
"""KEY0 and KEY1; holding them gives the other keys (drivers/buttons.py)."""

BATTERY = {"adc": 29, "ratio": 3, "usb": 24, "empty": 3300, "full": 4100}
"""As on every Pico."""

PINS = {"LED": 25}

IMAGE = "pico"
"""The board is a Pico, so the Pico's image serves."""
