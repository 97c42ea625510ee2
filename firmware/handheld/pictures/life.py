# SPDX-License-Identifier: MIT
"""Evolution as pixels: the field while it lives, and an editor for the cells it starts with.

The picture computes an evolution of its own from the setup, without the limit of `r` ticks, while
the paper is printed behind it. OK stops it and lets it go on, RIGHT computes one tick, LEFT begins
anew, UP puts the tick that is shown on the paper, DOWN hides the two rows of text. The editor has
the same field, a cursor, and the structures of the book to choose from.
"""

from time import ticks_add, ticks_ms

import micropython
from micropython import const

import words
from drivers.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from engines.evolution import FOREVER
from engines.life import Life
from engines.structures import STRUCTURES, cells
from handheld.activity import due
from handheld.glyphs import MARGIN, encode, place
from handheld.listing import Listing, keys_text, text_row, title_row
from handheld.pictures import base
from handheld.pictures.shapes import decimal

_FRAME = const(25)
"""Milliseconds from tick to tick: the panel takes as long for a whole picture, at 400 kHz."""

_START = const(600)
"""Milliseconds for which the start is shown before it goes on."""

_BLINK = const(300)

_KEPT = const(200)
"""Lines that may wait for their place on the paper."""

_TICK = const("%d  ТАКТ")
_NOBODY = const("ЖИВЫХ ОСОБЕЙ НЕТ")
"""How the program heads a tick, and what it says where nothing lives."""

_COLON = const(26)
"""The glyph of the colon."""

_EDGE = const(2)
"""Rows and columns at each side of the field on which no cell ever lives."""

_ROW = const(127)
"""Pixels of a text row."""
_STRUCTURE = const(95)
"""Those for the name of a structure, before its size."""
_FIGURES = const(30)
"""Those of the cursor's row and column, before what OK does there."""

_COUNTS = const(
    (_ROW, "TICK #####    CELLS #####", "ТАКТ #####    ОСОБИ #####", "世代 #####    細胞 #####")
)
_DIGITS = const(8)
"""Of the tick, with blanks behind the signs: 29 days at 40 ticks a second."""

_RUNNING = const(
    (_ROW, "OK:PAUSE  ◄:0  ▼:HIDE", "OK:ПАУЗА  ◄:0  ▼:СКРЫТЬ", "OK:止める  ◄:0  ▼:隠す")
)
_PAUSED = const(
    (
        _ROW,
        "►:STEP ◄:0 ▲:PRINT OK:GO",
        "►:ШАГ ◄:0 ▲:ПЕЧАТЬ OK:ХОД",
        "►:一歩 ◄:0 ▲:印刷 OK:続ける",
    )
)
_END = const(55)
"""Those that say why there is no further tick, before the keys."""
_DEAD = const((_END, "ALL DEAD", "ВСЕ МЕРТВЫ", "全滅"))
_NARROW = const((_END, "AT THE EDGE", "КРАЙ ПОЛЯ", "端に着いた"))
_ENDED = const((_ROW - _END, " ◄:0 ▲:PRINT", " ◄:0 ▲:ПЕЧАТЬ", " ◄:0 ▲:印刷"))
_PRINTED = const(
    (_ROW - 15, "TICK %d IS PRINTED", "ТАКТ %d НАПЕЧАТАН", "第%d代を打ちました")
)  # a tick may have five figures
_BUSY = const((_ROW, "STILL PRINTING", "ЕЩЕ ПЕЧАТАЮ", "まだ印字中です"))

