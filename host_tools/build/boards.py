"""The boards: `python3 -m host_tools boards [NAME ...]` lists them, or says what is wrong.

A board is the file boards/<name>/board.py: nothing but data, because the firmware imports it as it
is. What has to be right in it is written down here, and `runtime`, `flash` and `play` look before
they build, copy or emulate. All faults are reported, a line each.

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
"""What sends the printer's characters (`drivers.printer`), and its numbers."""

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
"""The sets of buttons with which all keys can be made (see firmware/drivers/buttons.py)."""

ROTATE = (0, 180)

LABELLED = ("OK", "BACK")
"""The keys of which a board may say what is written on them; the others have arrows."""

NAMES = ("NAME", "CHIP", "PANEL", "I2C", "SPI", "BUTTONS", "LABELS", "BUZZER", "PRINTER", "ROTATE")


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


@dataclass
class Board:
    """One board, checked: the values of its file under their names in small letters."""

    name: str
    chip: str
    panel: tuple[Any, ...]
    buttons: dict[str, int]
    labels: dict[str, str] = field(default_factory=dict)
    i2c: tuple[int, int, int, int, int] | None = None
    spi: tuple[int, int, int, int, int, int, int] | None = None
    buzzer: int | None = None
    printer: tuple[int, int] | None = None
    rotate: int = 0

    def __str__(self) -> str:
        controller, width, height = self.panel[:3]
        bus = f"I2C {self.i2c[0]}" if self.i2c else f"SPI {self.spi[0] if self.spi else ''}"
        parts = [f"{controller} {width}x{height} on {bus}", f"{len(self.buttons)} buttons"]
        if self.rotate:
            parts.insert(1, f"turned by {self.rotate}")
        if self.buzzer is not None:
            parts.append(f"buzzer on {self.buzzer}")
        if self.printer:
            parts.append(f"printer on {PRINTERS[self.chip][0]} {self.printer[0]}")
        return f"{self.name:10} {self.chip:6}  {', '.join(parts)}"


def known(folder: Path) -> list[str]:
    return sorted(path.parent.name for path in folder.glob("*/board.py"))


def images(folder: Path = paths.BOARDS) -> dict[str, str]:
    """The boards that have an image of their own, and what MicroPython calls itself there."""
    found = {}
    for name in known(folder):
        header = folder / name / "mpconfigboard.h"
        if header.is_file():
            text = header.read_text(encoding="utf-8", errors="replace")
            if match := re.search(r'MICROPY_HW_BOARD_NAME\s+"([^"]+)"', text):
                found[name] = match[1]
    return found


def load(name: str, boards: Path = paths.BOARDS) -> Board:
    """The board `name` of the folder `boards`; BoardError if it is not right, or not there."""
    if name not in known(boards):
        raise UnknownBoard([f"unknown board '{name}'; the boards are {', '.join(known(boards))}"])
    folder = boards / name
    path = folder / "board.py"
    file = f"boards/{name}/board.py"
    values, lines, faults = _read(path)
    if not faults:
        check = _Check(values)
        check.all(folder)
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
    for name in ("NAME", "CHIP", "PANEL", "BUTTONS"):
        if name not in values and name not in lines:
            faults.append(("", f"{name} is missing"))
    if ("I2C" in values) == ("SPI" in values) and not faults:
        faults.append(("", "either I2C or SPI is needed, for the panel"))
    return values, lines, faults


def _integers(value: object, count: int) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == count
        and all(type(number) is int for number in value)
    )


def _words(values: Iterable[object]) -> str:
    if isinstance(values, range):
        return f"{values[0]}..{values[-1]}"
    return ", ".join(str(value) for value in values)


