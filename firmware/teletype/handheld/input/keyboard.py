# SPDX-License-Identifier: MIT
"""A keyboard for six buttons: a line of text, typed from a grid of characters.

The arrows move over the grid and wrap at its ends, OK types. The tall key ↵ on the right ends
every row, so that LEFT reaches it from the first column; it means "done". The keys ◄ and ► move
the cursor. BACK deletes the character before the cursor; at the start of a text it moves to the
end, and in an empty text it cancels. Held for a second it deletes everything; if it is held
longer, for another language, the text comes back.

If RIGHT is a held DOWN, a short press moves along the row, and a long one to the next row.
"""

from micropython import const

from teletype import words
from teletype.core.request import Malformed
from teletype.drivers.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from teletype.handheld.activity import Activity
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, encode, wrapped
from teletype.handheld.drawing.listing import HINTS, keys_row, text_row, title_row

ROWS = (
    "()~+→↔*-=.,:□◄►",
    "ABCDEFGHIJKLMNOPQRST",
    "UVWXYZ0123456789",
    "АБВГДЕЖЗИЙКЛМНОПРСТУ",
    "ФХЦЧШЩЪЫЬЭЮЯ",
)
"""The keys; on a narrow screen a row is wrapped. The signs stand above the first letters."""

TYPES = {"→": "->", "↔": "<->", "□": " "}
"""The text of keys whose label differs from it."""

LONGEST_TEXT = 250

_TURNED = {UP: LEFT, DOWN: RIGHT, LEFT: UP, RIGHT: DOWN}

_WORDS_APART = const(1)
"""Pixels between two words on a row of words."""

_PITCH = const(6)
"""Pixels from key to key: a character and a gap, since many fill their box."""


