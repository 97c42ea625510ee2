# SPDX-License-Identifier: MIT
"""Reader for a panel: the characters of a text row, and which of them are inverse."""

import re

from host_tools.build import fonts
from host_tools.emulator.ssd1306 import SSD1306
from teletype.fonts import fixed, icons
from teletype.handheld.drawing.glyphs import encode
from teletype.programs import catalogue

Size = tuple[int, int]
"""Pixels of a panel: width and height."""

SIZES: tuple[Size, ...] = ((128, 64), (128, 32), (72, 40))
"""The panels for which every screen is made."""

_MARGIN = 1
_BEHIND = 11
"""Column where the text begins after an icon."""
EDGE = b"\x00\x66\x66\x00\x55\x00"
"""The left edge of the paper, which has holes; the text is between the edges."""

ICONS = [icons.GLYPHS[at : at + icons.WIDTH] for at in range(0, len(icons.GLYPHS), icons.WIDTH)]
ICONS += [bytes(catalogue.icon(name) or b"") for name in catalogue.NAMES]
GLYPHS: dict[bytes, str] = {}
for _index, _code in enumerate(fonts.code_points(fixed.CODES)):
    _glyph = bytes(fixed.GLYPHS[_index * fixed.WIDTH : (_index + 1) * fixed.WIDTH])
    GLYPHS.setdefault(_glyph, _code)  # of letters that look alike, the Latin one


def columns(panel: SSD1306, row: int) -> bytes:
    """Return a text row as a byte per column, bit 0 on top."""
    rows = panel.rows()[8 * row : 8 * row + 8]
    # a byte per pixel, 0 or 1: shifted by up to seven bits it stays within its byte
    total = sum(int.from_bytes(pixels, "big") << bit for bit, pixels in enumerate(rows))
    return total.to_bytes(panel.width, "big")


def icon(panel: SSD1306, row: int) -> int:
    """Return the number of the icon at the left of a row, 0 for the plain one, -1 for none."""
    return _icon(columns(panel, row))


def _icon(line: bytes) -> int:
    cell = line[_MARGIN : _MARGIN + icons.WIDTH]
    if cell in ICONS:
        return ICONS.index(cell)
    cell = bytes(byte ^ 255 for byte in cell)
    return ICONS.index(cell) if cell in ICONS else -1


def read(panel: SSD1306, row: int) -> tuple[str, str]:
    """Return the text of a row (`?` for unknown characters), and the inverse part of it."""
    line = columns(panel, row)
    text = inverse = ""
    begin, end = _MARGIN, panel.width
    if _icon(line) >= 0:
        begin = _BEHIND
    if line.startswith(EDGE):
        begin, end = len(EDGE), end - len(EDGE)
    for x in range(begin, end - fixed.WIDTH + 1, fixed.WIDTH):
        cell = line[x : x + fixed.WIDTH]
        # the pixel column before inverse text is lit; it belongs to the gap of the previous cell
        char = GLYPHS.get(cell) or GLYPHS.get(cell[:-1] + b"\0")
        if char is None:
            dark = bytes(byte ^ 255 for byte in cell)
            char = GLYPHS.get(dark) or GLYPHS.get(dark[:-1] + b"\0")  # the gap before a scroll bar
            inverse += char or ""
        char = char or "?"
        text += char
    return text.rstrip(), inverse


def text(panel: SSD1306, row: int) -> str:
    """Return the text of a row; in the last row without the blinking sign ◊ or its place."""
    found = read(panel, row)[0]
    return found[1:] if row == panel.height // 8 - 1 and found[:1] in ("◊", " ") else found


def unsigned(panel: SSD1306) -> bytes:
    """Return all pixels, with the place of the blinking sign ◊ dark."""
    rows = [bytearray(row) for row in panel.rows()]
    for row in rows[-8:]:
        row[_MARGIN : _MARGIN + fixed.WIDTH] = bytes(fixed.WIDTH)
    return b"".join(rows)


def hint(panel: SSD1306) -> str:
    """Return the button hints of the last row, with two blanks for each gap."""
    return re.sub(" {2,}", "  ", text(panel, panel.height // 8 - 1))


def texts(panel: SSD1306) -> list[str]:
    """Return the text of every row."""
    return [text(panel, row) for row in range(panel.height // 8)]


class Halved:
    """A panel with larger text, to be read as one with half the rows."""

    def __init__(self, panel: SSD1306) -> None:
        rows = panel.rows()
        assert rows[::2] == rows[1::2], "each row of pixels is doubled"
        self._rows = rows[::2]
        self.width, self.height = panel.width, panel.height // 2

    def rows(self) -> list[bytes]:
        """Return every second row of pixels."""
        return [bytes(row) for row in self._rows]


def seen(text: str) -> str:
    """Return a text as `read` returns it: with the Latin one of letters that look alike."""
    width = fixed.WIDTH
    glyphs = [glyph * width for glyph in encode(text)]
    return "".join(GLYPHS[bytes(fixed.GLYPHS[at : at + width])] for at in glyphs)
