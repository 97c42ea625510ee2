# SPDX-License-Identifier: MIT
"""The flash of a board: its size, and images of the littlefs that MicroPython has in it."""

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
"""Where our image for the Pico keeps its files."""
STOCK_OFFSET = 0xA0000
"""Where stock MicroPython keeps them, and our images did before they had grown."""
SIZES = (FLASH_SIZE - FILESYSTEM_OFFSET, FLASH_SIZE - STOCK_OFFSET)
"""Bytes of a filesystem, now and in the old place."""


def files_begin(flash: bytes | bytearray) -> int:
    """Where the image in this flash keeps its files; as ours does, if it does not say so."""
    found = uf2.files(flash)
    return FILESYSTEM_OFFSET if found is None else found[0]


def _littlefs(image: bytes | None, size: int = 0) -> Any:
    """The littlefs in an image, or a new one of `size` bytes, with the parameters of MicroPython's
    rp2 port."""
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
    """An image of the flash filesystem with these files, by path ("main.py", "lib/x.mpy").

    `size`: its bytes, those of a Pico unless told. Raises PicoError when the files do not fit or a
    path is not possible.
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
    """The files in an image, by path. Raises PicoError when it holds no filesystem."""
    filesystem = _littlefs(image)
    files = {}
    for folder, _, names in filesystem.walk("/"):
        for name in names:
            path = f"{folder.strip('/')}/{name}".strip("/")
            with filesystem.open(path, "rb") as file:
                files[path] = bytes(file.read())
    return files


def resized(image: bytes, size: int) -> bytes:
    """An image of that size with the same files. Raises PicoError when they do not fit."""
    return image if len(image) == size else make_filesystem(read_filesystem(image), size)


def without(image: bytes, name: str) -> bytes:
    """The image after that file has been removed, if it was there.

    That alone mends what a power cut in a rename leaves: until its next change littlefs does not
    find the file that stands behind the one that was moved.
    """
    filesystem = _littlefs(image)
    with contextlib.suppress(FileNotFoundError):
        filesystem.remove(name)
    return bytes(filesystem.context.buffer)
