# SPDX-License-Identifier: MIT
"""Pages of text: a program's about page, the keys of a board with few buttons, notices."""

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from teletype.handheld.activity import Activity, work
from teletype.handheld.drawing.glyphs import MARGIN, rows, width
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
from teletype.programs import catalogue

_LOW = const(5)
"""Rows up to which a panel is low: there the title scrolls away and the keys stay."""

_STAR = const("★ ")
_RULE = const(5)
"""The sign of a win, and the pixels after a title that stay free for the rule."""

_BAR = const(2)
"""Pixels of the bar on the right."""


class Page(Activity):
    """Show the lines from `lines` below a title, wrapped.

    UP and DOWN scroll; OK, BACK and LEFT call `done`. `keys`, if not empty, is the text of the
    last row. `told()`, if given, returns (title, lines, keys) in another language.

    _starts  the first row of each line
    """

    SAYS_ITSELF = True

    def __init__(self, app, title, lines, done, keys="", told=None):
        super().__init__(app)
        self._done = done
        self._told = told
        self._first = 0
        self._begin(title, lines, keys)

    def _begin(self, title, lines, keys=""):
        self._title = title
        self._rows = self._app.panel.rows - (2 if keys else 1)
        self._lines = []
        self._starts = []
        self._keys = keys
        self._work = self._wrap(lines)

    def _wrap(self, lines):
        """Wrap the lines, in steps: a long text takes longer than a key may wait."""
        for line in lines:
            self._starts.append(len(self._lines))
            self.add(line)
            yield True

    def relabel(self):
        if not self._told:
            return
        paragraph = len([start for start in self._starts if start <= self._first]) - 1
        inside = self._first - self._starts[paragraph]
        self._begin(*self._told())
        while len(self._starts) < paragraph + 2 and next(self._work, None):
            pass
        starts = self._starts + [len(self._lines)]
        paragraph = min(paragraph, len(starts) - 2)
        self._first = min(starts[paragraph] + inside, starts[paragraph + 1] - 1)

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
        """Append a line to the page, and print it on the console."""
        room = self._app.panel.width - MARGIN - _BAR
        for start, end in rows(line, room):
            self._lines.append(line[start:end])
        self._app.console.print(line)

    def draw(self):
        panel = self._app.panel
        rows = self._rows
        first = self._first
        while self._work and len(self._lines) <= first + rows and next(self._work, None):
            pass
        top = 1
        if first and panel.rows <= _LOW:
            top = 0
            rows += 1
            first -= 1
        else:
            self.draw_title(self._title)
        for row in range(rows):
            index = first + row
            text_row(self._app, top + row, self._lines[index] if index < len(self._lines) else "")
        draw_bar(panel, top, rows, first, rows, len(self._lines))
        if self._keys:
            keys_row(self._app, panel.rows - 1, self._keys, self.over)

    def draw_title(self, title):
        """Draw the title on the top row."""
        title_row(self._app, title)

    def key(self, key, repeat):
        last = max(0, len(self._lines) - self._rows)
        if key == UP or key == DOWN:
            first = max(0, min(last, self._first + (1 if key == DOWN else -1)))
            if self._app.buttons.one_way and self._first == last:
                first = 0
            if first != self._first:
                self._first = first
                self.draw()
        elif not repeat and (key == BACK or key == OK or key == LEFT):
            self._done()

    def line(self, text):
        self._done()
        self._app.retype(text)


def about(app, name):
    """Return the contents of `About`: a title, lines, and the names of the keys."""
    said = words.program(name)
    title = words.titles(name, catalogue.title(name))[0]
    return (
        title,
        _rules(app, name, said),
        words.text("ABOUT_KEYS") if said.storied() else words.text("CRASH_KEYS"),
    )


