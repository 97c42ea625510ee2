# SPDX-License-Identifier: MIT
"""The flash of a Pico: its size, and images of the littlefs that MicroPython has in it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from host_tools.emulator.errors import PicoError
from host_tools.usage import DOCTOR

FLASH_SIZE = 2 * 1024 * 1024
BLOCK_SIZE = 4096
BLOCK_COUNT = 352
FILESYSTEM_OFFSET = FLASH_SIZE - BLOCK_COUNT * BLOCK_SIZE
"""Where MicroPython's littlefs begins in the flash of a Pico (0xA0000)."""


def _littlefs(image: bytes | None) -> Any:
    """The littlefs in an image, or a new one, with the parameters of MicroPython's rp2 port."""
    try:
        import littlefs
    except ImportError:
        raise PicoError(
            f"the emulated Pico needs littlefs-python (make setup); {DOCTOR}"
        ) from None
    if image is not None and len(image) != BLOCK_COUNT * BLOCK_SIZE:
        raise PicoError(
            f"a filesystem image has {BLOCK_COUNT * BLOCK_SIZE} bytes "
            f"({BLOCK_COUNT} blocks of {BLOCK_SIZE}), this one has {len(image)}"
        )
    context = littlefs.UserContext(BLOCK_COUNT * BLOCK_SIZE)
    filesystem = littlefs.LittleFS(
        context, mount=False, block_size=BLOCK_SIZE, block_count=BLOCK_COUNT, block_cycles=100,
        read_size=32, prog_size=256, cache_size=1024, lookahead_size=32,
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


def make_filesystem(files: Mapping[str, bytes]) -> bytes:
    """An image of the flash filesystem with these files, by path ("main.py", "lib/x.mpy").

    Raises PicoError when they do not fit or a path is not possible.
    """
    filesystem = _littlefs(None)
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


def without(image: bytes, name: str) -> bytes:
    """The image after that file has been removed, or looked for in vain.

    That alone mends what a power cut in a rename leaves: until its next change littlefs does not
    find the file that stands behind the one that was moved.
    """
    filesystem = _littlefs(image)
    with contextlib.suppress(FileNotFoundError):
        filesystem.remove(name)
    return bytes(filesystem.context.buffer)
