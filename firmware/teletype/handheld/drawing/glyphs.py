# SPDX-License-Identifier: MIT
"""Texts as glyph numbers of the device's font, as the panel draws them.

A narrow character is one byte, a wide one, for Japanese, two: the first is `LEAD` or more.
"""

from teletype import fonts as font
from teletype.core import paper

COLUMN = font.WIDTH
"""Pixels a narrow character takes on the panel; glyphs carry their own gap on the right."""

WIDE = 8
"""Pixels of a wide character."""

LEAD = 0xF0
"""`LEAD` + number // 256 and number % 256 are the two bytes of a wide glyph (`drivers.panel`)."""

MARGIN = 1
"""Pixels left of the first column."""

BLANK = 0
ZERO = 16
MINUS = 13
"""Glyph numbers of ASCII characters are their code less 32."""

_FIRST_WIDE = 0x3000
_LACKS = 0x25A1  # □


def _find(codes, code):
    """The place of a code point in `codes`, two bytes for each in rising order; else -1."""
    low = 0
    high = len(codes) // 2
    while low < high:
        middle = (low + high) // 2
        if codes[2 * middle] << 8 | codes[2 * middle + 1] < code:
            low = middle + 1
        else:
            high = middle
    if 2 * low < len(codes) and codes[2 * low] << 8 | codes[2 * low + 1] == code:
        return low
    return -1


def number(code):
    """The narrow glyph of a code point; the glyph of `□` for one that the font lacks."""
    if 0x20 <= code < 0x7F:
        return code - 0x20
    found = _find(font.CODES, code)
    return found if found >= 0 else number(_LACKS)


def wide(code):
    """The wide glyph of a code point; -1 if it is not one of those."""
    return _find(font.WIDE_CODES, code) if code >= _FIRST_WIDE else -1


def advance(code):
    """Pixels that a code point takes."""
    return COLUMN if wide(code) < 0 else WIDE


def width(text):
    """Pixels that a text takes."""
    return sum([advance(code) for code in paper.codes(text)])


def rows(text, pixels):
    """The rows of a text that is `pixels` wide at most, as `core.paper.wrap` gives them."""
    return paper.wrap(text, pixels, advance)


def fitted(text, pixels):
    """A text without the blanks that set it in columns, if that makes one row of it."""
    if "  " in text and width(text) > pixels:
        narrow = " ".join(text.split())
        if width(narrow) <= pixels:
            return narrow
    return text


def encode(text):
    """The glyph numbers of a text."""
    codes = []
    for code in paper.codes(text):
        glyph = wide(code)
        if glyph < 0:
            codes.append(number(code))
        else:
            codes.append(LEAD | glyph >> 8)
            codes.append(glyph & 0xFF)
    return bytes(codes)


def place(text, index):
    """The byte of `encode(text)` at which the character `index` stands."""
    return len(encode(text[:index]))


def extent(codes, first, count):
    """Pixels that `codes[first:][:count]` take."""
    pixels = 0
    last = first + count
    while first < last:
        if codes[first] < LEAD:
            pixels += COLUMN
        else:
            pixels += WIDE
            first += 1
        first += 1
    return pixels


def draw_text(panel, row, x, text, invert=0):
    """Draws a text; returns the pixel column behind it."""
    codes = encode(text)
    return panel.draw(row, x, codes, 0, len(codes), font, invert)