def _rules(app, name, said):
    """Yield the instructions and the keys; without a story also the source."""
    if said.RULES:
        yield said.RULES
        yield ""
    if said.KEYS:
        for line in said.KEYS.split("\n"):
            yield keys_text(app, words.called(line))
        yield ""
    if not said.storied():
        yield from _source(app, name, said)
        yield ""
    yield keys_text(app, words.text("KEYS_HOLD_RULES").split("\n")[0])


def _source(app, name, said):
    """Yield the title of the original, then author, machine and source, decisions and slips."""
    original = catalogue.title(name)
    title = words.titles(name, original)[0]
    if form(title, app.panel.width) != original:
        yield original
    lines = said.ABOUT
    if lines and lines[0].upper() == title.split("\n")[0].upper():
        lines = lines[1:]
    yield from lines


def story(app, name):
    """Return the contents of `Story`."""
    return words.text("STORY"), _told(app, name), words.text("STORY_KEYS")


def _told(app, name):
    said = words.program(name)
    yield from said.STORY.split("\n")
    for each, problem, _ in said.PROBLEMS:
        yield ""
        yield said.VALUES[each] + ":"
        yield from problem.split("\n")
    yield ""
    yield words.text("CLAIMS")
    claims = said.CLAIMS.split("\n")
    for at in range(0, len(claims), 2):
        yield ""
        yield "« " + claims[at]
        yield "→ " + claims[at + 1]
    yield ""
    yield from _source(app, name, said)


def held(app):
    """Return the contents of `Keys`, in the same form."""
    lines = [words.text("KEYS_HOLD")] if app.buttons.held else []
    if app.buttons.KNOB:
        lines.extend(words.text("KEYS_KNOB").split("\n"))
    for key in app.buttons.held:
        name, made = HELD[key]
        lines.append("%s = %s" % (words.called(made), name))
    return words.text("KEYS"), lines, words.text("CRASH_KEYS")


def _back_to(app, back, said, name):
    """Return the arguments of a `Page` that shows `said(app, name)` and leads back to `back`, or
    to the shelf.
    """

    def told():
        title, lines, keys = said(app, name)
        if back is not None:
            keys = keys.replace(words.text("CRASH_KEYS"), words.text("LOOK_KEYS"))
        return title, lines, keys

    title, lines, keys = told()
    return title, lines, app.shelf if back is None else lambda: app.open(back), keys, told


class About(Page):
    """The about page of the program `name`: what to do, and what the keys do.

    The top row shows how many games a person has won. RIGHT opens the story, if there is one.
    Leaving the page opens `back`, a screen, or else the shelf.
    """

    def __init__(self, app, name, back=None):
        self._name = name
        self._back = back
        self._storied = words.program(name).storied()
        self._won: tuple = ()
        if catalogue.is_rival(name):
            self._won = app.exhibit.wins().get(name, ())
        super().__init__(app, *_back_to(app, back, about, name))

    def draw_title(self, title):
        if not self._won:
            super().draw_title(title)
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
            self._app.open(Story(self._app, self._name, self._back))
        else:
            super().key(key, repeat)


class Story(Page):
    """The program `name`: its author, place and time; then the problems that it solves, in
    readable form. Then its source's claims, and our findings; last the machine, the source and its
    slips.

    LEFT leads back to the about page.
    """

    def __init__(self, app, name, back=None):
        self._name = name
        self._back = back
        super().__init__(app, *_back_to(app, back, story, name))

    def key(self, key, repeat):
        if key == LEFT and not repeat:
            self._app.open(About(self._app, self._name, self._back))
        else:
            super().key(key, repeat)


class Keys(Page):
    """The keys that a board makes by holding another key."""

    def __init__(self, app):
        title, lines, keys = held(app)
        super().__init__(app, title, lines, app.shelf, keys, lambda: held(app))


class Notice(Page):
    """A message that a person must read; `done` is called after that."""

    def __init__(self, app, title, lines, done, keys="", told=None):
        super().__init__(app, title, lines, done, keys or words.text("NOTICE_KEYS"), told)
