# SPDX-License-Identifier: MIT
"""The grid of the race: the author's auxiliary game (chapter 1, figures 2 to 5 and 10).

A point is a reached cell and the number of cells in the last move. A move leads to the line of its
own number, so never along a line; a game is a broken line from the corner. With the cheat sheet
(шпаргалка) a circle marks a special point, from which the player to move loses, and a cross marks
the others. The book draws the cells upwards and the numbers to the right; here the grid lies on
its side. Of a large grid only the part around the counter is visible.
"""

# covers 002:129

from micropython import const

from teletype import words
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text, width
from teletype.handheld.drawing.listing import HINTS
from teletype.handheld.pictures.shapes import disc, inverse, right, ring

_ROWS = const(6)
"""Text rows for numbers, the first at the bottom; the cells are below them."""

_LEAST = const(7)
_MOST = const(12)
"""Pixels from cell to cell."""

_BEHIND = const(3)
"""Visible cells behind the counter in a long grid."""


def draw(panel, n, m, path, step, special):
    """Draw the grid of `n` cells and numbers up to `m`.

    `path`: the last moves, pairs of (cell, number), of which the last one is the counter's place.
    `step`: the chosen number, 0 at the end. `special(cell, number)`: None without the cheat sheet.
    """
    cell = path[-1][0]
    digits = len(str(m))
    left = MARGIN + digits * COLUMN + 3
    pitch = max(_LEAST, min(_MOST, (panel.width - left - 4) // (n + 1)))
    seen = min(n + 1, (panel.width - left - 4) // pitch + 1)
    first = min(max(0, cell - _BEHIND), n + 1 - seen)
    low = min(max(1, (step or path[-1][1]) - _ROWS // 2), max(1, m + 1 - _ROWS))
    high = min(m, low + _ROWS - 1)

    def x(at):
        return left + (at - first) * pitch

    def y(number):
        return (_ROWS - 1 - number + low) * 8 + 3 if number else _ROWS * 8 + 2

    for number in range(low, high + 1):
        draw_text(panel, _ROWS - 1 - number + low, MARGIN, str(number))
        for at in range(max(1, first), first + seen):
            point(panel, x(at), y(number), special and special(at, number))
    if not first:
        point(panel, x(0), y(0), special and special(0, 0))
    last = None
    for at, number in path:
        inside = at >= first and at <= n and (low <= number <= high or not at)
        if inside and last:
            panel.line(last[0], last[1], x(at), y(number), 1)
        last = (x(at), y(number)) if inside else None
    if cell <= n:
        below = x(cell), y(0)  # if its number has no row
        disc(panel, *(last or below), 3)
    row = _ROWS
    if not step:
        return
    to = cell + step
    text = str(to)
    if to <= n and to < first + seen:
        panel.rect(x(to) - 4, y(step) - 4, 9, 9, 1)
        at = x(to) - width(text) // 2
    else:
        at = panel.width
    at = max(left + 8, min(at, panel.width - 2 - width(text)))
    inverse(panel, row, at, text)
    for end, place in ((str(first or 1), left), (str(first + seen - 1), panel.width)):
        place = min(place, panel.width - 2 - width(end))
        if place + width(end) < at - 2 or place > at + width(text) + 2:
            if place > left or first:
                draw_text(panel, row, place, end)
    draw_text(panel, panel.rows - 1, HINTS, "OK:%d" % step)
    keys = words.text("LATTICE_CRIBBED" if special else "LATTICE_KEYS")
    right(panel, panel.rows - 1, keys)


def legend():
    """Return the meaning of a circle."""
    return words.text("LATTICE_CRIBBED").split(" ")[0]


def point(panel, x, y, special):
    """Draw a circle, a cross, or a dot if the kind of the point is unknown."""
    if special is None:
        panel.pixel(x, y, 1)
    elif special:
        ring(panel, x, y, 2)
    else:
        panel.line(x - 2, y - 2, x + 2, y + 2, 1)
        panel.line(x - 2, y + 2, x + 2, y - 2, 1)
