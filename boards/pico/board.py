# SPDX-License-Identifier: MIT
"""The Raspberry Pi Pico as a Pocket Teletype: the pins.

Only data, so that both the board and a host can read it. `python3 -m host_tools boards pico`
checks it; docs/add-a-board.md lists all names. Pins are the chip's GPIO numbers (GP4 is 4), not
positions on the pin header, which wiring.md shows. On the board this file is the module `board`.
"""

NAME = "pico"
TITLE = "Pico"

CHIP = "RP2040"
"""The end of MicroPython's name for the machine; `flash` refuses other boards."""

PANEL = {"controller": "ssd1306", "width": 128, "height": 64}

I2C = {"id": 0, "sda": 4, "scl": 5, "freq": 400_000, "addr": 0x3C}
"""The screen's bus. Bus 0 can use these two pins; not every pair of pins belongs to a bus."""

BUTTONS = {"UP": 10, "DOWN": 11, "LEFT": 12, "RIGHT": 13, "OK": 14, "BACK": 15}
"""The buttons' pins.

Each button connects its pin to ground, so a pressed button reads 0; otherwise the chip's
pull-up resistors keep the pin at 1.
"""

BUZZER = 16
"""Optional: the pin of a passive buzzer, any pin that can do PWM."""

PRINTER = {"id": 0, "tx": 0}
"""Optional: a serial printer or a teletype. `id` is the number of a state machine, 0 to 7, or of
a UART on a chip without state machines."""

BATTERY = {"adc": 29, "ratio": 3, "usb": 24, "empty": 3300, "full": 4100}
"""Optional: how to measure a battery on VSYS. `adc` is the pin with the `ratio`-th part of its
voltage; `usb` is high while the cable is plugged in (Raspberry Pi Pico datasheet, "GPIO"). `empty`
and `full` are the millivolts for 0 and 100 %, here of a lithium cell, or of three AA."""

FLASH = {"size": 2048, "files": 1024}
"""KiB of flash, and the part at its end for files: as on a stock Pico, so that a change between
the two images keeps the files."""

PINS = {"LED": 25}
"""Optional: more names for `machine.Pin`."""
