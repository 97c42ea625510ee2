# SPDX-License-Identifier: MIT
"""An ESP32 with a screen on it (WEMOS LOLIN32 OLED and its copies): which pin goes where.

The board's label is "ESP32 OLED". Its screen is a 0.96 inch SSD1306 on GPIO 5 (SDA) and GPIO 4
(SCL), at address 0x3C. These are from bytebang.at ("Compile NodeMCU for WeMos Lolin ESP32 with
OLED", 2018). The
buttons are on pins that the ESP32's data sheet (Espressif, sections "Pin Definitions" and
"Strapping Pins") leaves free: none decides how the chip starts, and all have a pull-up inside.

There are three buttons, so that a breadboard can carry all of it; six work as well: wiring.md.
Checked by `python3 -m host_tools boards esp32_oled`. Runs on MicroPython's stock image.
"""

NAME = "esp32_oled"
TITLE = "ESP32 OLED"

CHIP = "ESP32"
"""What MicroPython's name of the machine ends with; `flash` refuses another board."""

PANEL = {"controller": "ssd1306", "width": 128, "height": 64}

I2C = {"id": 0, "sda": 5, "scl": 4, "freq": 400_000, "addr": 0x3C}
"""The screen's bus."""

BUTTONS = {"UP": 13, "DOWN": 14, "OK": 25}
"""The buttons' pins; the keys that are missing are made by holding these (drivers/buttons.py)."""
