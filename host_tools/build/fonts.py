# SPDX-License-Identifier: MIT
"""Builds the firmware's glyphs from free bitmap fonts.

    python3 -m host_tools fonts [--fixed 5x8.pcf.gz] [--misaki misaki_gothic.ttf]

The paper and the device's own texts are set in the X.org misc-fixed face 5x8 (Debian package
`xfonts-base`; its licence line reads "Public domain font. Share and enjoy."), Japanese in the 8x8
face Misaki Gothic by Num Kadoma (Debian package `fonts-misaki`; free to use, copy and
distribute, with or without modification). Without the options the files come from the folders of
these packages. Only the characters that the programs and the device print are included. If a text
needs a missing one, no image is built (`host_tools.build.text_check`).

Each result, a module of `firmware/fonts`, holds the characters in code point order and, for each,
`WIDTH` bytes: one byte per column, bit 0 on top, as the SSD1306 stores a page.

PCF is X's compiled font format; its tables are read according to the X.org description of the
format.
"""

import gzip
import struct
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path

from host_tools import paths
from host_tools.build import text_check
from host_tools.usage import Parser

FONTS = paths.FIRMWARE / "teletype/fonts"

FIXED = Path("/usr/share/fonts/X11/misc/5x8.pcf.gz")
MISAKI = Path("/usr/share/fonts/truetype/misaki/misaki_gothic.ttf")
"""FIXED and MISAKI: the two font files of Debian's packages."""

FIRST_WIDE = "\u3000"
"""First character that uses Misaki."""

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

METRICS, BITMAPS, ENCODINGS = 1 << 2, 1 << 3, 1 << 5


class FontError(Exception):
    """The font file is unusable; the message says why."""


def used() -> set[str]:
    """Return the characters of the code's texts, and of every language's."""
    texts = (*text_check.printed(paths.FIRMWARE), *text_check.told(paths.FIRMWARE))
    return {char for _, text in texts for char in text if char >= " "}


def characters(also: str = "") -> str:
    """Return every character set in misc-fixed, in code point order.

    These are printable ASCII, the Russian alphabet, the signs that the machines of the time
    printed, the other characters of the texts, and those of `also`.
    """
    ascii_ = {chr(code) for code in range(0x20, 0x7F)}
    russian = {chr(code) for code in range(0x410, 0x450)} | set("Ёё")
    signs = set("«»—–·×¬→↔∨◊°±≤≥…↑↓←↵▲▼◄►■□")
    others = {char for char in used() | set(also) if " " <= char < FIRST_WIDE}
    return "".join(sorted(ascii_ | russian | signs | others))


def read_pcf(data: bytes) -> dict[int, list[int]]:
    """Return the glyphs of a PCF font by code point: rows from top to bottom, bit 7 leftmost.

    Raises FontError for a file that is not PCF, is cut short or holds glyphs of several sizes.
    """
    try:
        return _read_pcf(data)
    except struct.error as error:
        raise FontError(f"the font file is cut short or damaged ({error})") from error


def _read_pcf(data: bytes) -> dict[int, list[int]]:
    if data[:4] != b"\x01fcp":
        raise FontError("not a PCF font (its first four bytes are not 01 66 63 70)")
    tables = {}
    for number in range(struct.unpack_from("<I", data, 4)[0]):
        kind, form, _size, offset = struct.unpack_from("<4I", data, 8 + 16 * number)
        tables[kind] = (form, offset)

    def order(kind: int) -> tuple[int, int, str]:
        if kind not in tables:
            raise FontError(f"the font has no table of kind {kind}")
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
        raise FontError("the font's bitmaps have the rightmost pixel first; not supported")

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
                raise FontError("the font is wider than 8 pixels")
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


def fixed_glyphs(data: bytes, wanted: str) -> dict[str, bytes]:
    """Return each character's columns in misc-fixed; FontError names missing glyphs."""
    glyphs = read_pcf(data)
    _complain(char for char in wanted if ord(char) not in glyphs and char not in REDRAWN)
    return {char: REDRAWN.get(char) or columns(glyphs[ord(char)], 5) for char in wanted}


