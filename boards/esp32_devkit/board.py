# SPDX-License-Identifier: MIT
"""An ESP32 board with a screen on its usual I2C pins and six buttons: the pins.

SDA on 21 and SCL on 22 are the defaults of Espressif's Arduino core for its ESP32 boards
(variants/esp32/pins_arduino.h). The buttons are on pins that the ESP32's data sheet (Espressif,
"Pin Definitions" and "Strapping Pins") leaves free, and that no PSRAM uses. Checked by
`python3 -m host_tools boards esp32_devkit`. Runs on MicroPython's stock image.
"""

NAME = "esp32_devkit"
TITLE = "ESP32 devkit"

CHIP = "ESP32"

PANEL = {"controller": "ssd1306", "width": 128, "height": 64}

I2C = {"id": 0, "sda": 21, "scl": 22, "freq": 400_000, "addr": 0x3C}

BUTTONS = {"UP": 13, "DOWN": 14, "LEFT": 25, "RIGHT": 26, "OK": 27, "BACK": 33}
