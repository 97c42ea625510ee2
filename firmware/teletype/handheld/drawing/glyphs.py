# SPDX-License-Identifier: MIT
"""Texts as glyph numbers of the device's font, as the panel draws them.

A narrow character is one byte, a wide one, for Japanese, two: the first is `LEAD` or more.
"""

from teletype import fonts as font
from teletype.core import paper

try:
    import micropython
    from micropython import const
except ImportError:  # plain Python, which measures texts before an image is built

    class micropython:  # type: ignore[no-redef]
        viper = staticmethod(lambda function: function)

    def const(value):  # type: ignore[misc]
        return value

    ptr8 = bytearray

COLUMN = font.WIDTH
"""Pixels of a narrow character on the panel; glyphs carry their own gap on the right."""

WIDE = const(8)
"""Pixels of a wide character."""

LEAD = const(0xFC)
"""`LEAD` + number // 256 and number % 256 are the two bytes of a wide glyph (`drivers.panel`)."""

MARGIN = 1
"""Pixels left of the first column."""

BLANK = 0
ZERO = 16
MINUS = 13
"""Glyph numbers of ASCII characters are their code less 32."""

_FIRST_WIDE = const(0x3000)
_LACKS = const(0x25A1)  # □


@micropython.viper
def _encode(
    glyphs: ptr8, text: ptr8, count: int, codes: ptr8, known: int, wides: ptr8, wide: int
) -> int:
    """Write the glyph numbers of `count` bytes of UTF-8 to `glyphs`; return their length, or -1 if
    there is a wide character and no wide glyph.

    `codes` and `wides`: the code points of the narrow and the wide glyphs, two bytes for each in
    rising order; `known` and `wide`: how many there are.
    """
    at = 0
    place = 0
    while place < count:
        code = int(text[place])
        place += 1
        if code >= 0xC0:
            more = 1
            if code >= 0xE0:
                more = 2
            if code >= 0xF0:
                more = 3
            code &= 0x3F >> more
            while more:
                code = code << 6 | int(text[place]) & 0x3F
                place += 1
                more -= 1
        if code >= 0x20 and code < 0x7F:
            glyphs[at] = code - 0x20
            at += 1
            continue
        if code >= _FIRST_WIDE:
            if wide == 0:
                return -1
            low = 0
            high = wide
            while low < high:
                middle = (low + high) >> 1
                if int(wides[2 * middle]) << 8 | int(wides[2 * middle + 1]) < code:
                    low = middle + 1
                else:
                    high = middle
            if low < wide and int(wides[2 * low]) << 8 | int(wides[2 * low + 1]) == code:
                glyphs[at] = LEAD | low >> 8
                glyphs[at + 1] = low & 0xFF
                at += 2
                continue
        while True:
            low = 0
            high = known
            while low < high:
                middle = (low + high) >> 1
                if int(codes[2 * middle]) << 8 | int(codes[2 * middle + 1]) < code:
                    low = middle + 1
                else:
                    high = middle
            if low < known and int(codes[2 * low]) << 8 | int(codes[2 * low + 1]) == code:
                break
            code = _LACKS
        glyphs[at] = low
        at += 1
    return at


@micropython.viper
def _pixels(glyphs: ptr8, first: int, last: int) -> int:
    """Return the pixels of the glyphs from byte `first` to before `last`."""
    narrow = int(COLUMN)
    pixels = 0
    while first < last:
        if glyphs[first] < LEAD:
            pixels += narrow
        else:
            pixels += WIDE
            first += 1
        first += 1
    return pixels


@micropython.viper
def _room(glyphs: ptr8, last: int, pixels: int) -> int:
    """Return how many of the glyphs before byte `last` fit on `pixels`."""
    narrow = int(COLUMN)
    count = 0
    first = 0
    while first < last:
        if glyphs[first] < LEAD:
            pixels -= narrow
        else:
            pixels -= WIDE
            first += 1
        if pixels < 0:
            break
        first += 1
        count += 1
    return count


def encode(text):
    """Return the glyph numbers of a text; that of `□` for a character that the font lacks."""
    data = text.encode()
    glyphs = bytearray(len(data))  # a character has no more glyph numbers than bytes
    count = _numbers(glyphs, data)
    if count < 0:
        font.widen()
        count = _numbers(glyphs, data)
    return bytes(glyphs[:count])


def _numbers(glyphs, data):
    """Write the glyph numbers of `data` to `glyphs`; return what `_encode` does."""
    codes = font.CODES
    wides = font.WIDE_CODES
    known, wide = len(codes) // 2, len(wides) // 2
    return _encode(glyphs, data, len(data), codes, known, wides, wide)  # type: ignore[arg-type]


def width(text):
    """Return the pixels that a text takes."""
    glyphs = encode(text)
    return _pixels(glyphs, 0, len(glyphs))


def _fitting(text, pixels):
    """Return how many characters of a text fit into `pixels`."""
    glyphs = encode(text)
    return _room(glyphs, len(glyphs), pixels)


def rows(text, pixels):
    """Return the rows of a text, `pixels` wide at most, as `core.paper.wrap` gives them."""
    return paper.wrap(text, pixels, _fitting)


def wrapped(text, pixels):
    """Return the rows of a text of the device as texts; a word that is too long is divided."""
    text = paper.divided(text, pixels // COLUMN)
    return [text[start:end] for start, end in rows(text, pixels)]


def fitted(text, pixels):
    """Remove the blanks between columns if the text then fits on one row."""
    if "  " in text and width(text) > pixels:
        narrow = " ".join(text.split())
        if width(narrow) <= pixels:
            return narrow
    return text


def place(text, index):
    """Return the byte of `encode(text)` at which the character `index` begins."""
    return len(encode(text[:index]))


def extent(codes, first, count):
    """Return the pixels that `codes[first:][:count]` take."""
    return _pixels(codes, first, first + count)


def draw_text(panel, row, x, text, invert=0):
    """Draw a text; return the pixel column after it."""
    codes = encode(text)
    return panel.draw(row, x, codes, 0, len(codes), font, invert)
