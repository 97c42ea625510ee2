# SPDX-License-Identifier: MIT
"""The boards: `python3 -m host_tools boards [NAME ...]` lists them, or says what is wrong.

A board is the file boards/<name>/board.py: nothing but data, because the firmware imports it as it
is, in the words of MicroPython's `machine` (docs/add-a-board.md has all of them). What has to be
right in it is written down here, and `runtime`, `flash` and `play` look before they build, copy or
emulate. All faults are reported, a line each.

The pins' functions are those of the RP2040 and RP2350 datasheets (Raspberry Pi, 2024; "GPIO
functions", the same for the pins 0 to 29 as far as they are used here) and of the ESP32 datasheet
(Espressif, version 4; "Pin Definitions"), where the GPIO matrix lets a bus use any pin.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_tools import paths
from host_tools.usage import Parser

RP2 = ("RP2040", "RP2350")
"""The chips for which an image is built; on the others runs MicroPython's own."""

PINS = {
    "RP2040": range(30),
    "RP2350": range(30),
    # not 1, 3 (the serial port), 6..11 (the flash), 34..39 (no output, no pull-up resistors)
    "ESP32": (0, 2, 4, 5, *range(12, 20), 21, 22, 23, 25, 26, 27, 32, 33),
}
"""The pins of each chip that can be used for anything."""

BUSES = {"I2C": {"RP2": (0, 1), "ESP32": (0, 1)}, "SPI": {"RP2": (0, 1), "ESP32": (1, 2)}}
PRINTERS = {
    "RP2040": ("state machine", range(8)),
    "RP2350": ("state machine", range(12)),
    "ESP32": ("UART", (1, 2)),
}
"""What sends the printer's characters (`teletype.drivers.printer`), and its numbers."""

FIRST_ANALOG = 26
"""On an RP2 the first pin whose voltage can be measured."""

CONTROLLERS = {"ssd1306": 128, "sh1106": 132}
"""The controllers of panels, and the columns of their memory."""

SIZES = ((128, 64), (128, 32), (72, 40))

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

ROTATE = (0, 180)

LABELLED = ("OK", "BACK")
"""The keys of which a board may say what is written on them; the others have arrows."""

FLASH = {"RP2040": {"size": 2048, "files": 1024}, "RP2350": {"size": 4096, "files": 3072}}
"""KiB of flash of a Pico and of a Pico 2, and how many at its end stock MicroPython has for files,
so that going from one image to the other keeps the files."""

MOST_FLASH = 16 * 1024
"""KiB that these chips can address."""

LEAST_FILES = 256
LEAST_IMAGE = 960
"""KiB for the tapes and the settings, and for MicroPython with the firmware."""

NEEDED = ("NAME", "TITLE", "CHIP", "PANEL", "BUTTONS")
NAMES = (
    *NEEDED, "I2C", "SPI", "LABELS", "BUZZER", "PRINTER", "BATTERY", "FLASH", "SDK", "PINS",
)  # fmt: skip

KEYWORDS = {
    "PANEL": (("controller", "width", "height"), ("shift", "rotate")),
    "I2C": (("id", "sda", "scl", "freq", "addr"), ()),
    "SPI": (("id", "baudrate", "sck", "mosi", "cs", "dc", "reset"), ()),
    "PRINTER": (("id", "tx"), ()),
    "BATTERY": (("adc", "ratio", "empty", "full"), ("usb",)),
    "FLASH": (("size", "files"), ()),
}
"""What has to stand between the braces, and what may."""


