# SPDX-License-Identifier: MIT
"""The saved tapes: a list, and a menu for each tape: continue it, read it, learn where a game was
lost, delete it.
"""

from array import array

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, LEFT, OK, RIGHT
from teletype.handheld.activity import Activity, work
from teletype.handheld.drawing import icons
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, fitted, rows, width
from teletype.handheld.drawing.listing import draw_bar, form, keys_row, text_row, title_row
from teletype.handheld.drawing.lists import Listing
from teletype.handheld.drawing.scroller import Scroller
from teletype.handheld.keeping.recorder import FOLDER, read_line
from teletype.handheld.keeping.tapes import BAD, CRASH, ENDED, OPEN, parse
from teletype.handheld.parts.console import typed
from teletype.programs import catalogue

_SHOWN = const(1100)
"""Most visible characters of a line; a longer one is damaged."""

_BLOCK = const(512)
"""Bytes of a tape that one step reads."""

_HEAD = const(8)
"""Lines that are searched for the program of a tape: a crash tape begins with comments."""

_EVERY = const(32)
"""Number of lines between two remembered places in the file."""


def program_of(app, name):
    """Return the program of the tape `name`, from its head if the name does not contain it.

    Return "" if that cannot be read.
    """
    said = parse(name)[1]
    if said:
        return said
    try:
        with app.store.open(FOLDER + name, "rb") as file:
            for _ in range(_HEAD):
                line = read_line(file)
                if line[:8] == b"program:":
                    return str(line[8:], "utf-8").strip()
    except (OSError, UnicodeError):
        pass
    return ""


def title(app, name):
    """Return the name of a tape (the title of its program, or else the file name), and the
    program.
    """
    program = program_of(app, name)
    try:
        return words.titles(program, catalogue.title(program))[0], program
    except catalogue.UnknownProgram:
        return name, program


class Saved(Activity):
    """A row for each tape: the program, the number of answers, and the state if it is not ◊.

    The answers are counted once the rows are on the screen, a piece of a tape in each loop step: a
    tape may be as long as the flash.

    counts  the answers of each tape; None: not counted yet
    _titles the names of the tapes, and their programs, as far as they have been shown
    _at     the tape whose answers `_work` counts
    """

    def __init__(self, app):
        Activity.__init__(self, app)
        self._names = app.tapes.names()
        self._titles: list = [None] * len(self._names)
        self.counts: list = [None] * len(self._names)
        self._at = 0
        self._work = None
        self._start = icons.start(app)
        rows = app.panel.rows - 2
        self._list = icons.Icons(app, rows, self._text, len(self._names), self._program)

    def relabel(self):
        self._titles = [None] * len(self._names)

    def _text(self, index):
        name = self._names[index]
        if self._titles[index] is None:
            self._titles[index] = title(self._app, name)
        state = parse(name)[2]
        right = "◊"
        if state == ENDED:
            right = words.text("TAPE_ENDED")
        elif state == BAD:
            right = words.text("TAPE_BAD")
        elif state == CRASH:
            right = words.text("TAPE_CRASH")
        if self.counts[index] is not None:
            right = "%d %s" % (self.counts[index], right)
        room = self._app.panel.width - self._start - COLUMN - width(right)
        return form(self._titles[index][0], room), right

    def _program(self, index):
        return self._titles[index][1]

    def count(self, now, first, end):
        """Continue to count the answers of the tapes `first` to `end`; return the tape that this
        step has finished, else -1.
        """
        while first < end and self.counts[first] is not None:
            first += 1
        if first == end:
            return -1
        if self._work is None or self._at != first:
            self.stop()
            self._at = first
            self._work = self._count(first)
        if not work(self._work, now):
            return -1
        self._work = None
        return first

    def _count(self, index):
        """Count the answers of a tape, a block in each step: reading lines would take a hundred
        times as long.
        """
        count = 0
        block = b""
        try:
            with self._app.store.open(FOLDER + self._names[index], "rb") as file:
                while True:
                    data = file.read(_BLOCK)
                    if not data:
                        break
                    block = block[-2:] + data
                    count += block.count(b"\n> ")
                    yield True
        except OSError:
            pass  # the answers so far
        self.counts[index] = count

    def stop(self):
        """Close the tape being read."""
        if self._work:
            self._work.close()
            self._work = None

    def tick(self, now):
        counted = self.count(now, *self._list.seen)
        if counted >= 0:
            self._list.draw_row(counted)
        return self._work is not None or counted >= 0

    def draw(self):
        title_row(self._app, words.text("TAPES"))
        self._list.draw()
        if not self._names:
            text_row(self._app, 1, words.text("TAPES_NONE"))
        keys = words.text("TAPES_KEYS") if self._names else words.text("CRASH_KEYS")
        keys_row(self._app, self._app.panel.rows - 1, keys)

    def key(self, key, repeat):
        if key == BACK or key == LEFT or not self._names:
            if not repeat:
                self.stop()
                self._app.shelf()
        elif key != OK:
            self._list.key(key, repeat)
        elif not repeat:
            chosen = self._list.chosen
            self._app.open(SavedTape(self._app, self._names[chosen], self, chosen))


