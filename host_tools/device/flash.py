# SPDX-License-Identifier: MIT
"""Puts the firmware onto a board that runs MicroPython: `python3 -m host_tools flash --port P`.

For a board with stock MicroPython; one with our own UF2 has the firmware frozen in already (files
on the board come first there, so a newer firmware can be tried on it).

Every file is compiled for the board's architecture and compared by SHA-256 with what is there.
What differs is written beside the old file, verified by SHA-256 on the board, and only when all
of it is there are the names changed over, `main.py` last. A failure before that leaves the board
as it was. `firmware.json` on the board lists what was put there, so that the next flash removes
what the firmware no longer has; a file of somebody else's in the way is kept as NAME.old.
"""

import contextlib
import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from host_tools import paths
from host_tools.build import boards, bytecode, packages, texts
from host_tools.build.cache import BuildError
from host_tools.device.board import interrupt, open_port
from host_tools.sessions.targets import TargetError
from host_tools.usage import Parser

LIST = "firmware.json"
NEW = ".new"

ARCHITECTURES = (
    None, "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp",
    "xtensa", "xtensawin", "rv32imc", "rv64imc",
)  # fmt: skip
"""MicroPython's numbers of architectures, in `sys.implementation._mpy` from bit 10."""

BYTECODE = (6, 3)
"""The .mpy format that mpy-cross writes: MicroPython 1.23 and later load it. Machine code, of
which the firmware has some, is refused by any other subversion, also where bytecode is loaded.
"""

CHUNK = 1024
"""Bytes sent to the board at a time; in transit they take four times as much of its memory."""

BLOCK = 4096
"""Bytes of a block of the board's filesystem; a file takes whole blocks."""


class FlashError(Exception):
    """The board was not changed, or not wholly; the message says which and why."""


def firmware_files(board: str, architecture: str) -> dict[str, bytes]:
    """What belongs on the board, by path: .mpy files, and main.py, which must be a source."""
    sources = bytecode.sources(paths.FIRMWARE, packages.driver_path())
    sources["board.py"] = paths.BOARDS / board / "board.py"
    files = {}
    for name, path in sorted(sources.items()):
        if name == "main.py":
            continue
        files[name[: -len(".py")] + ".mpy"] = bytecode.compiled(path, name, architecture)
    files["main.py"] = (paths.FIRMWARE / "main.py").read_bytes()
    return files


