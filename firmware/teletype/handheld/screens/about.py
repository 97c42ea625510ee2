# SPDX-License-Identifier: MIT
"""Pages of text: a program's about page, the keys of a board with few buttons, notices."""

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from teletype.handheld.activity import Activity, work
from teletype.handheld.drawing.glyphs import MARGIN, width, wrapped
from teletype.handheld.drawing.listing import (
    HELD,
    draw_bar,
    form,
    heading_row,
    keys_row,
    keys_text,
    text_row,
    title_row,
)
from teletype.handheld.picture_loader import usable
from teletype.programs import catalogue

LOW = 5
"""Rows up to which a panel is low: there the title stands on the first page only, the keys on
each."""

_STAR = const("★ ")
_RULE = const(5)
"""The sign of a win, and the pixels after a title that stay free for the rule."""

_BAR = const(2)
"""Pixels of the bar on the right."""

_FEED = const("\f")
"""A line of a `Page` that begins a new page."""


class Page(Activity):
    """Show lines below a title, wrapped, a page at a time.

    `texts()` returns (title, lines, keys) in the current language; `keys` are the text of the last
    row. UP and DOWN turn the pages; OK, BACK and LEFT call `done`. Without a title a low panel
    shows the number of the page before the keys.

    _starts  the first row of each line
    _most    the most pages; the lines after them are left out; 0: there is no limit
    """

    SAYS_ITSELF = True

    _most = 0

    def __init__(self, app, texts, done):
        Activity.__init__(self, app)
        self._texts = texts
        self._done = done
        self._first = 0
        self._low = app.panel.rows <= LOW
        self._rows = app.panel.rows - 1 - (not self._low)
        self._begin()

    def _begin(self):
        self._title, lines, self._keys = self._texts()
        self._lines = [""] if self._low and self._title else []  # the row of the title
        self._starts = []
        self._work = self._wrap(lines)

    def _wrap(self, lines):
        """Wrap the lines, in steps: a long text takes longer than a key may wait."""
        for line in lines:
            self._starts.append(len(self._lines))
            if not self.add(line):
                return
            yield True

    def relabel(self):
        paragraph = max(0, len([start for start in self._starts if start <= self._first]) - 1)
        inside = self._first - self._starts[paragraph]
        self._begin()
        while len(self._starts) < paragraph + 2 and next(self._work, None):
            pass
        starts = self._starts + [len(self._lines)]
        paragraph = min(paragraph, len(starts) - 2)
        first = max(0, min(starts[paragraph] + inside, starts[paragraph + 1] - 1))
        self._first = first - first % self._rows

    def tick(self, now):
        if self._work is None:
            return False
        if work(self._work, now):
            self._work = None
            self.draw()
        return True

    def patience(self):
        """Return the halves of `idle` for reading: 2 for a short page, 3 for one that fills the
        screen, 4 for two screens or more.
        """
        return 2 + min(2, len(self._lines) // self._rows)

    def add(self, line):
        """Append a line to the pages, and print it on the console; return whether it fits.

        A blank one takes no row of a low panel, nor the first of a page.
        """
        lines = self._lines
        if line and line != _FEED:
            found = wrapped(line, self._app.panel.width - MARGIN - _BAR)
            if self._most and len(lines) + len(found) > self._most * self._rows:
                return False
            lines.extend(found)
        elif not self._low and len(lines) % self._rows:
            lines.extend([""] * (-len(lines) % self._rows if line else 1))
        if line != _FEED:
            self._app.console.print(line)
        return True

    def where(self):
        """Return the number of this page among all; "" for a single one, or while more are
        wrapped."""
        pages = -(-len(self._lines) // self._rows)
        if self._work or pages < 2:
            return ""
        return "%d/%d" % (self._first // self._rows + 1, pages)

    def draw(self):
        panel = self._app.panel
        rows = self._rows
        first = self._first
        while self._work and len(self._lines) <= first + rows and next(self._work, None):
            pass
        top = 0 if self._low else 1
        for row in range(rows):
            index = first + row
            text_row(self._app, top + row, self._lines[index] if index < len(self._lines) else "")
        titled = top or (1 if self._title and not first else 0)
        if titled:
            self.draw_title(self._title)
        draw_bar(panel, titled, top + rows - titled, first, rows, len(self._lines))
        text = self._keys
        if not self._title:
            text = self.where() + "  " + text.replace("\n", "\n" + self.where() + "  ")
        keys_row(self._app, panel.rows - 1, text, self.over)

    def draw_title(self, title):
        """Draw the title on the top row."""
        where = self.where()
        if where:
            heading_row(self._app, 0, title, where)
        else:
            title_row(self._app, title)

    def key(self, key, repeat):
        if key == UP or key == DOWN:
            rows = self._rows
            first = self._first + (rows if key == DOWN else -rows)
            if first >= len(self._lines):
                first = 0 if self._app.buttons.one_way else self._first
            if first >= 0 and first != self._first:
                self._first = first
                self.draw()
        elif not repeat and (key == BACK or key == OK or key == LEFT):
            self._done()

    def line(self, text):
        self._done()
        self._app.retype(text)


def _opening(app, name, said):
    """Yield the instructions and the keys of a picture, if there can be one; on a second page what
    the program is, if there is space. A low panel leaves that to the chapters.
    """
    hold = keys_text(app, words.text("KEYS_HOLD_RULES").split("\n")[0])
    if said.RULES:
        yield said.RULES
    if said.KEYS and usable(app):
        for line in said.KEYS.split("\n"):
            yield keys_text(app, words.called(line))
    if not said.storied():
        yield ""
        yield from original(app, name)
        yield from said.ABOUT
    elif app.panel.rows > LOW:
        yield _FEED
        told = list(original(app, name)) + [said.ABOUT[1], said.STORY.split("\n")[0], hold]
        room = app.panel.width - MARGIN - _BAR
        if sum([len(wrapped(line, room)) for line in told]) > app.panel.rows - 2:
            told.pop(-2)
        yield from told
        return
    yield ""
    yield hold


def original(app, name):
    """Yield the title of the original, if the page has another one."""
    title = catalogue.title(name)
    if form(words.titles(name, title)[0], app.panel.width) != title:
        yield title


class About(Page):
    """The about page of the program `name`: what to do, what the keys do, what it is.

    The top row shows how many games a person has won. RIGHT opens the list of chapters, if there
    is a story. Leaving the page opens `back`, a screen, or else the shelf.
    """

    def __init__(self, app, name, back=None):
        self._name = name
        self._back = back
        self._storied = words.program(name).storied()
        self._won: tuple = ()
        if catalogue.is_rival(name):
            self._won = app.exhibit.wins().get(name, ())

        def texts():
            said = words.program(name)
            title = words.titles(name, catalogue.title(name))[0]
            keys = words.text("ABOUT_KEYS" if said.storied() else "CRASH_KEYS")
            if back is not None:
                keys = keys.replace(words.text("CRASH_KEYS"), words.text("LOOK_KEYS"))
            return title, _opening(app, name, said), keys

        Page.__init__(self, app, texts, app.shelf if back is None else lambda: app.open(back))

    def draw_title(self, title):
        if not self._won:
            Page.draw_title(self, title)
            return
        title = title.split("\n")[-1]
        told = (_STAR if self._won[0] else "") + words.text("OUTCOME_COUNT") % self._won
        if width(title) + width(told) > self._app.panel.width - 2 * _RULE:
            told = (_STAR if self._won[0] else "") + "%d/%d" % self._won
        heading_row(self._app, 0, title, told)

    def summoned(self):
        # if BACK opened this page and is still held, nobody wanted the page
        self._app.screens.languages(self._back if self._app.buttons.spent else self)

    def key(self, key, repeat):
        if key == RIGHT and self._storied and not repeat:
            self._app.screens.chapters(self._name, self._back)
        else:
            Page.key(self, key, repeat)


class Keys(Page):
    """The keys that a board makes by holding another key."""

    def __init__(self, app):
        def texts():
            lines = [words.text("KEYS_HOLD")] if app.buttons.held else []
            if app.buttons.KNOB:
                lines.extend(words.text("KEYS_KNOB").split("\n"))
            for key in app.buttons.held:
                name, made = HELD[key]
                lines.append("%s = %s" % (words.called(made), name))
            return words.text("KEYS"), lines, words.text("CRASH_KEYS")

        Page.__init__(self, app, texts, app.shelf)


class Notice(Page):
    """A message that a person must read; `done` is called after that."""

    def __init__(self, app, texts, done, over=0):
        Page.__init__(self, app, texts, done)
        self.over = over
