# SPDX-License-Identifier: MIT
"""Read aloud what a board prints on its serial port: `python3 -m host_tools listen [--port P]`.

For an exhibit with `say=on` in its `exhibit.txt`, which describes in words what it draws. Each
line is printed, and spoken in its language by `host_tools.device.voices`; the signs of keys are
read as words. Nothing is sent to the board. A line without an end, like a prompt sign, counts
after a moment of silence.

The newest wins: the rows of a screen are spoken in order, and what follows the next press
interrupts them. Paper that a program prints, line by line at its own pace, comes by itself: it is
spoken in order, the prompt too. When the board is unplugged or switched off, the command waits for
it, also on another port of the same USB number. It ends with Ctrl-C, or with `--once` when the
board is gone.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Iterator
from typing import Any

from host_tools.device import ports, tongues, voices
from host_tools.sessions.targets import BoardError
from host_tools.usage import Parser, complain, shown, tell

SILENCE = 0.3
"""Seconds without a byte after which the bytes so far count as a line."""

LONGEST = 4096
"""Bytes of a line; a longer one is split."""

AGAIN = 1.0
"""Seconds between two attempts to open the port of a board that is gone."""

PROMPT = re.compile(r"[AB]?◊\s*")
"""A line that only says that the machine waits."""

HINT = re.compile(r"[^◊]*:[^◊]*◊")
"""The keys while a program prints, in any language: paper follows."""

STOP = re.compile(r"[AB]?◊|.*\bOK:")
"""A prompt, with the first value to choose, or the keys after a program's end: paper ends."""


class Kinds:
    """Tells the kinds of lines apart, each by itself and by those before it."""

    def __init__(self) -> None:
        self._paper = False

    def of(self, line: str) -> voices.Kind:
        """Return the kind of the next line."""
        if HINT.fullmatch(line):
            self._paper = True
            return voices.Kind.KEYS
        if self._paper:
            self._paper = not STOP.match(line)
            return voices.Kind.PAPER
        return voices.Kind.PAPER if PROMPT.fullmatch(line) else voices.Kind.NEWS


def lines(port: Any) -> Iterator[str]:
    """Yield the lines from the open `port`; raise BoardError when it is gone."""
    data = b""
    while True:
        try:
            piece = port.read(max(1, port.in_waiting))
        except OSError as error:
            raise BoardError(f"the board is gone: {shown(str(error))}") from error
        data += piece
        *whole, data = data.replace(b"\r", b"").split(b"\n")
        if data and (not piece or len(data) > LONGEST):
            whole.append(data)
            data = b""
        yield from (line.decode(errors="replace") for line in whole if line.strip())


def opened(name: str) -> Any:
    """Return the open port; raise BoardError if it cannot be opened."""
    ports.check(name)
    try:
        import serial

        return serial.serial_for_url(name, timeout=SILENCE, exclusive=True)
    except ImportError as error:
        raise BoardError(f"{error}; a board needs pyserial (make setup)") from error
    except Exception as error:  # of a port that goes while it is opened, termios.error
        raise BoardError(f"{shown(name)}: {ports.reason(name) or shown(str(error))}") from error


def back(board: ports.Found) -> Any:
    """Return the open port of a board that was gone, once it is there again."""
    while True:
        board = ports.moved(board)
        try:
            return opened(board.port)
        except BoardError:
            time.sleep(AGAIN)


def _print(line: str) -> None:
    """Print a line at once, into a pipe or a file as well."""
    print(line, flush=True)


def main(argv: list[str], say: Callable[[str], None] = _print) -> int:
    parser = Parser(
        prog="host_tools listen",
        description="Print what an exhibit says, and read it aloud.",
        example="--port /dev/ttyACM0",
    )
    parser.add_argument("--port", help="serial port of the board (default: the one on USB)")
    parser.add_argument("--silent", action="store_true", help="only print")
    parser.add_argument("--once", action="store_true", help="end when the board is gone")
    options = parser.parse_args(argv)
    name = ports.one(options.port)
    board = ports.known(name)
    port = opened(name)
    speaker = None
    if not options.silent:
        if not shutil.which(voices.ESPEAK):
            only = "only Japanese is spoken" if voices.japanese() else "the lines are only printed"
            complain(f"listen: {voices.ESPEAK} is not installed; {only}")
        speaker = voices.Speaker()
    tongue = "en"
    kinds = Kinds()
    try:
        while True:
            try:
                for line in lines(port):
                    say(shown(line))
                    if speaker:
                        tongue = tongues.language(line, tongue)
                        speaker.say(tongues.spoken(line, tongue), tongue, kinds.of(line))
            except BoardError as error:
                if options.once:
                    if speaker:
                        speaker.finish()
                    raise
                tell(f"listen: {error}; waiting for it\n")
                port.close()
                port = back(board)
                kinds = Kinds()
                tell("listen: the board is back\n")
    finally:
        port.close()
        if speaker:
            speaker.stop()
