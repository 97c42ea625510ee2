# SPDX-License-Identifier: MIT
"""The invitation cards of an idle exhibit, and the demonstrations between them.

The invitation in several languages is followed by one program playing on its own
(`exhibit.attract_demo`), or, if it has nothing to play, by cards with its origin and its story.
The invitation is typed from the first second on, and then the prompt sign blinks after it, so that
something always moves.
On a panel of 64 rows the invitation and the title are in larger text, for people who pass by; the
story is not. Each round starts with another program and another language, and the rows move, so
that no pixel is lit longer than the others. Nothing is saved and nothing sounds; any key starts a
visit.
"""

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.handheld.activity import Activity, due
from teletype.handheld.drawing.glyphs import COLUMN, LEAD, MARGIN, encode, width, wrapped
from teletype.handheld.drawing.listing import RULE, cut, form, text_row, title_row
from teletype.programs import catalogue

_STAYS = const(6000)
"""Milliseconds for which a card stays; a card with a story stays twice as long."""


_TYPES = const(40)
_BLINKS = const(500)
"""Milliseconds for a character of the invitation, and between the blinks of ◊ after it."""

_LARGE = const(8)
"""Rows of a panel with room for larger text."""

_STOP = encode("◊")

_INVITED = const(0)
_TITLE = const(1)
_STORY = const(2)
_SHOWN = const(3)
"""The cards for a program, and the state after them."""


class Attract(Activity):
    """The cards of `app` before the program number `step` of all programs on offer.

    _name, _original  of that program
    _cycle            how often all have been shown
    _language         the current language
    _at               which card it is
    _due              when the next one appears
    _panel            the panel of the invitation, or one with larger text
    _rows             of the invitation: (text row, pixel column, glyphs)
    _typed, _codes    how many of them are typed, and how much of the next one
    _x                the pixel column of its next character
    _moves            when the next character is typed, or ◊ blinks
    """

    ALONE = SAYS_ITSELF = True

    def __init__(self, app, step):
        Activity.__init__(self, app)
        names = app.exhibit.programs()
        cycle = step // len(names)
        self._step = step
        self._name = names[(step + cycle) % len(names)]
        self._original = catalogue.title(self._name)
        self._cycle = cycle
        self._language = words.LANGUAGES[(step + cycle) % len(words.LANGUAGES)]
        self._at = _INVITED
        self._due = ticks_add(ticks_ms(), _STAYS)
        self._panel = app.panel
        self._rows: list = []
        self._typed = self._codes = self._x = 0
        self._moves = self._due

    def summoned(self):
        self._app.switch_to(self._app.exhibit.welcome, True)

    def key(self, key, repeat):
        if not repeat:
            self._app.switch_to(self._app.exhibit.welcome)

    def line(self, text):
        if text.strip():
            self._app.switch_to(self._app.exhibit.welcome)
            self._app.retype(text)

    def tick(self, now):
        if due(self._due, now, 2 * _STAYS):
            self._at += 1
            record = self._record() if self._at == _TITLE else None
            if record or self._at == _SHOWN:
                self._app.switch_to(self._app.exhibit.show, record)
                return True
            self._due = ticks_add(now, _STAYS * self._at)
            self.draw()
        elif self._at == _INVITED and due(self._moves, now, _BLINKS):
            self._move()
        return False

    def _move(self):
        """Type the next character of the invitation; after the last one ◊ blinks."""
        panel = self._panel
        typing = self._typed < len(self._rows)
        self._moves = ticks_add(ticks_ms(), _TYPES if typing else _BLINKS)
        if not typing:
            row, x = self._rows[-1][0], self._x
            if x + COLUMN > panel.width:  # on the title row if the last row is full
                row, x = 0, MARGIN
            self._codes = 1 - self._codes
            if self._codes:
                panel.draw(row, x, _STOP, 0, 1, self._app.font)
            else:
                panel.clear(row, x, COLUMN, 0 if row else RULE)
            return
        row, x, codes = self._rows[self._typed]
        if not self._codes:
            self._x = x
        count = 2 if codes[self._codes] >= LEAD else 1
        self._x = panel.draw(row, self._x, codes, self._codes, count, self._app.font)
        self._codes += count
        if self._codes == len(codes):
            self._typed += 1
            self._codes = 0

    def _record(self):
        """Return the demonstration of the program: (name, setup, answers), or None."""
        name = self._name
        program = catalogue.load(name)
        records: list = [number for each, number, _ in catalogue.records() if each == name]
        if program.SHOWN is not None:
            records.insert(0, None)
        if not records:
            return (name, program.BEGINS, "") if program.Game.HINTS else None
        number = records[self._cycle % len(records)]
        if number is None:
            return name, program.SHOWN, ""
        return (name,) + catalogue.record(name, number)

    def draw(self):
        app = self._app
        panel = app.panel
        if self._at < _STORY and panel.rows >= _LARGE:
            app.show_on(app.screens.larger(panel))
        self._panel = app.panel
        Activity.draw(self)
        self._draw_card()
        app.show_on(panel)

    def _draw_card(self):
        if self._at == _INVITED:
            self._draw_invitation()
            return
        panel = self._panel
        title, gist = words.titles(self._name, self._original, self._language)
        if self._at == _TITLE:
            lines = [self._original] if self._original != title and panel.rows > 5 else []
            self._draw_lines(title, lines + wrapped(gist, panel.width - MARGIN))
        else:
            self._draw_lines(title, self._story() or wrapped(gist, panel.width - MARGIN))

    def _say(self, line):
        """Send the text of the card to the serial port."""
        self._app.console.begin_row()
        self._app.console.print(line.split("\n")[0])

    def _draw_invitation(self):
        panel = self._panel
        title_row(self._app, words.text("TITLE"))
        first = self._step
        self._rows = []
        self._typed = self._codes = 0
        self._moves = ticks_ms()
        top = 1 if panel.rows < 6 else 2 + first % (panel.rows - 5)
        count = min(len(words.LANGUAGES), panel.rows - top)
        others = own = words.LANGUAGES.index(words.language)
        for index in range(count):
            number = own  # the exhibit's language is always among them
            if index != first % count:
                others += 1
                number = others + first % (len(words.LANGUAGES) - count + 1)
            texts = words.texts(words.LANGUAGES[number % len(words.LANGUAGES)])
            text = form(texts["ATTRACT_INVITATION"], panel.width - MARGIN)
            blank = (panel.width - width(text)) // 2
            text_row(self._app, top + index, "")
            self._rows.append((top + index, max(MARGIN, blank), encode(text)))
            self._say(text)

    def _story(self):
        """Return as many whole sentences of the story as fit on the card."""
        panel = self._panel
        lines: list = []
        for line in words.program(self._name, self._language).STORY.split("\n"):
            more = wrapped(line, panel.width - MARGIN)
            if not line or len(lines) + len(more) > panel.rows - 1:
                break
            lines += more
        return lines

    def _draw_lines(self, title, lines):
        panel = self._panel
        title_row(self._app, title)
        self._say(title)
        free = panel.rows - 1 - len(lines)
        top = 1 + (self._step % (free + 1) if free > 0 else 0)
        for index in range(min(len(lines), panel.rows - 1)):
            text_row(self._app, top + index, cut(lines[index], panel.width - MARGIN))
            self._say(lines[index])
