# SPDX-License-Identifier: MIT
"""Heaps of stones with a cursor to take them: the base of the pictures of games with heaps.

A game has `heaps`, and `taken`, the stones that its last move took; its move is (heap, stones left
in it). Another kind of move needs its own `ask`, `end` and `take`.

LEFT and RIGHT choose a heap that has stones, UP and DOWN put back and take stones (held, by tens).
OK takes the first stone, and answers once something is taken. Moves that the programs reject can
be typed, but the picture does not offer them. Stones that are taken but not yet answered are
hollow. All heaps are drawn to one scale: circles as long as they fit, then squares, then dashes,
in rows of at most ten. The top row shows the machine's last message. The two at the bottom show
the heaps in figures and the answer that OK gives.

UP on a heap that has all its stones opens the table of binary digits
(`teletype.handheld.pictures.digits`) and leads back, if the panel has enough rows. Without `table`
it takes the stones of a winning move, for the person to see and to answer.
"""

from micropython import const

from teletype import words
from teletype.drivers.buttons import DOWN, LEFT, OK, RIGHT, UP
from teletype.engines.game import MACHINE
from teletype.handheld.activity import work
from teletype.handheld.drawing.glyphs import MARGIN, ZERO, draw_text, encode, extent, width
from teletype.handheld.drawing.listing import HINTS, form, keys_row
from teletype.handheld.pictures import base, digits
from teletype.handheld.pictures.shapes import box, decimal, disc, inverse, ring

_TOP = const(8)
"""The first pixel row for stones."""

_PITCHES = (12, 10, 8, 6, 4, 3, 2)
"""Pixels from stone to stone."""


_BOX_ROW = const(2)
_BOX = const(90)
"""Text row and pixels of the result; a low panel has it on row 0."""
_WIDE = const(100)
"""On a panel with fewer pixels the bottom row has no room for words next to the answer."""
_TABLE = const(8)
"""Text rows that the table of digits needs, and the boxed result."""


def in_row(width, pitch):
    """Return the stones in a row of `width` pixels: ten, five or as many as fit."""
    row = width // pitch
    return row if row <= 5 else 5 if row < 10 else 10


