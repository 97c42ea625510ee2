# SPDX-License-Identifier: MIT
"""The git revision in the artefacts: inserted at the end, so that it needs no rebuild.

`firmware/version.py` reserves space for it: a bytes object that appears unchanged in a `.mpy` file
and in an image.
"""

from host_tools import version
from host_tools.build import uf2
from host_tools.usage import BuildError

MARK = b"pocket-teletype revision:"
ROOM = 16
"""Bytes after the mark; see firmware/version.py."""


def _place(data: bytes) -> int:
    """Return the offset of the revision."""
    if data.count(MARK + b" " * ROOM) != 1:
        raise BuildError(f"expected exactly one {MARK.decode()!r}, without a revision behind it")
    return data.index(MARK) + len(MARK)


def _written(revision: str | None) -> bytes:
    """Return the revision padded to ROOM bytes; if cut short, it keeps a final "+"."""
    text = revision or ""
    if len(text) > ROOM:
        text = text[: ROOM - 1] + ("+" if text.endswith("+") else text[ROOM - 1])
    return text.encode("ascii").ljust(ROOM)


def compiled(data: bytes) -> bytes:
    """Return a compiled firmware/version.py with the revision of this tree."""
    at = _place(data)
    return data[:at] + _written(version.revision()) + data[at + ROOM :]


def image(data: bytes) -> bytes:
    """Return a UF2 image with the revision of this tree."""
    memory = uf2.payload(data)
    return uf2.patched(data, _place(memory), _written(version.revision()))
