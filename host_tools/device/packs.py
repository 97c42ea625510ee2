# SPDX-License-Identifier: MIT
"""The modules of a firmware as a few files, one for each folder.

A filesystem of 4 KiB blocks gives each file a block of its own and each folder two: 250 modules
take a megabyte. Packed and compressed, they take half a megabyte. The modules of a folder such as
`teletype/handheld` are in the file `teletype.handheld.pack`, those of the root in `root.pack`; an
update sends the packs that have changed. `firmware/main.py` reads them. A pack consists of
(numbers have the low byte first):

    count of records, in 2 bytes
    for the folder and each module 8 bytes: CRC-32 of its path; its offset, 0 for the folder
    the modules, compressed by deflate
    the paths in the order of the records, each with a line end

zlib's bytes may differ between its versions; their contents do not.
"""

import struct
import zlib

from host_tools.files import Files

END = ".pack"
ROOT = "root"
MAIN = "main.py"
COUNT = struct.Struct("<H")
RECORD = struct.Struct("<II")

WINDOW = 10
"""Binary logarithm of the compression window: memory that the board needs."""

MOST = 1 << 24
"""The limit of a pack's bytes; the board keeps the pack's number in the byte above."""


def packed(files: Files) -> Files:
    """Return the packs of these modules by file name; `main.py`, which reads them, stays."""
    folders: dict[str, Files] = {}
    for path, data in files.items():
        if path != MAIN:
            folders.setdefault(path.rpartition("/")[0], {})[path] = data
    paths = [*files, *folders]
    if len({zlib.crc32(path.encode()) for path in paths}) < len(paths):
        raise ValueError("two paths of the firmware have the same CRC-32: rename one")
    made = {
        (folder.replace("/", ".") or ROOT) + END: _pack(folder, modules)
        for folder, modules in folders.items()
    }
    return made | {name: data for name, data in files.items() if name == MAIN}


def deflated(data: bytes) -> bytes:
    """Return the data compressed for a board: a bare deflate stream with a small window."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -WINDOW, 9)
    return packer.compress(data) + packer.flush()


def _pack(folder: str, modules: Files) -> bytes:
    """Return the pack of one folder."""
    paths = sorted(modules)
    records = [RECORD.pack(zlib.crc32(folder.encode()), 0)]
    body = b""
    start = COUNT.size + RECORD.size * (len(paths) + 1)
    for path in paths:
        records.append(RECORD.pack(zlib.crc32(path.encode()), start + len(body)))
        body += deflated(modules[path])
    names = "".join(f"{name}\n" for name in (folder, *paths)).encode()
    whole = COUNT.pack(len(records)) + b"".join(records) + body + names
    if len(whole) >= MOST:
        raise ValueError(f"{folder}: its modules take more than a pack can hold")
    return whole


def unpacked(files: Files) -> Files:
    """Return the modules in these packs by path, and every other file as it is.

    Raise ValueError if a pack is damaged.
    """
    found = {name: data for name, data in files.items() if not name.endswith(END)}
    for name in files.keys() - found.keys():
        try:
            found |= _modules(files[name])
        except (struct.error, zlib.error, ValueError) as error:
            raise ValueError(f"{name}: damaged: {error}") from error
    return found


def _modules(data: bytes) -> Files:
    """Return the modules in a pack by path."""
    (count,) = COUNT.unpack_from(data)
    records = [RECORD.unpack_from(data, COUNT.size + RECORD.size * at) for at in range(count)]
    modules, rest = [], b""
    for _, begin in records[1:]:
        unpacker = zlib.decompressobj(-WINDOW)
        modules.append(unpacker.decompress(data[begin:]))
        rest = unpacker.unused_data
    names = rest.decode().split("\n")[:-1]
    if [zlib.crc32(name.encode()) for name in names] != [crc for crc, _ in records]:
        raise ValueError("its paths differ from their CRC-32")
    return dict(zip(names[1:], modules, strict=True))