@dataclass
class _Check:
    values: dict[str, Any]
    faults: list[tuple[str, str]] = field(default_factory=list)
    used: dict[int, str] = field(default_factory=dict)
    """Pins that are taken already, and what by."""

    def all(self, folder: Path) -> None:
        values = self.values
        if values["NAME"] != folder.name:
            self.fault(
                "NAME", f"{values['NAME']!r}; it must be the folder's name, {folder.name!r}"
            )
        if not isinstance(values["CHIP"], str) or values["CHIP"] not in PINS:
            self.fault("CHIP", f"{values['CHIP']!r}; allowed: {_words(tuple(PINS))}")
            return  # nothing more can be said about pins
        self.image(folder)
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
        if "ROTATE" in values and not (
            type(values["ROTATE"]) is int and values["ROTATE"] in ROTATE
        ):
            self.fault("ROTATE", f"{values['ROTATE']!r}; allowed: {_words(ROTATE)}")

    @property
    def chip(self) -> str:
        return str(self.values["CHIP"])

    @property
    def family(self) -> str:
        return "RP2" if self.chip in RP2 else self.chip

    def fault(self, name: str, what: str) -> None:
        self.faults.append((name, what))

    def pin(
        self, name: str, what: str, pin: object, fits: Callable[[int], bool] | None = None
    ) -> None:
        """A pin for `what`: it is there, is free, and on an RP2 it `fits`."""
        pins = PINS[self.chip]
        if self.family != "RP2" or fits is None:
            fits = lambda _: True  # noqa: E731
        if type(pin) is not int or pin not in pins or not fits(pin):
            free = [number for number in pins if fits(number)]
            allowed = _words(pins if len(free) == len(pins) else free)
            self.fault(name, f"{what} cannot be pin {pin!r}; allowed: {allowed}")
        elif pin in self.used:
            self.fault(name, f"{what} is on pin {pin}, like {self.used[pin]}")
        else:
            self.used[pin] = what

    def image(self, folder: Path) -> None:
        """The chip that an image is built for, where one is built."""
        cmake = folder / "mpconfigboard.cmake"
        if cmake.is_file():
            match = re.search(
                r'PICO_PLATFORM "?([\w-]+)', cmake.read_text(encoding="utf-8", errors="replace")
            )
            if match and match[1].upper() != self.chip:
                self.fault("CHIP", f"{self.chip}, but mpconfigboard.cmake is for {match[1]}")

    def panel(self) -> None:
        panel = self.values["PANEL"]
        sizes = " or ".join(_words(size) for size in SIZES)
        if not (isinstance(panel, tuple) and 3 <= len(panel) <= 4):
            self.fault("PANEL", "allowed: (controller, width, height) or with a column shift")
        elif not isinstance(panel[0], str) or panel[0] not in CONTROLLERS:
            self.fault("PANEL", f"controller {panel[0]!r}; allowed: {_words(tuple(CONTROLLERS))}")
        elif not _integers(panel[1:3], 2) or panel[1:3] not in SIZES:
            self.fault("PANEL", f"size {_words(panel[1:3])}; allowed: {sizes}")
        elif len(panel) == 4:
            most = CONTROLLERS[panel[0]] - panel[1]
            if type(panel[3]) is not int or not 0 <= panel[3] <= most:
                self.fault("PANEL", f"column shift {panel[3]!r}; allowed: 0..{most}")

    def bus(self, name: str, number: int) -> bool:
        allowed = BUSES[name][self.family]
        if number not in allowed:
            self.fault(name, f"bus {number}; allowed: {_words(allowed)}")
        return number in allowed

    def i2c(self) -> None:
        if not _integers(self.values["I2C"], 5):
            self.fault("I2C", "allowed: (bus, SDA pin, SCL pin, Hz, address), integers")
            return
        number, sda, scl, frequency, address = self.values["I2C"]
        if self.bus("I2C", number):
            bus = f" of bus {number}" if self.family == "RP2" else ""
            self.pin("I2C", f"SDA{bus}", sda, lambda pin: pin % 4 == 2 * number)
            self.pin("I2C", f"SCL{bus}", scl, lambda pin: pin % 4 == 2 * number + 1)
        if not 10_000 <= frequency <= 1_000_000:
            self.fault("I2C", f"{frequency} Hz; allowed: 10000..1000000")
        if address not in ADDRESSES:
            hexadecimal = " or ".join(f"{address:#x}" for address in ADDRESSES)
            self.fault("I2C", f"address {address:#x}; allowed: {hexadecimal}")

    def spi(self) -> None:
        if not _integers(self.values["SPI"], 7):
            self.fault("SPI", "allowed: (bus, pins SCK, MOSI, CS, D/C, reset, Hz), integers")
            return
        number, sck, mosi, cs, dc, reset, frequency = self.values["SPI"]
        if self.bus("SPI", number):
            bus = f" of bus {number}" if self.family == "RP2" else ""
            self.pin("SPI", f"SCK{bus}", sck, lambda pin: pin // 8 % 2 == number and pin % 4 == 2)
            self.pin(
                "SPI", f"MOSI{bus}", mosi, lambda pin: pin // 8 % 2 == number and pin % 4 == 3
            )
        for what, pin in (("CS", cs), ("D/C", dc), ("reset", reset)):
            self.pin("SPI", what, pin)
        if not 100_000 <= frequency <= 10_000_000:
            self.fault("SPI", f"{frequency} Hz; allowed: 100000..10000000")

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
        if not _integers(self.values["PRINTER"], 2):
            self.fault("PRINTER", "allowed: (number, TX pin), integers")
            return
        number, pin = self.values["PRINTER"]
        what, allowed = PRINTERS[self.chip]
        if number not in allowed:
            self.fault("PRINTER", f"{what} {number}; allowed: {_words(allowed)}")
        self.pin("PRINTER", "TX", pin)


def main(argv: list[str]) -> int:
    """Lists the boards; 1 when a board file is wrong, 2 for a board that there is not."""
    parser = Parser(prog="host_tools boards", description="List the boards and check their files.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="boards (default: all)")
    names = parser.parse_args(argv).names
    status = 0
    for name in names or known(paths.BOARDS):
        try:
            print(load(name), flush=True)
        except BoardError as error:
            for fault in error.faults:
                print(f"boards: {fault}", file=sys.stderr)
            status = max(status, error.status)
    return status
