# SPDX-License-Identifier: MIT
"""The terms of a board description: the chips, what can be attached to them, names and keywords.

The pins' functions come from the RP2040 and RP2350 datasheets (Raspberry Pi, 2024; "GPIO
functions", identical for pins 0 to 29 as used here) and from the datasheets of the ESP32 and the
ESP32-C3 (Espressif; "Pin Definitions"), where the GPIO matrix lets a bus use any pin.
"""

RP2 = ("RP2040", "RP2350")
"""The chips with images of this project; the others run a stock MicroPython."""

PINS = {
    "RP2040": range(30),
    "RP2350": range(30),
    # not 1, 3 (the serial port), 6..11 (the flash), 16, 17 (the PSRAM, without which the firmware
    # has too little memory), 34..39 (no output, no pull-up resistors)
    "ESP32": (0, 2, 4, 5, 12, 13, 14, 15, 18, 19, 21, 22, 23, 25, 26, 27, 32, 33),
    # not 11..17 (the flash), 18, 19 (USB), 20, 21 (the serial port)
    "ESP32C3": range(11),
}
"""The pins of each chip that can be used for anything."""

LOW_AT_START = {"ESP32": 12}
"""A pin that must be low when the chip starts, or its flash gets the wrong voltage: the pull-up
resistor of an I2C bus would keep it high."""

BUSES = {
    "I2C": {"RP2": (0, 1), "ESP32": (0, 1), "ESP32C3": (0,)},
    "SPI": {"RP2": (0, 1), "ESP32": (1, 2), "ESP32C3": (1,)},
}
PRINTERS = {
    "RP2040": ("state machine", range(8)),
    "RP2350": ("state machine", range(12)),
    "ESP32": ("UART", (1, 2)),
    "ESP32C3": ("UART", (1,)),
}
"""The hardware that sends characters to the printer (`drivers.printer`), and its numbers."""

FIRST_ANALOG = 26
"""The first pin of an RP2 that has an analogue input."""

CONTROLLERS = {"ssd1306": 128, "ssd1309": 128, "sh1106": 132, "sh1107": 128}
"""The controllers of panels, and the columns of their memory."""

SIZES = ((128, 64), (128, 32), (72, 40), (64, 48))
TURNED = ((128, 64),)
"""The sizes of panels with an SH1107, which are used in landscape."""

ADDRESSES = (0x3C, 0x3D)

BUTTONS = (
    ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK"),
    ("UP", "DOWN", "LEFT", "RIGHT", "OK"),
    ("UP", "DOWN", "OK", "BACK"),
    ("UP", "DOWN", "OK"),
    ("DOWN", "OK"),
)
"""The sets of buttons with which all keys can be made (see
firmware/teletype/drivers/buttons.py)."""

KNOBS = (("OK",), ("OK", "BACK"), ("LEFT", "RIGHT", "OK"), ("LEFT", "RIGHT", "OK", "BACK"))
"""The sets of buttons that suffice beside an encoder; turning it gives the other keys."""

FULL = 3300
APART = 200
"""Millivolts: a ladder's supply, and the least distance of two levels, as resistors vary."""

ROTATE = (0, 180)

LABELLED = ("OK", "BACK")
"""The keys whose labels a board may give; the others have arrows."""

FLASH = {"RP2040": {"size": 2048, "files": 1024}, "RP2350": {"size": 4096, "files": 3072}}
"""KiB of flash of a Pico and of a Pico 2, and the part at its end that stock MicroPython uses for
files. With the same part here a change between the two images keeps the files."""

IMAGES = ("pico", "apart")
"""Images for a board without one in a release: the Pico's with a /board.py, or one that is built
on request."""

MOST_FLASH = 16 * 1024
"""KiB that these chips can address."""

LEAST_FILES = 256
LEAST_IMAGE = 1008
"""The least KiB: for tapes and settings, and for MicroPython with the firmware."""

NEEDED = ("NAME", "TITLE", "CHIP", "PANEL", "BUTTONS")
NAMES = (
    "NAME", "TITLE", "CHIP", "PANEL", "BUTTONS", "I2C", "SPI", "HIGH", "LABELS", "BUZZER",
    "PRINTER", "BATTERY", "FLASH", "SDK", "PINS", "ENCODER", "LADDER", "MATRIX", "IMAGE",
)  # fmt: skip

KEYWORDS = {
    "PANEL": (("controller", "width", "height"), ("shift", "rotate")),
    "I2C": (("id", "sda", "scl", "freq", "addr"), ("reset", "power")),
    "SPI": (("id", "baudrate", "sck", "mosi", "cs", "dc", "reset"), ()),
    "PRINTER": (("id", "tx"), ()),
    "BATTERY": (("adc", "ratio", "empty", "full"), ("usb",)),
    "FLASH": (("size", "files"), ()),
    "ENCODER": (("a", "b"), ("edges",)),
}
"""The required keywords between the braces, and the optional ones."""

CHIPS = ("RP2040", "RP2350", "ESP32", "ESP32C3")
