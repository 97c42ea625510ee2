# SPDX-License-Identifier: MIT
"""Files of this computer: read within bounds, written in one step, deleted only if they are ours.

Every command uses `read_text` for text that somebody else may have made, and `put` for results: a
full disk or a power cut leaves the previous file in place. A command that replaces earlier results
calls `replace`; one that writes a single file first calls `check_own`.
Outside the cache no other module deletes anything on this computer.
"""

import argparse
import codecs
import contextlib
import errno
import hashlib
import io
import itertools
import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from host_tools.usage import LONGEST_NAME, Failed, WrongUsage, shown

TAPE = 64 << 20
"""Bytes of the largest tape that is read."""

MADE = ".made-by-pocket-teletype"
"""The list of the results in a folder, which also marks them as ours: lines of `sha256sum`. A
name has two lines while it is being replaced."""

LIST = 1 << 20
"""Bytes of the longest such list."""


@dataclass(frozen=True)
class Kind:
    """A kind of results: its name, and what a file of it can begin with."""

    name: str
    starts: tuple[bytes, ...]


PNG = Kind("a PNG picture", (b"\x89PNG",))

Files = dict[str, bytes]
"""Contents by path, relative and with forward slashes."""


class FileError(Exception):
    """The file cannot be used; the message says why, without the file's name."""


def read_bytes(path: Path, largest: int) -> bytes:
    """Read a file of at most `largest` bytes. Raise FileError."""
    try:
        with path.open("rb") as file:
            data = file.read(largest + 1)  # /dev/zero never ends
    except OSError as error:
        raise FileError(os.strerror(error.errno or 0)) from error
    if len(data) > largest:
        unit = f"{largest >> 20} MiB" if largest >= 1 << 20 else f"{largest} bytes"
        raise FileError(f"more than {unit}")
    return data


def read_text(path: Path, largest: int) -> str:
    """Read a UTF-8 file of at most `largest` bytes, with or without a byte order mark.

    Line ends stay as they are, but for those of an old Mac. Raise FileError, which names the line
    that is not UTF-8.
    """
    data = read_bytes(path, largest)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise FileError("line 1: UTF-16; save the file as UTF-8")
    if b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise FileError(f"line {number}: not UTF-8; save the file as UTF-8") from error


def lines(path: Path, largest: int) -> io.StringIO:
    """Read a file like `read_text`, as lines whose ends stay as they are."""
    return io.StringIO(read_text(path, largest), newline="\n")


def rows(stream: BinaryIO) -> io.TextIOWrapper:
    """Return the lines of bytes that end as on Unix, Windows or an old Mac; a character is a byte
    in Latin-1."""
    return io.TextIOWrapper(stream, "latin-1", newline=None)


def special(path: Path) -> bool:
    """Whether a file is a device, a pipe or our standard output, and so is never replaced."""
    try:
        there = path.stat()
    except (FileNotFoundError, NotADirectoryError):  # no file, or a link to none
        return False
    return not stat.S_ISREG(there.st_mode) or _is_stream(there, 1)


def open_special(path: Path) -> BinaryIO:
    """Open a special file to write into it; standard output keeps its position. Raise OSError."""
    return os.fdopen(os.dup(1) if _is_stream(path.stat(), 1) else os.open(path, os.O_WRONLY), "wb")


def is_input(path: Path) -> bool:
    """Whether a file is our standard input."""
    return path.exists() and _is_stream(path.stat(), 0)


def _is_stream(there: os.stat_result, number: int) -> bool:
    try:
        return os.path.samestat(there, os.fstat(number))
    except OSError:  # it is closed
        return False


def check_place(path: Path) -> None:
    """Raise FileError if a result cannot be written to `path`: a folder, or in none."""
    try:
        if path.is_dir():
            raise FileError("is a folder; name another file")
        if special(path):
            return
        place = Path(os.path.realpath(path))  # a link stays a link
        if not place.parent.is_dir():
            raise FileError("no such folder; name another file")
        if not all(os.access(each, os.W_OK) for each in (place, place.parent) if each.exists()):
            raise FileError("may not be written; name another file")
    except OSError as error:
        raise FileError(os.strerror(error.errno or 0)) from error


