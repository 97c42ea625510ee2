# SPDX-License-Identifier: MIT
"""The device's font: narrow glyphs, and wide ones for Japanese.

The build makes `fixed` and `misaki` (`host_tools.texts.glyphs`); `icons` is a font by itself.
"""

from teletype.fonts.fixed import CODES, GLYPHS, WIDTH
from teletype.fonts.misaki import CODES as WIDE_CODES
from teletype.fonts.misaki import GLYPHS as WIDE_GLYPHS

__all__ = ("CODES", "GLYPHS", "WIDE_CODES", "WIDE_GLYPHS", "WIDTH")
