# SPDX-License-Identifier: MIT
"""Icons in front of rows: those of the shelf, and of the lists of tapes and records.

They are in memory only with such a list, and only if they fit next to the titles.
"""

from micropython import const

from teletype.fonts import icons as _font
from teletype.handheld.drawing.glyphs import MARGIN
from teletype.handheld.drawing.listing import text_row
from teletype.handheld.drawing.lists import Listing
from teletype.programs import catalogue

_NARROW = const(100)
"""Width in pixels of a screen with space only for titles."""

_START = const(11)
"""The column of a text with an icon before it, aligned to the font."""


class _Icon:
    """A font of one glyph: the icon of the program that is drawn."""

    WIDTH = _font.WIDTH
    GLYPHS = WIDE_GLYPHS = b""


def start(app):
    """Return the pixel column at which the texts of a list with icons begin."""
    return _START if app.panel.width > _NARROW else MARGIN


def draw(panel, row, name, invert=0):
    """Draw the icon of `name`, of a program or of another row, at the left of a text row, up to
    the text.
    """
    panel.clear(row, 0, MARGIN, invert)
    icon = catalogue.icon(name)
    if icon:
        _Icon.GLYPHS = _Icon.WIDE_GLYPHS = icon
        end = panel.draw(row, MARGIN, b"\0", 0, 1, _Icon, invert)
    else:
        number = _font.NAMES.index(name) + 1 if name in _font.NAMES else 0
        end = panel.draw(row, MARGIN, bytes((number,)), 0, 1, _font, invert)
    panel.clear(row, end, _START - end, invert)


class Icons(Listing):
    """A list whose rows have icons: `name(index)` returns the name of a row's icon."""

    def __init__(self, app, rows, text, count, name, chosen=0):
        Listing.__init__(self, app, rows, text, count, chosen=chosen)
        self._name = name

    def _draw_row(self, index):
        start_at = start(self._app)
        if start_at == MARGIN or index >= self.count:
            Listing._draw_row(self, index)
            return
        text, right = self._text(index)
        row = 1 + index - self._first
        invert = 255 if index == self.chosen else 0
        text_row(self._app, row, text, invert, right, start_at)
        draw(self._app.panel, row, self._name(index), invert)
