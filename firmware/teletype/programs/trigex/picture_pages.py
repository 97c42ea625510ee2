# SPDX-License-Identifier: MIT
"""Trigex without its drawing: the nine lines as strips of three points, and the machine's table.

The table is table 1 of the book, which gives the machine's answer to the person's first move: a
row for its own first point, a column for the person's.
"""

# covers 002:260

from micropython import const

from teletype import words
from teletype.handheld.drawing.glyphs import MARGIN, draw_text
from teletype.handheld.drawing.listing import text_row, title_row
from teletype.handheld.pictures.shapes import digit, disc
from teletype.programs.trigex import game as trigex

KEYS = ("TRIGEX_LINES", "TRIGEX_TABLE", "TRIGEX_BOARD")
"""The destinations of OK held, from the board and from the pages 1 and 2."""

_CELL = const(12)
_ACROSS = const(43)
_DOWN = const(18)
"""Pixels of a point in a strip, and from one strip to the next."""

_COLUMNS = const(36)
_PITCH = const(10)
"""The start of the columns of the table, and the distance from one to the next."""


def draw(app, page, game, cursor):
    """Draw page 1, the strips, or 2, the table, of a game on the empty screen.

    `cursor`: the chosen point.
    """
    if page == 1:
        _draw_strips(app.panel, game.fields, cursor)
    else:
        _draw_table(app, game.first, game.taken or cursor, game.taken > 0)


def _draw_strips(panel, pieces, cursor):
    for index in range(9):
        fields = trigex.LINES[index]
        left = 3 + index % 3 * _ACROSS
        top = 3 + index // 3 * _DOWN
        if cursor in fields:
            panel.rect(left - 2, top - 2, 3 * _CELL + 5, _CELL + 5, 1)
        panel.rect(left, top, 3 * _CELL + 1, _CELL + 1, 1)
        for place in range(3):
            field = fields[place]
            x = left + place * _CELL
            panel.vline(x, top, _CELL + 1, 1)
            centre = x + _CELL // 2
            middle = top + _CELL // 2
            piece = pieces[field]
            if piece == trigex.OWN:
                panel.fill_rect(x, top, _CELL + 1, _CELL + 1, 1)
            elif piece == trigex.OTHER:
                disc(panel, centre, middle, _CELL // 2 - 1)
            if field == cursor:
                panel.rect(x + 1, top + 1, _CELL - 1, _CELL - 1, 0 if piece == trigex.OWN else 1)
            digit(panel, centre, middle + 1, field, 1 if piece == trigex.EMPTY else 0)


def _draw_table(app, first, answer, given):
    """Draw the table and mark the row of the machine's `first` point, and the column of the
    person's `answer`, which is `given` or only considered.
    """
    panel = app.panel
    title_row(app, words.text("TRIGEX_CRIB"))
    text_row(app, 1, words.text("TRIGEX_YOU"))
    for row in range(4):
        if row:
            invert = 255 if row == first else 0
            name = words.text("TRIGEX_MACHINE_NAME") + str(row)
            if invert:
                panel.clear(row + 1, 0, _COLUMNS - 3, invert)
            draw_text(panel, row + 1, MARGIN, name, invert)
        for column in range(1, 10):
            x = _COLUMNS + _PITCH * (column - 1)
            text = str(column) if not row else str(trigex.second(row, column) or "·")
            marked = column == answer and (not row or row == first)
            if marked:
                panel.clear(row + 1, x - 2, 8, 255)
            draw_text(panel, row + 1, x, text, 255 if marked else 0)
    said = words.text("TRIGEX_TOOK" if given else "TRIGEX_TAKES")
    if answer != first:
        text_row(app, 5, said % (answer, trigex.second(first, answer)))
    text_row(app, 6, words.text("TRIGEX_SOURCE"))
