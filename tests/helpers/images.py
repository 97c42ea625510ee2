# SPDX-License-Identifier: MIT
"""Firmware images with a few instructions."""

import struct
from pathlib import Path


def tiny_uf2(
    path: Path,
    code: bytes,
    family: int = 0xE48BFF56,
    address: int = 0x10000000,
    number: int = 0,
    total: int = 1,
) -> Path:
    """Write a UF2 file of one block; the boot ROM copies its 256 bytes to SRAM and runs them."""
    header = struct.pack(
        "<8I", 0x0A324655, 0x9E5D5157, 0x2000, address, 256, number, total, family
    )
    path.write_bytes(header + code.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30))
    return path
