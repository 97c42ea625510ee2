# SPDX-License-Identifier: MIT
"""Small shapes that the pictures share, drawn with the methods of the panel's frame buffer.

Only the pixels are set: whoever draws marks them with `panel.touch`. Colours are 0 and 1.
"""

import fonts as font
from handheld.glyphs import ZERO


def disc(panel, x, y, radius, colour=1):
    """A filled circle around the pixel (x, y), 2 * radius + 1 pixels wide; 1 gives a square."""
    limit = radius * (radius + 1)
    half = radius
    for away in range(radius + 1):
        while half * half + away * away > limit:
            half -= 1
        panel.hline(x - half, y - away, 2 * half + 1, colour)
        panel.hline(x - half, y + away, 2 * half + 1, colour)


def ring(panel, x, y, radius):
    """A circle with a dark inside."""
    disc(panel, x, y, radius)
    disc(panel, x, y, radius - 1, 0)


def digit(panel, x, y, value, colour=1):
    """A digit 0..9 around the pixel (x, y), 4 pixels wide, 6 high; what is behind it stays."""
    stamp(panel, x - 2, y - 4, font.GLYPHS, (ZERO + value) * font.WIDTH, font.WIDTH, colour)


def stamp(panel, x, y, columns, first, count, colour=1):
    """Sets the pixels of `columns[first:][:count]`, a byte a column, bit 0 on top, at (x, y)."""
    for column in range(count):
        bits = columns[first + column]
        down = y
        while bits:
            if bits & 1:
                panel.pixel(x + column, down, colour)
            bits >>= 1
            down += 1


def decimal(codes, at, width, value):
    """Writes an integer >= 0 as glyph numbers into `codes[at:][:width]`, blanks after it.

    Returns how many digits it has; it must have room. Allocates nothing.
    """
    count = 1
    rest = value
    while rest > 9:
        rest //= 10
        count += 1
    for place in range(width - 1, -1, -1):
        if place < count:
            codes[at + place] = ZERO + value % 10
            value //= 10
        else:
            codes[at + place] = 0
    return count