class SavedTape(Activity):
    """The menu of the tape `name`, row `index` of the list `saved`; deleting takes OK twice.

    _roomy  whether facts fit below the list; else the name is its heading
    """

    def __init__(self, app, name, saved, index):
        Activity.__init__(self, app)
        self._name = name
        self._saved = saved
        self._index = index
        self.relabel()
        self._sure = False
        rows = app.panel.rows - 2
        self._list = Listing(app, rows, self._text, len(self._rows), self._heading)

    def relabel(self):
        app, name = self._app, self._name
        self._rows = [words.text("TAPE_LOOK"), words.text("TAPE_DELETE")]
        program = program_of(app, name)
        if program in catalogue.NAMES and catalogue.has_lesson(program):
            self._rows.insert(1, words.text("LESSON_ROW"))
        if parse(name)[2] == OPEN:
            self._rows.insert(0, words.text("CONTINUE"))
        self._roomy = app.panel.rows > 3 + len(self._rows)
        if not self._roomy:
            self._rows.insert(0, name)

    def _heading(self, index):
        return self._rows[index] == self._name

    def _text(self, index):
        text = self._rows[index]
        if text == self._name:
            return form(text + "\n" + text.split("-")[0], self._app.panel.width - MARGIN), ""
        if self._sure and text == words.text("TAPE_DELETE"):
            text = words.text("TAPE_SURE")
        return text, ""

    def draw(self):
        app = self._app
        title_row(app, title(app, self._name)[0])
        self._list.draw()
        below = min(len(self._rows) + 2, app.panel.rows - 3)
        if self._roomy:
            text_row(app, below, self._name)
            count = self._saved.counts[self._index]
            text_row(app, below + 1, "" if count is None else words.text("TAPE_ANSWERS") % count)
        keys_row(app, app.panel.rows - 1, words.text("TAPE_KEYS"))

    def tick(self, now):
        if self._saved.counts[self._index] is not None:
            return False
        if self._saved.count(now, self._index, self._index + 1) >= 0:
            self.draw()
        return True

    def key(self, key, repeat):
        app = self._app
        if key == OK:
            if repeat:
                return
            text = self._rows[self._list.chosen]
            if text == words.text("TAPE_LOOK"):
                app.open(Look(app, self._name, self))
            elif text == words.text("LESSON_ROW"):
                self._saved.stop()
                app.screens.lesson(self._name, self)
            elif text == words.text("CONTINUE"):
                self._saved.stop()
                app.sessions.resume(self._name)
            elif self._sure:
                self._saved.stop()
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
                app.open(self._saved)
        else:
            self._list.key(key, repeat)


