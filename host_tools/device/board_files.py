# SPDX-License-Identifier: MIT
"""Files for a board's flash: `python3 -m host_tools flash FILE …`.

Programs for the MIR stand in the list of the program `mir`, languages among those of the device.
They are checked here and copied next to the settings. A file of the same name is replaced in one
step; each is verified by SHA-256 on the board.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from host_tools.device.link import Files, Link
from host_tools.device.pull import local_name
from host_tools.files import FileError, read_bytes
from host_tools.sessions import mir
from host_tools.sessions.targets import BoardError
from host_tools.texts import language_file
from host_tools.usage import WrongUsage, shown
from teletype.programs.mir.dialogue import LONGEST

PROGRAM = ".mir"


def read(paths: Sequence[Path]) -> dict[str, bytes]:
    """Return the files by the names that they get on a board; raise WrongUsage for an error."""
    found = {}
    for path in paths:
        ending = path.suffix.lower()
        if ending == PROGRAM:
            data = _program(path)
        elif ending == language_file.ENDING:
            data = _language(path)
        else:
            raise WrongUsage(f"{path}: the name must end with {PROGRAM} or {language_file.ENDING}")
        name = local_name(path.stem) + ending
        if name in found:
            raise WrongUsage(f"{path}: two files are called {name}")
        found[name] = data
    return found


def _program(path: Path) -> bytes:
    text = mir.read(path)
    if len(text) > LONGEST:
        raise WrongUsage(f"{path}: {len(text)} characters; allowed: {LONGEST}")
    return text.encode()


def _language(path: Path) -> bytes:
    try:
        data = read_bytes(path, language_file.LARGEST)
    except FileError as error:
        raise WrongUsage(f"{path}: {error}") from error
    if not language_file.is_whole(data):
        raise WrongUsage(f"{path}: no whole language file; `texts pack` makes one")
    return data


def put(link: Link, given: dict[str, bytes], say: Callable[[str], None]) -> int:
    """Copy files to the board; return how many, or raise BoardError."""
    link.interrupt()
    files = Files(link)
    there = files.entries()
    block, free = files.free()
    if sum(len(data) // block + 2 for data in given.values()) > free:
        raise BoardError("the board has no space for these files; nothing was changed")
    for name, data in given.items():
        files.replace(name, data)
        instead = ", in place of an earlier file" if name in there else ""
        say(f"{shown(name)}: {len(data)} bytes written and verified{instead}")
    files.sync()
    link.restart()
    return len(given)
