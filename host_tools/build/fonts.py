# SPDX-License-Identifier: MIT
"""Reads two free bitmap fonts into the files from which a firmware's glyphs are chosen.

    python3 -m host_tools lab fonts [--fixed 5x8.pcf.gz] [--misaki misaki_gothic.ttf]

The paper and the device's own texts are set in the X.org misc-fixed face 5x8 (Debian package
`xfonts-base`; its licence line reads "Public domain font. Share and enjoy."), Japanese in the 8x8
face Misaki Gothic by Num Kadoma (Debian package `fonts-misaki`; free to use, copy and
distribute, with or without modification). Without the options the files come from the folders of
these packages. `host_tools.texts.glyphs` reads the results, and nobody else needs the fonts.

PCF is X's compiled font format; its tables are read according to the X.org description of the
format.
"""

import gzip
import struct
import zlib
from pathlib import Path

from host_tools import files, paths
from host_tools.texts import glyphs
from host_tools.usage import Failed, Parser

FIXED = Path("/usr/share/fonts/X11/misc/5x8.pcf.gz")
MISAKI = Path("/usr/share/fonts/truetype/misaki/misaki_gothic.ttf")
"""FIXED and MISAKI: the two font files of Debian's packages."""

KEPT = (range(0x20, 0x7F), range(0xA0, 0x600), range(0x1E00, 0x3000))
"""The code points of misc-fixed that are kept: Latin, Greek, Cyrillic, and signs."""

REDRAWN = {
    ".": bytes((0x00, 0x60, 0x60, 0x00, 0x00)),
    ",": bytes((0x00, 0xA0, 0x60, 0x00, 0x00)),
    ":": bytes((0x00, 0x36, 0x36, 0x00, 0x00)),
    ";": bytes((0x00, 0xB6, 0x76, 0x00, 0x00)),
    "★": bytes((0x08, 0x38, 0x1E, 0x38, 0x08)),
    "ф": bytes((0x30, 0x48, 0xFC, 0x48, 0x30)),
}
"""Our own columns: for signs that misc-fixed draws as small crosses, easily taken for a plus; for
a letter that it draws as a thorn; and for a star, which it lacks."""

FOLDER = Path(glyphs.__file__).parent
"""Where the results go."""

METRICS, BITMAPS, ENCODINGS = 1 << 2, 1 << 3, 1 << 5


def characters() -> str:
    """Return the characters of this firmware in misc-fixed, in code point order."""
    return glyphs.chosen(glyphs.used(paths.FIRMWARE))[0]


def wide_characters() -> str:
    """Return the characters of this firmware in Misaki, in code point order."""
    return glyphs.chosen(glyphs.used(paths.FIRMWARE))[1]


def read_pcf(data: bytes) -> dict[int, list[int]]:
    """Return the glyphs of a PCF font by code point: rows from top to bottom, bit 7 leftmost.

    Raises Failed for a file that is not PCF, is cut short or holds glyphs of several sizes.
    """
    try:
        return _read_pcf(data)
    except struct.error as error:
        raise Failed(f"the font file is cut short or damaged ({error})") from error


def _read_pcf(data: bytes) -> dict[int, list[int]]:
    if data[:4] != b"\x01fcp":
        raise Failed("not a PCF font (its first four bytes are not 01 66 63 70)")
    tables = {}
    for number in range(struct.unpack_from("<I", data, 4)[0]):
        kind, form, _size, offset = struct.unpack_from("<4I", data, 8 + 16 * number)
        tables[kind] = (form, offset)

    def order(kind: int) -> tuple[int, int, str]:
        if kind not in tables:
            raise Failed(f"the font has no table of kind {kind}")
        form, offset = tables[kind]
        return form, offset + 4, ">" if form & 4 else "<"

    form, at, end = order(METRICS)
    metrics = []
    if form & 0x100:  # compressed: five bytes a glyph, biased by 0x80
        for number in range(struct.unpack_from(end + "H", data, at)[0]):
            left, right, _width, up, down = data[at + 2 + 5 * number : at + 7 + 5 * number]
            metrics.append((left - 128, right - 128, up - 128, down - 128))
    else:
        for number in range(struct.unpack_from(end + "I", data, at)[0]):
            left, right, _width, up, down, _ = struct.unpack_from(
                end + "6h", data, at + 4 + 12 * number
            )
            metrics.append((left, right, up, down))
    ascent = max(up for _, _, up, _ in metrics)

    form, at, end = order(BITMAPS)
    count = struct.unpack_from(end + "I", data, at)[0]
    offsets = struct.unpack_from(f"{end}{count}I", data, at + 4)
    start = at + 4 + 4 * count + 16
    pad = 1 << (form & 3)
    if not form & 8:
        raise Failed("the font's bitmaps have the rightmost pixel first; not supported")

    form, at, end = order(ENCODINGS)
    low2, high2, low1, high1, _default = struct.unpack_from(end + "5H", data, at)
    glyphs = {}
    for row in range(low1, high1 + 1):
        for column in range(low2, high2 + 1):
            index = (row - low1) * (high2 - low2 + 1) + column - low2
            (glyph,) = struct.unpack_from(end + "H", data, at + 10 + 2 * index)
            if glyph == 0xFFFF:
                continue
            left, right, up, down = metrics[glyph]
            if right - left > 8:
                raise Failed("the font is wider than 8 pixels")
            rows = [0] * (ascent - up)
            for line in range(up + down):
                rows.append(data[start + offsets[glyph] + line * pad] >> max(left, 0))
            glyphs[row << 8 | column] = rows
    return glyphs


