# SPDX-License-Identifier: MIT
"""Small shapes that the pictures share, drawn with the methods of the panel's frame buffer.

These functions only set the pixels: the caller marks them with `panel.touch`. Colours are 0 and 1.
"""

from teletype import fonts as font
from teletype.handheld.drawing import glyphs


def disc(panel, x, y, radius, colour=1):
    """Draw a filled circle around pixel (x, y), 2 * radius + 1 pixels wide; 1 gives a square."""
    limit = radius * (radius + 1)
    half = radius
    for away in range(radius + 1):
        while half * half + away * away > limit:
            half -= 1
        panel.hline(x - half, y - away, 2 * half + 1, colour)
        panel.hline(x - half, y + away, 2 * half + 1, colour)


def ring(panel, x, y, radius):
    """Draw a circle with a dark inside."""
    disc(panel, x, y, radius)
    disc(panel, x, y, radius - 1, 0)


def box(panel, text, left, row, room):
    """Draw a text in a box, centred to the right of the pixel `left`, from a text row on.

    Rows are at most `room` pixels wide.
    """
    parts = glyphs.wrapped(text, room)
    wide = max([glyphs.width(line) for line in parts]) + 7
    x = (left + panel.width - wide) // 2
    y = row * 8
    height = len(parts) * 8 + 9
    panel.fill_rect(x - 3, y - 7, wide + 6, height + 6, 0)
    panel.fill_rect(x, y - 4, wide, height, 1)
    panel.rect(x - 2, y - 6, wide + 4, height + 4, 1)
    for index in range(len(parts)):
        start = x + 4 + (wide - 7 - glyphs.width(parts[index])) // 2
        glyphs.draw_text(panel, row + index, start, parts[index], 255)


def inverse(panel, row, x, text):
    """Draw a text in inverse video, after a column of light, on a text row from `x` on."""
    panel.clear(row, x - 1, 1, 255)
    glyphs.draw_text(panel, row, x, text, 255)


def right(panel, row, text):
    """Draw a text at the right end of a text row."""
    glyphs.draw_text(panel, row, panel.width - 2 - glyphs.width(text), text)


def digit(panel, x, y, value, colour=1):
    """Draw a digit 0..9 around the pixel (x, y), 4 pixels wide, 6 high; keep the background."""
    stamp(panel, x - 2, y - 4, font.GLYPHS, (glyphs.ZERO + value) * font.WIDTH, font.WIDTH, colour)


def stamp(panel, x, y, columns, first, count, colour=1):
    """Set the pixels of `columns[first:][:count]`, a byte a column, bit 0 on top, at (x, y)."""
    for column in range(count):
        bits = columns[first + column]
        down = y
        while bits:
            if bits & 1:
                panel.pixel(x + column, down, colour)
            bits >>= 1
            down += 1


def write(panel, x, y, text, scale=1, colour=1):
    """Draw a text from the pixel (x, y) on, each of its pixels `scale` wide and high; keep the
    background. Return the pixel column after it.
    """
    codes = glyphs.encode(text)
    at = 0
    while at < len(codes):
        glyph, size, columns = codes[at], font.WIDTH, font.GLYPHS
        if glyph >= glyphs.LEAD:
            at += 1
            glyph, size, columns = (glyph - glyphs.LEAD) << 8 | codes[at], 8, font.WIDE_GLYPHS
        at += 1
        for column in range(glyph * size, (glyph + 1) * size):
            bits = columns[column]
            down = y
            while bits:
                if bits & 1:
                    panel.fill_rect(x, down, scale, scale, colour)
                bits >>= 1
                down += scale
            x += scale
    return x


def decimal(codes, at, width, value):
    """Write an integer >= 0 as glyph numbers into `codes[at:][:width]`, with blanks after it.

    Return the number of digits, which must not exceed `width`. Allocates no memory.
    """
    count = 1
    rest = value
    while rest > 9:
        rest //= 10
        count += 1
    for place in range(width - 1, -1, -1):
        if place < count:
            codes[at + place] = glyphs.ZERO + value % 10
            value //= 10
        else:
            codes[at + place] = 0
    return count
