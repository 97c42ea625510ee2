# SPDX-License-Identifier: MIT
"""A card as a grid of circles, with a pattern next to it and words below."""

from micropython import const

from teletype.drivers.buttons import DOWN, LEFT, RIGHT
from teletype.handheld.drawing.glyphs import COLUMN, encode, width
from teletype.handheld.pictures.shapes import disc, ring
from teletype.programs.cards import pattern as engine

_TOP = const(9)
_HEIGHT = const(46)
_WIDTH = const(62)
"""The place of a grid on the screen, in pixels; the second one is on the right half."""

END = 126
"""The pixel column after the last one of the top and the bottom row."""

_BOTH = const(16)
"""Added to two colours, as bits, that are both possible in a cell."""


def grid(count):
    """Return rows and columns for `count` circles: 3 x 3, 3 x 4, else nearly square and full."""
    rows = 1
    while (rows + 1) * (rows + 1) <= count:
        rows += 1
    for full in range(rows, 0, -1):
        if count % full == 0 and count // full <= full + 2:
            return full, count // full
    return rows, (count + rows - 1) // rows


def as_drawn(pattern, colours=0):
    """Return a pattern as drawn: for each cell a colour, or both possible colours as bits + _BOTH,
    or IRRELEVANT.
    """
    if not colours:
        return list(pattern)
    found = []
    for at in range(0, len(pattern), 2):
        fits = engine.fitting(pattern, at, colours)
        one = 0
        while fits >> one & 1 == 0:
            one += 1
        if fits == 1 << one:
            found.append(one)
        else:
            all_fit = fits + 1 == 2 << colours
            found.append(engine.IRRELEVANT if all_fit else fits + _BOTH)
    return found


def sign(panel, x, y, radius, colour):
    """Draw the sign of a colour: empty, full, half full, a cross."""
    if colour == 1:
        disc(panel, x, y, radius)
    elif colour == 3:
        thick = radius // 4
        size = 2 * radius + 1
        panel.fill_rect(x - radius, y - thick, size, 2 * thick + 1, 1)
        panel.fill_rect(x - thick, y - radius, 2 * thick + 1, size, 1)
    else:
        ring(panel, x, y, radius)
        if colour:
            for away in range(radius):
                half = radius - 1
                while half * half + away * away > radius * (radius - 1):
                    half -= 1
                panel.hline(x - half, y - away, half + 1, 1)
                panel.hline(x - half, y + away, half + 1, 1)


