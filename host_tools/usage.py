# SPDX-License-Identifier: MIT
"""What commands share: options and their types, and the ways to end with an error."""

import argparse
import contextlib
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from host_tools.paths import INSTALLED

CALLED = "pocket-teletype" if INSTALLED else "python3 -m host_tools"
"""How a command of ours begins."""

SETUP = "pipx install --force 'pocket-teletype[emulator,plots]'" if INSTALLED else "make setup"
"""What installs the Python packages that a command needs."""


class WrongUsage(Exception):
    """Exit status 2; the message is one line that says what is wrong and what is allowed."""


class Failed(Exception):
    """Exit status 1; the message is one line that says what could not be done."""


DOCTOR = "`doctor` tells all that is missing here"
"""The end of a message about something that this computer lacks."""


def shown(text: str) -> str:
    """A text from outside as a terminal may have it: what cannot be printed, what moves the cursor
    and what turns the direction of writing is written as in a string of Python.
    """
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


class Parser(argparse.ArgumentParser):
    """argparse, but with an error of one line, and called as the user has called it."""

    def __init__(self, prog: str, **more: Any) -> None:
        name = prog.removeprefix("host_tools ")
        super().__init__(f"pocket-teletype {name}" if INSTALLED else prog, **more)

    def error(self, message: str) -> NoReturn:
        raise WrongUsage(f"{message} (--help tells more)")


def tell(text: str) -> None:
    """Writes to standard error, if there is one: a session goes on without it."""
    if sys.stderr is not None:  # else print would take standard output
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()


def whole(low: int, high: int) -> Callable[[str], int]:
    """An argparse type: an integer `low` to `high`."""

    def parse(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"'{text}' is not an integer {low}..{high}")
        return int(text)

    return parse


def seconds(text: str) -> float:
    """An argparse type: a time above 0, up to an hour."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(
            f"'{text}' is not a number of seconds above 0, up to 3600"
        )
    return value


def picture(text: str) -> Path:
    """An argparse type: a file that Pillow, which must be there, can write as a PNG."""
    import PIL  # noqa: F401  (its absence is told before the games, not after)

    path = Path(text)
    if not path.absolute().parent.is_dir():
        raise argparse.ArgumentTypeError(f"{text}: no such folder")
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{text}: a folder")
    return path
