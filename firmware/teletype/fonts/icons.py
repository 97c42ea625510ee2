# SPDX-License-Identifier: MIT
"""Small icons that help to find a row of a list: 8x7 pixels each, drawn for this device. Those of
the programs are in their folders (`teletype.programs.entry`).

A font as the panel takes it. The first glyph, a sheet of paper, is for any name without its own;
the glyphs of `NAMES` follow. `GLYPHS` holds 8 bytes for each: a byte a column, bit 0 on top.
"""

NAMES = (
    "watch",
    "tapes",
    "keys",
    "settings",
)
WIDTH = 8
GLYPHS = (
    b"\x00\x7f\x41\x69\x69\x43\x7e\x00"  # a sheet of paper
    b"\x08\x14\x22\x2a\x2a\x22\x14\x08"  # an eye
    b"\x3e\x3a\x2e\x3e\x2a\x3e\x3a\x3e"  # a punched tape
    b"\x1c\x14\x77\x41\x77\x14\x1c\x00"  # a cross of keys
    b"\x22\x22\x27\x22\x22\x72\x22\x22"  # sliders
)
WIDE_GLYPHS = GLYPHS