class Grids:
    """A card to change, the learned pattern next to it, and `buttons` (words) below.

    `at` is the circle under the cursor; from `len(card)` on it is a button.
    """

    def __init__(self, app, card, pattern, buttons, colours=0):
        self._panel = app.panel
        self._most = colours or 1
        self._font = app.font
        self.card = card
        self.pattern = pattern
        self.at = 0
        self._column = 0
        """The column to return to from the buttons."""
        self._second = app.panel.width // 2 + 2
        """The pixel column at which the right half begins."""
        self._rows, self._columns = grid(len(card))
        self._pitch = min(15, _WIDTH // self._columns, _HEIGHT // self._rows)
        self._left = (_WIDTH - self._columns * self._pitch) // 2
        self._top = _TOP + (_HEIGHT - self._rows * self._pitch) // 2
        self._frame = 2 if self._pitch > 10 else 1
        """The thickness of the cursor, which leaves a pixel free around the circle."""
        self._radius = (self._pitch - 1) // 2 - self._frame
        self.label(buttons)

    def label(self, buttons):
        """Set the words below, up to the right end."""
        x = END - sum([width(button) for button in buttons]) - 2 * COLUMN * (len(buttons) - 1)
        self._buttons = [encode(button) for button in buttons]
        self._places = []
        """The pixel column of each button."""
        for button in buttons:
            self._places.append(x)
            x += width(button) + 2 * COLUMN

    def draw(self):
        """Draw everything on a cleared screen, except the first row, which the caller draws."""
        for index in range(len(self._buttons)):
            self._draw_button(index, 0)
        for cell in range(len(self.card)):
            self._draw_cell(cell, self.card[cell], 0)
        for cell in range(len(self.pattern)):
            self._draw_cell(cell, self.pattern[cell], self._second)
        self._draw_cursor(1)

    def show(self, card, pattern):
        """Replace the card and its pattern; draw only the changes."""
        for cell in range(len(card)):
            if card[cell] != self.card[cell]:
                self._draw_cell(cell, card[cell], 0)
            if pattern[cell] != self.pattern[cell]:
                self._draw_cell(cell, pattern[cell], self._second)
        self.card = card
        self.pattern = pattern

    def _draw_cell(self, cell, value, left):
        panel = self._panel
        radius = self._radius
        size = 2 * radius + 1
        x = left + self._x(cell) - radius
        y = self._y(cell) - radius
        panel.fill_rect(x, y, size, size, 0)
        panel.touch(x, y, size, size)
        if left and self._most > 1:
            panel.fill_rect(x + radius - 5, y, 11, size, 0)
            panel.touch(x + radius - 5, y, 11, size)
        if 0 <= value <= self._most:
            sign(panel, x + radius, y + radius, radius, value)
        elif left and value >= _BOTH:
            aside = -3
            for colour in range(self._most + 1):
                if value >> colour & 1:
                    sign(panel, x + radius + aside, y + radius, 2, colour)
                    aside = 3
            panel.touch(x + radius - 5, y + radius - 2, 11, 5)
        elif left:
            inner = 1 if radius > 2 else 0
            panel.fill_rect(
                x + radius - inner, y + radius - inner, 2 * inner + 1, 2 * inner + 1, 1
            )
        else:  # another number, possible only from the serial port
            panel.rect(x, y, size, size, 1)

    def _x(self, cell):
        """Return the pixel column of the middle of a circle."""
        return self._left + cell % self._columns * self._pitch + self._pitch // 2

    def _y(self, cell):
        return self._top + cell // self._columns * self._pitch + self._pitch // 2

    def _draw_cursor(self, shown):
        panel = self._panel
        count = len(self.card)
        if self.at < count:
            reach = self._radius + 1
            x = self._x(self.at)
            y = self._y(self.at)
            for _ in range(self._frame):
                reach += 1
                panel.rect(x - reach, y - reach, 2 * reach + 1, 2 * reach + 1, shown)
            panel.touch(x - reach, y - reach, 2 * reach + 1, 2 * reach + 1)
        else:
            self._draw_button(self.at - count, 255 if shown else 0)

    def _draw_button(self, index, invert):
        """Draw a word below in its frame, whose upper edge is above the row."""
        panel = self._panel
        button = self._buttons[index]
        row = panel.rows - 1
        x = self._places[index]
        panel.clear(row, x - 2, 2, invert)
        end = panel.draw(row, x, button, 0, len(button), self._font, invert)
        panel.rect(x - 2, 8 * row - 1, end - x + 3, 9, 1)
        panel.touch(x - 2, 8 * row - 1, end - x + 3, 9)

    def button(self):
        """Return the index of the button under the cursor, -1 on a circle."""
        return max(-1, self.at - len(self.card))

    def flip(self):
        """Give the circle under the cursor its next colour, and after the last colour none."""
        value = self.card[self.at]
        self.card[self.at] = value + 1 if 0 <= value < self._most else 0
        self._draw_cell(self.at, self.card[self.at], 0)

    def move(self, key):
        """Move in a direction: around the row, up and down the column; the buttons join its two
        ends.
        """
        self._draw_cursor(0)
        count = len(self.card)
        columns = self._columns
        at = self.at
        if at >= count:
            if key == LEFT or key == RIGHT:
                buttons = len(self._buttons)
                at = count + (at - count + (1 if key == RIGHT else buttons - 1)) % buttons
            else:
                at = self._column if key == DOWN else self._bottom(self._column)
        elif key == LEFT or key == RIGHT:
            first = at - at % columns
            row = min(columns, count - first)
            at = first + (at - first + (1 if key == RIGHT else row - 1)) % row
        else:
            self._column = at % columns
            at += columns if key == DOWN else -columns
            if not 0 <= at < count:
                at = count
        self.at = at
        self._draw_cursor(1)

    def _bottom(self, column):
        """Return the lowest circle of a column."""
        return column + (len(self.card) - 1 - column) // self._columns * self._columns
