# SPDX-License-Identifier: MIT
"""TinyCircuits' Thumby as a Pocket Teletype: which pin goes where.

The pins are those of TinyCircuits' own MicroPython library (thumbyHardware.py and
thumbyGraphics.py, 2022), for the Thumbys that were sold, which have the screen on SPI; the first
prototypes had it on I2C. Checked by `python3 -m host_tools boards thumby`.
"""

NAME = "thumby"
TITLE = "Thumby"

CHIP = "RP2040"
"""What MicroPython's name of the machine ends with; `flash` refuses another board."""

PANEL = {"controller": "ssd1306", "width": 72, "height": 40}

SPI = {"id": 0, "baudrate": 8_000_000, "sck": 18, "mosi": 19, "cs": 16, "dc": 17, "reset": 20}
"""The screen's bus."""

BUTTONS = {"UP": 4, "DOWN": 6, "LEFT": 3, "RIGHT": 5, "OK": 27, "BACK": 24}
"""The buttons' pins: the cross, A (on the right) is OK, B (left of it) is BACK."""

LABELS = {"OK": "A", "BACK": "B"}
"""What is written on them; the screen calls them so."""

BUZZER = 28
"""The buzzer's pin, for PWM."""

BATTERY = {"adc": 26, "ratio": 2, "empty": 3220, "full": 3830}
"""The cell behind the switch, halved on GP26. TinyCircuits' library does not read it, and no pin
tells of the cable; two programs of its arcade do (Battery by AyreGuitar, 2022; BatteryPet, 2024),
and say what they met: the Thumby goes off at 32,000 of 65,535 steps, and charges above 38,000.
One cell differs from the next by some of that: a guide, no gauge. Not tried on a Thumby."""

FLASH = {"size": 2048, "files": 1024}
"""KiB of flash, and how many at its end are for files: as with a Pico's image, so that going from
one image to the other keeps the files. The Pico SDK has no Thumby and takes it for a Pico."""

PINS = {"BTN_A": 27, "BTN_B": 24, "LINK_TX": 0, "LINK_RX": 1, "LINK_ENABLE": 2}
"""More names for `machine.Pin`."""
