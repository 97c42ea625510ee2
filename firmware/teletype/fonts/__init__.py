# SPDX-License-Identifier: MIT
"""The device's font: narrow glyphs, and wide ones for Japanese.

`fixed` and `misaki` are built by `python3 -m host_tools fonts`; `icons` is a font by itself.
"""

from teletype.fonts.fixed import CODES, GLYPHS, WIDTH
from teletype.fonts.misaki import CODES as WIDE_CODES
from teletype.fonts.misaki import GLYPHS as WIDE_GLYPHS

__all__ = ("CODES", "GLYPHS", "WIDE_CODES", "WIDE_GLYPHS", "WIDTH")