class Files:
    """The files of a board, through mpremote's transport in the raw REPL."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport
        transport.exec(
            "import os, hashlib\n"
            "def _hash(name):\n"
            " h = hashlib.sha256()\n"
            " b = bytearray(1024)\n"
            " with open(name, 'rb') as f:\n"
            "  while True:\n"
            "   n = f.readinto(b)\n"
            "   if not n:\n"
            "    return h.digest()\n"
            "   h.update(memoryview(b)[:n])\n"
            "def _list(folder):\n"
            " for e in os.ilistdir(folder or '/'):\n"
            "  name = folder + '/' + e[0]\n"
            "  if e[1] & 0x4000:\n"
            "   yield from _list(name)\n"
            "  else:\n"
            "   yield name[1:], e[3]\n"
        )

    def sizes(self) -> dict[str, int]:
        """All files of the board with their sizes in bytes."""
        return dict(self._transport.eval("list(_list(''))"))

    def sha256(self, names: list[str]) -> list[bytes]:
        # one line a file: the board is not silent for longer than one file takes
        code = f"for name in {names!r}:\n print(''.join('%02x' % b for b in _hash(name)))"
        lines = self._transport.exec(code).split()
        return [bytes.fromhex(line.decode()) for line in lines]

    def free_blocks(self) -> int:
        block, free = self._transport.eval("[os.statvfs('/')[i] for i in (0, 3)]")
        return int(block * free // BLOCK)

    def make_folder(self, name: str) -> None:
        self._transport.exec(
            f"try:\n os.mkdir({name!r})\nexcept OSError as e:\n if e.errno != 17: raise"
        )

    def write(self, name: str, data: bytes) -> None:
        self._transport.fs_writefile(name, data, chunk_size=CHUNK)

    def read(self, name: str) -> bytes:
        return bytes(self._transport.fs_readfile(name))

    def rename(self, old: str, new: str) -> None:
        self._transport.exec(f"os.rename({old!r}, {new!r})")

    def remove(self, name: str) -> None:
        self._transport.exec(f"os.remove({name!r})")

    def discard(self, name: str) -> None:
        """Removes a file that may not be there."""
        self._transport.exec(f"try:\n os.remove({name!r})\nexcept OSError:\n pass")

    def sync(self) -> None:
        self._transport.exec("os.sync()")


def identify(transport: Any, board: str) -> str:
    """The architecture of the board on the port; FlashError if it is not a `board`."""
    import_line = "import sys"
    transport.exec(import_line)
    name, machine, mpy = transport.eval(
        "(sys.implementation.name, getattr(sys.implementation, '_machine', '?'), "
        "getattr(sys.implementation, '_mpy', 0))"
    )
    if name != "micropython":
        raise FlashError(f"the board runs {name}, not MicroPython")
    images = boards.images()
    ours = [name for name, its in images.items() if machine.startswith(its.machine)]
    if ours and board in images and board not in ours:
        raise FlashError(f"wrong board: this is '{machine}', that is {ours[0]}, not {board}")
    chip = boards.load(board).chip
    if not machine.endswith(chip):
        raise FlashError(f"wrong board: this is '{machine}'; boards/{board} has the chip {chip}")
    number = mpy >> 10 & 0x0F
    architecture = ARCHITECTURES[number] if number < len(ARCHITECTURES) else None
    loads = (mpy & 0xFF, mpy >> 8 & 3)
    if loads != BYTECODE or architecture is None:
        age = "too old" if loads < BYTECODE else "another one than the firmware is compiled for"
        raise FlashError(
            f"the board's MicroPython is {age} (its .mpy format is {loads[0]}.{loads[1]}, "
            f"{BYTECODE[0]}.{BYTECODE[1]} is needed): put MicroPython 1.23 or later on it first"
        )
    return architecture


def owned(files: Files, present: dict[str, int]) -> set[str]:
    """The files that an earlier flash put on the board, as its list says."""
    if LIST not in present:
        return set()
    try:
        names = json.loads(files.read(LIST))
        return {name for name in names if isinstance(name, str)}
    except (ValueError, TypeError):
        return set()  # a damaged list: then nothing is ours, and nothing of it is removed


def put(files: Files, wanted: dict[str, bytes], say: Callable[[str], None]) -> int:
    """Brings the board's files to `wanted`; returns the number of files written.

    Raises FlashError, with the board as it was, when the files do not fit or do not arrive whole.
    """
    from mpremote.transport import TransportError

    present = files.sizes()
    ours = owned(files, present)
    for name in [name for name in present if name.endswith(NEW)]:
        files.remove(name)  # left over by a flash that was cut off
        del present[name]
    same_size = [name for name, data in wanted.items() if present.get(name) == len(data)]
    hashes = dict(zip(same_size, files.sha256(same_size), strict=True))
    different = [
        name for name, data in wanted.items() if hashes.get(name) != hashlib.sha256(data).digest()
    ]
    listing = json.dumps(sorted(wanted)).encode()
    needed = sum(len(wanted[name]) // BLOCK + 1 for name in different) + 4
    if different and needed > files.free_blocks():
        raise FlashError(
            f"the board's filesystem is too full: {needed * BLOCK // 1024} KiB are needed, "
            f"{files.free_blocks() * BLOCK // 1024} KiB are free"
        )
    folders = {str(parent) for name in wanted for parent in Path(name).parents} - {"."}
    staged = []
    try:
        for folder in sorted(folders):
            files.make_folder(folder)
        for number, name in enumerate(different, 1):
            say(f"{number}/{len(different)} {name}")
            staged.append(name + NEW)
            files.write(name + NEW, wanted[name])
        for name, arrived in zip(different, files.sha256(staged), strict=True):
            if arrived != hashlib.sha256(wanted[name]).digest():
                raise FlashError(f"{name} did not arrive whole")
    except (FlashError, TransportError, OSError, ValueError) as error:
        state = "the board is as it was"
        try:
            for name in staged:
                files.discard(name)
        except (TransportError, OSError):
            state = f"it keeps its old files, and *{NEW}, which the next flash removes"
        raise FlashError(f"writing failed, {state}: {last_line(error)}") from error
    # From here on only names change.
    for name in present:
        source = name.endswith(".py") and name[: -len(".py")] + ".mpy" in wanted
        foreign = name in wanted and name not in ours and name in different
        if source or foreign:
            files.rename(name, name + ".old")
            say(f"{name} was in the way; kept as {name}.old")
    for name in sorted(different, key=lambda name: name == "main.py"):
        files.rename(name + NEW, name)
    for name in sorted(ours - set(wanted)):
        if name in present:
            files.remove(name)
            say(f"{name} removed: the firmware no longer has it")
    if different or ours != set(wanted):
        files.write(LIST, listing)
    files.sync()
    return len(different)


def last_line(error: Exception) -> str:
    """What a transport's error says in the end, after the board's traceback."""
    lines = str(error).strip().splitlines()
    return lines[-1] if lines else type(error).__name__


def flash(transport: Any, board: str, say: Callable[[str], None]) -> int:
    """Flashes the board behind mpremote's `transport` and resets it; files written."""
    from mpremote.transport import TransportError

    try:
        interrupt(transport)
        architecture = identify(transport, board)
        say(f"{board}: compiling for {architecture}")
        wanted = firmware_files(board, architecture)
        written = put(Files(transport), wanted, say)
    except (bytecode.CompileError, BuildError) as error:
        raise FlashError(str(error)) from error
    except (TransportError, OSError) as error:
        raise FlashError(f"no MicroPython answers on the board: {last_line(error)}") from error
    finally:
        with contextlib.suppress(TransportError, OSError):
            transport.exec_raw_no_follow("import machine\nmachine.reset()")
    say(f"{board}: {written} of {len(wanted)} files written and verified; the board starts anew")
    return written


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools flash", description="Put the firmware onto a board that runs MicroPython."
    )
    parser.add_argument("--port", required=True, help="serial port of the board")
    parser.add_argument("--board", default="pico", help="its folder in boards/ (default: pico)")
    options = parser.parse_args(argv)

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    try:
        boards.load(options.board)
        texts.check(paths.FIRMWARE)
        transport = open_port(options.port)
    except boards.BoardError as error:
        for fault in error.faults:
            say(f"flash: {fault}")
        return error.status
    except (TargetError, texts.TextError) as error:
        say(f"flash: {error}")
        return 1
    try:
        flash(transport, options.board, say)
    except FlashError as error:
        say(f"flash: {error}")
        return 1
    finally:
        with contextlib.suppress(OSError):
            transport.close()
    return 0
