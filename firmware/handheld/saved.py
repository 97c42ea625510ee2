# SPDX-License-Identifier: MIT
"""The saved tapes: a list, and for each what can be done with it: go on, look at it, delete it."""

from array import array

from micropython import const

import words
from drivers.buttons import BACK, LEFT, OK
from handheld.activity import Activity
from handheld.glyphs import COLUMN, MARGIN, fitted, rows, width
from handheld.listing import Listing, cut, keys_row, text_row, title_row
from handheld.scroller import Scroller
from handheld.tapes import BAD, CRASH, ENDED, FOLDER, LONGEST_LINE, OPEN, parse
from programs import catalogue

_EVERY = const(32)
"""Lines of a tape after which the place in the file is remembered."""


def title(app, name):
    """What a tape is called: the title of its program, or else its file name."""
    program = parse(name)[1] or app.tapes.facts(name)[0]
    try:
        return catalogue.find(program)[3]
    except catalogue.UnknownProgram:
        return name


class Saved(Activity):
    """A row for each tape: the program, the number of answers, and the state where it is not ◊.

    _texts  what the rows say, as far as they were shown: it is read from the tapes
    """

    def __init__(self, app, chosen=None):
        super().__init__(app)
        self._names = app.tapes.names()
        self._texts: list = [None] * len(self._names)
        self._list = Listing(app, app.panel.rows - 2, self._text, len(self._names))
        if chosen in self._names:
            self._list.chosen = self._names.index(chosen)

    def _text(self, index):
        if self._texts[index] is None:
            name = self._names[index]
            state = parse(name)[2]
            right = "◊"
            if state == ENDED:
                right = words.TAPE_ENDED
            elif state == BAD:
                right = words.TAPE_BAD
            elif state == CRASH:
                right = words.TAPE_CRASH
            answers = self._app.tapes.facts(name)[1]
            right = "%d %s" % (answers, right)
            room = self._app.panel.width - MARGIN - COLUMN - width(right)
            self._texts[index] = cut(title(self._app, name), room), right
        return self._texts[index]

    def draw(self):
        title_row(self._app, words.TAPES)
        self._list.draw()
        if not self._names:
            text_row(self._app, 1, words.TAPES_NONE)
        keys = words.TAPES_KEYS if self._names else words.CRASH_KEYS
        keys_row(self._app, self._app.panel.rows - 1, keys)

    def key(self, key, repeat):
        if key == BACK or key == LEFT or not self._names:
            if not repeat:
                self._app.shelf()
        elif key != OK:
            self._list.key(key, repeat)
        elif not repeat:
            self._app.open(SavedTape(self._app, self._names[self._list.chosen]))


class SavedTape(Activity):
    """What can be done with the tape `name`; to delete it takes OK twice.

    _roomy  whether facts have room below the list; else the name is a heading of it
    """

    def __init__(self, app, name):
        super().__init__(app)
        self._name = name
        self._rows = [words.TAPE_LOOK, words.TAPE_DELETE]
        if parse(name)[2] == OPEN:
            self._rows.insert(0, words.CONTINUE)
        self._roomy = app.panel.rows > 4 + len(self._rows)
        if not self._roomy:
            self._rows.insert(0, name)
        self._sure = False
        rows = app.panel.rows - 2
        self._list = Listing(app, rows, self._text, len(self._rows), self._heading)

    def _heading(self, index):
        return self._rows[index] == self._name

    def _text(self, index):
        text = self._rows[index]
        if text == self._name:
            return cut(text, self._app.panel.width - MARGIN), ""
        if self._sure and text == words.TAPE_DELETE:
            text = words.TAPE_SURE
        return text, ""

    def draw(self):
        app = self._app
        title_row(app, title(app, self._name))
        self._list.draw()
        below = 1 + len(self._rows)
        if self._roomy:
            text_row(app, below + 1, self._name)
            text_row(app, below + 2, words.TAPE_ANSWERS % app.tapes.facts(self._name)[1])
        keys_row(app, app.panel.rows - 1, words.TAPE_KEYS)

    def key(self, key, repeat):
        app = self._app
        if key == OK:
            if repeat:
                return
            text = self._rows[self._list.chosen]
            if text == words.TAPE_LOOK:
                app.open(Look(app, self._name, self))
            elif text == words.CONTINUE:
                app.sessions.resume(self._name)
            elif self._sure:
                app.sessions.delete(self._name)
                app.open(Saved(app))
            else:
                self._sure = True
                self._list.redraw()
            return
        if self._sure:
            self._sure = False
            self._list.redraw()
        if key == BACK or key == LEFT:
            if not repeat:
                app.open(Saved(app, self._name))
        else:
            self._list.key(key, repeat)


class Look(Scroller):
    """The paper of a tape, read from the file as far as it is looked at; then `back` is shown.

    _places, _row_numbers  where every so many lines begin: bytes into the file, rows before it
    """

    def __init__(self, app, name, back):
        super().__init__(app)
        self._name = name
        self._back = back
        self._room = app.panel.width - MARGIN - 2  # less the bar
        self._places = array("I", [0])
        self._row_numbers = array("I", [0])
        self._size = max(1, app.tapes.size(name))
        self._begin()

    def _begin(self):
        """Finds the first line of paper."""
        with self._app.tapes.store.open(FOLDER + self._name, "rb") as file:
            while True:
                line = file.readline(LONGEST_LINE)
                if not line:
                    file.seek(0)  # no head: everything is shown
                if not line or line.strip() == b"---":
                    self._places[0] = file.tell()
                    return

    def _read(self, first, count):
        """The rows `first` to `first + count` of the paper, fewer at its end; (rows, place)."""
        index = len(self._places) - 1
        while self._row_numbers[index] > first:
            index -= 1
        found = []
        with self._app.tapes.store.open(FOLDER + self._name, "rb") as file:
            file.seek(self._places[index])
            row = self._row_numbers[index]
            number = 0
            while len(found) < count:
                line = file.readline(LONGEST_LINE)
                if not line:
                    break
                text = fitted(decoded(line), self._room)
                for start, end in rows(text, self._room):
                    if first <= row < first + count:
                        found.append(text[start:end])
                    row += 1
                number += 1
                if number % _EVERY == 0 and row > self._row_numbers[-1]:
                    self._places.append(file.tell())
                    self._row_numbers.append(row)
            return found, file.tell()

    def draw(self):
        found, place = self._read(self.top, self.page)
        for index in range(self.page):
            text_row(self._app, index, found[index] if index < len(found) else "")
        at = min(self.page - 1, place * self.page // self._size)
        if place >= self._size:
            at = self.page - 1
        if self.top or place < self._size:
            self.draw_bar(at, at)
        keys_row(self._app, self.page, words.LOOK_KEYS, 255)

    def last(self, top):
        have = len(self._read(self.top, top - self.top + self.page)[0])
        return self.top + max(0, min(top - self.top, have - self.page))

    def leave(self, key):
        self._app.open(self._back)


def decoded(line):
    """A line of a tape as a person should see it, whatever the bytes are."""
    try:
        text = str(line, "utf-8")
    except UnicodeError:
        text = "".join([chr(byte) if 32 <= byte < 127 else "□" for byte in line])
    text = text.rstrip("\r\n")
    return text[1:] if text[:1] == "\\" else text
