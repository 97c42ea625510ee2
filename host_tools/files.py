# SPDX-License-Identifier: MIT
"""Files of this computer: read within bounds, written in one step.

Every command uses `read_text` for text that somebody else may have made, and `put` for results: a
full disk or a power cut leaves the previous file in place.
"""

import codecs
import contextlib
import io
import os
from pathlib import Path
from typing import Any

TAPE = 64 << 20
"""Bytes of the largest tape that is read."""


class FileError(Exception):
    """The file cannot be used; the message says why, without the file's name."""


def read_text(path: Path, largest: int) -> str:
    """Read a UTF-8 file of at most `largest` bytes, with or without a byte order mark.

    Line ends stay as they are. Raise FileError, which names the line that is not UTF-8.
    """
    try:
        with path.open("rb") as file:
            data = file.read(largest + 1)  # /dev/zero never ends
    except OSError as error:
        raise FileError(os.strerror(error.errno or 0)) from error
    if len(data) > largest:
        unit = f"{largest >> 20} MiB" if largest >= 1 << 20 else f"{largest} bytes"
        raise FileError(f"more than {unit}")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise FileError("line 1: UTF-16; save the file as UTF-8")
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise FileError(f"line {number}: not UTF-8; save the file as UTF-8") from error


def lines(path: Path, largest: int) -> io.StringIO:
    """Read a file like `read_text`, as lines whose ends stay as they are."""
    return io.StringIO(read_text(path, largest), newline="\n")


def put(path: Path, data: bytes) -> None:
    """Write a file in one step: next to it first, then in its place. Raise OSError on failure.

    A link stays a link: the file it points to is replaced.
    """
    path = Path(os.path.realpath(path))
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def put_png(image: Any, path: Path) -> None:
    """Write a Pillow image as PNG in one step. Raise OSError on failure."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    put(path, buffer.getvalue())
