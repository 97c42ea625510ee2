# SPDX-License-Identifier: MIT
"""Puts the firmware onto a board that runs MicroPython: `python3 -m host_tools flash`.

For a board with stock MicroPython; one with our own UF2 has the firmware frozen in already (files
on the board come first there, so a newer firmware can be tried on it).

Every file is compiled for the board's architecture and compared by SHA-256 with what is there.
What differs is written into the folder `firmware.new`, verified by SHA-256 on the board, and only
when all of it is there are the names changed over, `main.py` last. A failure before that leaves
the board as it was; one after it is mended by the next flash.

`firmware.json` on the board lists what was put there, with its SHA-256. Ours is what has these
bytes: it is replaced, and removed when the firmware no longer has it. Anything else in the way is
kept, as NAME.old, or NAME.old2 if there is one already.
"""

import contextlib
import hashlib
import json
import re
import sys
from collections.abc import Callable
from pathlib import PurePosixPath

from host_tools import paths
from host_tools.build import boards, bytecode, packages, packing, stamp, texts
from host_tools.build.cache import BuildError
from host_tools.device import card, fleet, ports
from host_tools.device.link import Entry, Files, Link, open_port
from host_tools.sessions.targets import BoardError, BoardRefused
from host_tools.usage import Failed, Parser, shown

LIST = "firmware.json"
NEW = "firmware.new"
"""A folder on the board, for what has arrived and does not have its name yet."""

ARCHITECTURES = (
    None, "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp",
    "xtensa", "xtensawin", "rv32imc", "rv64imc",
)  # fmt: skip
"""MicroPython's numbers of architectures, in `sys.implementation._mpy` from bit 10."""

BYTECODE = (6, 3)
"""The .mpy format that mpy-cross writes: MicroPython 1.23 and later load it. Machine code, of
which the firmware has some, is refused by any other subversion, also where bytecode is loaded.
"""


def firmware_files(board: str, architecture: str) -> dict[str, bytes]:
    """What belongs on the board, by path: .mpy files, and main.py, which must be a source."""
    sources = bytecode.sources(packing.tree(), packages.driver_path())
    sources["board.py"] = paths.BOARDS / board / "board.py"
    files = {}
    for name, path in sorted(sources.items()):
        if name == "main.py":
            continue
        data = bytecode.compiled(path, name, architecture)
        if name == "version.py":
            data = stamp.compiled(data)
        files[name[: -len(".py")] + ".mpy"] = data
    files["main.py"] = (paths.FIRMWARE / "main.py").read_bytes()
    return files


def identify(link: Link, board: str) -> str:
    """The architecture of the board; BoardError if it is not a `board`."""
    lines = link.execute(
        "import sys\n"
        "print(sys.implementation.name)\n"
        "print(getattr(sys.implementation, '_machine', '?'))\n"
        "print(getattr(sys.implementation, '_mpy', 0))",
        3,
    )
    if len(lines) != 3 or not re.fullmatch(rb"[0-9]{1,9}", lines[2]):
        raise BoardError("the board does not say what it is")
    name, machine = (shown(line.decode("utf-8", "replace")) for line in lines[:2])
    mpy = int(lines[2])
    if name != "micropython":
        raise BoardRefused(f"the board runs {name}, not MicroPython")
    images = boards.images()
    ours = [name for name, its in images.items() if machine.startswith(its.machine)]
    if ours and board in images and board not in ours:
        raise BoardRefused(f"wrong board: this is '{machine}', that is {ours[0]}, not {board}")
    chip = boards.load(board).chip
    if not machine.endswith(chip):
        raise BoardRefused(f"wrong board: this is '{machine}'; boards/{board} has the chip {chip}")
    number = mpy >> 10 & 0x0F
    architecture = ARCHITECTURES[number] if number < len(ARCHITECTURES) else None
    loads = (mpy & 0xFF, mpy >> 8 & 3)
    if loads != BYTECODE or architecture is None:
        age = "too old" if loads < BYTECODE else "another one than the firmware is compiled for"
        raise BoardRefused(
            f"the board's MicroPython is {age} (its .mpy format is {loads[0]}.{loads[1]}, "
            f"{BYTECODE[0]}.{BYTECODE[1]} is needed): put MicroPython 1.23 or later on it first"
        )
    return architecture


def listed(data: bytes) -> dict[str, str] | None:
    """The SHA-256, in hex, of what an earlier flash put on the board, by name; None if `data` is
    no list of ours.

    The first lists had names alone; of these what is compiled can only be ours.
    """
    try:
        said = json.loads(data)
        if isinstance(said, list):
            return {name: "" for name in said if name.endswith(".mpy")}
        if all(re.fullmatch(r"[0-9a-f]{64}", digest) for digest in said.values()):
            return dict(said)
    except (ValueError, TypeError, AttributeError, RecursionError):
        pass
    return None


def aside(files: Files, present: dict[str, Entry], name: str, say: Callable[[str], None]) -> None:
    """Gives somebody else's file or folder another name, which nothing has yet."""
    kept = f"{name}.old"
    number = 1
    while kept in present:
        number += 1
        kept = f"{name}.old{number}"
    files.rename(name, kept)
    present[kept] = present.pop(name)
    say(f"{shown(name)} was in the way; kept as {shown(kept)}")