def misaki_glyphs(path: Path, wanted: str) -> dict[str, bytes]:
    """Return each character's columns in Misaki; FontError names missing glyphs."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.truetype(path, 8)
    blank = font.getmask("\U0010ffff", mode="1")
    glyphs = {}
    for char in wanted:
        image = Image.new("1", (8, 8))
        draw = ImageDraw.Draw(image)
        draw.fontmode = "1"
        draw.text((0, 0), char, font=font, fill=1)
        rows = list(image.tobytes())
        if bytes(font.getmask(char, mode="1")) != bytes(blank):
            glyphs[char] = columns(rows, 8)
    _complain(char for char in wanted if char not in glyphs)
    return glyphs


def _complain(missing: Iterable[str]) -> None:
    names = ", ".join(f"{char} (U+{ord(char):04X})" for char in missing)
    if names:
        raise FontError(f"the font has no glyph for {names}")


def code_points(codes: bytes) -> str:
    """Return the characters of a font module's `CODES`, in their order."""
    return codes.decode("utf-16-be")


def module(glyphs: dict[str, bytes], font: str) -> str:
    """Return the source text of a module of `firmware/fonts`."""
    width = len(next(iter(glyphs.values())))
    lines = [
        "# SPDX-License-Identifier: MIT",
        f'"""Glyphs of {font}: what the device can show.',
        "",
        "Made by `python3 -m host_tools fonts`; do not edit. `CODES` are the code points in",
        "rising order, two bytes for each; `GLYPHS` holds `WIDTH` bytes for each: a byte a",
        "column, bit 0 on top.",
        '"""',
        "",
        f"WIDTH = {width}",
        "CODES = (",
    ]
    codes = [f"\\x{ord(char) >> 8:02x}\\x{ord(char) & 255:02x}" for char in glyphs]
    for at in range(0, len(codes), 11):
        lines.append(f'    b"{"".join(codes[at : at + 11])}"')
    lines += [")", "GLYPHS = ("]
    for char, data in glyphs.items():
        text = "".join(f"\\x{byte:02x}" for byte in data)
        lines.append(f'    b"{text}"  # {char}'.rstrip())
    lines += [")", ""]
    return "\n".join(lines)


def wide_characters(also: str = "") -> str:
    """Return the characters of the texts and of `also` set in Misaki, in code point order."""
    return "".join(sorted(char for char in used() | set(also) if char >= FIRST_WIDE))


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools fonts",
        description="Generate the firmware's glyphs from font files.",
        example="--also uk.po",
    )
    parser.add_argument("--fixed", type=Path, default=FIXED, help="misc-fixed 5x8, .pcf[.gz]")
    parser.add_argument("--misaki", type=Path, default=MISAKI, help="misaki_gothic.ttf")
    parser.add_argument(
        "--also", type=Path, metavar="FILE", help="include the characters of this .po file"
    )
    options = parser.parse_args(argv)
    for font, package in ((options.fixed, "xfonts-base"), (options.misaki, "fonts-misaki")):
        if not font.is_file():
            print(f"fonts: no file {font} (Debian's package {package} has it)", file=sys.stderr)
            return 1
    try:
        data = options.fixed.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        also = options.also.read_text(encoding="utf-8") if options.also else ""
        narrow = fixed_glyphs(data, characters(also))
        wide = misaki_glyphs(options.misaki, wide_characters(also))
        for name, glyphs, font in (
            ("fixed.py", narrow, "X.org misc-fixed 5x8 (public domain)"),
            ("misaki.py", wide, "Misaki Gothic 8x8 (Num Kadoma, free)"),
        ):
            (FONTS / name).write_text(module(glyphs, font), encoding="utf-8")
    except (OSError, EOFError, UnicodeError, zlib.error, FontError) as error:
        print(f"fonts: {error}", file=sys.stderr)
        return 1
    return 0