class BoardError(Exception):
    """The board cannot be used; `faults` are lines, each with the file and what is allowed."""

    status = 1
    """Of a command that is given such a board."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


class UnknownBoard(BoardError):
    """There is no board of that name."""

    status = 2


@dataclass(frozen=True)
class Board:
    """One board, checked: the values of its file under their names in small letters."""

    name: str
    title: str
    chip: str
    panel: dict[str, Any]
    buttons: dict[str, int]
    labels: dict[str, str] = field(default_factory=dict)
    i2c: dict[str, int] | None = None
    spi: dict[str, int] | None = None
    buzzer: int | None = None
    printer: dict[str, int] | None = None
    battery: dict[str, int] | None = None
    flash: dict[str, int] | None = None
    sdk: str | None = None
    pins: dict[str, int] = field(default_factory=dict)

    @property
    def has_image(self) -> bool:
        """Whether an image is built for it."""
        return self.chip in RP2

    @property
    def machine(self) -> str:
        """What MicroPython calls the board in its image, before the name of the chip."""
        return f"Pocket Teletype ({self.title})"

    @property
    def memory(self) -> dict[str, int]:
        """KiB of flash in all (`size`) and of files at its end (`files`), with an image."""
        return self.flash or FLASH[self.chip]

    def __str__(self) -> str:
        panel = self.panel
        bus = f"I2C {self.i2c['id']}" if self.i2c else f"SPI {self.spi['id'] if self.spi else ''}"
        parts = [f"{panel['controller']} {panel['width']}x{panel['height']} on {bus}"]
        if panel.get("rotate"):
            parts.append(f"turned by {panel['rotate']}")
        parts.append(f"{len(self.buttons)} buttons")
        if self.buzzer is not None:
            parts.append(f"buzzer on {self.buzzer}")
        if self.battery:
            parts.append(f"battery on {self.battery['adc']}")
        if self.printer:
            parts.append(f"printer on {PRINTERS[self.chip][0]} {self.printer['id']}")
        return f"{self.name:10} {self.chip:6}  {', '.join(parts)}"


def known(folder: Path | None = None) -> list[str]:
    """The names of the boards, in `folder` or in the repository."""
    return sorted(path.parent.name for path in (folder or paths.BOARDS).glob("*/board.py"))


def images(folder: Path | None = None) -> dict[str, Board]:
    """The boards that have an image of their own, by name, but for those with faults."""
    found = {}
    for name in known(folder):
        try:
            board = load(name, folder)
        except BoardError:
            continue  # whoever builds or flashes this one is told
        if board.has_image:
            found[name] = board
    return found


def load(name: str, folder: Path | None = None) -> Board:
    """The board `name`, in `folder` or in the repository.

    Raises BoardError if its file is not right, UnknownBoard if there is none.
    """
    folder = folder or paths.BOARDS
    if name not in known(folder):
        raise UnknownBoard([f"unknown board '{name}'; the boards are {', '.join(known(folder))}"])
    file = f"boards/{name}/board.py"
    values, lines, faults = _read(folder / name / "board.py")
    if not faults:
        check = _Check(values)
        check.all(name)
        faults = check.faults
    if faults:
        raise BoardError(
            [f"{file}{f':{lines[at]}: {at}' if at else ''}: {what}" for at, what in faults]
        )
    return Board(**{name.lower(): value for name, value in values.items()})


def _read(path: Path) -> tuple[dict[str, Any], dict[str, int], list[tuple[str, str]]]:
    """The values of a board file, the lines they stand on, and what is wrong with the file."""
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    faults: list[tuple[str, str]] = []
    try:
        tree = ast.parse(path.read_bytes())
    except OSError as error:
        return {}, {}, [("", f"cannot be read: {error.strerror}")]
    except (MemoryError, RecursionError):
        return {}, {}, [("", "not a plain file of values: too deep")]
    except (SyntaxError, ValueError) as error:  # ValueError: a zero byte
        at = f"line {error.lineno}: " if isinstance(error, SyntaxError) and error.lineno else ""
        return {}, {}, [("", f"{at}not Python: {getattr(error, 'msg', error)}")]
    for statement in tree.body:
        match statement:
            case ast.Expr(value=ast.Constant(value=str())):
                continue  # documentation
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                twice = name in lines
                lines[name] = statement.lineno
                if twice:
                    faults.append((name, "is given twice"))
                if name not in NAMES:
                    faults.append((name, f"no such name; allowed: {', '.join(NAMES)}"))
                try:
                    values[name] = ast.literal_eval(value)
                except (ValueError, TypeError, SyntaxError):
                    faults.append((name, "not a plain value; allowed: numbers, texts, tuples, {}"))
                    continue
                if isinstance(value, ast.Dict) and len(value.keys) > len(values[name]):
                    faults.append((name, "a key is given twice"))
            case _:
                faults.append(
                    ("", f"line {statement.lineno}: allowed is NAME = value and nothing else")
                )
    for name in NEEDED:
        if name not in values and name not in lines:
            faults.append(("", f"{name} is missing"))
    if ("I2C" in values) == ("SPI" in values) and not faults:
        faults.append(("", "either I2C or SPI is needed, for the panel"))
    return values, lines, faults


def _words(values: Iterable[object]) -> str:
    if isinstance(values, range):
        return f"{values[0]}..{values[-1]}"
    return ", ".join(str(value) for value in values)


def _integer(value: object) -> bool:
    return type(value) is int  # True is no number here


@dataclass
class _Check:
    values: dict[str, Any]
    faults: list[tuple[str, str]] = field(default_factory=list)
    used: dict[int, str] = field(default_factory=dict)
    """Pins that are taken already, and what by."""

    def all(self, name: str) -> None:
        values = self.values
        if values["NAME"] != name:
            self.fault("NAME", f"{values['NAME']!r}; it must be the folder's name, {name!r}")
        # it becomes a C string, and MicroPython's name of the machine
        if not (
            isinstance(values["TITLE"], str)
            and re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 .,+-]{0,31}", values["TITLE"])
        ):
            self.fault("TITLE", f"{values['TITLE']!r}; allowed: 1..32 letters, figures, ' .,+-'")
        if not isinstance(values["CHIP"], str) or values["CHIP"] not in PINS:
            self.fault("CHIP", f"{values['CHIP']!r}; allowed: {_words(tuple(PINS))}")
            return  # nothing more can be said about pins
        self.panel()
        if "I2C" in values:
            self.i2c()
        else:
            self.spi()
        self.buttons()
        if "LABELS" in values:
            self.labels()
        if "BUZZER" in values:
            self.pin("BUZZER", "the buzzer", values["BUZZER"])
        if "PRINTER" in values:
            self.printer()
        if "BATTERY" in values:
            self.battery()
        for name in ("FLASH", "SDK", "PINS"):
            if name in values:
                self.image(name)

    @property
    def chip(self) -> str:
        return str(self.values["CHIP"])

    @property
    def family(self) -> str:
        return "RP2" if self.chip in RP2 else self.chip

    def fault(self, name: str, what: str) -> None:
        self.faults.append((name, what))

    def keywords(self, name: str) -> dict[str, Any]:
        """The values between the braces behind `name`; empty if they are not the right ones."""
        value = self.values[name]
        needed, optional = KEYWORDS[name]
        if not isinstance(value, dict):
            example = ", ".join(f'"{key}": …' for key in needed)
            self.fault(name, f"{value!r}; allowed: {{{example}}}")
            return {}
        unknown = [key for key in value if key not in needed + optional]
        missing = [key for key in needed if key not in value]
        for key in unknown:
            self.fault(name, f"no keyword {key!r}; allowed: {_words(needed + optional)}")
        for key in missing:
            self.fault(name, f'"{key}" is missing')
        return {} if unknown or missing else value

    def number(self, name: str, key: str, allowed: Iterable[int]) -> bool:
        """Whether the keyword has one of the allowed numbers."""
        value = self.values[name][key]
        good = _integer(value) and value in allowed
        if not good:
            self.fault(name, f"{key} {value!r}; allowed: {_words(allowed)}")
        return good

    def pin(
        self, name: str, what: str, pin: object, fits: Callable[[int], bool] | None = None
    ) -> None:
        """A pin for `what`: it is there, is free, and on an RP2 it `fits`."""
        pins = PINS[self.chip]
        if self.family != "RP2" or fits is None:
            fits = lambda _: True  # noqa: E731
        if not isinstance(pin, int) or isinstance(pin, bool) or pin not in pins or not fits(pin):
            free = [number for number in pins if fits(number)]
            allowed = _words(pins if len(free) == len(pins) else free)
            self.fault(name, f"{what} cannot be pin {pin!r}; allowed: {allowed}")
        elif pin in self.used:
            self.fault(name, f"{what} is on pin {pin}, like {self.used[pin]}")
        else:
            self.used[pin] = what

    def panel(self) -> None:
        panel = self.keywords("PANEL")
        if not panel:
            return
        controller, size = panel["controller"], (panel["width"], panel["height"])
        if not isinstance(controller, str) or controller not in CONTROLLERS:
            self.fault("PANEL", f"controller {controller!r}; allowed: {_words(CONTROLLERS)}")
            return
        if not all(map(_integer, size)) or size not in SIZES:
            allowed = " or ".join(f"{width} x {height}" for width, height in SIZES)
            self.fault("PANEL", f"{size[0]!r} x {size[1]!r} pixels; allowed: {allowed}")
            return
        if "shift" in panel:
            self.number("PANEL", "shift", range(CONTROLLERS[controller] - size[0] + 1))
        if "rotate" in panel:
            self.number("PANEL", "rotate", ROTATE)

    def i2c(self) -> None:
        i2c = self.keywords("I2C")
        if not i2c:
            return
        if self.number("I2C", "id", BUSES["I2C"][self.family]):
            number = i2c["id"]
            bus = f" of bus {number}" if self.family == "RP2" else ""
            self.pin("I2C", f"sda{bus}", i2c["sda"], lambda pin: pin % 4 == 2 * number)
            self.pin("I2C", f"scl{bus}", i2c["scl"], lambda pin: pin % 4 == 2 * number + 1)
        self.number("I2C", "freq", range(10_000, 1_000_001))
        if not _integer(i2c["addr"]) or i2c["addr"] not in ADDRESSES:
            given = hex(i2c["addr"]) if _integer(i2c["addr"]) else repr(i2c["addr"])
            allowed = " or ".join(f"{address:#x}" for address in ADDRESSES)
            self.fault("I2C", f"addr {given}; allowed: {allowed}")

    def spi(self) -> None:
        spi = self.keywords("SPI")
        if not spi:
            return
        if self.number("SPI", "id", BUSES["SPI"][self.family]):
            number = spi["id"]
            bus = f" of bus {number}" if self.family == "RP2" else ""
            first = 8 * number + 2  # GP2 and GP6, or GP10 and GP14, and 16 further
            self.pin("SPI", f"sck{bus}", spi["sck"], lambda pin: pin % 16 in (first, first + 4))
            self.pin(
                "SPI", f"mosi{bus}", spi["mosi"], lambda pin: pin % 16 in (first + 1, first + 5)
            )
        for key in ("cs", "dc", "reset"):
            self.pin("SPI", key, spi[key])
        self.number("SPI", "baudrate", range(100_000, 10_000_001))

    def buttons(self) -> None:
        buttons = self.values["BUTTONS"]
        if not isinstance(buttons, dict):
            self.fault("BUTTONS", 'allowed: {"UP": pin, ...}')
            return
        for name in buttons:
            if name not in BUTTONS[0]:
                self.fault("BUTTONS", f"no key {name!r}; allowed: {_words(BUTTONS[0])}")
        if len(buttons) < 2:
            self.fault("BUTTONS", f"{len(buttons)} buttons; at least 2 are needed, DOWN and OK")
        elif set(buttons) <= set(BUTTONS[0]) and set(buttons) not in map(set, BUTTONS):
            sets = " or ".join(" ".join(names) for names in BUTTONS if len(names) < 6)
            self.fault(
                "BUTTONS", f"{' '.join(buttons)} do not make all keys; allowed: all, or {sets}"
            )
        for name, pin in buttons.items():
            self.pin("BUTTONS", f"button {name}", pin)

    def labels(self) -> None:
        labels = self.values["LABELS"]
        if not isinstance(labels, dict):
            self.fault("LABELS", 'allowed: {"OK": text, "BACK": text}')
            return
        for name, text in labels.items():
            buttons = self.values["BUTTONS"]
            if name not in LABELLED or not isinstance(buttons, dict) or name not in buttons:
                self.fault("LABELS", f"no button {name!r}; allowed: {_words(LABELLED)}")
            elif not (isinstance(text, str) and re.fullmatch(f"[A-Z0-9]{{1,{len(name)}}}", text)):
                allowed = f"1..{len(name)} of A-Z and 0-9"  # what the hints have room for
                self.fault("LABELS", f"{name} as {text!r}; allowed: {allowed}")

    def printer(self) -> None:
        printer = self.keywords("PRINTER")
        if not printer:
            return
        what, allowed = PRINTERS[self.chip]
        if not _integer(printer["id"]) or printer["id"] not in allowed:
            self.fault("PRINTER", f"{what} {printer['id']!r}; allowed: {_words(allowed)}")
        self.pin("PRINTER", "tx", printer["tx"])

    def battery(self) -> None:
        if self.family != "RP2":
            self.fault("BATTERY", f"an {self.chip} is not asked for its battery")
            return
        battery = self.keywords("BATTERY")
        if not battery:
            return
        self.pin("BATTERY", "adc", battery["adc"], lambda pin: pin >= FIRST_ANALOG)
        if "usb" in battery:
            self.pin("BATTERY", "usb", battery["usb"])
        self.number("BATTERY", "ratio", range(1, 11))
        if self.number("BATTERY", "empty", range(1000, 30_000)):
            self.number("BATTERY", "full", range(battery["empty"] + 100, 30_001))

    def image(self, name: str) -> None:
        """What belongs to the image of a board."""
        if self.family != "RP2":
            self.fault(name, f"an {self.chip} has MicroPython's own image, where this is settled")
            return
        value = self.values[name]
        if name == "FLASH" and self.keywords("FLASH"):
            size = range(LEAST_FILES + LEAST_IMAGE, MOST_FLASH + 1)
            if self.number("FLASH", "size", size):
                self.number("FLASH", "files", range(LEAST_FILES, value["size"] - LEAST_IMAGE + 1))
            for key in ("size", "files"):
                if _integer(value[key]) and value[key] % 4:
                    self.fault("FLASH", f"{key} {value[key]}; allowed: whole blocks of 4 KiB")
        elif name == "SDK" and not (isinstance(value, str) and re.fullmatch(r"[a-z0-9_]+", value)):
            self.fault("SDK", f"{value!r}; allowed: the Pico SDK's name of the board")
        elif name == "PINS":
            if not isinstance(value, dict):
                self.fault("PINS", f'{value!r}; allowed: {{"NAME": pin, ...}}')
                return
            for key, pin in value.items():
                if not (isinstance(key, str) and re.fullmatch(r"[A-Z][A-Z0-9_]*", key)):
                    self.fault("PINS", f"name {key!r}; allowed: A-Z, 0-9 and _")
                if not _integer(pin) or pin not in PINS[self.chip]:
                    self.fault("PINS", f"{key} on pin {pin!r}; allowed: {_words(PINS[self.chip])}")


def main(argv: list[str]) -> int:
    """List the boards. Return 1 if a board file is invalid, 2 if a board is unknown."""
    parser = Parser(prog="host_tools boards", description="List the boards and check their files.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="boards (default: all)")
    names = parser.parse_args(argv).names
    status = 0
    for name in names or known():
        try:
            print(load(name), flush=True)
        except BoardError as error:
            for fault in error.faults:
                print(f"boards: {fault}", file=sys.stderr)
            status = max(status, error.status)
    return status