def check_own(path: Path, kind: Kind) -> None:
    """Raise FileError if a result cannot be written to `path`, or would replace another kind.

    An empty file and a special one are free.
    """
    check_place(path)
    if special(path) or not path.exists():
        return
    try:
        with path.open("rb") as file:
            begin = file.read(max(map(len, kind.starts)))
    except OSError as error:
        raise FileError(os.strerror(error.errno or 0)) from error
    if begin and not begin.startswith(kind.starts):
        raise FileError(f"not {kind.name}; name another file")


def check_option(option: str, path: Path, kind: Kind) -> None:
    """Like `check_own`, for the path that an option of a command gives. Raise WrongUsage."""
    try:
        check_own(path, kind)
    except FileError as error:
        raise WrongUsage(f"{option} {shown(str(path))}: {error}") from error


def folder(text: str) -> Path:
    """Parse the path of a folder for results, which need not exist (an argparse type)."""
    path = Path(text)
    if any(len(os.fsencode(part)) > LONGEST_NAME for part in path.parts):
        raise argparse.ArgumentTypeError(f"{path}: {os.strerror(errno.ENAMETOOLONG)}")
    there = next(each for each in (path, *path.parents, Path("/")) if os.path.lexists(each))
    if not there.is_dir():
        raise argparse.ArgumentTypeError(f"{there}: not a folder")
    if not os.access(there, os.W_OK):
        raise argparse.ArgumentTypeError(f"{there}: may not be written")
    return path


def picture(text: str) -> Path:
    """Parse the path of a PNG to write (an argparse type). Pillow must be installed."""
    import PIL  # noqa: F401  (if it is missing, say so before the games, not after)

    path = Path(text)
    try:
        check_own(path, PNG)
    except FileError as error:
        raise argparse.ArgumentTypeError(f"{text}: {error}") from error
    return path


def add_results(parser: argparse.ArgumentParser) -> None:
    """Add the option for a picture of the results of a contest."""
    parser.add_argument(
        "--png", type=picture, metavar="FILE", help="draw the results as a picture"
    )


def framed(name: str, data: bytes) -> bytes:
    """Return a file for a sum over several: its name, its size and its contents."""
    return f"{name} {len(data)}\n".encode() + data


def beside(path: Path, ending: str) -> BinaryIO:
    """Make a new file next to `path`, of its name and `ending`, for what will replace it.

    A number follows if there is such a file, which may be somebody's. The file has the rights of
    the one that it will replace. Raise OSError; PermissionError if that one may not be written.
    """
    mode = None
    with contextlib.suppress(FileNotFoundError), path.open("r+b") as file:
        mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
    name = path.name
    while len(os.fsencode(name)) > LONGEST_NAME - len(f"{ending}99"):
        name = name[:-1]
    for number in itertools.count(1):
        part = path.with_name(f"{name}{ending}{number if number > 1 else ''}")
        with contextlib.suppress(FileExistsError):
            new = part.open("xb")
            break
    if mode is not None:
        part.chmod(mode)
    return new


def put(path: Path, data: bytes) -> None:
    """Write a file in one step: next to it first, then in its place. Raise OSError on failure.

    A link stays a link: the file it points to is replaced. A special file is written into.
    """
    if special(path):
        with open_special(path) as file:
            file.write(data)
        return
    path = Path(os.path.realpath(path))
    with beside(path, ".part") as file:
        part = Path(file.name)
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            file.close()
            os.replace(part, path)
        except BaseException:  # a signal, too
            drop(part)
            raise


def drop(part: Path) -> None:
    """Delete an unfinished file that the caller has just made, if the system allows it."""
    with contextlib.suppress(OSError):
        part.unlink()


