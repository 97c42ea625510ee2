# SPDX-License-Identifier: MIT
"""An ESP32 board with a screen (WEMOS LOLIN32 OLED and its copies): the pins.

The board's label is "ESP32 OLED". Its screen is a 0.96 inch SSD1306 on GPIO 5 (SDA) and GPIO 4
(SCL), at address 0x3C. Source: bytebang.at ("Compile NodeMCU for WeMos Lolin ESP32 with OLED",
2018). The buttons are on pins that the ESP32's data sheet (Espressif, sections "Pin Definitions"
and "Strapping Pins") leaves free: none affects how the chip starts, and all have an internal
pull-up.

There are three buttons, so that a breadboard has space for everything; six work as well, see
wiring.md. Checked by `python3 -m host_tools boards esp32_oled`. Runs on MicroPython's stock image.
"""

NAME = "esp32_oled"
TITLE = "ESP32 OLED"

CHIP = "ESP32"
"""The end of MicroPython's name for the machine; `flash` refuses other boards."""

PANEL = {"controller": "ssd1306", "width": 128, "height": 64}

I2C = {"id": 0, "sda": 5, "scl": 4, "freq": 400_000, "addr": 0x3C}
"""The screen's bus."""

BUTTONS = {"UP": 13, "DOWN": 14, "OK": 25}
"""The buttons' pins; holding them gives the missing keys (drivers/buttons.py)."""
