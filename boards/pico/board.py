# SPDX-License-Identifier: MIT
"""The Raspberry Pi Pico as a Pocket Teletype: which pin goes where.

Nothing but data, so it can be read on the board and on a host alike; `python3 -m host_tools
boards pico` checks it, docs/add-a-board.md has all names. Pins are the chip's GPIO numbers (GP4 is
4), not positions on the pin header; wiring.md shows those. On the board this file is the module
`board`.
"""

NAME = "pico"
TITLE = "Pico"

CHIP = "RP2040"
"""What MicroPython's name of the machine ends with; `flash` refuses another board."""

PANEL = {"controller": "ssd1306", "width": 128, "height": 64}

I2C = {"id": 0, "sda": 4, "scl": 5, "freq": 400_000, "addr": 0x3C}
"""The screen's bus. Bus 0 can use these two pins; not every pair of pins belongs to a bus."""

BUTTONS = {"UP": 10, "DOWN": 11, "LEFT": 12, "RIGHT": 13, "OK": 14, "BACK": 15}
"""The buttons' pins.

Each button joins its pin to ground, so a pressed button reads 0; the chip's own pull-up
resistors keep the pin at 1 otherwise.
"""

BUZZER = 16
"""Optional: the pin of a passive buzzer, any pin that can do PWM."""

PRINTER = {"id": 0, "tx": 0}
"""Optional: a serial printer or a teletype. `id` is the number of a state machine, 0 to 7; on a
chip without state machines that of its UART."""

BATTERY = {"adc": 29, "ratio": 3, "usb": 24, "empty": 3300, "full": 4100}
"""Optional: where a battery on VSYS is measured: the pin, of the `ratio`-th part of its voltage;
the pin that is high while the cable is plugged in (Raspberry Pi Pico datasheet, "GPIO"). It has 0
and 100 % at `empty` and `full` millivolts, here those of a lithium cell, or of three AA."""

FLASH = {"size": 2048, "files": 1024}
"""KiB of flash, and how many at its end are for files: as on a stock Pico, so that going from one
image to the other keeps the files."""

PINS = {"LED": 25}
"""Optional: more names for `machine.Pin`."""
