# SPDX-License-Identifier: MIT
"""The flash of a board: its size, and images of MicroPython's littlefs in it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from host_tools.build import uf2
from host_tools.emulator.errors import PicoError
from host_tools.usage import DOCTOR, SETUP

FLASH_SIZE = 2 * 1024 * 1024
"""Bytes of flash of a Pico."""
FLASH_SIZES = {"RP2040": FLASH_SIZE, "RP2350": 2 * FLASH_SIZE}
"""Bytes of flash of the emulated board with each chip."""
BLOCK_SIZE = 4096
FILESYSTEM_OFFSET = 1024 * 1024
"""Offset of the files in our image for the Pico."""
STOCK_OFFSET = 0xA0000
"""Offset of the files in stock MicroPython, and in our smaller images of the past."""
SIZES = (FLASH_SIZE - FILESYSTEM_OFFSET, FLASH_SIZE - STOCK_OFFSET)
"""Bytes of a filesystem at the present offset and at the old one."""


def files_begin(flash: bytes | bytearray) -> int:
    """Return the offset of the files in this flash; our own image's if it does not say."""
    found = uf2.files(flash)
    return FILESYSTEM_OFFSET if found is None else found[0]


def is_filesystem(image: bytes) -> bool:
    """Whether an image is of this board's files, or erased: a littlefs has its name near the
    beginning of its first two blocks, of which one is written at a time."""
    named = any(image[at + 8 : at + 16] == b"littlefs" for at in (0, BLOCK_SIZE))
    return named or not image.strip(b"\xff")


def _littlefs(image: bytes | None, size: int = 0) -> Any:
    """Return the littlefs in an image, or a new one of `size` bytes.

    It has the parameters of MicroPython's rp2 port."""
    try:
        import littlefs
    except ImportError:
        raise PicoError(f"the emulated Pico needs littlefs-python ({SETUP}); {DOCTOR}") from None
    size = size if image is None else len(image)
    if size % BLOCK_SIZE or not 2 <= size // BLOCK_SIZE <= max(FLASH_SIZES.values()) // BLOCK_SIZE:
        raise PicoError(
            f"a filesystem image has whole blocks of {BLOCK_SIZE} bytes, this one has {size}"
        )
    context = littlefs.UserContext(size)
    filesystem = littlefs.LittleFS(
        context, mount=False, block_size=BLOCK_SIZE, block_count=size // BLOCK_SIZE,
        block_cycles=100, read_size=32, prog_size=256, cache_size=1024, lookahead_size=32,
    )  # fmt: skip
    if image is None:
        filesystem.format()
    else:
        context.buffer[:] = image
    try:
        filesystem.mount()
    except littlefs.LittleFSError as error:
        raise PicoError(f"the image holds no filesystem: {error}") from error
    return filesystem


def make_filesystem(files: Mapping[str, bytes], size: int = SIZES[0]) -> bytes:
    """Make an image of the flash filesystem with these files, by path ("main.py", "lib/x.mpy").

    `size` is in bytes, by default that of a Pico. Raises PicoError if the files do not fit or a
    path is invalid.
    """
    filesystem = _littlefs(None, size)
    from littlefs import LittleFSError

    for path, content in files.items():
        try:
            folder = path.strip("/").rpartition("/")[0]
            if folder:
                filesystem.makedirs(folder, exist_ok=True)
            with filesystem.open(path, "wb") as file:
                file.write(content)
        except (LittleFSError, OSError) as error:
            raise PicoError(f"cannot put {path} into the filesystem image: {error}") from error
    filesystem.unmount()
    return bytes(filesystem.context.buffer)


def read_filesystem(image: bytes) -> dict[str, bytes]:
    """Return the files in an image, by path. Raises PicoError if it holds no filesystem."""
    filesystem = _littlefs(image)
    files = {}
    for folder, _, names in filesystem.walk("/"):
        for name in names:
            path = f"{folder.strip('/')}/{name}".strip("/")
            with filesystem.open(path, "rb") as file:
                files[path] = bytes(file.read())
    return files


def resized(image: bytes, size: int) -> bytes:
    """Return an image of `size` bytes with the same files. Raises PicoError if they do not fit."""
    return image if len(image) == size else make_filesystem(read_filesystem(image), size)


def without(image: bytes, name: str) -> bytes:
    """Return the image without the file `name`, whether or not it was there.

    The removal alone repairs the effect of a power cut during a rename: until its next change,
    littlefs does not find the file that follows the moved one.
    """
    filesystem = _littlefs(image)
    with contextlib.suppress(FileNotFoundError):
        filesystem.remove(name)
    return bytes(filesystem.context.buffer)
