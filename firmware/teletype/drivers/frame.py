# SPDX-License-Identifier: MIT
"""Pixels in memory: glyphs, strips and ranges of changed columns in a frame of a panel.

A byte is a column of eight pixels, bit 0 on top, as in the memory of an SSD1306. All of this is
compiled to machine code, and allocates nothing.
"""

import micropython
from micropython import const

_NONE = const(255)
_RANGES = const(3)
"""A range of columns that is free, and the ranges of a page."""

_APART = const(24)
"""Unchanged columns between two ranges; with fewer a second transfer would take longer."""


@micropython.viper
def copy(target: ptr8, to: int, source: ptr8, at: int, count: int):
    for index in range(count):
        target[to + index] = source[at + index]


@micropython.viper
def draw(
    frame: ptr8,
    at: int,
    room: int,
    codes: ptr8,
    first: int,
    count: int,
    glyphs: ptr8,
    width: int,
    wide: ptr8,
    invert: int,
) -> int:
    """Draw glyphs side by side on at most `room` columns, from `at` on.

    Return the next column and the changed ones as end << 16 | first << 8 | last, with
    255 for `first` if none has changed. `invert` is XORed with every column: 0 or 255.
    """
    low = 255
    high = 0
    end = 0
    last = first + count
    while first < last:
        glyph = codes[first]
        first += 1
        size = width
        if glyph >= 0xFC:  # a wide glyph, in two bytes
            glyph = (glyph - 0xFC) << 8 | codes[first]
            first += 1
            size = 8
        if end + size > room:
            break
        glyph *= size
        for x in range(size):
            byte = (wide[glyph + x] if size == 8 else glyphs[glyph + x]) ^ invert
            column = end + x
            if frame[at + column] != byte:
                frame[at + column] = byte
                if low == 255:
                    low = column
                high = column
        end += size
    return end << 16 | low << 8 | high


@micropython.viper
def fill(frame: ptr8, at: int, count: int, byte: int) -> int:
    """Set columns to `byte`; return the changed ones as first << 8 | last, or -1."""
    low = -1
    high = 0
    for column in range(count):
        if frame[at + column] != byte:
            frame[at + column] = byte
            if low < 0:
                low = column
            high = column
    if low < 0:
        return -1
    return (low << 8) | high


@micropython.viper
def flip(frame: ptr8, at: int, count: int, mask: int):
    """Invert the pixels of `mask` in each of `count` columns."""
    for column in range(at, at + count):
        frame[column] = frame[column] ^ mask


@micropython.viper
def checksum(total: int, frame: ptr8, at: int, end: int) -> int:
    """Add bytes to a checksum, which misses one change in a million."""
    while at < end:
        total = (total * 31 + frame[at]) & 0xFFFFF
        at += 1
    return total


@micropython.viper
def widen(lows: ptr8, highs: ptr8, place: int, rows: int, low: int, high: int):
    """Add columns to the ranges in `place`, `place + rows`, ...: to one that is near, otherwise to
    a free place, otherwise to the nearest range.
    """
    nearest = place
    least = 255
    end = _RANGES * rows
    while place < end and least > _APART:
        apart = 0
        if lows[place] != _NONE:
            if lows[place] > high:
                apart = lows[place] - high
            elif low > highs[place]:
                apart = low - highs[place]
        if apart < least:
            least = apart
            nearest = place
        place += rows
    if lows[nearest] == _NONE:
        lows[nearest] = low
        highs[nearest] = high
    else:
        if low < lows[nearest]:
            lows[nearest] = low
        if high > highs[nearest]:
            highs[nearest] = high
