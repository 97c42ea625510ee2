# SPDX-License-Identifier: MIT
"""The 10,000-yen game of two people: the screens between their bids.

After A's bid the screen asks for B and shows nothing of the bid; B's OK opens the next screen.
After both bids the device uncovers them, and OK opens the next round. A low or narrow panel shows
the same in rows of text.
"""

from micropython import const

from teletype import words
from teletype.handheld.drawing.glyphs import MARGIN, draw_text, width, wrapped
from teletype.handheld.drawing.listing import HINTS, keys_row
from teletype.handheld.pictures.shapes import inverse, write

_LARGE_ROWS = const(8)
_LARGE_WIDTH = const(120)
"""A narrower panel has no room for letters of double size."""

_TOP, _MIDDLE, _PITCH = const(14), const(34), const(20)
"""Pixel rows of the large letters: the first one, the middle of all, and from line to line."""


def _large(panel):
    return panel.rows >= _LARGE_ROWS and panel.width >= _LARGE_WIDTH


def draw_pass(app, before, who):
    """Draw the request to hand the device to `who` after the bid of `before`."""
    panel = app.panel
    panel.clear(0, 0, panel.width, 255)
    text = words.text("TWO_HAS_BID") % before
    draw_text(panel, 0, (panel.width - width(text)) // 2, text, 255)
    text = words.text("TWO_PASS") % who
    room = panel.width - 2
    parts = wrapped(text, room // 2 if _large(panel) else room)
    for index in range(len(parts)):
        line = parts[index]
        if _large(panel):
            y = _MIDDLE + _PITCH * index - _PITCH // 2 * len(parts)
            write(panel, panel.width // 2 - width(line), y, line, 2)
        else:
            row = panel.rows // 2 - 1 + index
            draw_text(panel, row, (panel.width - width(line)) // 2, line)
    keys_row(app, panel.rows - 1, words.text("TWO_READY") % who, 0, HINTS)


def draw_safe(panel):
    """Draw how never to lose if the higher bid takes both, above the keys of a panel with room."""
    if _large(panel):
        draw_text(panel, panel.rows - 2, MARGIN, words.program("yen").PICTURE["SAFE"])


def draw_bids(app, pair, number, over, result, higher):
    """Draw both bids of the round `number`. The lower one, or with `higher` the higher one, takes
    both; `over`: the game has ended, and `result` names the winner.
    """
    panel = app.panel
    title = result or words.text("TWO_BIDS") % number
    draw_text(panel, 0, MARGIN, title)
    taken = -1 if pair[0] == pair[1] else int((pair[1] < pair[0]) != higher)
    for who in (0, 1):
        won = "+%d" % sum(pair) if who == taken else ""
        text = "%s %d" % ("AB"[who], pair[who])
        if _large(panel):
            y = _TOP - 2 + _PITCH * who
            write(panel, MARGIN + 4, y, text, 2)
            if won:
                x = panel.width - 8 - width(won)
                panel.fill_rect(x - 4, y + 1, width(won) + 7, 13, 1)
                write(panel, x, y + 4, won, 1, 0)
        else:
            row = 1 + who
            draw_text(panel, row, MARGIN, text)
            if won:
                inverse(panel, row, panel.width - 2 - width(won), won)
    onward = words.text("STONES_ANEW") if over else words.text("TWO_NEXT") % (number + 1)
    keys = onward + words.text("PICTURE_PAPER") + "\n" + onward
    keys_row(app, panel.rows - 1, keys, 0, MARGIN if over else HINTS)
