# SPDX-License-Identifier: MIT
"""Small icons that help to find a row of a list: 8x7 pixels each, drawn for this device.

A font as the panel takes it. The first glyph, a sheet of paper, is for any name without its own;
the glyphs of `NAMES` follow. `GLYPHS` holds 8 bytes for each: a byte a column, bit 0 on top.
"""

NAMES = (
    "nim",
    "trigex",
    "evolution",
    "cards",
    "random-walk",
    "race",
    "yen",
    "misere-nim",
    "truth-table",
    "logic",
    "dates",
    "nim-table",
    "calculation-cobol",
    "calculation-fortran",
    "calculation-lisp",
    "watch",
    "tapes",
    "keys",
    "settings",
)
WIDTH = 8
GLYPHS = (
    b"\x00\x7f\x41\x69\x69\x43\x7e\x00"  #
    b"\x50\x50\x00\x55\x55\x00\x54\x54"  # heaps of stones
    b"\x60\x70\x4c\x43\x43\x4c\x70\x60"  # a board of lines
    b"\x60\x60\x66\x66\x78\x78\x00\x00"  # a glider
    b"\x22\x75\x22\x00\x22\x57\x22\x00"  # circles with and without
    b"\x7f\x50\x48\x44\x48\x50\x48\x44"  # a walk
    b"\x00\x02\x7f\x02\x7f\x75\x75\x7f"  # up the cells
    b"\x29\x2a\x2c\x78\x2c\x2a\x29\x00"  # yen
    b"\x1c\x22\x71\x49\x45\x43\x22\x1c"  # do not
    b"\x42\x7f\x40\x00\x7f\x41\x7f\x00"  # 1 and 0
    b"\x00\x0e\x31\x71\x31\x0e\x00\x00"  # a bulb
    b"\x7e\x43\x6a\x42\x6a\x43\x7e\x00"  # a calendar
    b"\x7f\x55\x55\x7f\x55\x55\x7f\x00"  # a table
    b"\x3e\x7f\x41\x5d\x5d\x7f\x3e\x00"  # cards: C
    b"\x3e\x7f\x41\x75\x7d\x7f\x3e\x00"  # F
    b"\x3e\x7f\x41\x5f\x5f\x7f\x3e\x00"  # L
    b"\x08\x14\x22\x2a\x2a\x22\x14\x08"  # an eye
    b"\x3e\x3a\x2e\x3e\x2a\x3e\x3a\x3e"  # a punched tape
    b"\x1c\x14\x77\x41\x77\x14\x1c\x00"  # a cross of keys
    b"\x22\x22\x27\x22\x22\x72\x22\x22"  # sliders
)
WIDE_GLYPHS = GLYPHS
