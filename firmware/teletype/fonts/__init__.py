# SPDX-License-Identifier: MIT
"""The device's font: narrow glyphs, and wide ones for Japanese.

The build makes `fixed` and `misaki` (`host_tools.texts.glyphs`); `icons` is a font by itself.
"""

from teletype.fonts.fixed import CODES, GLYPHS, WIDTH
from teletype.loading import load

_OWN = CODES, GLYPHS
"""The firmware's narrow glyphs: code points in rising order, two bytes each, and columns."""

MOST = 0xFC
"""The most narrow glyphs: `handheld.drawing.glyphs.LEAD`."""

WIDE_CODES = b""
WIDE_GLYPHS = b""
"""The wide glyphs, empty until a text needs one: where they are read from a file, they take 6 KB
of the heap."""


def widen():
    """Provide the wide glyphs from now on."""
    global WIDE_CODES, WIDE_GLYPHS
    misaki = load("teletype.fonts.misaki")
    WIDE_CODES = misaki.CODES
    WIDE_GLYPHS = misaki.GLYPHS


def narrow():
    """Return to the narrow glyphs of the firmware."""
    global CODES, GLYPHS
    CODES, GLYPHS = _OWN


def extend(codes, columns):
    """Add those of these glyphs that the font lacks; return whether there was room for all.

    It changes the numbers of glyphs, so it is for the start.
    """
    global CODES, GLYPHS
    merged, drawn = bytearray(), bytearray()
    at = place = 0
    while at < len(codes) or place < len(CODES):
        new, old = codes[at : at + 2], CODES[place : place + 2]
        if not new or (old and old <= new):
            merged += old
            drawn += GLYPHS[place // 2 * WIDTH :][:WIDTH]
            place += 2
            at += 2 * (old == new)
        else:
            merged += new
            drawn += columns[at // 2 * WIDTH :][:WIDTH]
            at += 2
    if len(merged) > 2 * MOST:
        return False
    CODES, GLYPHS = bytes(merged), bytes(drawn)
    return True