def fit(width, height, most):
    """Return the pitch at which `most` stones fit in `width` by `height` pixels; the last one if
    none does.
    """
    for pitch in _PITCHES:
        if in_row(width, pitch) * (height // pitch) >= most:
            break
    return pitch


_FIGURES = const(11)
"""Pixels of two digits with a gap: the width that a heap needs."""


def has_room(panel, heaps):
    """Return whether a number of `heaps` fits side by side on the panel."""
    return panel.width // heaps >= _FIGURES


class Stones(base.Picture):
    """`count` heaps of at most `most` stones; `label`: the text of the choice, `#` for the heap.

    `free`: the person sets up the heaps and may add stones. `over`: only OK works. `there` are the
    stones on the table, `left` those after the answer.
    """

    ANSWERS = True

    table = True
    """Whether UP opens the table of digits, if the panel has enough rows."""

    HINT = False
    """Without `table`, whether UP asks the game for a move."""

    LETTERS = ""
    """The name of a text about the letters of an answer, which precedes the first answer."""

    MOVE = "T=%d L=%d  "
    """How the machine's move is written before its message."""

    def __init__(self, app, setup, game, count, most, label):
        base.Picture.__init__(self, app, setup, game)
        self.table = self.table and app.panel.rows >= _TABLE
        self.count = count
        self._most = most
        self.there = [0] * count
        self.left = [0] * count
        self.heap = 0
        self.free = False
        self.over = False
        self.single = False
        """Whether an answer can change only one heap: then a new choice puts stones back."""
        self.message: str | None = ""
        """As in the base; None while the heaps are to be set up."""
        self.move = ""
        """The text before the message: the machine's move."""
        self._answered = False
        """Whether the person has answered in this session."""
        self._width = app.panel.width // count
        self._floor = 8 * app.panel.rows - 16
        """The pixel row where the space for stones ends."""
        self.ended = False
        """Whether the program has ended after the message."""
        self.before: list | None = None
        """The heaps before the machine's last move; None without one."""
        self.won = True
        """Whether the machine wins with that move."""
        self._lifted = 0
        """The heap of that move."""
        self._digits = False
        """Whether the table of digits is shown."""
        self._search = self._found = None
        """The search for a hint, and the move that it has found."""
        self._pitch = self._row = 0
        self._label = bytearray(encode("OK:" + label))
        self._name = 3 + label.index("#")
        self._figures = bytearray(len(str(most)))
        self.encode_words()

    def encode_words(self):
        wide = self._panel.width > _WIDE
        take = words.text("STONES_TAKE") if wide else "▼"
        self._take = bytearray(encode(take + " ###"[: 4 * wide]))
        if self.table:
            take = words.text("STONES_NONE")
        elif self.HINT and wide:
            take = words.text("STONES_HINT")
        self._none = encode(take)
        self._back = encode(words.text("STONES_DIGITS"))
        self._begin = encode(words.text("STONES_BEGIN"))
        self._stones = encode(words.text("STONES_STONES") if wide else "▲▼")
        self._anew = encode(words.text("STONES_ANEW"))

    def offer(self, heaps):
        """Start a new prompt: these stones are on the table and none is taken."""
        if self.free:
            self._digits = False
        for heap in range(self.count):
            self.there[heap] = self.left[heap] = heaps[heap]
        if not self.there[self.heap] and not self.free:
            self.heap = 0
            while self.heap < self.count - 1 and not self.there[self.heap]:
                self.heap += 1

    def lift(self, heap, stones):
        """Show that the machine takes stones from a heap: they are hollow, and lift off one by
        one.
        """
        self._lifted = heap
        self.moves(stones, self.game.moves == 1)

    def first_frame(self, before):
        if self._digits:
            self.draw()
            return
        self._panel.clear(0)
        self._draw_head()
        if self.unseen:  # they are hollow from now on
            heap = self._lifted
            first = self.left[heap] if self.ended else self.there[heap]
            self._draw_stones(heap, first, first + self.unseen)
        else:
            self.frame(before)

    def frame(self, before):
        heap = self._lifted
        first = self.left[heap] if self.ended else self.there[heap]
        self._draw_stones(heap, first + self.unseen, first + before)
        self._draw_figure(heap)
        if self.over and not self.unseen and not self._digits:
            self._draw_result()
            self._panel.touch(0, 8, self._panel.width, self._floor - 8)

    def scale(self, most):
        """Choose the size of the stones for heaps of up to `most`; return whether it changes."""
        old = self._pitch
        self._pitch = fit(self._width, self._floor - _TOP, most)
        self._row = in_row(self._width, self._pitch)
        return self._pitch != old

    # drawing

    def draw(self):
        panel = self._panel
        if self._digits:
            self._draw_digits()
            return
        panel.blank()
        self._draw_head()
        for heap in range(self.count):
            for stone in range(self.there[heap] + self._hovering(heap)):
                self._draw_stone(heap, stone)
            self._draw_figure(heap)
        if self.over and not self.unseen:
            self._draw_result()
        self._draw_strip()

    def _draw_head(self):
        """Draw row 0: the machine's move and message, or what else is to be known now."""
        panel = self._panel
        message = self.message
        if message is not None:
            message = words.shown(message)
        else:
            message = words.text("STONES_SET_UP" if panel.width > _WIDE else "STONES_SET_UP_SHORT")
        if self.over:
            message = ""  # the box shows it
        text = self._turn() if self.who else self.move + message
        if width(text) > panel.width - MARGIN:
            message = message.replace("СДЕЛАН ", "")  # it is clear without the word
            text = self.addressed(self.move + message)
        if self.move and panel.width < _WIDE:
            text = self.move
        if self.opening:
            text = form(words.text("PICTURE_OPENING"), panel.width - MARGIN)
        elif self.LETTERS and not (self._answered or self.who or self.over):
            letters = words.text(self.LETTERS)
            short = self.move + letters.split("\n")[-1]
            text = form(short + "\n" + letters, panel.width - MARGIN)
        while width(text) > panel.width - MARGIN:  # the end of a long message matters most
            message = message[message.find(" ") + 1 or 1 :]
            text = self.addressed("… " + message)
        draw_text(panel, 0, MARGIN, text)

    def _draw_result(self):
        panel = self._panel
        text = self.shown_message(self.message)
        if panel.rows < _TABLE:
            inverse(panel, 0, MARGIN, text)
            panel.touch(0, 0, panel.width, 8)
        else:
            box(panel, text, 0, _BOX_ROW, _BOX)

    def _hovering(self, heap):
        """Return the number of stones taken by the machine that still hover over a heap."""
        return 0 if self.ended or heap != self._lifted else self.unseen

    def _turn(self):
        """Draw row 0 for two players: what the other one has taken, and whose turn it is."""
        game = self.game
        took = ""
        if game.taken:
            took = words.text("TWO_TOOK") % ("AB"[game.mover], game.taken) + " "
        if self.over:
            return took
        if self.message is None:
            return self.addressed(words.text("TWO_SET_UP"))
        text = self.shown_message(self.message)
        return text if width(took + text) > self._panel.width - MARGIN else took + text

    def _draw_digits(self):
        """Draw the table, with the machine's move."""
        head = self.shown_message(self.message or "")
        if not self.over and not self.who:
            moved = self._lifted if self.before else None
            head = digits.heap_text(moved, self.before, self.there, self.won)
        chosen = -1 if self.over else self.heap
        digits.draw(self._panel, chosen, self.before, self.there, self.left, head)
        self._draw_strip()

    def _draw_stones(self, heap, first, end):
        """Draw the stones `first`, ..., `end` - 1 of a heap and mark them for the panel."""
        for stone in range(first, end):
            self._draw_stone(heap, stone)
        pitch = self._pitch
        row = self._row
        x = heap * self._width + (self._width - row * pitch) // 2
        wide = row
        if first // row == (end - 1) // row:
            x += first % row * pitch
            wide = end - first
        top = max(_TOP, self._floor - ((end - 1) // row + 1) * pitch)
        self._panel.touch(x, top, wide * pitch, self._floor - first // row * pitch - top)

    def _draw_stone(self, heap, stone):
        """Draw a stone: full if it stays, hollow if it is taken, nothing if there is none."""
        if self._digits:
            return
        panel = self._panel
        pitch = self._pitch
        x = heap * self._width + (self._width - self._row * pitch) // 2 + stone % self._row * pitch
        y = self._floor - (stone // self._row + 1) * pitch
        if y < _TOP:
            return  # they do not all fit: the figure below shows their number
        if stone >= self.there[heap] + self._hovering(heap):
            panel.fill_rect(x, y, pitch, pitch, 0)
            return
        left = self.left[heap]
        if (self.ended or self.opening) and heap == self._lifted:
            left += self.unseen  # the last ones stay hollow
        full = stone < left
        radius = pitch // 2 - 1
        if pitch > 3:
            if full:
                disc(panel, x + radius, y + radius, radius)
            else:
                ring(panel, x + radius, y + radius, radius)
        else:  # squares of 2 x 2 and dashes of 2 x 1; a taken one is a single pixel
            panel.fill_rect(x, y, 2, pitch - 1, 1 if full else 0)
            panel.pixel(x, y, 1)

    def _draw_figure(self, heap):
        """Draw the number of stones left in a heap; in inverse video if it is the chosen one."""
        if self._digits:
            return
        figures = self._figures
        left = self.left[heap] + (self.unseen if heap == self._lifted else 0)
        count = decimal(figures, 0, len(figures), left)
        invert = 255 if heap == self.heap and not self.over else 0
        x = heap * self._width
        row = self._panel.rows - 2
        width = count * self._font.WIDTH
        middle = x + (self._width - width) // 2 + 1
        self._panel.clear(row, x, middle - x, invert)
        self._panel.draw(row, middle, figures, 0, count, self._font, invert)
        end = middle + width
        self._panel.clear(row, end, x + self._width - 1 - end, invert)

    def _draw_strip(self):
        """Draw the names of OK and the other keys."""
        panel = self._panel
        row = panel.rows - 1
        if self.ended:
            keys_row(self._app, row, self.end_keys(panel.width > _WIDE))
            return
        taken = sum(self.there) - sum(self.left)
        right: bytes | bytearray = self._take
        if self.free:
            left: bytes | bytearray = self._begin
            right = self._stones
        elif not self.single and (self.over or not any(self.left)):
            left = self._anew
            right = b""
        else:
            left = label = self._label
            label[self._name] = ZERO + 1 + self.heap
            if taken:
                if self._panel.width > _WIDE:
                    decimal(self._take, len(self._take) - 3, 3, taken)
            else:
                left = b""
                right = self._back if self._digits else self._none
        x = panel.draw(row, HINTS, left, 0, len(left), self._font)
        if left is self._label:
            figures = self._figures
            decimal(figures, 0, len(figures), self.left[self.heap])
            x = panel.draw(row, x, figures, 0, len(figures), self._font)
        start = panel.width - 2 - extent(right, 0, len(right))
        panel.clear(row, x, start - x)
        panel.clear(row, panel.draw(row, start, right, 0, len(right), self._font))

    # keys

    def key(self, key, repeat):
        if key == OK:
            if repeat:
                return None
            if self.free or self.over or self.there != self.left:
                return self.take()
            key = DOWN  # a move takes at least one stone
        if self.over:
            return None
        if key == UP and self.left[self.heap] == self.there[self.heap]:  # nothing is taken
            if self.table and not self.free:
                if not repeat:
                    self._digits = not self._digits
                    self.draw()
                return None
            if self.HINT:
                self._search = self._find()
                return None
        self._move(key, repeat)
        if self._digits:
            self._draw_digits()
        return None

    def _move(self, key, repeat):
        """Choose another heap, or more or fewer stones; draw the changes."""
        heap = self.heap
        if key == LEFT or key == RIGHT:
            if self.single:
                self._change(self.there[heap])
            step = 1 if key == RIGHT else self.count - 1
            self.heap = (heap + step) % self.count
            while not (self.free or self.there[self.heap] or self.heap == heap):
                self.heap = (self.heap + step) % self.count
            self._draw_figure(heap)
            self._draw_figure(self.heap)
            self._draw_strip()
        else:
            step = 10 if repeat >= 8 else 1
            self._change(self.left[heap] + (step if key == UP else -step))

    def _change(self, left):
        """Set how many stones are left in the chosen heap, and draw the changes."""
        heap = self.heap
        left = max(0, min(left, self._most if self.free else self.there[heap]))
        old = self.left[heap]
        if left == old:
            return
        self.left[heap] = left
        if self.free:
            self.there[heap] = left
            if self.scale(max(self.there)):
                self.draw()
                return
        self._draw_stones(heap, min(old, left), max(old, left))
        self._draw_figure(heap)
        self._draw_strip()

    # the hint

    def _find(self):
        """Find a move that wins, in steps."""
        for move in self.game.hint():
            self._found = move
            yield True

    def tick(self, now):
        if self._search and work(self._search, now):
            self._search = None
            if self._found:  # take its stones, for the person to answer
                self.heap = self._found[0] - 1
                self._change(self._found[1])
            else:
                self.move = ""
                self.message = words.text("STONES_NO_HINT")
            self.draw()
        return self._search is not None

    # the game

    def ask(self, request):
        if request is not None:
            self.who = request.player
            self.follow()
            self.offer(self.game.heaps)

    def follow(self):
        """Take the last move of the game, if it is new."""
        game = self.game
        if self.moved() and game.mover == MACHINE and not game.two:
            self.replied()
            self.won = game.best() is None

    def replied(self):
        """Lift the stones that the machine has taken."""
        game = self.game
        heap, left = game.last
        self.move = self.MOVE % game.last
        self.before = list(game.heaps)
        self.before[heap - 1] = left + game.taken
        self.lift(heap - 1, game.taken)

    def answer(self, values):
        self._answered = True
        self.move = ""
        self.heap = min(max(values[0], 1), self.count) - 1

    def end(self):
        """Show the last heap without its stones."""
        self.follow()
        game = self.game
        self.offer(game.heaps)
        heap, left = game.last
        self.there[heap - 1] = left + game.taken
        self.over = self.ended = True
        return True

    def take(self):
        """Return the answer when OK is pressed."""
        return self.heap + 1, self.left[self.heap]
