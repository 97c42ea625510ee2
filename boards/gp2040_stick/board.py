# SPDX-License-Identifier: MIT
"""An arcade stick with a Pico and a screen, wired for GP2040-CE: the pins.

The pins are those of GP2040-CE's configuration for the Pico (configs/Pico/BoardConfig.h, 2024).
Checked by `python3 -m host_tools boards gp2040_stick`.
"""

NAME = "gp2040_stick"
TITLE = "GP2040-CE stick"

CHIP = "RP2040"

PANEL = {"controller": "ssd1306", "width": 128, "height": 64}

I2C = {"id": 0, "sda": 0, "scl": 1, "freq": 400_000, "addr": 0x3C}

BUTTONS = {"UP": 2, "DOWN": 3, "RIGHT": 4, "LEFT": 5, "OK": 6, "BACK": 7}
"""The stick; OK is B1, BACK is B2."""

LABELS = {"OK": "B1", "BACK": "B2"}

PINS = {"LED": 25}

IMAGE = "pico"
"""It contains a Pico, so the Pico's image serves."""
