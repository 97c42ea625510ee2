# SPDX-License-Identifier: MIT
"""Structures with names: starting positions of an evolution.

Rows from the top, `/` between them, `0` for a cell, as in V. N. Kasatkin, 1980, chapter
"Evolution". The figures themselves are lost; these are the shapes named in its text.
"""

# covers 002:1346, 002:1392, 002:1518, 002:1528

STRUCTURES = (
    ("blinker", "0/0/0"),  # fig. 44: period 2
    ("tetromino I", "0000"),
    ("tetromino L", "..0/000"),
    ("tetromino O", "00/00"),
    ("tetromino S", ".00/00."),
    ("tetromino T", "000/.0."),  # fig. 48
    ("pentomino F", ".00/00./.0."),  # fig. 50: the one that lives on and on
    ("pentomino I", "00000"),
    ("pentomino L", "0000/0..."),
    ("pentomino N", "000./..00"),
    ("pentomino P", "000/00."),
    ("pentomino T", "000/.0./.0."),
    ("pentomino U", "0.0/000"),
    ("pentomino V", "0../0../000"),
    ("pentomino W", "0../00./.00"),
    ("pentomino X", ".0./000/.0."),
    ("pentomino Y", "0000/.0.."),
    ("pentomino Z", "00./.0./.00"),
    ("glider", ".0./..0/000"),  # fig. 57: one field down and to the right in 4 ticks
    ("light spaceship", "0..0./....0/0...0/.0000"),  # fig. 58: two fields to the right in 4 ticks
    ("middle spaceship", "..0.../0...0./.....0/0....0/.00000"),
    ("heavy spaceship", "..00.../0....0./......0/0.....0/.000000"),
    ("figure eight", "000.../000.../000.../...000/...000/...000"),  # fig. 59: period 8
    (  # fig. 61: mows the strip, four fields in 4 ticks, and leaves sheaves of four cells
        "harvester",
        "................00/...............0.0/..............0.../.............0..../"
        "............0...../...........0....../..........0......./.........0......../"
        "........0........./.......0........../......0.........../.....0............/"
        "00000............./0000............../0.00..............",
    ),
)
"""(name, rows)."""


def cells(rows, top, left):
    """Return the fields of a structure whose upper left corner is in row `top`, column `left`.

    They are bytes: a row, a column, a row, a column, ...
    """
    places = bytearray()
    lines = rows.split("/")
    for i in range(len(lines)):
        for j in range(len(lines[i])):
            if lines[i][j] == "0":
                places.append(top + i)
                places.append(left + j)
    return bytes(places)
