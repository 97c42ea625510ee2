# SPDX-License-Identifier: MIT
"""The device's font: narrow glyphs, and wide ones for Japanese.

The build makes `fixed` and `misaki` (`host_tools.texts.glyphs`); `icons` is a font by itself.
"""

from teletype.fonts.fixed import CODES, GLYPHS, WIDTH
from teletype.loading import load

__all__ = ("CODES", "GLYPHS", "WIDTH")

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


def use(codes, columns):
    """Draw with these narrow glyphs from now on: code points in rising order, two bytes each, and
    columns. It changes their numbers, so it is for the start.
    """
    global CODES, GLYPHS
    CODES = codes
    GLYPHS = columns
