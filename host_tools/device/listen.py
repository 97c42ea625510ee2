# SPDX-License-Identifier: MIT
"""Read aloud what a board prints on its serial port: `python3 -m host_tools listen [--port P]`.

For an exhibit with `say=on` in its `exhibit.txt`, which describes in words what it draws. Each
line is printed, and spoken in the language of its letters by `host_tools.device.voices`; the signs
of keys are read as words. Nothing is sent to the board. A line without an end, like a prompt sign,
counts after a moment of silence.

The newest wins: lines that come together, a screen or the paper of a move, are spoken in order,
and what comes later interrupts them. Only a prompt sign waits for its turn. When the board is
unplugged or switched off, the command waits for it, also on another port of the same USB number.
It ends with Ctrl-C, or with `--once` when the board is gone.
"""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from host_tools.device import ports, voices
from host_tools.sessions.targets import BoardError
from host_tools.usage import Parser, shown, tell

SILENCE = 0.3
"""Seconds without a byte after which the bytes so far count as a line."""

LONGEST = 4096
"""Bytes of a line; a longer one is split."""

AGAIN = 1.0
"""Seconds between two attempts to open the port of a board that is gone."""

PROMPT = re.compile(r"[AB]?◊\s*")
"""A line that only says that the machine waits."""

SIGNS = {
    "en": ("the machine waits", "up", "down", "left", "right", "enter", "yes", "no"),
    "ru": ("машина ждёт", "вверх", "вниз", "влево", "вправо", "ввод", "да", "нет"),
    "uk": ("машина чекає", "угору", "вниз", "ліворуч", "праворуч", "ввід", "так", "ні"),
    "ja": ("計算機が待っています", "上", "下", "左", "右", "入力", "はい", "いいえ"),
}
"""How the signs ◊▲▼◄►↵■□ are read, in each language."""


def language(line: str, before: str) -> str:
    """Return the language of a line by its letters; `before` if they do not tell."""
    if any("\u3040" <= char <= "\u9fff" for char in line):
        return "ja"
    if set(line) & set("ґєіїҐЄІЇ"):
        return "uk"
    if any("\u0400" <= char <= "\u04ff" for char in line):
        return "uk" if before == "uk" else "ru"
    return "en" if sum(char.isascii() and char.isalpha() for char in line) > 2 else before


def spoken(line: str, tongue: str) -> str:
    """Return a line as it is read aloud."""
    for sign, name in zip("◊▲▼◄►↵■□", SIGNS[tongue], strict=True):
        line = line.replace(sign, f" {name} ")
    line = "".join(char if char.isprintable() else " " for char in line)  # a NUL, for example
    return " ".join(line.replace(":", ": ").split())


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
    try:
        import serial

        return serial.serial_for_url(name, timeout=SILENCE, exclusive=True)
    except ImportError as error:
        raise BoardError(f"{error}; a board needs pyserial (make setup)") from error
    except (OSError, ValueError) as error:
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
            print(f"listen: {voices.ESPEAK} is not installed; {only}", file=sys.stderr)
        speaker = voices.Speaker()
    tongue = "en"
    try:
        while True:
            try:
                for line in lines(port):
                    tongue = language(line, tongue)
                    say(shown(line))
                    if speaker:
                        prompt = PROMPT.fullmatch(line) is not None
                        speaker.say(spoken(line, tongue), tongue, waits=prompt)
            except BoardError as error:
                if options.once:
                    if speaker:
                        speaker.finish()
                    raise
                tell(f"listen: {error}; waiting for it\n")
                port.close()
                port = back(board)
                tell("listen: the board is back\n")
    finally:
        port.close()
        if speaker:
            speaker.stop()
