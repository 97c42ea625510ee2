# SPDX-License-Identifier: MIT
"""Rows of text on the screen: titles, rows of keys, and single rows."""

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, LEFT, RIGHT
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, WIDE, draw_text, width

HINTS = MARGIN + COLUMN
"""The column of the keys in the last row while a program waits: after the sign ◊."""

RULE = 0x08
"""A column of a text row with the pixel at half height set."""


def cut(text, pixels):
    """Return the text, or as much of it as fits, with the sign `…`."""
    shown = text[: pixels // COLUMN + 1]  # a text may be long
    if width(shown) <= pixels:
        return text
    while shown and width(shown) + COLUMN > pixels:
        shown = shown[:-1]
    return shown.rstrip() + "…"


def form(text, pixels):
    """Return the first of the forms of a text, "\\n" between them, that fits; the last is cut."""
    for shown in text.split("\n"):
        if len(shown) * WIDE <= pixels or width(shown) <= pixels:  # measuring takes time
            return shown
    return cut(shown, pixels)


def title_row(app, text):
    """Draw the title of a screen on the top row: the text between two rules."""
    panel = app.panel
    app.exhibit.say(text, 0, False)
    text = form(text, panel.width)
    x = max(0, (panel.width - width(text)) // 2)
    panel.clear(0)
    end = draw_text(panel, 0, x, text)
    if x > 4:
        panel.clear(0, 0, x - 4, RULE)
        panel.clear(0, end + 3, -1, RULE)


_APART = const(3)
"""Pixels that two texts of a row need between them; with fewer they touch."""


def text_row(app, row, text, invert=0, right="", x=MARGIN):
    """Draw a row of text from the left margin, or from `x`, and clear the rest of it.

    `text` may have several forms, as in `form`. `right` goes to the right end of the row, in the
    first of its forms that fits; None: the row continues the chosen one and is spoken with it.
    The caller owns the columns left of `x`.
    """
    app.exhibit.say(" " + text if right is None else text, row, invert > 0, right)
    panel = app.panel
    if x == MARGIN:
        panel.clear(row, 0, MARGIN, invert)
    end = draw_text(panel, row, x, form(text, panel.width - x), invert)
    panel.clear(row, end, -1, invert)
    for shown in right.split("\n") if right else ():
        start = panel.width - 2 - width(shown)
        if start > end + _APART:
            draw_text(panel, row, start, shown, invert)
            return


HELD = {BACK: ("BACK", "OK–"), LEFT: ("◄", "▲–"), RIGHT: ("►", "▼–")}
"""Keys that a board may lack: their name in texts, and the name of the key held instead."""


def keys_text(app, text):
    """Adapt a text about the keys to the buttons of this board."""
    if app.buttons.one_way:
        text = text.replace("▲▼", "▼").replace("◄►", "►")
    for key in app.buttons.held:
        name, made = HELD[key]
        text = text.replace(name, words.called(made))
    return text


def keys_row(app, row, text, invert=0, x=MARGIN):
    """Draw a row of keys: OK on the left, the others, after two blanks in `text`, on the right.
    Screens over another one use inverse video. At a prompt `x` is HINTS, because the sign is
    before it. In an idle exhibit any key does the same, and the row invites.
    """
    panel = app.panel
    if app.activity.ALONE:
        text_row(app, row, words.text("ATTRACT_INVITATION"))
        return
    columns = (panel.width - MARGIN) // COLUMN
    free = panel.width - x - (panel.width - x) % COLUMN
    for shown in keys_text(app, text).split("\n"):
        left, _, right = shown.partition("  ")
        if not right and left[:1] in "►◄▲▼B":
            left, right = "", left
        wide = -(-width(right) // COLUMN)  # whole columns: Japanese text is not aligned to them
        if width(left) + (bool(left and right) + wide) * COLUMN <= free:
            break
    if width(left) + wide * COLUMN > free:  # the panel is narrower than the shortest
        left, right, wide = left or right, "", 0
    text_row(app, row, left, invert, x=x)
    app.exhibit.say(right, row + 1, False)
    draw_text(panel, row, MARGIN + (columns - wide) * COLUMN, right, invert)


def heading_row(app, row, text, right=""):
    """Draw the heading of a group of rows: two texts, and a rule between them."""
    text_row(app, row, text, 0, right)
    start = MARGIN + width(text) + 3
    end = app.panel.width - (5 + width(right) if right else 0)
    if end > start:
        app.panel.clear(row, start, end - start, RULE)


_BAR = const(3)
"""Pixels of a scroll bar on the right, with the gap before it."""

_TRACK = const(0x11)
_THUMB = const(4)


def draw_bar(panel, top, rows, first, seen, count):
    """Draw a scroll bar on `rows` rows of the screen from `top`: lit for the `seen` visible of
    `count` lines, from `first` on. Nothing if all are visible.
    """
    if count <= seen:
        return
    high = rows * 8
    begin = min(first * high // count, high - _THUMB)
    end = max(begin + _THUMB, (first + seen) * high // count)
    x = panel.width - _BAR
    for row in range(top, top + rows):
        low = min(8, max(0, begin))
        lit = (1 << min(8, max(0, end))) - (1 << low) if end > 0 else 0
        if panel.width > 100:  # on a narrow panel it would cut off the last digit
            panel.clear(row, x, 1)
        panel.clear(row, x + 1, 1, lit)
        panel.clear(row, x + 2, 1, lit | _TRACK)
        begin -= 8
        end -= 8
