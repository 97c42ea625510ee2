# SPDX-License-Identifier: MIT
"""Copies what a board has saved to this computer: `python3 -m host_tools pull --port P [--to F]`.

That is the tapes of its sessions, its crash tapes, and its settings. The board is interrupted for
it and starts anew afterwards, with the session that it had; nothing is changed on it.

Every file is verified by SHA-256 on the board. A file of the same name here stays as it is, unless
the board's begins with the same bytes: then it is the same tape, played on since, and takes its
place. Otherwise the board's gets a number, as in `0007-nim-2.tape`.
"""

import contextlib
import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from host_tools.device.board import interrupt, open_port
from host_tools.device.flash import Files, last_line
from host_tools.sessions.targets import TargetError
from host_tools.usage import Parser


class PullError(Exception):
    """Not all was copied; the message says why."""


def saved(name: str) -> bool:
    """Whether a file of the board is something that a person made with it."""
    folder, _, rest = name.rpartition("/")
    if folder == "tapes":
        return rest.endswith((".tape", ".bad"))
    return name in ("settings.txt", "settings.txt.bad")


def place(folder: Path, name: str, data: bytes) -> tuple[Path, str]:
    """Where in `folder` the file belongs, and what happens there: "new", "same" or "longer"."""
    stem, suffix = name.partition(".")[0], name[len(name.partition(".")[0]) :]
    number = 1
    path = folder / name
    while path.exists():
        there = path.read_bytes()
        if there == data:
            return path, "same"
        if data.startswith(there) and suffix != ".txt":
            return path, "longer"
        number += 1
        path = folder / f"{stem}-{number}{suffix}"
    return path, "new"


def put(path: Path, data: bytes) -> None:
    """Writes a file in one step."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    os.replace(part, path)


def pull(transport: Any, folder: Path, say: Callable[[str], None]) -> int:
    """Copies from the board behind mpremote's `transport`; returns how many files it has."""
    from mpremote.transport import TransportError

    try:
        interrupt(transport)
        files = Files(transport)
        names = sorted(name for name in files.sizes() if saved(name))
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            data = files.read(name)
            if hashlib.sha256(data).digest() != files.sha256([name])[0]:
                raise PullError(f"{name} did not arrive whole")
            path, state = place(folder, name.rpartition("/")[2], data)
            if state == "same":
                say(f"{path} is there already")
                continue
            put(path, data)
            if path.read_bytes() != data:
                raise PullError(f"{path} was not written whole")
            say({"new": f"{path}", "longer": f"{path}, played on since"}[state])
        transport.exit_raw_repl()
        transport.serial.write(b"\x04")  # soft reset: back to its main.py
    except TransportError as error:
        raise PullError(f"no MicroPython answers on the board: {last_line(error)}") from error
    except OSError as error:
        raise PullError(str(error)) from error
    return len(names)


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools pull", description="Copy what a board has saved to this computer."
    )
    parser.add_argument("--port", required=True, help="serial port of the board")
    parser.add_argument("--to", type=Path, default=Path("pulled"), metavar="FOLDER")
    options = parser.parse_args(argv)

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    if options.to.exists() and not options.to.is_dir():
        say(f"pull: --to {options.to}: not a folder")
        return 2
    try:
        transport = open_port(options.port)
    except TargetError as error:
        say(f"pull: {error}")
        return 1
    try:
        count = pull(transport, options.to, say)
    except PullError as error:
        say(f"pull: {error}")
        return 1
    finally:
        with contextlib.suppress(OSError):
            transport.close()
    say(f"{count} files on the board" if count else "the board has saved nothing yet")
    return 0