def columns(rows: list[int], width: int) -> bytes:
    """Return one glyph as `width` bytes, one per column, bit 0 on top."""
    return bytes(
        sum((row >> (7 - x) & 1) << y for y, row in enumerate(rows[:8])) for x in range(width)
    )


def fixed_glyphs(data: bytes) -> dict[str, bytes]:
    """Return the columns of the characters of misc-fixed that are kept."""
    found = {char: columns(rows, 5) for char, rows in _characters(read_pcf(data)).items()}
    if not found:
        raise Failed("the font has none of the characters that are kept")
    return dict(sorted((found | REDRAWN).items()))


def _characters(rows: dict[int, list[int]]) -> dict[str, list[int]]:
    return {chr(code): rows[code] for kept in KEPT for code in kept if code in rows}


def misaki_glyphs(path: Path) -> dict[str, bytes]:
    """Return the columns of each character of Misaki that stands in two columns of a terminal."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.truetype(path, 8)
    blank = bytes(font.getmask("\U0010ffff", mode="1"))
    found = {}
    for char in map(chr, range(ord(glyphs.FIRST_WIDE), 0x10000)):
        if 0xD800 <= ord(char) < 0xF900:
            continue
        if char != glyphs.FIRST_WIDE and bytes(font.getmask(char, mode="1")) in (blank, b""):
            continue
        image = Image.new("1", (8, 8))
        draw = ImageDraw.Draw(image)
        draw.fontmode = "1"
        draw.text((0, 0), char, font=font, fill=1)
        found[char] = columns(list(image.tobytes()), 8)
    return found


def code_points(codes: bytes) -> str:
    """Return the characters of a font module's `CODES`, in their order."""
    return codes.decode("utf-16-be")


def listed(found: dict[str, bytes], font: str) -> str:
    """Return the file of a font's glyphs."""
    lines = [
        f"{font}, by `python3 -m host_tools lab fonts`; a code point, and a byte for each column"
    ]
    lines += [f"{ord(char):04X}:{data.hex()}" for char, data in found.items()]
    return "\n".join(lines).replace(": ", " ") + "\n"


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools lab fonts",
        description="Read the font files from which the firmware's glyphs are chosen.",
        example="--fixed 5x8.pcf.gz",
    )
    parser.add_argument("--fixed", type=Path, default=FIXED, help="misc-fixed 5x8, .pcf[.gz]")
    parser.add_argument("--misaki", type=Path, default=MISAKI, help="misaki_gothic.ttf")
    options = parser.parse_args(argv)
    for font, package in ((options.fixed, "xfonts-base"), (options.misaki, "fonts-misaki")):
        if not font.is_file():
            raise Failed(f"no file {font} (Debian's package {package} has it)")
    try:
        data = options.fixed.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        narrow, wide = fixed_glyphs(data), misaki_glyphs(options.misaki)
    except (OSError, EOFError, zlib.error) as error:
        raise Failed(str(error)) from error
    for name, found, font in (
        ("fixed.hex", narrow, "X.org misc-fixed 5x8 (public domain)"),
        ("misaki.hex", wide, "Misaki Gothic 8x8 (Num Kadoma, free)"),
    ):
        files.put(FOLDER / name, listed(found, font).encode())
    return 0
