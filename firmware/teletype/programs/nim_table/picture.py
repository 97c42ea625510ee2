# SPDX-License-Identifier: MIT
"""The figure of Iwase's notes, filled in step by step: 27 positions of three heaps of up to two
stones.

The figure is shown first; the paper, where the program asks for positions, is behind BACK. From
the smallest number upwards, a lost position becomes a white box; a won one gets the arrow of its
winning move, which leads upwards. The figure fills in on its own. RIGHT and LEFT go a step forward
and back; OK pauses and continues, or starts again.

UP starts the exercise of the notes, in which a person fills it in from the smallest position
upwards. UP marks a position as lost and DOWN as won, LEFT goes back to the previous one. After the
last one, a frame shows each mark that differs from the table.
"""

# covers 003:9, 003:60

from array import array
from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.drivers.buttons import DOWN, LEFT, OK, RIGHT, UP
from teletype.handheld.activity import due
from teletype.handheld.drawing.glyphs import ZERO, encode, extent
from teletype.handheld.drawing.listing import HINTS, text_row
from teletype.handheld.pictures import base
from teletype.handheld.pictures.shapes import stamp
from teletype.programs.nim_table import game as nim_table

_LIMIT = const(2)
_POSITIONS = const(27)

_STEP = const(500)
"""Milliseconds from one position to the next."""

_DIGITS = b"\x1f\x11\x1f\x12\x1f\x10\x1d\x15\x17"
"""0, 1 and 2 in three columns of five pixels."""

_WIDTH = const(11)
_HEIGHT = const(5)
"""Pixels of a position's three digits."""

_ROWS = (1, 11, 21, 31, 40, 48)
_COLUMNS = (
    (58,),
    (7, 26, 45, 71, 90, 109),
    (9, 37, 65, 84, 100, 116),
    (2, 16, 30, 44, 58, 72, 86, 100, 114),
    (9, 37, 65, 107),
    (51,),
)
"""The places of the positions of `nim_table.DIAGRAM` in pixels. Between the nine of a row are
three pixels, so that an arrow passes there and touches no digit."""

_RAIL = const(8)
"""The pixel row along which the arrows of the second row reach 000."""

_WAYS = {
    nim_table.number((1, 1, 1), _LIMIT): (56, 29),
    nim_table.number((2, 2, 2), _LIMIT): (112, 29),
}
"""Arrows that are not straight, and the point on their way."""

_MARKED_LOST, _MARKED_WON = const(1), const(2)

_END = const(126)


