# SPDX-License-Identifier: MIT
"""The heaps of Nim as the author's table of binary digits, the second view of `stones`.

At the left is the table as the machine found it, at the right as it is now, with what the person
has taken and not answered yet. Below each column stands how many ones it has, underlined where
that is odd. The machine's row is marked by an arrow: it became the row that is special to
the others, so that every column is even (V. N. Kasatkin, chapter 1; S. Igarashi counts columns
modulo 2, too). Row 0 says what the machine did.
"""

# covers 002:330

from micropython import const

from teletype import words
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text
from teletype.handheld.pictures.shapes import inverse

_FIRST = const(1)
_SEEN = const(5)
"""The first text row of the table, and the heaps that are seen of it."""

_BEFORE = const(5)
_ARROW = const(13)
_NOW = const(15)
_VALUE = const(22)
"""Characters before the digits, the arrow, the digits now, and what is in a heap now."""


def told(heap, before, now, won):
    """Row 0: what the machine did with `heap`, None if it has not moved; `won`: it wins so."""
    large = max(now) > 1
    said = words.text(
        "DIGITS_NONE" if not won else "DIGITS_EVEN" if large or heap is None else "DIGITS_ODD"
    )
    if heap is None:
        return said
    return "%d: %d→%d %s" % (heap + 1, before[heap], now[heap], said)


def draw(panel, chosen, before, there, left, head):
    """Draws the rows 0 to 6.

    `before`: the heaps as the machine found them, None if it has not moved; `there`, `left`: those
    that it left, and what is left of them now. `chosen`: the heap of the cursor, -1 if there is
    none.
    """
    for row in range(panel.rows - 1):
        panel.clear(row)
    draw_text(panel, 0, MARGIN, head)
    count = len(left)
    first = min(max(0, chosen - _SEEN // 2), max(0, count - _SEEN))
    most = max(max(there), max(before or (0,)))
    bits = 1
    while most >> bits:
        bits += 1
    for heap in range(first, min(count, first + _SEEN)):
        row = _FIRST + heap - first
        text = "%d" % (heap + 1)
        if before:
            text += "%3d %s" % (before[heap], _digits(before[heap], bits))
            if before[heap] != there[heap]:
                text += " " * (_ARROW - len(text)) + "→"
        text += " " * (_NOW - len(text)) + _digits(left[heap], bits)
        text += " " * (_VALUE - len(text)) + "%3d" % left[heap]
        draw_text(panel, row, MARGIN, text)
        if heap == chosen:
            inverse(panel, row, MARGIN, text[0])
    row = _FIRST + _SEEN
    draw_text(panel, row, MARGIN, words.text("DIGITS_SUM"))
    if before:
        _ones(panel, row, _BEFORE, before, bits)
    _ones(panel, row, _NOW, left, bits)
    panel.touch(0, 0, panel.width, 8 * panel.rows - 8)


def _digits(number, bits):
    return "".join(["1" if number >> bit & 1 else "0" for bit in range(bits - 1, -1, -1)])


def _ones(panel, row, column, heaps, bits):
    x = MARGIN + column * COLUMN
    for bit in range(bits - 1, -1, -1):
        ones = sum([heap >> bit & 1 for heap in heaps])
        draw_text(panel, row, x, str(ones))
        if ones & 1:
            panel.hline(x, 8 * row + 7, COLUMN - 1, 1)
        x += COLUMN
