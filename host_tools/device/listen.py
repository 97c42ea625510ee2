# SPDX-License-Identifier: MIT
"""Read aloud what a board prints on its serial port: `python3 -m host_tools listen [--port P]`.

For an exhibit with `say=on` in its `exhibit.txt`, which describes in words what it draws. Each
line is printed, and spoken in the language of its letters if `espeak-ng` is installed; the signs
of keys are read as words. Nothing is sent to the board. A line without an end, like a prompt sign,
counts after a moment of silence. The command ends when the board is unplugged, or with Ctrl-C.
"""

from __future__ import annotations

import queue
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from host_tools.device import ports
from host_tools.sessions.targets import BoardError
from host_tools.usage import Parser, shown, tell

SPEAKER = "espeak-ng"

SILENCE = 0.3
"""Seconds without a byte after which the bytes so far count as a line."""

LONGEST = 4096
"""Bytes of a line; a longer one is split."""

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


class Speaker:
    """A queue of lines, spoken one after the other while more arrive."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._lines: queue.Queue[tuple[str, str] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def say(self, text: str, tongue: str) -> None:
        self._lines.put((text, tongue))

    def finish(self) -> None:
        """Wait until everything is spoken."""
        self._lines.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (entry := self._lines.get()) is not None:
            text, tongue = entry
            try:
                subprocess.run(
                    [self._command, "-v", tongue, "--", text],
                    stdin=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    check=False,
                )
            except (OSError, ValueError) as error:  # the next line may still be spoken
                tell(f"listen: a line was not spoken: {shown(str(error))}\n")


def _print(line: str) -> None:
    """Print a line at once, into a pipe or a file as well."""
    print(line, flush=True)


def main(argv: list[str], say: Callable[[str], None] = _print) -> int:
    parser = Parser(
        prog="host_tools listen",
        description="Print what an exhibit says, and read it aloud with espeak-ng.",
        example="--port /dev/ttyACM0",
    )
    parser.add_argument("--port", help="serial port of the board (default: the one on USB)")
    parser.add_argument("--silent", action="store_true", help="only print")
    options = parser.parse_args(argv)
    name = ports.one(options.port)
    try:
        import serial

        port = serial.serial_for_url(name, timeout=SILENCE, exclusive=True)
    except ImportError as error:
        raise BoardError(f"{error}; a board needs pyserial (make setup)") from error
    except (OSError, ValueError) as error:
        raise BoardError(f"{shown(name)}: {ports.reason(name) or shown(str(error))}") from error
    command = None if options.silent else shutil.which(SPEAKER)
    if command is None and not options.silent:
        print(f"listen: {SPEAKER} is not installed; the lines are only printed", file=sys.stderr)
    speaker = Speaker(command) if command else None
    tongue = "en"
    try:
        for line in lines(port):
            tongue = language(line, tongue)
            say(shown(line))
            if speaker:
                speaker.say(spoken(line, tongue), tongue)
    except BoardError:
        if speaker:
            speaker.finish()
        raise
    finally:
        port.close()
    return 0
