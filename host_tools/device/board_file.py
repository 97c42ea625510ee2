# SPDX-License-Identifier: MIT
"""A board's own /board.py: write it, search for its pins, or find out why the screen is dark.

The commands `boards --write NAME --on PORT`, `boards --find --on PORT` and `doctor --on PORT`.
"""

import hashlib
import itertools
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

from host_tools.build import boards
from host_tools.device import ports, slots
from host_tools.device.board import Board
from host_tools.device.link import Files, Link, open_port
from host_tools.paths import BOARDS
from host_tools.sessions.targets import BoardError
from host_tools.usage import CALLED, Failed, shown
from teletype import board_reader

FILE = "board.py"
WAIT_S = 75
"""Seconds without a line: the finder waits a minute for the first button."""
LONGEST_S = 600
"""Seconds for the whole search: six buttons, a minute each, and the pins."""
MOST = 60
"""The most lines that the finder prints."""

_READ = slots.TAKE + (
    "from teletype.handheld.parts import board_file\n"
    "print('wrong', board_file.choose())\n"
    "has = board_file.values()\n"
    "print('chip', has['CHIP'])\n"
    "i2c = has.get('I2C')\n"
    "print('bus', *[i2c[key] for key in ('addr', 'sda', 'scl')] if i2c else ('SPI',))\n"
)
"""A program that prints the board's description: lines of a word and its value."""


SEEN = re.compile(r"at ([0-9]{1,3} [0-9]{1,2} [0-9]{1,2}) (\w{1,10})")
"""A board's line about its screen: address, SDA, SCL, controller."""


@contextmanager
def _opened(port: str) -> Iterator[Link]:
    """Open the raw REPL of a board; at the end close the port."""
    with open_port(ports.one(None if port == "board" else port)) as link:
        link.interrupt()
        yield link


def _told(link: Link) -> dict[str, str]:
    """Return the output of `_READ`; raise BoardError if the firmware is another one."""
    try:
        lines = [line.decode("utf-8", "replace") for line in link.execute(_READ, 3)]
    except BoardError as error:
        raise BoardError(f"{error}; this needs firmware 0.2 or later; run `flash`") from error
    found = dict(line.partition(" ")[::2] for line in lines)
    if set(found) != {"wrong", "chip", "bus"}:
        raise BoardError("unexpected reply from the board; reset it and try again")
    return found


def put(name: str, port: str) -> str:
    """Copy the board file of `boards/NAME` to the board; return a report.

    A file of other contents stays beside it, as with the finder. Raise Failed if the board has
    another chip.
    """
    board = boards.load(name)
    text = (BOARDS / name / FILE).read_bytes()
    with _opened(port) as link:
        chip = _told(link)["chip"]
        if chip != board.chip:
            raise Failed(f"{name} has an {board.chip}, the board on this port an {shown(chip)}")
        wrong = board_reader.own(text, chip)[1]
        if wrong:
            raise Failed(wrong)
        files = Files(link)
        files.write(f"{FILE}.new", text)
        if files.sha256([f"{FILE}.new"]) != [hashlib.sha256(text).digest()]:
            files.discard(f"{FILE}.new")
            raise BoardError(f"{FILE}: the board saved different contents; try again")
        kept = _keep(files)
        files.rename(f"{FILE}.new", FILE)
        files.sync()
        link.restart()
    return f"{kept}/{FILE} written: {board}"


def _keep(files: Files) -> str:
    """Copy the /board.py of a board aside unless it is one of ours; return what to report."""
    there = files.entries()
    ours = [(BOARDS / name / FILE).read_bytes() for name in boards.known()]
    if FILE not in there or files.sha256([FILE])[0] in [
        hashlib.sha256(one).digest() for one in ours
    ]:
        return ""
    numbers = itertools.count(2)
    old = f"{FILE}.old"
    while old in there:
        old = f"{FILE}.old{next(numbers)}"
    files.write(old, files.read(FILE, there[FILE].size))
    return f"the old file is kept as /{old}\n"


def find(port: str) -> str:
    """Run the finder on the board, print its output, and return the /board.py that it wrote.

    Raise Failed if it found no screen.
    """
    with _opened(port) as link:
        _told(link)
        code = (
            "from teletype import finder\n"
            "found = finder.at_start(has, lambda: None, print)\n"
            "print('found' if found else 'none')\n"
        )
        last = ""
        end = time.monotonic() + LONGEST_S
        for line in link.lines(code, MOST, WAIT_S):
            if time.monotonic() > end:
                raise BoardError(f"the search has taken more than {LONGEST_S} s; start it again")
            last = line.decode("utf-8", "replace")
            if last not in ("found", "none"):
                print(shown(last), flush=True)
        if last != "found":
            link.restart()
            raise Failed(f"no /{FILE} was written")
        files = Files(link)
        entry = files.entries().get(FILE)
        text = files.read(FILE, entry.size if entry else 0).decode("utf-8", "replace")
        link.restart()
    return text


def diagnose(port: str) -> tuple[list[str], bool]:
    """Return why the screen of a board is dark, with what to do next, in lines.

    The second value is whether the handheld starts and its screen answers where it should.
    """
    with _opened(port) as link:
        told = _told(link)
        said = []
        if told["bus"] != "SPI":
            code = (
                "from teletype import finder\n"
                "seen = finder.find_panel(has, print)\n"
                "if seen: print('at', seen[0]['addr'], seen[0]['sda'], seen[0]['scl'], seen[1])\n"
            )
            said = [line.decode("utf-8", "replace") for line in link.lines(code, MOST)]
        stopped = Board(link).watched_start()  # last: a locked exhibit is then closed again
    lines = [f"the handheld does not start: {stopped}" if stopped else "the handheld starts"]
    if told["wrong"]:
        lines.append(f"{told['wrong']}; correct it, or remove it")
    if told["bus"] == "SPI":
        lines.append(
            "the screen is on SPI, which cannot be asked: if it stays dark, compare the wires "
            "with wiring.md"
        )
        return lines, not stopped
    found = SEEN.fullmatch(said[-1]) if said else None
    if found:
        place, controller = found[1], found[2]
        address, sda, scl = map(int, place.split())
        where = f"an {controller.upper()} at {address:#x}, SDA on GP{sda}, SCL on GP{scl}"
        if place == told["bus"]:
            lines.append(f"the screen answers where it should: {where}")
            if stopped:
                lines.append("correct what stops the start, or install the firmware again")
                return lines, False
            lines.append(
                "if it stays dark, the board file may name the wrong controller, or "
                "the module is broken"
            )
            return lines, True
        lines.append(f"a screen answers elsewhere: {where}")
        lines.append(f"switch the board off and on, or: {CALLED} boards --find --on {port}")
        return lines, False
    lines += [shown(line) for line in said]
    lines.append(
        "next: check the screen's power (3V3) and ground, then SDA and SCL; docs/build.md says how"
    )
    return lines, False
