# SPDX-License-Identifier: MIT
"""The heaps of Nim as the author's table of binary digits, the second view of `stones`.

On the left is the table that the machine found, on the right the present one, without the stones
that the person has taken but not yet answered. Below each column is its number of ones, underlined
if odd. An arrow marks the machine's row. The machine chose this row so that it is special to the
others, which makes every column even. (V. N. Kasatkin, chapter 1; S. Igarashi also counts columns
modulo 2.) Row 0 describes the machine's move.
"""

# covers 002:330

from micropython import const

from teletype import words
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text
from teletype.handheld.pictures.shapes import inverse

_FIRST = const(1)
_SEEN = const(5)
"""The first text row of the table, and the number of its heaps on the screen."""

_BEFORE = const(5)
_ARROW = const(13)
_NOW = const(15)
_VALUE = const(22)
"""Characters before the digits, the arrow, the digits now, and the present size of a heap."""


def heap_text(heap, before, now, won):
    """Return row 0: the machine's move in `heap`, None if it has not moved. If not `won`, the
    person has a winning move after it.
    """
    large = max(now) > 1
    said = words.text(
        "DIGITS_NONE" if not won else "DIGITS_EVEN" if large or heap is None else "DIGITS_ODD"
    )
    if heap is None:
        return said
    return "%d: %d→%d %s" % (heap + 1, before[heap], now[heap], said)


def draw(panel, chosen, before, there, left, head):
    """Draw the rows 0 to 6.

    `before`: the heaps that the machine found, None if it has not moved; `there`, `left`: the
    heaps after its move, and what is left of them now. `chosen`: the heap under the cursor, -1
    without one.
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
        text = str(heap + 1)
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