class Picture(base.Picture):
    """Step through the table for the limit 2; takes no answers."""

    def __init__(self, app, setup, game):
        base.Picture.__init__(self, app, setup, game)
        self.FIRST = setup["mode"] != "play"  # a game runs on the paper
        self._places = [(0, 0)] * _POSITIONS
        for row in range(len(_ROWS)):
            for x, word in zip(_COLUMNS[row], nim_table.DIAGRAM[row].split()):
                heaps = [int(digit) for digit in word]
                self._places[nim_table.number(heaps, _LIMIT)] = (x, _ROWS[row])
        self._table = array("h", [0] * _POSITIONS)
        for _ in nim_table.scan(self._table, _LIMIT):
            pass
        self._shown = 0
        """The number of positions whose result is shown."""
        self._running = True
        self._marks = bytearray()
        """While a person marks: for each position 0 or its mark; else empty."""
        self._asked = 0
        """The next position to mark; the number of positions once the marks are compared."""
        self._due = 0
        self._won = bytearray(encode("000→000"))
        self.encode_words()

    def encode_words(self):
        self._lost = bytearray(encode("000 " + words.text("CUBE_LOST")))
        self._stop = encode(words.text("CUBE_STOP"))
        self._go_on = encode(words.text("CUBE_GO_ON"))
        self._you = encode(words.text("CUBE_YOU"))

    def draw(self):
        panel = self._panel
        panel.blank()
        if self._marks:
            for position in range(_POSITIONS):
                self._draw_marked(position)
            if self._asked < _POSITIONS:
                self._draw_marked(self._asked)  # its frame overlaps the next one
            else:
                for position in range(_POSITIONS):
                    if not self._right(position):
                        self._frame(position)
            self._draw_question()
            return
        for position in range(_POSITIONS):
            self._draw_digits(position, 1)
        for position in range(self._shown):
            self._draw_result(position, 1)
        self._draw_mark()
        self._draw_strip()
        self._due = ticks_add(ticks_ms(), _STEP)

    def _draw_digits(self, position, colour):
        x, y = self._places[position]
        x += 8
        for _ in range(3):  # from the right
            stamp(self._panel, x, y, _DIGITS, position % 3 * 3, 3, colour)
            position //= 3
            x -= 4

    def _draw_result(self, position, colour):
        """Draw a white box or an arrow; the colour 0 erases it."""
        panel = self._panel
        x, y = self._places[position]
        target = self._table[position]
        if target == nim_table.LOST:
            panel.fill_rect(x - 1, y - 1, _WIDTH + 2, _HEIGHT + 2, colour)
            self._draw_digits(position, 1 - colour)
            return
        left, bottom = self._places[target]
        bottom += _HEIGHT + 1
        x += _WIDTH // 2
        if target == 0:
            middle = left + _WIDTH // 2
            panel.vline(x, _RAIL, y - 1 - _RAIL, colour)
            panel.hline(min(x, middle), _RAIL, abs(x - middle) + 1, colour)
            panel.vline(middle, bottom, _RAIL - bottom, colour)
            return
        y -= 2
        if position in _WAYS:
            panel.line(x, y, *_WAYS[position], colour)
            x, y = _WAYS[position]
        # the end, at the nearest point below the box
        panel.line(x, y, max(left + 1, min(x, left + _WIDTH - 2)), bottom, colour)

    def _touch_result(self, position):
        x, y = self._places[position]
        target = self._table[position]
        if target == nim_table.LOST:
            self._panel.touch(x - 1, y - 1, _WIDTH + 2, _HEIGHT + 2)
            return
        left, top = self._places[target]
        below = top + _HEIGHT + 1
        self._panel.touch(min(x, left), below, abs(x - left) + _WIDTH, y - below)

    def _draw_mark(self):
        """Underline the position decided last; a second call removes the line."""
        if self._shown:
            x, y = self._places[self._shown - 1]
            self._panel.flip(x, y + _HEIGHT + 1, _WIDTH, 1)

    def _draw_strip(self):
        panel = self._panel
        row = panel.rows - 1
        hint = self._stop if self._running else self._go_on
        end = panel.draw(row, HINTS, hint, 0, len(hint), self._font)
        start = _END - extent(self._you, 0, len(self._you))
        panel.draw(row, start, self._you, 0, len(self._you), self._font)
        if self._shown:
            target = self._table[self._shown - 1]
            codes = self._lost if target == nim_table.LOST else self._won
            self._write(codes, 0, self._shown - 1)
            if target != nim_table.LOST:
                self._write(codes, len(codes) - 3, target)
            start -= extent(codes, 0, len(codes))
            panel.draw(row, start, codes, 0, len(codes), self._font)
        panel.clear(row, end, start - end)

    def _draw_marked(self, position):
        """Draw a marked position: boxed for lost, underlined for won."""
        panel = self._panel
        x, y = self._places[position]
        mark = self._marks[position]
        asked = position == self._asked
        panel.fill_rect(x - 2, y - 2, _WIDTH + 4, _HEIGHT + 4, 0)
        panel.touch(x - 2, y - 2, _WIDTH + 4, _HEIGHT + 4)
        if asked:
            self._frame(position)
        elif mark == _MARKED_LOST:
            panel.fill_rect(x - 1, y - 1, _WIDTH + 2, _HEIGHT + 2, 1)
        self._draw_digits(position, 0 if mark == _MARKED_LOST and not asked else 1)
        if mark == _MARKED_WON and not asked:
            panel.hline(x, y + _HEIGHT + 1, _WIDTH, 1)

    def _frame(self, position):
        x, y = self._places[position]
        self._panel.rect(x - 2, y - 2, _WIDTH + 4, _HEIGHT + 4, 1)

    def _right(self, position):
        """Return whether the mark agrees with the table."""
        lost = self._table[position] == nim_table.LOST
        return lost == (self._marks[position] == _MARKED_LOST)

    def _draw_question(self):
        """Draw the position in question, or the number of right marks."""
        last = self._panel.rows - 1
        if self._asked < _POSITIONS:
            heaps = "%d%d%d" % nim_table.heaps(self._asked, _LIMIT)
            text_row(self._app, last, heaps, 0, words.text("CUBE_MARK"), HINTS)
        else:
            right = sum([self._right(position) for position in range(_POSITIONS)])
            right = words.text("CUBE_RIGHT") % right
            text_row(self._app, last, words.text("CUBE_TABLE"), 0, right, HINTS)

    def _mark(self, key):
        """Handle a key while a person marks."""
        before = self._asked
        if before == _POSITIONS:
            if key == OK:
                self._marks = bytearray()
                self._shown = 0
                self._running = True
                self.draw()
            return
        if key == LEFT:
            self._asked = max(0, before - 1)
        elif key == UP or key == DOWN:
            self._marks[before] = _MARKED_LOST if key == UP else _MARKED_WON
            self._asked += 1
        else:
            return
        if self._asked == _POSITIONS:
            self.draw()
            return
        self._draw_marked(before)
        self._draw_marked(self._asked)
        self._draw_question()

    def _write(self, codes, at, position):
        """Write the three digits of a position as glyph numbers."""
        for place in range(at + 2, at - 1, -1):
            codes[place] = ZERO + position % 3
            position //= 3

    def _on(self):
        """Show the next position."""
        if self._shown == _POSITIONS:
            return
        self._draw_mark()
        self._shown += 1
        self._draw_result(self._shown - 1, 1)
        self._touch_result(self._shown - 1)
        self._draw_mark()
        if self._shown == _POSITIONS:
            self._running = False

    def _back(self):
        """Remove the last position's result."""
        if not self._shown:
            return
        self._draw_mark()
        self._shown -= 1
        self._draw_result(self._shown, 0)
        self._touch_result(self._shown)
        for position in range(self._shown):  # arrows share pixels
            self._draw_result(position, 1)
        self._draw_mark()

    def tick(self, now):
        if self._running and not self._marks and due(self._due, now, _STEP):
            self._due = ticks_add(now, _STEP)
            self._on()
            self._draw_strip()
        return False

    def key(self, key, repeat):
        if self._marks:
            if not repeat:
                self._mark(key)
            return None
        if key == UP:
            self._marks = bytearray(_POSITIONS)
            self._asked = 0
            self._running = False
            self.draw()
            return None
        if key == OK:
            if repeat:
                return None
            self._running = not self._running
            self._due = ticks_ms()
            if self._shown == _POSITIONS:
                self._shown = 0
                self._running = True
                self.draw()
        else:
            self._running = False
            if key == RIGHT or key == DOWN:
                self._on()
            else:
                self._back()
        self._draw_strip()
        return None