_SET = const(
    (_ROW - _FIGURES, " OK:ADD   BACK:MENU", " OK:ЕСТЬ BACK:МЕНЮ", "OK:置く BACK:メニュー")
)
_TAKE_AWAY = const(
    (_ROW - _FIGURES, " OK:CLEAR BACK:MENU", " OK:НЕТ  BACK:МЕНЮ", "OK:消す BACK:メニュー")
)
_FULL = const((_ROW - 5, "AT MOST %d CELLS", "НЕ БОЛЕЕ %d ОСОБЕЙ", "%dこまでです"))
_MENU_KEYS = const((_ROW, "OK:CHOOSE  BACK:DONE", "OK:ВЫБРАТЬ  BACK:ГОТОВО", "OK:選ぶ  BACK:決定"))
_DONE = const((_ROW, "DONE", "ГОТОВО", "決定"))
_CLEAR = const((_ROW, "CLEAR ALL", "ОЧИСТИТЬ ПОЛЕ", "全部消す"))
_GIVE_UP = const((_ROW, "CANCEL", "ОТМЕНА", "取り消し"))
_NEEDS = const((_ROW, "NEEDS m=%d n=%d", "НУЖНО m=%d n=%d", "必要:m=%d n=%d"))
_EMPTY = const((_ROW, "NO CELLS YET", "НЕТ НИ ОДНОЙ ОСОБИ", "細胞がありません"))


@micropython.viper
def _paint(
    column: int,
    byte: int,
    cells: ptr8,
    at: int,
    stride: int,
    shift: int,
    count: int,
    masks: ptr8,
    first: int,
    frame: ptr8,
    to: int,
    size: int,
    thick: int,
) -> int:
    """Draws what there is of `count` columns of cells on one page of the screen.

    The rows of cells on the page are those from bit `shift` of `cells[at]` on, those after bit 7
    in `cells[at + stride]`. `masks[first]`, `masks[first + 1]`, ... are their pixels on the page;
    others are left alone. `to`: the first byte in `frame`; each column of cells is `thick` bytes,
    `size` apart. The first two arguments are given as 0 (see `engines.life`).

    Returns the bytes that changed, counted from `to`, as first << 8 | last, or -1.
    """
    pixels = 0
    for k in range(first, first + 8):
        pixels = pixels | masks[k]
    low = -1
    high = 0
    start = to
    for _ in range(count):
        rows = (cells[at] | cells[at + stride] << 8) >> shift & 255
        byte = 0
        k = first
        while rows:
            if rows & 1:
                byte = byte | masks[k]
            rows = rows >> 1
            k += 1
        column = to
        while column < to + thick:
            if frame[column] & pixels != byte:
                frame[column] = frame[column] & (255 ^ pixels) | byte
                high = column - start
                if low < 0:
                    low = high
            column += 1
        at += 1
        to += size
    if low < 0:
        return -1
    return low << 8 | high


