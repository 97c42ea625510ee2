# SPDX-License-Identifier: MIT
"""TinyCircuits' Thumby as a Pocket Teletype: the pins.

The pins are those of TinyCircuits' own MicroPython library (thumbyHardware.py and
thumbyGraphics.py, 2022), for the model that was sold, with the screen on SPI; the first prototypes
had it on I2C. Checked by `python3 -m host_tools boards thumby`.
"""

NAME = "thumby"
TITLE = "Thumby"

CHIP = "RP2040"
"""The end of MicroPython's name for the machine; `flash` refuses other boards."""

PANEL = {"controller": "ssd1306", "width": 72, "height": 40}

SPI = {"id": 0, "baudrate": 8_000_000, "sck": 18, "mosi": 19, "cs": 16, "dc": 17, "reset": 20}
"""The screen's bus."""

BUTTONS = {"UP": 4, "DOWN": 6, "LEFT": 3, "RIGHT": 5, "OK": 27, "BACK": 24}
"""The buttons' pins: the cross, A (on the right) is OK, B (left of it) is BACK."""

LABELS = {"OK": "A", "BACK": "B"}
"""Their labels, which the screen uses."""

BUZZER = 28
"""The buzzer's pin, for PWM."""

BATTERY = {"adc": 26, "ratio": 2, "empty": 3220, "full": 3830}
"""The cell behind the switch, halved on GP26. TinyCircuits' library does not read it, and no pin
shows whether the cable is plugged in. Two programs of its arcade read it (Battery by AyreGuitar,
2022; BatteryPet, 2024) and give values: the Thumby switches off at 32,000 of 65,535 steps, and
charges above 38,000. Cells differ, so this is only a guide. Not tested on a Thumby."""

FLASH = {"size": 2048, "files": 1024}
"""KiB of flash, and the part at its end for files: as in a Pico's image, so that a change between
the two images keeps the files. The Pico SDK does not know the Thumby, so it is built as a Pico."""

PINS = {"BTN_A": 27, "BTN_B": 24, "LINK_TX": 0, "LINK_RX": 1, "LINK_ENABLE": 2}
"""More names for `machine.Pin`."""
