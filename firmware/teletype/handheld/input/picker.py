# SPDX-License-Identifier: MIT
"""A picker for integer fields: UP and DOWN change a value, LEFT and RIGHT choose the field.

Used for requests (on the row below the paper) and for setups. In a field with a large range UP
and DOWN change the chosen digit, with its carry. LEFT and RIGHT move over its digits to the next
field. In the others a held key steps faster.

If holding UP and DOWN means another key, nothing can step faster, and fewer fields count as small.
Without UP, DOWN counts up and wraps around, and changes a digit without a carry, as on a
combination lock.
"""

from micropython import const

from teletype.drivers.buttons import DOWN, LEFT, RIGHT, UP
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, MINUS, ZERO, encode, width

LARGE = const(1000)
"""The range from which a field is changed digit by digit."""

_LARGE_FOR_FEW = const(20)
"""The same if UP and DOWN have no repeats."""


class Picker:
    """Fields given by `labels`, `lows`, `highs` and start `values` (lists of one length).

    `rows` text rows are taken, filled from the left; `top` is the first of them on the panel. Of
    fields that need more than `most` rows those around the chosen one are shown.

    _spans   columns of each label
    wheels   for each field how many digits can be chosen, 0 where the whole value is changed
    _wheel   the chosen digit of the field, 0 for the units; at first the leading one
    _places  for each field the row and the column of its label
    _first   the row of fields that is shown first
    """

    def __init__(self, app, labels, lows, highs, values, prefix="", most=0):
        self._app = app
        self._panel = panel = app.panel
        large = _LARGE_FOR_FEW if RIGHT in app.buttons.held else LARGE
        self.lows = lows
        self.highs = highs
        self.values = values
        self.field = 0
        self.top = 0
        columns = (panel.width - MARGIN) // COLUMN
        self._prefix = encode(prefix)
        self._widths = [max(len(str(low)), len(str(high))) for low, high in zip(lows, highs)]
        # a value is always complete; its name may be shortened on a narrow panel
        labels = [
            shortened(label, (columns - len(prefix) - wide) * COLUMN)
            for label, wide in zip(labels, self._widths)
        ]
        self._labels = [encode(label) for label in labels]
        self._spans = [(width(label) + COLUMN - 1) // COLUMN for label in labels]
        self._digits = bytearray(max(self._widths))
        self.wheels = [
            len(str(max(-low, high))) if high - low >= large else 0
            for low, high in zip(lows, highs)
        ]
        value = values[0]
        self._wheel = len(str(abs(value))) - 1 if value else self.wheels[0] // 2
        self._places = []
        row = 0
        column = len(prefix)
        for index in range(len(labels)):
            span = self._spans[index] + self._widths[index]
            if column + span > columns and column > len(prefix):
                row += 1
                column = len(prefix)
            self._places.append((row, column))
            column += span + 1
        self.rows = min(row + 1, most or panel.rows - 1)
        self._first = 0

    def draw(self, top=None):
        """Clear the rows and draw all fields, from the row `top` on, or where they were."""
        if top is not None:
            self.top = top
        for row in range(self.rows):
            self._panel.clear(self.top + row)
        if not self._first:
            self._panel.draw(self.top, MARGIN, self._prefix, 0, len(self._prefix), self._app.font)
        for index in range(len(self._labels)):
            row = self._places[index][0] - self._first
            if 0 <= row < self.rows:
                label = self._labels[index]
                x = MARGIN + self._places[index][1] * COLUMN
                self._panel.draw(self.top + row, x, label, 0, len(label), self._app.font)
                self._draw_value(index)

    def _draw_value(self, index):
        """Draw a value right-justified, with the part that UP and DOWN change in inverse video."""
        digits = self._digits
        width = self._widths[index]
        chosen = index == self.field
        wheel = self._wheel if chosen and self.wheels[index] else -1
        value = self.values[index]
        rest = -value if value < 0 else value
        at = width
        while at > 0:
            at -= 1
            digits[at] = ZERO + rest % 10
            rest //= 10
            if rest == 0 and at < width - wheel:  # zeros down from the chosen digit
                break
        if value < 0:
            at -= 1
            digits[at] = MINUS
        while at > 0:
            at -= 1
            digits[at] = 0
        row, column = self._places[index]
        row += self.top - self._first
        x = MARGIN + (column + self._spans[index]) * COLUMN
        invert = 255 if chosen and wheel < 0 else 0
        self._panel.draw(row, x, digits, 0, width, self._app.font, invert)
        # a glyph has its gap on the right: the pixel before the value completes the frame
        self._panel.clear(row, x - 1, 1, invert)
        if wheel >= 0:
            at = width - 1 - wheel
            x += at * COLUMN
            self._panel.draw(row, x, digits, at, 1, self._app.font, 255)
            self._panel.clear(row, x - 1, 1, 255)

    def key(self, key, repeat):
        """Handle a direction key; `repeat` counts the repeats of a held key."""
        index = self.field
        wheels = self.wheels[index]
        if key == LEFT or key == RIGHT:
            wheel = self._wheel + (1 if key == LEFT else -1)
            if not 0 <= wheel < wheels:
                count = len(self.values)
                self.field = (index + (1 if key == RIGHT else count - 1)) % count
                wheel = max(0, self.wheels[self.field] - 1) if key == RIGHT else 0
            self._wheel = wheel
            row = self._places[self.field][0]
            first = min(max(self._first, row + 1 - self.rows), row)
            if first != self._first:
                self._first = first
                self.draw()
                return
            self._draw_value(index)
            self._draw_value(self.field)
        elif key == UP or key == DOWN:
            low = self.lows[index]
            high = self.highs[index]
            value = self.values[index]
            by = 10**self._wheel
            if wheels and self._app.buttons.one_way:
                value = turned(value, low, high, by)
            elif wheels:
                value = min(high, value + by) if key == UP else max(low, value - by)
            else:
                value = stepped(value, low, high, key == UP or self._app.buttons.one_way, repeat)
            self.values[index] = value
            self._draw_value(index)


def rounder(value, low, high, up):
    """Return the next of 0, 1, 2, 5, 10, 20, 50, ... above or below, wrapping at the ends."""
    step = 1
    while step * 10 <= value:
        step *= 10
    if up:
        if value == high:
            return low
        lead = 1
        while step * lead <= value:
            lead = 2 if lead == 1 else 5 if lead == 2 else 10
        return min(high, step * lead)
    if value <= low:
        return high
    lower = [step * lead for lead in (1, 2, 5) if step * lead < value]
    return max(low, lower[-1] if lower else step // 2)


def turned(value, low, high, by):
    """Advance the digit of weight `by` to the next one that keeps the value in range."""
    new = value
    while True:
        new += by if new // by % 10 < 9 else -9 * by
        if low <= new <= high:
            return new


def shortened(text, pixels):
    """Return as much of a text as fits."""
    while width(text) > pixels:
        text = text[:-1]
    return text


def stepped(value, low, high, up, repeat):
    """Return the integer before or after `value`; repeats of a held key step by ten.

    A single press wraps at the ends, a held key stops there.
    """
    step = 10 if repeat >= 8 and high - low >= 20 else 1
    if up:
        return low if value == high and not repeat else min(high, value + step)
    return high if value == low and not repeat else max(low, value - step)
