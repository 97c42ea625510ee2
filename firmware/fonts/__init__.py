# SPDX-License-Identifier: MIT
"""The device's font: narrow glyphs, and wide ones for Japanese.

The modules of this package are built by `python3 -m host_tools fonts`.
"""

from fonts.fixed import CODES, GLYPHS, WIDTH
from fonts.misaki import CODES as WIDE_CODES
from fonts.misaki import GLYPHS as WIDE_GLYPHS

__all__ = ("CODES", "GLYPHS", "WIDE_CODES", "WIDE_GLYPHS", "WIDTH")
