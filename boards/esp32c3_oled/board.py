# SPDX-License-Identifier: MIT
"""An ESP32-C3 with a 0.42 inch screen on its board (01Space and its copies): the pins.

The screen, an SSD1306 of 72x40 pixels at address 0x3C, is on GPIO 5 (SDA) and GPIO 6 (SCL), and
the button BOOT on GPIO 9. Sources: 01Space's repository ESP32-C3-0.42LCD, and the board
01space_esp32c3_042_oled of Zephyr and CircuitPython. The other two buttons are on pins that do not
affect how the chip starts (Espressif's datasheet of the ESP32-C3, "Strapping Pins").
Checked by `python3 -m host_tools boards esp32c3_oled`. Runs on MicroPython's stock image.
"""

NAME = "esp32c3_oled"
TITLE = "ESP32-C3 OLED"

CHIP = "ESP32C3"
"""The end of MicroPython's name for the machine; `flash` refuses other boards."""

PANEL = {"controller": "ssd1306", "width": 72, "height": 40}

I2C = {"id": 0, "sda": 5, "scl": 6, "freq": 400_000, "addr": 0x3C}
"""The screen's bus."""

BUTTONS = {"UP": 3, "DOWN": 4, "OK": 9}
"""The buttons' pins; OK is BOOT on the board. Holding them gives the missing keys."""
