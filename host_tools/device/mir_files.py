# SPDX-License-Identifier: MIT
"""Programs for the MIR on a board's flash: `python3 -m host_tools flash FILE.mir …`.

They are checked here, copied next to the settings, and stand in the list of the program `mir`. A
file of the same name is replaced in one step; each is verified by SHA-256 on the board.
"""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

from host_tools.device.link import DIFFERS, Files, Link
from host_tools.device.pull import local_name
from host_tools.sessions import mir
from host_tools.sessions.targets import BoardError
from host_tools.usage import WrongUsage, shown
from teletype.programs.mir.dialogue import LONGEST

ENDING = ".mir"


def read(paths: Sequence[Path]) -> dict[str, bytes]:
    """Return the programs by the names that they get on a board; raise WrongUsage for an error."""
    found = {}
    for path in paths:
        if path.suffix.lower() != ENDING:
            raise WrongUsage(f"{path}: the name must end with {ENDING}")
        text = mir.read(path)
        if len(text) > LONGEST:
            raise WrongUsage(f"{path}: {len(text)} characters; allowed: {LONGEST}")
        name = local_name(path.stem) + ENDING
        if name in found:
            raise WrongUsage(f"{path}: two files are called {name}")
        found[name] = text.encode()
    return found


def put(link: Link, programs: dict[str, bytes], say: Callable[[str], None]) -> int:
    """Copy programs to the board; return how many, or raise BoardError."""
    link.interrupt()
    files = Files(link)
    block, free = files.free()
    if sum(len(data) // block + 2 for data in programs.values()) > free:
        raise BoardError("the board has no space for the programs; nothing was changed")
    for name, data in programs.items():
        files.write(name + ".new", data)
        if files.sha256([name + ".new"])[0] != hashlib.sha256(data).digest():
            files.discard(name + ".new")
            raise BoardError(f"{shown(name)}: {DIFFERS}")
        files.rename(name + ".new", name)
        say(f"{shown(name)}: {len(data)} bytes written and verified")
    files.sync()
    link.restart()
    return len(programs)