def put(files: Files, wanted: dict[str, bytes], say: Callable[[str], None]) -> int:
    """Brings the board's files to `wanted`; returns the number of files written.

    Raises BoardError, which says in what state the board is.
    """
    present = files.entries()
    if NEW in present and not present[NEW].folder:
        raise BoardError(f"{NEW} on the board is in the way; the board is as it was")
    for name in list(present):
        if re.fullmatch(rf"{re.escape(NEW)}/[0-9]+", name):
            files.remove(name)  # left over by a flash that was cut off
            del present[name]
    there = {name: entry.size for name, entry in present.items() if not entry.folder}
    list_is_ours = True
    known: dict[str, str] = {}
    if LIST in present:
        said = listed(files.read(LIST, there[LIST])) if LIST in there else None
        list_is_ours = said is not None
        known = said or {}
    told = [
        name
        for name, size in there.items()
        if name in known or (name in wanted and size == len(wanted[name]))
    ]
    hashes = {name: its.hex() for name, its in zip(told, files.sha256(told), strict=True)}
    ours = {name for name, its in known.items() if name in hashes and its in ("", hashes[name])}
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in wanted.items()}
    different = [name for name in wanted if hashes.get(name) != digests[name]]
    if not different and known == digests:
        if NEW in present:
            files.remove_folder(NEW)
        return 0
    arriving = {f"{NEW}/{number}": name for number, name in enumerate(different, 1)}
    data = {place: wanted[name] for place, name in arriving.items()}
    data[f"{NEW}/0"] = json.dumps(digests, sort_keys=True).encode()
    send(files, data, arriving, say)
    try:  # From here on only names change.
        folders = {str(its) for name in wanted for its in PurePosixPath(name).parents} - {"."}
        for name in list(present):
            folder = present[name].folder
            source = name.endswith(".py") and name[: -len(".py")] + ".mpy" in wanted
            if (
                (name in folders and not folder)
                or (name in wanted and (folder or (name in different and name not in ours)))
                or (source and name not in ours)
                or (name == LIST and not list_is_ours)
            ):
                aside(files, present, name, say)
        for name in sorted(folders):
            files.make_folder(name)
        for place, name in sorted(arriving.items(), key=lambda pair: pair[1] == "main.py"):
            files.rename(place, name)
        for name in sorted(set(known) - set(wanted)):
            if name in ours:
                files.remove(name)
                say(f"{shown(name)} removed: the firmware no longer has it")
            elif name in there:
                say(f"{shown(name)} stays: it is not as an earlier flash left it")
        files.rename(f"{NEW}/0", LIST)
        files.remove_folder(NEW)
        files.sync()
    except BoardError as error:
        raise BoardError(f"stopped while names changed, flash again to go on: {error}") from error
    return len(different)


def send(
    files: Files, data: dict[str, bytes], arriving: dict[str, str], say: Callable[[str], None]
) -> None:
    """Writes `data` by place on the board, and verifies it; the names in `arriving` are told.

    Raises BoardError, with the board as it was, when it does not fit or does not arrive whole.
    """
    block, free = files.free()
    needed = sum(len(its) // max(1, block) + 1 for its in data.values()) + 4
    if needed > free:
        raise BoardRefused(
            f"the board's filesystem is too full: {needed * block // 1024} KiB are needed, "
            f"{free * block // 1024} KiB are free"
        )
    begun = []
    try:
        files.make_folder(NEW)
        for number, place in enumerate(data, 1):
            if place in arriving:
                say(f"{number}/{len(arriving)} {arriving[place]}")
            begun.append(place)
            files.write(place, data[place])
        for place, arrived in zip(data, files.sha256(list(data)), strict=True):
            if arrived != hashlib.sha256(data[place]).digest():
                raise BoardError(f"{arriving.get(place, LIST)} did not arrive whole")
    except BoardError as error:
        state = "the board is as it was"
        try:
            for place in begun:
                files.discard(place)
            files.remove_folder(NEW)
        except BoardError:
            state = f"it keeps its old files, and the folder {NEW}, which the next flash removes"
        raise BoardError(f"writing failed, {state}: {error}") from error


def flash(link: Link, board: str | None, say: Callable[[str], None]) -> int:
    """Flashes the board and resets it; returns how many files were written.

    Without a name it is taken for the `board` that it says it is.
    """
    link.interrupt()
    try:
        board = board or card.read(link).folder
        architecture = identify(link, board)
        say(f"{board}: compiling for {architecture}")
        wanted = firmware_files(board, architecture)
        written = put(Files(link), wanted, say)
    except (bytecode.CompileError, BuildError) as error:
        raise Failed(str(error)) from error
    finally:
        with contextlib.suppress(BoardError):
            link.reset()
    say(f"{board}: {written} of {len(wanted)} files written and verified; the board starts anew")
    return written


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools flash", description="Put the firmware onto a board that runs MicroPython."
    )
    ports.options(parser)
    parser.add_argument("--board", help="its folder in boards/ (default: what it says it is)")
    options = parser.parse_args(argv)

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    try:
        if options.board:
            boards.load(options.board)
        texts.check(paths.FIRMWARE)
    except boards.BoardError as error:
        for fault in error.faults:
            say(f"flash: {fault}")
        return error.status
    except texts.TextError as error:
        raise Failed(str(error)) from error
    if options.all:

        def work(link: Link, row: fleet.Row, say: fleet.Say) -> str:
            written = flash(link, options.board, say)
            return "1 file written" if written == 1 else f"{written} files written"

        return fleet.run("flash", options, work)
    link = open_port(ports.chosen(options))
    try:
        flash(link, options.board, say)
    finally:
        link.close()
    return 0
