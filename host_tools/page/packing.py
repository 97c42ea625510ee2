# SPDX-License-Identifier: MIT
"""How the single-file page holds its content, in as few characters as possible.

boot.js reads the text of `packed`, and image.js the images in it. What else was tried is in
docs/notes/page.md.
"""

import lzma
import struct
from collections import defaultdict
from pathlib import Path

from host_tools.build import uf2
from host_tools.usage import BuildError

_LZMA2 = {"id": lzma.FILTER_LZMA2, "lc": 3, "lp": 1, "pb": 1, "preset": 9 | lzma.PRESET_EXTREME}
"""The settings that pack Thumb code best."""

_CHANGED = b"\0\r<"
"""Characters that cannot stand for themselves in a script element."""

_PAIRS = 0x100
"""The first character that stands for one of those and what follows it."""

_BODY = 256
"""Bytes of content in a UF2 block of our images."""

_PIECE, _ALIKE = 64, 12
"""Bytes of a new image that are looked up together, and that have to be the same."""


def packed(data: bytes) -> str:
    """Return bytes as text for a script element: XZ, seven bits a character (`sevens`)."""
    return sevens(lzma.compress(data, lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=[_LZMA2]))


def sevens(data: bytes) -> str:
    """Return bytes as the text that boot.js reads: an ASCII character for every seven bits.

    HTML changes NUL and CR, and < has a meaning in it. For one of these and the seven bits after
    it stands a character of two bytes, so nothing is lost; for one at the end a character alone.
    """
    groups = []
    held = bits = 0
    for byte in data:
        held, bits = held << 8 | byte, bits + 8
        while bits >= 7:
            bits -= 7
            groups.append(held >> bits)
            held &= (1 << bits) - 1
    if bits:
        groups.append(held << 7 - bits)
    text = []
    left = iter(groups)
    for group in left:
        if group not in _CHANGED:
            text.append(chr(group))
            continue
        at = _CHANGED.index(group)
        following = next(left, None)
        alone = 128 * len(_CHANGED) + at
        text.append(chr(_PAIRS + (alone if following is None else 128 * at + following)))
    return "".join(text)


def flat(path: Path, chip: str) -> bytes:
    """Return the content of a UF2 file; the page makes the heads of its blocks again.

    Raises BuildError, also if its blocks are not full and one after the other.
    """
    pieces = uf2.read(path, chip)
    for number, (offset, data) in enumerate(pieces):
        if (offset, len(data)) != (_BODY * number, _BODY):
            raise BuildError(f"{path}: block {number} is not full or not in its place")
    return b"".join(data for _, data in pieces)


def absolute(code: bytes) -> bytes:
    """Return Thumb code with absolute addresses in its BL instructions, as XZ's filter does.

    Calls of one function are then the same bytes everywhere.
    """
    fast = {"id": lzma.FILTER_LZMA2, "preset": 0}
    thumb = [{"id": lzma.FILTER_ARMTHUMB}, fast]
    changed = lzma.compress(code, lzma.FORMAT_RAW, filters=thumb)
    return lzma.decompress(changed, lzma.FORMAT_RAW, filters=[fast])


def changes(old: bytes, new: bytes) -> bytes:
    """Return how to make `new` from `old`: mostly zeros if they are alike, an even distance apart.

    First the number of runs; then the length of each, and how far away its likeness in `old` is.
    Then the difference of each byte (after Percival, Naive differences of executable code, 2003).
    """
    places: dict[bytes, list[int]] = defaultdict(list)
    for at in range(0, len(old) - _ALIKE, 2):
        if len(same_bytes := places[old[at : at + _ALIKE]]) < 8:
            same_bytes.append(at)
    runs: list[list[int]] = []
    shift = 0
    for at in range(0, len(new), _PIECE):
        piece = new[at : at + _PIECE]
        same = _same(piece, old, at + shift)
        if same < len(piece) - 4:
            found = {
                place - step - at
                for step in range(0, len(piece) - _ALIKE, 2)
                for place in places.get(piece[step : step + _ALIKE], ())
            }
            for other in sorted(found):
                if (better := _same(piece, old, at + other)) > same + 3:
                    shift, same = other, better
        if runs and runs[-1][1] == shift:
            runs[-1][0] += len(piece)
        else:
            runs.append([len(piece), shift])
    differences = bytearray()
    for length, shift in runs:
        at = len(differences)
        likeness = old[at + shift : at + shift + length]
        likeness = likeness.ljust(length, b"\0")
        pairs = zip(new[at : at + length], likeness, strict=True)
        differences += bytes((one - other) & 255 for one, other in pairs)
    head = struct.pack(
        f"<{1 + 2 * len(runs)}i", len(runs), *(word for run in runs for word in run)
    )
    return head + differences


def _same(piece: bytes, old: bytes, at: int) -> int:
    """Return how many bytes of a piece are at a place of `old` too; -1 if that is outside."""
    if at < 0 or at + len(piece) > len(old):
        return -1
    return sum(map(int.__eq__, piece, old[at : at + len(piece)]))
