# SPDX-License-Identifier: MIT
"""An editor for the cells at the start of an evolution: the field, a cursor, and a menu of the
book's structures.
"""

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, DOWN, OK, RIGHT, UP
from teletype.engines.structures import STRUCTURES, cells
from teletype.handheld.activity import due
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, encode, extent
from teletype.handheld.drawing.listing import keys_row, text_row, title_row
from teletype.handheld.drawing.lists import Listing
from teletype.handheld.pictures import editor
from teletype.handheld.pictures.shapes import decimal
from teletype.programs.evolution.picture_field import EDGE, Field

_BLINK = const(300)

_COLON = const(26)
"""The glyph of the colon."""

_STRUCTURE = const(95)
"""Pixels for the name of a structure, before its size."""
_FIGURES = const(32)
"""Pixels of the cursor's row and column, between the hint for OK and BACK, with a gap."""


class Editor(editor.Editor):
    """Edit the setup value `cells`: OK sets or removes a cell, BACK opens a menu.

    BACK in the menu leaves the editor with the present cells.
    """

    def __init__(self, app, field, setup, done, cancel):
        editor.Editor.__init__(self, app, field, setup, done, cancel)
        self._field = Field(app.panel, setup, 0, app.panel.rows - 1)
        self._count = 0
        """The number of cells."""
        self._i = self._field.m // 2 + 1
        self._j = self._field.n // 2 + 1
        self._place(setup[field.name])
        self._ringed = False
        self._due = ticks_ms()
        self._figures = bytearray(6)
        """The place of the cursor, in the form of the setup: row:column."""
        self._menu = None
        """The list of structures and commands while it is shown."""
        self.relabel()

    def relabel(self):
        self._message = ""
        self._hints = [
            encode(words.text(forms))
            for forms in ("EDITOR_SET", "EDITOR_TAKE_AWAY", "EDITOR_MENU")
        ]
        if self._menu:
            self._make_menu(self._menu.chosen)

    def _place(self, places):
        """Set cells, given as alternating rows and columns; ignore those outside the field."""
        for at in range(0, len(places), 2):
            i, j = places[at], places[at + 1]
            if self._inside(i, j) and not self._field.alive(i, j):
                self._field.turn(i, j)
                self._count += 1

    def _inside(self, i, j):
        return EDGE < i <= self._field.m - EDGE and EDGE < j <= self._field.n - EDGE

    def _clear(self):
        for at in range(len(self._field.cells)):
            self._field.cells[at] = 0
        self._count = 0

    # drawing

    def draw(self):
        if self._menu:
            title_row(self._app, words.program("evolution").LABELS[self._edited.name])
            self._menu.draw()
            last = self._app.panel.rows - 1
            keys_row(self._app, last, words.text("EDITOR_MENU_KEYS"))
            if self._message:
                text_row(self._app, 0, self._message, 255)
            return
        self._app.panel.home()
        self._field.draw()
        self._draw_cells()
        self._ringed = False
        self._draw_ring()
        self._app.panel.clear(self._strip())
        self._draw_strip()

    def _strip(self):
        """Return the text row: the last one, or the first if the cursor is below."""
        if self._field.covered and not self._field.upper(self._i):
            return 0
        return self._app.panel.rows - 1

    def _draw_cells(self):
        row = 0 if self._strip() else 1
        self._field.draw_cells(row, row + self._app.panel.rows - 1)

    def _draw_ring(self):
        self._ringed = not self._ringed
        self._due = ticks_add(ticks_ms(), _BLINK)
        self._field.ring(self._i, self._j)

    def _draw_strip(self):
        """Draw the effect of OK at the cursor, and the cursor's place."""
        panel = self._app.panel
        row = self._strip()
        figures = self._figures
        count = decimal(figures, 0, 6, self._i)
        figures[count] = _COLON
        decimal(figures, count + 1, 5 - count, self._j)
        hint = self._hints[self._field.alive(self._i, self._j)]
        end = panel.draw(row, MARGIN, hint, 0, len(hint), self._app.font)
        menu = self._hints[2]
        x = panel.width - 2 - extent(menu, 0, len(menu))
        panel.draw(row, x, menu, 0, len(menu), self._app.font)
        x = MARGIN + (x - _FIGURES) // COLUMN * COLUMN
        panel.draw(row, x, figures, 0, len(figures), self._app.font)
        panel.clear(row, end, x - end)
        if self._message:
            text_row(self._app, 0 if row else panel.rows - 1, self._message, 255)

    # keys

    def tick(self, now):
        if not self._menu and due(self._due, now, _BLINK):
            self._draw_ring()
        return False

    def key(self, key, repeat):
        if self._message and not self._menu:
            self._message = ""
            self.draw()
        if self._menu:
            self._menu_key(key, repeat)
        elif key == BACK:
            if not repeat:
                self._make_menu()
                self.draw()
        elif key == OK:
            if not repeat:
                self._change()
        else:
            self._move(key)

    def _move(self, key):
        strip = self._strip()
        if self._ringed:
            self._draw_ring()
        if key == UP or key == DOWN:
            self._i = self._round(self._i + (1 if key == DOWN else -1), self._field.m)
        else:
            self._j = self._round(self._j + (1 if key == RIGHT else -1), self._field.n)
        if self._strip() != strip:
            self.draw()
        else:
            self._draw_ring()
            self._draw_strip()

    def _round(self, number, count):
        """Return a row or a column; after the last one comes the first."""
        if number <= EDGE:
            return count - EDGE
        return number if number <= count - EDGE else 1 + EDGE

    def _change(self):
        """Set the cell at the cursor, or remove it."""
        alive = self._field.alive(self._i, self._j)
        if not alive and self._count == self._edited.most:
            self._message = words.text("EDITOR_FULL") % self._count
        else:
            self._field.turn(self._i, self._j)
            self._count += -1 if alive else 1
            if self._ringed:
                self._draw_ring()
            self._draw_cells()
            self._draw_ring()
        self._draw_strip()

    # the menu

    def _make_menu(self, chosen=0):
        commands = [
            words.text(forms) for forms in ("EDITOR_DONE", "EDITOR_CLEAR", "EDITOR_GIVE_UP")
        ]
        names = words.program("evolution").STRUCTURES

        def text(index):
            if index < len(commands):
                return commands[index], ""
            index -= len(commands)
            return names[index], "%dx%d" % size(STRUCTURES[index][1])

        count = len(commands) + len(STRUCTURES)
        self._menu = Listing(self._app, self._app.panel.rows - 2, text, count, chosen=chosen)

    def _menu_key(self, key, repeat):
        if key != OK and key != BACK:
            if self._message:
                self._message = ""
                self.draw()
            self._menu.key(key, repeat)
            return
        if repeat:
            return
        chosen = self._menu.chosen
        if key == BACK:  # leave with the present cells; without any, with the old ones
            chosen = 0 if self._count else 2
        if chosen == 0:
            self._finish()
            return
        if chosen == 2:
            self._cancel()
            return
        if chosen > 2 and not self._take(STRUCTURES[chosen - 3][1]):
            return
        if chosen == 1:
            self._clear()
        self._menu = None
        self.draw()

    def _take(self, structure):
        """Put a structure into the middle of the empty field; show a message if too large."""
        rows, columns = size(structure)
        m, n = self._field.m, self._field.n
        if rows + 2 * EDGE > m or columns + 2 * EDGE > n:
            self._message = words.text("EDITOR_NEEDS") % (rows + 2 * EDGE, columns + 2 * EDGE)
            self.draw()
            return False
        self._clear()
        top, left = (m - rows) // 2 + 1, (n - columns) // 2 + 1
        self._place(cells(structure, top, left))
        return True

    def _finish(self):
        """Return the cells to the setup, row by row."""
        places = bytearray()
        for i, j in self._field.places():
            places.append(i)
            places.append(j)
        if places:
            self._done(bytes(places))
        else:
            self._message = words.text("EDITOR_EMPTY")
            self.draw()


def size(structure):
    """Return the rows and columns of a structure."""
    return structure.count("/") + 1, (structure + "/").index("/")
