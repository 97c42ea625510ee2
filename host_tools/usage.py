# SPDX-License-Identifier: MIT
"""The base of the commands: options and their types, and errors that end a command."""

import argparse
import contextlib
import os
import re
import sys
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from host_tools.paths import INSTALLED
from teletype import version
from teletype.core.request import brief

RELEASED, CHECKOUT = "pocket-teletype", "python3 -m host_tools"

CALLED = RELEASED if INSTALLED else CHECKOUT
"""The start of a command line of this package, in every help, hint and message."""

REPOSITORY = ("build", "texts", "release", "lab")
"""Commands for people who work on the project; they need its repository."""

_WRITTEN = re.compile(
    rf"(?:\.cache/venv/bin/python|python3) -m host_tools\b(?! (?:{'|'.join(REPOSITORY)})\b)"
)


def released(text: str) -> str:
    """Return a text of the repository's pages as the manual of a release has it."""
    return _WRITTEN.sub(RELEASED, text)


SETUP = (
    f"pipx install --force './pocket_teletype-{version.VERSION}-py3-none-any.whl"
    "[emulator,page,plots,cluster]'"
    if INSTALLED
    else "make setup"
)
"""The command that installs the Python packages a command needs; an installed package names the
wheel of its release, because no index has the project."""


class WrongUsage(Exception):
    """Exit status 2; the message is one line that says what is wrong and what is allowed."""


class Failed(Exception):
    """Exit status 1; the message is one line that says what could not be done."""


class BuildError(Failed):
    """Exit status 1, because a build failed; the message may have several lines."""


GONE = (
    *("emulator-speed", "keystrokes", "presses", "speed", "waits"),
    *("lab calculation", "lab emulator-speed", "lab film", "lab keystrokes", "lab waits"),
)
"""Commands that are gone; the message names the last revision that has them."""

WHERE = "gone; revision ec5c3fae is the last that has this command"

DOCTOR = "`doctor` lists what is missing here"
"""The end of a message about something that this computer lacks."""


LONGEST_MESSAGE, LONGEST_NAME = 1000, 255
"""Characters of a message, and of a file name on all common systems."""


def message(text: str) -> str:
    """Return a message as one harmless line that does not fill the terminal: of a word that is
    longer than any file name, as much as `core.request.brief` quotes.
    """
    text = " ".join(word if len(word) <= LONGEST_NAME else brief(word) for word in text.split(" "))
    if len(text) > LONGEST_MESSAGE:
        text = text[: LONGEST_MESSAGE - 1] + "…"
    return shown(text)


def shown(text: str) -> str:
    """Make a text from outside safe for a terminal. Characters that are not printable, move the
    cursor or change the writing direction become Python's escapes.
    """
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


class Parser(argparse.ArgumentParser):
    """argparse with errors of one line, the name the user typed, and an example at the end."""

    def __init__(self, prog: str, example: str = "", **more: Any) -> None:
        name = prog.removeprefix(f"{CALLED} ").removeprefix("host_tools ")  # a command's command
        if example:
            more["epilog"] = f"example: {CALLED} {name} {example}"
        super().__init__(f"{CALLED} {name}", **more)

    def error(self, message: str) -> NoReturn:
        raise WrongUsage(f"{message}; see --help")

    def parse_intermixed_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse options between arguments; none after `--`, of which argparse itself loses all."""
        if args and "--" in args:
            return self.parse_args(args, namespace)
        return super().parse_intermixed_args(args, namespace)


Commands = dict[str, tuple[str, str, str, Callable[[argparse.Namespace], int]]]
"""The commands of a command by name: arguments, purpose, arguments of an example, function."""


def overview(name: str, commands: Commands) -> str:
    """Return the help of a command that has commands."""
    rows = {f"{each} {given}".rstrip(): about for each, (given, about, *_) in commands.items()}
    wide = max(map(len, rows))
    listed = [f"  {row:{wide}}  {about}" for row, about in rows.items()]
    head = f"usage: {CALLED} {name} COMMAND …"
    return "\n".join([head, "", *listed, "", f"{name} COMMAND --help shows its options."])


def parser_of(name: str, command: str, commands: Commands, old: Mapping[str, str] = {}) -> Parser:
    """Return a parser for one of the commands of `name`; WrongUsage for an unknown command.

    `old`: what to say of earlier commands.
    """
    if command in old:
        raise WrongUsage(f"'{name} {command}' {old[command]}")
    if command not in commands:
        known = ", ".join(commands)
        raise WrongUsage(f"unknown command '{command}'; the commands are {known}")
    _, about, example, _ = commands[command]
    return Parser(prog=f"host_tools {name} {command}", description=about, example=example)


def helped(text: str, asked: bool) -> int:
    """Print a help that was asked for, or write it to standard error; return the exit status."""
    if asked:
        print(text)
        return 0
    tell(f"{text}\n")
    return 2


def run_of(
    name: str,
    commands: Commands,
    parser: Callable[[str], argparse.ArgumentParser],
    argv: list[str],
) -> int:
    """Run one of the commands of `name`; return its exit status. Raises WrongUsage."""
    if not argv or argv[0] in ("-h", "--help"):
        return helped(overview(name, commands), bool(argv))
    options = parser(argv[0]).parse_intermixed_args(argv[1:])
    return commands[argv[0]][-1](options)


def tell(text: str) -> None:
    """Write to standard error, if there is one; a session continues without it."""
    if sys.stderr is not None:  # otherwise print would use standard output
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()


def complain(line: str) -> None:
    """Write a `message` to standard error."""
    tell(message(line) + "\n")


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return an argparse type: an integer `low` to `high`."""

    def parse(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"'{brief(text)}' is not an integer {low}..{high}")
        return int(text)

    return parse


def seconds(text: str) -> float:
    """Parse a time in seconds, above 0, up to an hour (an argparse type)."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(
            f"'{brief(text)}' is not a number of seconds above 0, up to 3600"
        )
    return value


def add_jobs(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the option for how many of `what` run at a time."""
    parser.add_argument(
        "--jobs",
        type=whole(1, 64),
        default=os.cpu_count() or 1,
        metavar="J",
        help=f"{what} (default: one per processor)",
    )


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add the option for the workers of a Dask scheduler."""
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="let the workers of this Dask scheduler do it"
    )


def add_timeout(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the option for the seconds that a player has for `what`."""
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=2.0,
        metavar="SECONDS",
        help=f"seconds for {what} (default: 2)",
    )