class Keyboard(Activity):
    """An editor of `text` under `title`. `done(text)` is called at the end and may raise
    Malformed, whose message is shown; `cancel()` if the user cancels. `titled()`, if given,
    returns the title in another language. `follow(text)`: the characters that can follow a text,
    the likeliest first; they are on the first row, and the cursor returns there. `sign`: the
    prompt sign of an answer, a `teletype.handheld.drawing.stop_sign.StopSign`. `keys`: the rows of
    keys; a tuple is a row of words, each a key.

    _at       the position of the cursor
    _headed   whether the title is shown; a long text takes its row
    _enter    the column of ↵, after the longest row
    _first    the first visible row of keys, if the screen is too low for all
    _covered  whether a message covers the keys
    _cleared  the deleted text, in case BACK is held longer: (text, place); else None
    """

    def __init__(
        self, app, title, text, done, cancel, titled=None, follow=None, sign=None, keys=ROWS
    ):
        Activity.__init__(self, app)
        self._title = title
        self._titled = titled
        self._done = done
        self._cancel = cancel
        self._text = text
        self._at = len(text)
        self._columns = (app.panel.width - MARGIN) // COLUMN
        self._enter = (app.panel.width - MARGIN) // _PITCH - 1
        self._keys = [
            row[at : at + self._enter] for row in keys for at in range(0, len(row), self._enter)
        ]
        self._sign = sign
        self._follow = follow
        if follow:
            self._keys.insert(0, "")
        self._codes = [encode("".join(row)) for row in self._keys]
        self._enter_code = encode("↵")
        self._row = 0
        self._column = 0
        if text and not text.strip("0123456789.,:-"):
            while "0" not in self._keys[self._row] or isinstance(self._keys[self._row], tuple):
                self._row += 1
            self._column = self._keys[self._row].index("0")
        self._first = 0
        self._suggest()
        self._shown = min(len(self._keys), max(2, app.panel.rows - 3))
        self._top = 2
        self._headed = 0
        self._covered = False
        self._cleared = None

    def relabel(self):
        if self._titled:
            self._title = self._titled()

    def _suggest(self):
        """Put the characters that can follow on the first row, and the cursor on the likeliest."""
        if self._follow:
            self._keys[0] = self._follow(self._text[: self._at])[: self._enter]
            self._codes[0] = encode(self._keys[0])
            self._row = self._column = self._first = 0

    def patience(self):
        return 4

    def draw(self):
        self._headed = 0
        self._draw_text()
        self._draw_keys()
        last = self._app.panel.rows - 1
        if self._top + self._shown > last:
            self._sign = None  # no space for a row of keys
        else:
            x = HINTS if self._sign else MARGIN
            keys_row(self._app, last, words.text("KEYBOARD_KEYS"), 0, x)
        if self._sign:
            self._sign.draw()

    def tick(self, now):
        if self._sign:
            self._sign.tick(now)
        return False

    def _draw_keys(self):
        panel = self._app.panel
        self._covered = False
        for line in range(self._shown):
            row = self._first + line
            codes = self._codes[row]
            panel.clear(self._top + line)
            for at in range(len(self._keys[row])):
                x, first, count = self._place(row, at)
                panel.draw(self._top + line, x, codes, first, count, self._app.font)
        self._draw_enter(0)
        self._draw_key(255)

    def _draw_key(self, invert):
        """Draw the chosen key."""
        if self._column == self._enter:
            self._draw_enter(invert)
            if invert:
                self._app.exhibit.say("↵")
            return
        if invert:
            self._app.exhibit.say(self._keys[self._row][self._column])
        x, first, count = self._place(self._row, self._column)
        line = self._top + self._row - self._first
        codes = self._codes[self._row]
        self._app.panel.draw(line, x, codes, first, count, self._app.font, invert)
        self._app.panel.clear(line, x - 1, 1, invert)

    def _place(self, row, at):
        """Return where the key number `at` of a row is on the panel: its pixel column, and the
        first and the number of its glyphs.
        """
        keys = self._keys[row]
        if isinstance(keys, str):
            return MARGIN + at * _PITCH, at, 1
        first = sum([len(key) for key in keys[:at]])
        return MARGIN + first * COLUMN + at * _WORDS_APART, first, len(keys[at])

    def _draw_enter(self, invert):
        """Draw ↵, one key as high as all rows."""
        panel = self._app.panel
        x = MARGIN + self._enter * _PITCH
        for line in range(self._top, self._top + self._shown):
            panel.clear(line, x - 1, 1, 255)
            panel.clear(line, x, -1, invert)
        line = self._top + (self._shown - 1) // 2
        panel.draw(line, x + 1, self._enter_code, 0, 1, self._app.font, invert)

    def _draw_text(self):
        """Draw the text around its cursor, as far as it fits; a long one takes the title's row."""
        columns = self._columns
        top = 0 if len(self._text) >= columns else 1
        lines = self._top - top
        if top and not self._headed:
            title_row(self._app, self._title)
        self._headed = top
        first = max(0, self._at + 1 - lines * columns)
        shown = self._text[first : first + lines * columns]
        if first:
            shown = "…" + shown[1:]
        for line in range(lines):
            text_row(self._app, top + line, shown[line * columns : (line + 1) * columns])
        line, column = divmod(self._at - first, columns)
        x = MARGIN + column * COLUMN
        code = encode((shown + " ")[self._at - first])
        self._app.panel.draw(top + line, x, code, 0, 1, self._app.font, 255)
        self._app.panel.clear(top + line, x - 1, 1, 255)

    def _draw_message(self, message):
        """Show a message below the text, until the next key is pressed."""
        parts = wrapped(message, self._app.panel.width - MARGIN)
        line = max(0, min(self._top, self._app.panel.rows - len(parts)))
        for text in parts[: self._app.panel.rows]:
            text_row(self._app, line, text, 255)
            line += 1
        self._covered = True

    def asked(self):
        if not self._text:
            return False
        self._cleared = self._text, self._at
        self._text = ""
        self._at = 0
        self._draw_text()
        self._draw_keys()
        return True

    def summoned(self):
        if self._cleared and self._app.buttons.spent:
            self._text, self._at = self._cleared
        Activity.summoned(self)

    def key(self, key, repeat):
        self._cleared = None
        if self._sign:
            self._sign.stand()
        if self._covered:
            self.draw()
        if key == OK:
            if self._column < self._enter:
                self._type(self._keys[self._row][self._column])
                self._follow_on()
            elif not repeat:
                self.line(self._text)
        elif key == BACK:
            if self._at:
                self._text = self._text[: self._at - 1] + self._text[self._at :]
                self._at -= 1
                self._draw_text()
                self._follow_on()
            elif self._text:
                self._at = len(self._text)  # so that BACK leads out of every screen in the end
                self._draw_text()
            elif not repeat:
                self._cancel()
        else:
            self._move(key)

    def _follow_on(self):
        """After a change of the text, update the characters that can follow."""
        if self._follow:
            self._suggest()
            self._draw_keys()

    def _move(self, key):
        if RIGHT in self._app.buttons.held:
            key = _TURNED[key]
        self._draw_key(0)
        enter = self._enter
        if key == LEFT:
            self._column = self._column - 1 if self._column else enter
        elif key == RIGHT:
            self._column = 0 if self._column == enter else self._column + 1
        elif self._column < enter:
            x = self._place(self._row, self._column)[0]
            self._row = (self._row + (1 if key == DOWN else -1)) % len(self._keys)
            self._column = self._below(x)
        if self._column < enter and self._column >= len(self._keys[self._row]):
            # rows may be shorter: from the end of one the next key is ↵
            self._column = enter if key == RIGHT else len(self._keys[self._row]) - 1
        first = min(max(self._first, self._row + 1 - self._shown), self._row)
        if first == self._first:
            self._draw_key(255)
        else:
            self._first = first
            self._draw_keys()

    def _below(self, x):
        """Return the key of the row that is at the pixel column `x`, or the last one before it."""
        keys = self._keys[self._row]
        if isinstance(keys, str):
            return (x - MARGIN + _PITCH // 2) // _PITCH
        at = len(keys) - 1
        while at and self._place(self._row, at)[0] > x:
            at -= 1
        return at

    def _type(self, key):
        if key == "◄":
            self._at = max(0, self._at - 1)
        elif key == "►":
            self._at = min(len(self._text), self._at + 1)
        else:
            typed = TYPES.get(key, key)
            if len(self._text) + len(typed) <= LONGEST_TEXT:
                self._text = self._text[: self._at] + typed + self._text[self._at :]
                self._at += len(typed)
            else:
                self._app.peripherals.bell()
        self._draw_text()

    def line(self, text):
        """Finish with a line typed on the serial port instead of the edited text."""
        self._text = text
        self._at = len(text)
        try:
            self._done(text)
        except Malformed as error:
            self._app.peripherals.bell()
            message = words.error(str(error))
            self._app.console.print(message)
            self._draw_text()
            self._draw_message(message)