class _Field:
    """The cells, and where they are on the screen: as large as it gets on rows `row` to `end` - 1.

    The two outermost rows and columns, which stay empty, are left away. A field that is too high
    takes the whole screen, and `covered` says that text must stand on it.
    """

    def __init__(self, panel, setup, row, end):
        self._panel = panel
        self.m = setup["m"]
        self.n = setup["n"]
        self.pages = (self.m + 7) // 8
        self.cells = bytearray(self.n * (self.pages + 1))
        """Eight rows of a column in each byte, the upper one in bit 0, like a panel's frame."""
        rows = self.m - 2 * _EDGE
        columns = self.n - 2 * _EDGE
        self._size = min((panel.width - 2) // columns, (8 * (end - row) - 2) // rows)
        """Pixels of a cell, with the gap to the next one if there are more than two."""
        self.covered = not self._size
        if self.covered:
            self._size = 1
            row, end = 0, panel.rows
        self._thick = self._size - 1 if self._size > 2 else self._size
        self._x = (panel.width - columns * self._size) // 2
        self._y = 8 * row + (8 * (end - row) - rows * self._size) // 2
        self._first = bytearray(panel.rows)
        """The first row of cells, from 0, of which there are pixels on a page of the screen."""
        self._masks = bytearray(8 * panel.rows)
        """For each page of the screen, which pixels are of that row, and of those below it."""
        for i in range(_EDGE, self.m - _EDGE):
            top = self._y + (i - _EDGE) * self._size
            for y in range(top, top + self._thick):
                page = y // 8
                if not self._first[page]:
                    self._first[page] = i
                self._masks[8 * page + i - self._first[page]] |= 1 << y % 8

    def alive(self, i, j):
        """Whether there is a cell in row `i`, column `j`, which count from 1."""
        return self.cells[(i - 1) // 8 * self.n + j - 1] >> (i - 1) % 8 & 1

    def turn(self, i, j):
        """Sets a cell, or takes it away."""
        self.cells[(i - 1) // 8 * self.n + j - 1] ^= 1 << (i - 1) % 8

    def places(self):
        """A generator of (row, column) of all cells, by rows."""
        for i in range(1 + _EDGE, self.m - _EDGE + 1):
            before = (i - 1) // 8 * self.n - 1
            bit = 1 << (i - 1) % 8
            for j in range(1 + _EDGE, self.n - _EDGE + 1):
                if self.cells[before + j] & bit:
                    yield i, j

    def draw(self):
        """Clears the screen and draws the frame of the field."""
        panel = self._panel
        panel.fill(0)
        panel.touch(0, 0, panel.width, panel.height)
        width = (self.n - 2 * _EDGE) * self._size
        height = (self.m - 2 * _EDGE) * self._size
        gap = self._size - self._thick  # of the last cell
        panel.rect(self._x - 1, self._y - 1, width + 2 - gap, height + 2 - gap, 1)

    def draw_cells(self, row, end):
        """Draws the cells on rows `row` to `end` - 1 of the screen; only what changed is sent."""
        panel = self._panel
        for page in range(row, end):
            first = self._first[page]
            if first:
                changed = _paint(
                    0,
                    0,
                    self.cells,  # type: ignore[arg-type]
                    first // 8 * self.n + _EDGE,
                    self.n,
                    first % 8,
                    self.n - 2 * _EDGE,
                    self._masks,  # type: ignore[arg-type]
                    8 * page,
                    panel.buffer,
                    1 + page * panel.width + self._x,
                    self._size,
                    self._thick,
                )
                if changed >= 0:
                    low = changed >> 8
                    panel.touch(self._x + low, 8 * page, (changed & 255) + 1 - low, 8)

    def ring(self, i, j):
        """A box around a cell; the second time it is gone."""
        size = self._size
        x = self._x + (j - 1 - _EDGE) * size - 1
        y = self._y + (i - 1 - _EDGE) * size - 1
        side = size + 2 if size < 3 else size + 1
        panel = self._panel
        panel.flip(x, y, side, 1)
        panel.flip(x, y + side - 1, side, 1)
        panel.flip(x, y + 1, 1, side - 2)
        panel.flip(x + side - 1, y + 1, 1, side - 2)

    def upper(self, i):
        """Whether row `i` is in the upper half of the screen."""
        return self._y + (i - 1 - _EDGE) * self._size < self._panel.height // 2


class Picture(base.Picture):
    """The evolution that `setup` begins."""

    def __init__(self, app, setup):
        super().__init__(app, setup)
        self._setup = setup
        self._field = _Field(app.panel, setup, 1, app.panel.rows - 1)
        self.encode_words()
        self._life = Life(
            setup["m"],
            setup["n"],
            setup["v1"],
            setup["v2"],
            setup["v3"],
            min(setup["z"], FOREVER),
            setup["neighbours"],
        )
        self._strips = True
        """Whether the rows of text are shown."""
        self.printed = []
        """Lines that are wanted on the paper."""
        self._running = True
        self._single = False
        """Whether one tick more is to be computed."""
        self._due = ticks_ms()
        """When the next tick is to be computed."""
        self._begin()

    def _begin(self):
        places = self._setup["cells"]
        self._time = 0
        self._place((places[at], places[at + 1]) for at in range(0, len(places), 2))
        self._living = self._life.living()
        self._end: tuple = ()
        """The text that says why there is no further tick."""
        self._note = ""

    def _place(self, cells):
        """Puts (row, column) pairs in place of all cells."""
        setup, life = self._setup, self._life
        life.clear()
        for i, j in cells:
            life.place(i, j)
        if not self._time:
            top, bottom, left, right = life.rectangle()
            top, bottom = setup["m1"] or top, setup["m2"] or bottom
            life.extend(top, bottom, setup["n1"] or left, setup["n2"] or right)

    def encode_words(self):
        text = words.text(_COUNTS)
        self._text = bytearray(encode(text))
        self._tick_at = place(text, text.index("#"))
        self._cells_at = place(text, text.rindex("#")) - 4

    # drawing

    def draw(self):
        if not self._time:
            self._due = ticks_add(ticks_ms(), _START)
        self._field.draw()
        self._draw_cells()
        if self._strips:
            self._app.panel.clear(0)
        self._draw_figures()
        self._draw_keys()

    def _draw_cells(self):
        field = self._field
        for page in range(field.pages):
            self._life.to_frame(field.cells, page * field.n, page)
        text = 1 if self._strips else 0
        field.draw_cells(text, self._app.panel.rows - text)

    def _draw_figures(self):
        """The number of the tick and of the cells."""
        if self._strips:
            text = self._text
            decimal(text, self._tick_at, _DIGITS, self._time)
            decimal(text, self._cells_at, 5, self._living)
            self._app.panel.draw(0, MARGIN, text, 0, len(text), self._app.font)

    def _draw_keys(self):
        """What the keys do now."""
        if self._strips:
            if self._running:
                text = words.text(_RUNNING)
            elif self._end:
                text = words.text(self._end) + words.text(_ENDED)
            else:
                text = words.text(_PAUSED)
            text_row(self._app, self._app.panel.rows - 1, self._note or text)

    # work

    def tick(self, now):
        if not self._single and (not self._running or not due(self._due, now, _START)):
            return self._running
        self._single = False
        self._due = ticks_add(now, _FRAME)
        self._compute()
        self._draw_figures()
        if self._note or self._end:
            self._note = ""
            self._draw_keys()
        return self._running

    def _compute(self):
        """Computes a tick and draws it, unless it comes too near to the edge to be shown."""
        life = self._life
        life.tick()
        if life.narrow():
            self._end = _NARROW
            self._place(self._field.places())  # as it is shown; only the ages are lost
        else:
            self._time += 1
            self._living = life.living()
            if not self._living:
                self._end = _DEAD
            self._draw_cells()
        if self._end:
            self._running = False

    def _print(self):
        """Asks for the tick that is shown to be put on the paper, in the form of the program."""
        lines = self.printed
        if len(lines) > _KEPT:
            self._note = words.text(_BUSY)
        else:
            self._note = words.text(_PRINTED) % self._time
            lines.append("")
            lines.append(_TICK % self._time)
            if not self._living:
                lines.append(_NOBODY)
            else:
                top, bottom, left, right = self._life.rectangle()
                alive = self._field.alive
                for i in range(top, bottom + 1):
                    row = ["0" if alive(i, j) else "." for j in range(left, right + 1)]
                    lines.append("".join(row))
        self._draw_keys()

    def key(self, key, repeat):
        if key == RIGHT:
            if not self._end:
                self._single = True
                if self._running:
                    self._running = False
                    self._draw_keys()
        elif repeat:
            pass
        elif key == OK:
            if not self._end:
                self._running = not self._running
                self._due = ticks_ms()
                self._note = ""
                self._draw_keys()
        elif key == LEFT:
            self._begin()
            self.draw()
        elif key == DOWN:
            self._strips = not self._strips
            self.draw()
        else:
            self._print()
        return None


class Editor(base.Editor):
    """Edits the setup value `cells`: OK sets and takes away a cell, BACK opens a menu.

    BACK in the menu leaves, with the cells that there are.
    """

    def __init__(self, app, field, setup, done, cancel):
        super().__init__(app, field, setup, done, cancel)
        self._field = _Field(app.panel, setup, 0, app.panel.rows - 1)
        self._count = 0
        """How many cells there are."""
        self._i = self._field.m // 2 + 1
        self._j = self._field.n // 2 + 1
        self._place(setup[field.name])
        self._ringed = False
        self._due = ticks_ms()
        self._figures = bytearray(6)
        """The place of the cursor, written as in the setup: row:column."""
        self._menu = None
        """The list of structures and commands while it is shown."""
        self._message = ""
        self.relabel()

    def relabel(self):
        self._message = ""
        self._hints = [
            encode(keys_text(self._app, words.text(forms))) for forms in (_SET, _TAKE_AWAY)
        ]
        if self._menu:
            chosen = self._menu.chosen
            self._make_menu()
            self._menu.chosen = chosen

    def _place(self, places):
        """Sets cells, given as rows and columns in turn; those outside are left away."""
        for at in range(0, len(places), 2):
            i, j = places[at], places[at + 1]
            if self._inside(i, j) and not self._field.alive(i, j):
                self._field.turn(i, j)
                self._count += 1

    def _inside(self, i, j):
        return _EDGE < i <= self._field.m - _EDGE and _EDGE < j <= self._field.n - _EDGE

    def _clear(self):
        for at in range(len(self._field.cells)):
            self._field.cells[at] = 0
        self._count = 0

    # drawing

    def draw(self):
        if self._menu:
            title_row(self._app, self._edited.name)
            self._menu.draw()
            message = self._message or words.text(_MENU_KEYS)
            text_row(self._app, self._app.panel.rows - 1, message, 255 if self._message else 0)
            return
        self._app.panel.home()
        self._field.draw()
        self._draw_cells()
        self._ringed = False
        self._draw_ring()
        self._app.panel.clear(self._strip())
        self._draw_strip()

    def _strip(self):
        """The row of the text: the last one, or the first if the cursor is below."""
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
        """Where the cursor is, and what OK does there."""
        panel = self._app.panel
        row = self._strip()
        figures = self._figures
        count = decimal(figures, 0, 6, self._i)
        figures[count] = _COLON
        decimal(figures, count + 1, 5 - count, self._j)
        x = panel.draw(row, MARGIN, figures, 0, len(figures), self._app.font)
        hint = self._hints[self._field.alive(self._i, self._j)]
        panel.clear(row, panel.draw(row, x, hint, 0, len(hint), self._app.font))
        if self._message:
            text_row(self._app, row, self._message, 255)
            self._message = ""

    # keys

    def tick(self, now):
        if not self._menu and due(self._due, now, _BLINK):
            self._draw_ring()
        return False

    def key(self, key, repeat):
        if self._menu:
            self._menu_key(key, repeat)
        elif key == BACK:
            if not repeat:
                self._open_menu()
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
        """A row or a column; beyond the last one comes the first."""
        if number <= _EDGE:
            return count - _EDGE
        return number if number <= count - _EDGE else 1 + _EDGE

    def _change(self):
        """Sets the cell at the cursor, or takes it away."""
        alive = self._field.alive(self._i, self._j)
        if not alive and self._count == self._edited.most:
            self._message = words.text(_FULL) % self._count
        else:
            self._field.turn(self._i, self._j)
            self._count += -1 if alive else 1
            if self._ringed:
                self._draw_ring()
            self._draw_cells()
            self._draw_ring()
        self._draw_strip()

    # the menu

    def _open_menu(self):
        self._make_menu()
        self.draw()

    def _make_menu(self):
        commands = [words.text(forms) for forms in (_DONE, _CLEAR, _GIVE_UP)]
        names = words.of("evolution", "STRUCTURES", [name for name, _ in STRUCTURES])

        def text(index):
            if index < len(commands):
                return commands[index], ""
            index -= len(commands)
            return names[index], "%dx%d" % size(STRUCTURES[index][1])

        self._menu = Listing(
            self._app, self._app.panel.rows - 2, text, len(commands) + len(STRUCTURES)
        )

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
        if key == BACK:  # leaves with the cells as they are; without any, as they were
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
        """Puts a structure into the middle of the empty field; says so if it does not fit."""
        rows, columns = size(structure)
        m, n = self._field.m, self._field.n
        if rows + 2 * _EDGE > m or columns + 2 * _EDGE > n:
            self._message = words.text(_NEEDS) % (rows + 2 * _EDGE, columns + 2 * _EDGE)
            self.draw()
            return False
        self._clear()
        top, left = (m - rows) // 2 + 1, (n - columns) // 2 + 1
        self._place(cells(structure, top, left))
        return True

    def _finish(self):
        """Gives the cells back, row by row."""
        places = bytearray()
        for i, j in self._field.places():
            places.append(i)
            places.append(j)
        if places:
            self._done(bytes(places))
        else:
            self._message = words.text(_EMPTY)
            self.draw()


def size(structure):
    """Rows and columns of a structure."""
    return structure.count("/") + 1, (structure + "/").index("/")
