# SPDX-License-Identifier: MIT
"""The start page of a game: its tables as cards, and for the chosen one who begins and who wins.

The program lists them in `TABLES`, the easiest first and that of the source last. Those won have a
star, and the first one without is chosen: so a person who only presses OK begins a game that can
be won. DOWN opens the setup, with all other tables.
"""

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, DOWN, LEFT, OK, RIGHT
from teletype.engines.game import MACHINE
from teletype.handheld.activity import Activity
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text, width, wrapped
from teletype.handheld.drawing.listing import form, keys_row, text_row, title_row
from teletype.handheld.keeping import wins
from teletype.programs import catalogue

_LARGE_ROWS = const(8)
"""Text rows of a panel with room for the stones."""

_GAP = const(2)
"""Pixels between two cards."""

_STAR = "★"

_KEYS = bytes((OK, RIGHT, LEFT, DOWN, BACK))


class Tables(Activity):
    """The tables of a `program` named `name`; DOWN opens the screen `setup`.

    _cards   for each table (text, heaps, whether the machine begins, whether the person has won)
    _offered for each table the start that the person confirms
    _first   the card at the left end; _shown: how many are visible
    _high    text rows of the cards, the rules above cards without stones included
    """

    def __init__(self, app, name, program, setup):
        Activity.__init__(self, app)
        self.name = name
        self._program = program
        self._setup = setup
        self._cards = []
        self._offered: list = []
        self._chosen = -1
        counted = app.exhibit.wins()
        for table in program.TABLES:
            line, _, heaps = table.partition("> ")
            game = program.Game(catalogue.setup(program, line))
            self._offered.append(tuple([int(heap) for heap in heaps.split()]))
            if heaps:
                game.begin(self._offered[-1])
            for _ in game.prepare():
                pass
            text = program.started(game)
            won = counted.get(wins.table(name, text), (0, 0))[0] > 0
            if not won and self._chosen < 0:
                self._chosen = len(self._cards)
            self._cards.append((text, game.heaps, game.turn == MACHINE, won))
        self._chosen = max(0, min(self._chosen, len(self._cards) - 1))
        wide = max([width(self._label(card).split("\n")[-1]) for card in self._cards]) + 3 + _GAP
        self._shown = max(1, min(len(self._cards), (app.panel.width + _GAP) // wide))
        self._first = 0
        self._high = app.panel.rows // 2 if app.panel.rows >= _LARGE_ROWS else 1

    def _machine(self):
        machine = catalogue.machine(self.name).split(",")[0].strip("?")
        return machine.replace("MIR", words.text("MIR"))

    def _label(self, card):
        """Return the text of a card, in several forms."""
        text, _, machine, _ = card
        if text:
            return text
        return words.text("TABLES_IT" if machine else "TABLES_YOU").replace("*", self._machine())

    def draw(self):
        app = self._app
        panel = app.panel
        last = panel.rows - 1
        panel.home()  # a paper may have scrolled it, and frames need whole rows
        panel.clear(0, 0, -1, 0)
        title, gist = words.titles(self.name, catalogue.title(self.name))
        forms = ["%s: %s" % (each, gist) for each in title.split("\n")]
        title_row(app, "\n".join(forms + [gist, title]))
        high = self._high
        told = "" if self._cards[0][1] or high == 1 else words.program(self.name).RULES
        told = wrapped(told, panel.width - MARGIN)
        for row in range(1, 1 + high):
            text_row(app, row, told[row - 1] if row <= len(told) else "")
        self._first = min(self._first, self._chosen)
        self._first = max(self._first, self._chosen + 1 - self._shown)
        for index in range(self._first, self._first + self._shown):
            self._draw_card(index)
        text = self._reason()
        label = self._label(self._cards[self._chosen]).split("\n")[0]
        app.exhibit.say("%s. %s" % (label, text), high)
        row = 1 + high
        for line in wrapped(text, panel.width - MARGIN)[: last - row]:
            text_row(app, row, line)
            row += 1
        while row < last:
            text_row(app, row, "")
            row += 1
        keys_row(app, last, words.text("TABLES_KEYS"))

    def _draw_card(self, index):
        """Draw a card: the stones in a frame, if there are any and the panel has enough rows."""
        panel = self._app.panel
        _, heaps, _, won = self._cards[index]
        last = self._high
        first = 1 if heaps else last
        text = form(
            self._label(self._cards[index]), (panel.width + _GAP) // self._shown - _GAP - 1
        )
        room = (panel.width + _GAP) // self._shown
        x = (index - self._first) * room
        room -= _GAP
        invert = 255 if index == self._chosen else 0
        for row in range(first, 1 + last):
            panel.clear(row, x, room, invert)
        if first < last:
            self._draw_stones(x + 2, room - 4, 8 * last, heaps, 0 if invert else 1)
            if won:
                draw_text(panel, first, x + room - 2 - COLUMN, _STAR, invert)
        elif won and width(text) + COLUMN <= room:
            text += _STAR
        draw_text(panel, last, x + 1 + max(0, (room - 1 - width(text)) // 2), text, invert)
        if first < last:
            panel.rect(x, 8, room, 8 * last, 1)
        panel.touch(x, 8 * first, room, 8 * (1 + last - first))

    def _draw_stones(self, x, room, floor, heaps, colour):
        """Draw the heaps above the pixel row `floor`, as large as they fit."""
        if not heaps:
            return
        panel = self._app.panel
        room //= len(heaps)
        for pitch in (6, 5, 4, 3):
            across = max(1, (room - 1) // pitch)
            if -(-max(heaps) // across) * pitch <= floor - 12:
                break
        for heap in range(len(heaps)):
            left = x + heap * room + (room - min(across, heaps[heap]) * pitch + 1) // 2
            for stone in range(heaps[heap]):
                y = floor - (stone // across + 1) * pitch
                panel.fill_rect(left + stone % across * pitch, y, pitch - 1, pitch - 1, colour)

    def _reason(self):
        """Return who begins and who wins, in a form that fits."""
        _, _, machine, _ = self._cards[self._chosen]
        reasons = self._program.REASONS
        key = "TABLES_LOSES"
        if reasons:
            key = reasons[self._chosen]
        elif not machine:
            key = "TABLES_WINS"
        elif not (self._offered[0] or self._chosen < len(self._cards) - 1):
            key = "TABLES_BOOK"
        panel = self._app.panel
        room = panel.rows - 2 - self._high
        for text in words.text(key).split("\n"):
            text = text.replace("*", self._machine())
            if len(wrapped(text, panel.width - MARGIN)) <= room:
                break
        return text

    def understood(self):
        return _KEYS

    def key(self, key, repeat):
        app = self._app
        if key == LEFT or key == RIGHT:
            step = 1 if key == RIGHT else len(self._cards) - 1
            self._chosen = (self._chosen + step) % len(self._cards)
            self.draw()
        elif repeat:
            return
        elif key == OK:
            line = self._program.TABLES[self._chosen].partition("> ")[0]
            app.sessions.start(self.name, line, False, self._offered[self._chosen])
        elif key == BACK:
            app.shelf()
        elif key == DOWN:
            app.open(self._setup)
