# SPDX-License-Identifier: MIT
"""UF2, the format of firmware images: reading and checking.

A file is a sequence of blocks of 512 bytes. Each has up to 476 bytes of data, their address, the
number of the block, the number of all blocks, and the family of the chips. Format:
https://github.com/microsoft/uf2
"""

import struct
from pathlib import Path

from host_tools.usage import BuildError

FLASH_START = 0x10000000
"""Address of the flash in the memory of an RP2040 or RP2350."""

FAMILIES = {"RP2040": 0xE48BFF56, "RP2350": 0xE48BFF59}
"""The family of each chip for which images are built.

The RP2350 uses that of its Arm cores in the secure state, in which the boot ROM starts an image.
"""

_MARKS = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
_BLOCK = 512
_MOST = 476
_HAS_FAMILY = 0x2000

_INFO = struct.pack("<I", 0x7188EBF2)
_BLOCK_DEVICE = (7, int.from_bytes(b"MP", "little"))
"""The mark before the binary info, and the type and tag of the entry for MicroPython's files."""


def read(
    path: str | Path, chip: str = "RP2040", size: int | None = None
) -> list[tuple[int, bytes]]:
    """Return the pieces of an image for this chip, as (offset in the flash, bytes).

    `size` is the size of the flash in bytes, the limit for the image; None: unknown. Raises
    BuildError if a file is missing, not UF2, truncated, damaged, for another chip or too large.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BuildError(f"{path}: {error.strerror}") from error
    count, rest = divmod(len(data), _BLOCK)
    if rest or not count:
        raise BuildError(f"{path}: not a UF2 image ({len(data)} bytes, not whole blocks)")
    family = FAMILIES[chip]
    pieces = []
    for number in range(count):
        block = data[_BLOCK * number : _BLOCK * (number + 1)]
        mark0, mark1, flags, address, length, index, total, its = struct.unpack_from("<8I", block)
        (mark2,) = struct.unpack_from("<I", block, _BLOCK - 4)
        if (mark0, mark1, mark2) != _MARKS:
            raise BuildError(f"{path}: not a UF2 image (block {number} has no UF2 marks)")
        if (index, total) != (number, count) or length > _MOST:
            raise BuildError(
                f"{path}: damaged UF2 image (block {number} of {count} says {index} of {total})"
            )
        if not flags & _HAS_FAMILY or its != family:
            raise BuildError(
                f"{path}: a UF2 image for another chip (family {its:#x}, not {family:#x})"
            )
        offset = address - FLASH_START
        if offset < 0 or (size is not None and offset + length > size):
            raise BuildError(f"{path}: does not fit into the flash (address {address:#010x})")
        pieces.append((offset, block[32 : 32 + length]))
    return pieces


def files(flash: bytes | bytearray) -> tuple[int, int] | None:
    """Return offset and size in bytes of MicroPython's files in this flash; None if unknown.

    The method is picotool's: MicroPython adds an entry for a block device to the SDK's binary info
    (pico-sdk, pico/binary_info/structure.h).
    """
    at = flash.find(_INFO, 0, 4096)
    if at < 0:
        return None
    start, end = struct.unpack_from("<2I", flash, at + 4)
    for entry in range(start - FLASH_START, end - FLASH_START, 4):
        (where,) = struct.unpack_from("<I", flash, entry)
        kind, tag, _, address, size = struct.unpack_from("<2H3I", flash, where - FLASH_START)
        if (kind, tag) == _BLOCK_DEVICE:
            return address - FLASH_START, size
    return None


def chip(path: str | Path) -> str:
    """Return the chip of an image, by its first block; "RP2040" if the block does not say.

    Raises BuildError for an unreadable file; `read` reports its other faults.
    """
    try:
        with Path(path).open("rb") as file:
            head = file.read(32)
    except OSError as error:
        raise BuildError(f"{path}: {error.strerror}") from error
    family = head[28:]
    for name, number in FAMILIES.items():
        if family == number.to_bytes(4, "little"):
            return name
    return "RP2040"


def payload(data: bytes) -> bytes:
    """Return the joined data of the blocks of a valid image."""
    parts = []
    for start in range(0, len(data), _BLOCK):
        (length,) = struct.unpack_from("<I", data, start + 16)
        parts.append(data[start + 32 : start + 32 + length])
    return b"".join(parts)


def patched(data: bytes, place: int, new: bytes) -> bytes:
    """Return a valid image with the bytes `new` at `place` of its payload."""
    changed = bytearray(data)
    begin = 0
    for start in range(0, len(data), _BLOCK):
        (length,) = struct.unpack_from("<I", data, start + 16)
        for at in range(max(place, begin), min(place + len(new), begin + length)):
            changed[start + 32 + at - begin] = new[at - place]
        begin += length
    return bytes(changed)
