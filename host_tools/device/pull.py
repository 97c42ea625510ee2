# SPDX-License-Identifier: MIT
"""Copy the saved files of a board to this computer: `python3 -m host_tools pull [--to FOLDER]`.

These are the tapes of its sessions, its crash tapes, its programs for the MIR, and its settings.
The board is interrupted and restarts afterwards, with the session that it had; nothing is changed
on it.

Every file is verified by SHA-256 on the board. A file of the same name here is kept, unless it is
the beginning of the board's tape, which replaces it. Otherwise the board's gets a number, as in
`0007-nim-2.tape`. Characters that some system forbids in file names become `_`. With `--all` each
board has a folder with its name.
"""

import hashlib
import os
import re
from collections.abc import Callable
from pathlib import Path

from host_tools.device import fleet, ports
from host_tools.device.link import DIFFERS, Files, Link, open_port
from host_tools.files import folder, put
from host_tools.sessions.targets import BoardError
from host_tools.usage import Parser, complain, shown

MOST = 16 << 20
"""The most bytes that are copied from one board."""

RESERVED = re.compile(r"(CON|PRN|AUX|NUL|COM[0-9]|LPT[0-9])", re.IGNORECASE)
"""Names that Windows reserves."""


def saved(name: str) -> bool:
    """Whether a file of the board is a user's data."""
    folder, _, rest = name.rpartition("/")
    if folder == "tapes":
        return rest.endswith((".tape", ".bad"))
    settings = name.startswith("settings.txt.") and name.endswith(".bad")
    return not folder and (name == "settings.txt" or settings or name.endswith(".mir"))


def local_name(name: str) -> str:
    """Turn the name of a board's file into a safe file name that every system accepts."""
    safe = "".join(
        char if char.isprintable() and char not in '\\/:*?"<>|' else "_" for char in name
    )
    stem, dot, suffix = safe.strip(". ").partition(".")
    stem, suffix = stem[:50].strip() or "_", suffix[-20:]
    return ("_" if RESERVED.fullmatch(stem) else "") + stem + dot + suffix


def place(folder: Path, name: str, data: bytes) -> tuple[Path, str]:
    """Return the file's place in `folder`, and its state: "new", "same" or "longer"."""
    stem, suffix = name.partition(".")[0], name[len(name.partition(".")[0]) :]
    number = 1
    path = folder / name
    while os.path.lexists(path):  # a link may lead to nothing
        if path.is_file():
            there = path.read_bytes()
            if there == data:
                return path, "same"
            if data.startswith(there) and ".tape" in suffix:
                return path, "longer"
        number += 1
        path = folder / f"{stem}-{number}{suffix}"
    return path, "new"


def own_name(row: fleet.Row, taken: dict[str, str]) -> str:
    """Return a board's name for file names here, different from those `taken` by others."""
    own = row.serial_number or row.port
    name = local_name(row.name or own)
    if taken.setdefault(name.casefold(), own) != own:  # two boards have that name
        name += "-" + local_name(own)
    return name


def apart(path: Path, row: fleet.Row, taken: dict[str, str]) -> Path:
    """Return the file of one of several boards: `path` with the name of the board."""
    return path.with_name(f"{path.stem}-{own_name(row, taken)}{path.suffix}")


def pull(link: Link, folder: Path, say: Callable[[str], None]) -> int:
    """Copy from the board to `folder`; return the number of its files, or raise BoardError."""
    link.interrupt()
    files = Files(link)
    sizes = {
        name: entry.size
        for name, entry in sorted(files.entries().items())
        if saved(name) and not entry.folder
    }
    if sum(sizes.values()) > MOST:
        raise BoardError(f"the board reports saved files of more than {MOST} bytes")
    folder.mkdir(parents=True, exist_ok=True)
    for name, size in sizes.items():
        data = files.read(name, size)
        if len(data) != size or hashlib.sha256(data).digest() != files.sha256([name])[0]:
            raise BoardError(f"{shown(name)}: {DIFFERS}")
        path, state = place(folder, local_name(name.rpartition("/")[2]), data)
        to = shown(str(path))
        if state == "same":
            say(f"{to} already exists")
            continue
        put(path, data)
        if path.read_bytes() != data:
            raise BoardError(f"{to}: not written completely; check the disk")
        say({"new": to, "longer": f"{to}, replaced by its continuation"}[state])
    link.restart()
    return len(sizes)


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools pull",
        description="Copy the tapes of a board to this computer.",
        example="--to tapes",
    )
    ports.options(parser)
    parser.add_argument(
        "--to",
        type=folder,
        default=Path("pulled"),
        metavar="FOLDER",
        help="write there (default: pulled)",
    )
    options = parser.parse_args(argv)

    if options.all:
        taken: dict[str, str] = {}

        def work(link: Link, row: fleet.Row, say: fleet.Say) -> str:
            folder = options.to / own_name(row, taken)
            return f"{pull(link, folder, say)} files in {folder}"

        return fleet.run("pull", options, work)
    with open_port(ports.chosen(options)) as link:
        count = pull(link, options.to, complain)
    complain(f"{count} files on the board" if count else "the board has saved nothing yet")
    return 0
