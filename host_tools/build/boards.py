# SPDX-License-Identifier: MIT
"""The boards: `python3 -m host_tools boards [NAME ...]` lists them, or reports their faults.

A board is the file boards/<name>/board.py. It has only data, because the firmware imports it
unchanged, in the terms of MicroPython's `machine` (docs/add-a-board.md lists them all). The
firmware's `board_check` holds the rules. `build`, `flash` and `play` check the file before they
build, copy or emulate. All faults are reported, one per line.
"""

import ast
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_tools import files, paths
from host_tools.usage import Failed, shown
from teletype import board_check
from teletype.board_terms import (
    BUSES,
    BUTTONS,
    FLASH,
    KEYWORDS,
    LEAST_IMAGE,
    NAMES,
    NEEDED,
    PINS,
    PRINTERS,
    RP2,
)  # fmt: skip

__all__ = [
    "BUSES", "BUTTONS", "FLASH", "KEYWORDS", "LEAST_IMAGE", "NAMES", "NEEDED", "PINS",
    "PRINTERS", "RP2", "Board", "BoardError", "UnknownBoard", "images", "known", "load",
    "load_file",
]  # fmt: skip


LARGEST = 1 << 20
"""Bytes of the largest board file that is read; a board takes fewer."""


class BoardError(Failed):
    """The board cannot be used; `faults` are lines, each with the file and what is allowed."""

    status = 1
    """Exit status of a command for such a board."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


class UnknownBoard(BoardError):
    """No board has that name."""

    status = 2


@dataclass(frozen=True)
class Board:
    """One board, checked: the values of its file under their names in lower case."""

    name: str
    title: str
    chip: str
    panel: dict[str, Any]
    buttons: dict[str, int]
    high: tuple[str, ...] = ()
    labels: dict[str, str] = field(default_factory=dict)
    i2c: dict[str, int] | None = None
    spi: dict[str, int] | None = None
    buzzer: int | None = None
    printer: dict[str, int] | None = None
    battery: dict[str, int] | None = None
    flash: dict[str, int] | None = None
    sdk: str | None = None
    pins: dict[str, int] = field(default_factory=dict)
    image: str = "own"
    encoder: dict[str, int] | None = None
    ladder: dict[int, dict[str, int]] = field(default_factory=dict)
    matrix: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def has_image(self) -> bool:
        """Whether an image can be built for it."""
        return self.chip in RP2 and self.image != "pico"

    @property
    def machine(self) -> str:
        """MicroPython's name of the board in its image, before the name of the chip."""
        return f"Pocket Teletype ({self.title})"

    @property
    def memory(self) -> dict[str, int]:
        """KiB of the whole flash (`size`) and of the files at its end (`files`), with an image."""
        return self.flash or FLASH[self.chip]

    def __str__(self) -> str:
        panel = self.panel
        bus = f"I2C {self.i2c['id']}" if self.i2c else f"SPI {self.spi['id'] if self.spi else ''}"
        parts = [f"{panel['controller']} {panel['width']}x{panel['height']} on {bus}"]
        if panel.get("rotate"):
            parts.append(f"turned by {panel['rotate']}")
        levels = sum(len(levels) - 1 for levels in self.ladder.values())
        parts.append(f"{len(self.buttons) + len(self.matrix) + levels} buttons")
        if self.encoder:
            parts.append(f"encoder on {self.encoder['a']} and {self.encoder['b']}")
        if self.buzzer is not None:
            parts.append(f"buzzer on {self.buzzer}")
        if self.battery:
            parts.append(f"battery on {self.battery['adc']}")
        if self.printer:
            parts.append(f"printer on {PRINTERS[self.chip][0]} {self.printer['id']}")
        return f"{self.name:14} {self.chip:7}  {', '.join(parts)}"


def known(folder: Path | None = None) -> list[str]:
    """Return the names of the boards, in `folder` or in the repository."""
    return sorted(path.parent.name for path in (folder or paths.BOARDS).glob("*/board.py"))


def images(folder: Path | None = None) -> dict[str, Board]:
    """Return the valid boards with an image of their own in a release, by name."""
    found = {}
    for name in known(folder):
        try:
            board = load(name, folder)
        except BoardError:
            continue  # building or flashing this board reports them
        if board.has_image and board.image == "own":
            found[name] = board
    return found


def load(name: str, folder: Path | None = None) -> Board:
    """Load the board `name` from `folder` or from the repository.

    Raises BoardError if its file is invalid, UnknownBoard if it does not exist.
    """
    folder = folder or paths.BOARDS
    if name not in known(folder):
        raise UnknownBoard([f"unknown board '{name}'; the boards are {', '.join(known(folder))}"])
    return _checked(folder / name / "board.py", f"boards/{name}/board.py", name)


def load_file(path: Path) -> Board:
    """Load a board from a file anywhere, such as one copied from a board. Raises BoardError."""
    return _checked(path, shown(str(path)), "")


def _checked(path: Path, called: str, name: str) -> Board:
    values, lines, faults = _read(path, NEEDED if name else NEEDED[2:])
    if not faults:
        faults = board_check.faults(values, name)
    if faults:
        raise BoardError(
            [f"{called}{f':{lines[at]}: {at}' if at else ''}: {what}" for at, what in faults]
        )
    defaults = {} if name else {"name": "mine", "title": "mine"}
    return Board(**{**defaults, **{key.lower(): value for key, value in values.items()}})


def _read(
    path: Path, needed: tuple[str, ...]
) -> tuple[dict[str, Any], dict[str, int], list[tuple[str, str]]]:
    """Return the values of a board file, their line numbers, and the faults of the file."""
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    faults: list[tuple[str, str]] = []
    try:
        tree = ast.parse(files.read_text(path, LARGEST))
    except files.FileError as error:
        return {}, {}, [("", f"cannot be read: {error}")]
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
    if not faults:
        faults = board_check.complete(values, lines, needed)
    return values, lines, faults
