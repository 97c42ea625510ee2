# SPDX-License-Identifier: MIT
"""Heltec's WiFi LoRa 32 (V2) and TTGO's LoRa32 (V1): the pins.

These are pins of Espressif's Arduino core (variants/heltec_wifi_lora_32_V2 and ttgo-lora32-v1,
pins_arduino.h): the screen, its reset, its power switch (Vext, on Heltec's) and the button PRG.
The other buttons are on pins that neither the radio nor the ESP32's start uses.
Checked by `python3 -m host_tools boards heltec_lora32`. Runs on MicroPython's stock image.
"""

NAME = "heltec_lora32"
TITLE = "LoRa32 OLED"

CHIP = "ESP32"

PANEL = {"controller": "ssd1306", "width": 128, "height": 64}

I2C = {
    "id": 0, "sda": 4, "scl": 15, "freq": 400_000, "addr": 0x3C, "reset": 16, "power": 21,
}  # fmt: skip
"""The screen's bus. A TTGO LoRa32 has no `power`: remove it for that board."""

BUTTONS = {"UP": 17, "DOWN": 22, "LEFT": 23, "RIGHT": 32, "OK": 33, "BACK": 0}
"""BACK is the button PRG on the board."""

LABELS = {"BACK": "PRG"}