class Look(Scroller):
    """The paper of a tape, read from the file only as far as it is shown; then `back` opens.

    RIGHT at its end starts again in the language of the device, or in that of the original.

    _program      the program of the tape
    _original     the language of its messages; None if they are not translated
    _rows, _row   the rows read last, at most two pages and a row, and the number of the first
    _place        the offset in the file of the end of their first page
    _work         the generator that reads them, while they are needed
    _places, _row_numbers  the start of every `_EVERY` lines: offset in the file, rows before it
    """

    def __init__(self, app, name, back):
        Scroller.__init__(self, app)
        self._name = name
        self._back = back
        self._room = app.panel.width - MARGIN - 2  # without the bar
        self._size = max(1, app.tapes.size(name))
        self._program = program_of(app, name)
        self._original = catalogue.language(self._program)
        self._rows: list = []
        self._place = 0
        self._work = None
        self._speak(app.settings.values["messages"] == "translated")

    def relabel(self):
        if words.spoken:
            self._speak(True)

    def _speak(self, translated):
        """Start with the first line of paper, translated or not."""
        words.speak(self._program if translated else None)
        self.top = 0
        self._row = -1
        self._places = array("I", [0])
        self._row_numbers = array("I", [0])
        with self._app.store.open(FOLDER + self._name, "rb") as file:
            while True:
                line = read_line(file)
                if not line:
                    file.seek(0)  # without a head show everything
                if not line or line.strip() == b"---":
                    self._places[0] = file.tell()
                    return

    def _read(self, first, count):
        """Read the rows `first` to `first + count`, fewer at the end of the tape, in steps."""
        index = len(self._places) - 1
        while self._row_numbers[index] > first:
            index -= 1
        found = []
        with self._app.store.open(FOLDER + self._name, "rb") as file:
            file.seek(self._places[index])
            row = self._row_numbers[index]
            number = 0
            while len(found) < count:
                line = read_line(file)
                if not line:
                    break
                text = fitted(words.say(decoded(line)), self._room)
                for start, end in rows(text, self._room):
                    if first <= row < first + count:
                        found.append(text[start:end])
                    row += 1
                if len(found) <= self.page:
                    self._place = file.tell()
                number += 1
                if number % _EVERY == 0 and row > self._row_numbers[-1]:
                    self._places.append(file.tell())
                    self._row_numbers.append(row)
                yield True
        self._rows = found
        self._row = first

    def takes_keys(self):
        return self._work is None

    def tick(self, now):
        if self._work and work(self._work, now):
            self._work = None
            self.draw()
        return self._work is not None

    def draw(self):
        if self._row != self.top:
            self._work = self._read(self.top, 2 * self.page + 1)
            return  # the draw follows when the rows are ready
        found = self._rows
        for index in range(self.page):
            text_row(self._app, index, found[index] if index < len(found) else "")
        if self.top or len(found) > self.page:
            seen = self._size // (8 * self.page)
            first = min(self._place, self._size) - seen if self.top else 0
            draw_bar(self._app.panel, 0, self.page, first, seen, self._size)
        text = words.text("LOOK_KEYS")
        if self._foreign():
            other = self._original if words.spoken else words.language
            other = "►:" + words.named(other)
            text = "%s  %s\n%s" % (text, other, other)
        keys_row(self._app, self.page, text)

    def _foreign(self):
        """Return whether the end is visible and the original is not in the device's language."""
        return len(self._rows) <= self.page and self._original not in (None, words.language)

    def key(self, key, repeat):
        if key == RIGHT and self._foreign():
            if not repeat:
                self._speak(not words.spoken)
                self.draw()
        else:
            Scroller.key(self, key, repeat)

    def last(self, top):
        return self.top + max(0, min(top - self.top, len(self._rows) - self.page))

    def leave(self, key):
        words.speak(None)
        self._app.open(self._back)


def decoded(line):
    """Return a line of a tape in readable form, whatever its bytes."""
    text = typed(line)
    if text == "\ufffd":
        text = "".join([chr(byte) if 32 <= byte < 127 else "□" for byte in line])
    text = text.rstrip("\r\n")[:_SHOWN]
    return text[1:] if text[:1] == "\\" else text