def put_png(image: Any, path: Path, optimize: bool = False) -> None:
    """Write a Pillow image as PNG in one step. Raise OSError on failure."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=optimize)
    put(path, buffer.getvalue())


def put_gif(pictures: Sequence[Any], durations: Sequence[int], path: Path) -> None:
    """Write Pillow images as a GIF that repeats, each for its milliseconds. Raise OSError."""
    buffer = io.BytesIO()
    first, *others = pictures
    first.save(
        buffer,
        "GIF",
        save_all=True,
        append_images=others,
        duration=durations,
        loop=0,
        optimize=True,
    )
    put(path, buffer.getvalue())


def replace(folder: Path, files: Files, starts: tuple[str, ...] = ("",)) -> None:
    """Write the results of a command into `folder` in place of its earlier ones.

    Earlier results are the files that the list `MADE` in the folder names with their hashes, if
    their names begin with one of `starts`; those that `files` lacks are deleted. Raise Failed,
    before anything is changed, if a name of `files` is taken by anything else, or a folder among
    them holds anything else: a file that somebody has made or edited, a link, a checkout.
    """
    new = {name: {hashlib.sha256(data).hexdigest()} for name, data in files.items()}
    listed = _listed(folder)
    both = {name: listed.get(name, set()) | new.get(name, set()) for name in {*listed, *new}}
    tops = {name.partition("/")[0] for name in files if "/" in name}
    for name in sorted({*files, *_inside(folder, tops)}):
        if not _ours(folder, name, both.get(name, set())):
            taken = shown(str(folder / name))
            raise Failed(f"{taken}: not made by this command; move it away, then try again")
    folder.mkdir(parents=True, exist_ok=True)
    _put_list(folder, both)  # a command that is killed here leaves files that the list knows
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        put(folder / name, data)
    for name in [name for name in listed if name.startswith(starts)]:
        if name not in new and _ours(folder, name, listed.pop(name)):
            (folder / name).unlink(missing_ok=True)
            for place in list(PurePosixPath(name).parents)[:-1]:
                with contextlib.suppress(OSError):  # not empty yet, or gone
                    (folder / place).rmdir()
    _put_list(folder, {**listed, **new})


def _inside(folder: Path, tops: set[str]) -> list[str]:
    """Return the files and links in the folders `tops` of the folder."""
    found = []
    for top in tops:
        for place, folders, names in os.walk(folder / top):
            below = [Path(place) / name for name in (*names, *folders)]
            found += [path for path in below if path.is_symlink() or not path.is_dir()]
    return [path.relative_to(folder).as_posix() for path in found]


def _ours(folder: Path, name: str, sums: set[str]) -> bool:
    """Whether the path is free, or a plain file in plain folders whose hash is one of `sums`."""
    path = folder / name
    for place in list(PurePosixPath(name).parents)[:-1]:
        there = folder / place
        if there.is_symlink() or (there.exists() and not there.is_dir()):
            return False
    if not os.path.lexists(path):
        return True
    if path.is_symlink() or not path.is_file():
        return False
    return hashlib.sha256(path.read_bytes()).hexdigest() in sums


def _listed(folder: Path) -> dict[str, set[str]]:
    """Return the names in the folder's list with their hashes. Raise Failed if it is damaged."""
    found: dict[str, set[str]] = {}
    path = folder / MADE
    if not os.path.lexists(path):
        return found
    damaged = f"{shown(str(path))}: not a list of this command"
    if path.is_symlink():
        raise Failed(damaged)
    try:
        lines = read_text(path, LIST).splitlines()
    except FileError as error:
        raise Failed(f"{damaged}: {error}") from error
    for number, line in enumerate(lines, 1):
        match = re.fullmatch(r"([0-9a-f]{64})  ([^\\:]+)", line)
        if match is None or not {"", ".", ".."}.isdisjoint(match[2].split("/")):
            raise Failed(f"{damaged}: line {number}")
        found.setdefault(match[2], set()).add(match[1])
    return found


def _put_list(folder: Path, listed: dict[str, set[str]]) -> None:
    lines = [f"{each}  {name}\n" for name in sorted(listed) for each in sorted(listed[name])]
    put(folder / MADE, "".join(lines).encode())
