# SPDX-License-Identifier: MIT
"""The MIR's picture: what a program is about, its values at a stop, and LISTING.

LISTING shows the text with the statement that is about to run, and values of variables below. OK
runs one statement, held OK one after the other, RIGHT goes on on the paper. It opens from the
first page, with BACK at every stop, and with BACK where a program without values prints: then the
mark follows the program until OK holds it.
"""

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.drivers.buttons import DOWN, LEFT, OK, RIGHT, UP
from teletype.engines.almir_code import CELLS, Error
from teletype.handheld.activity import due
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text, wrapped
from teletype.handheld.drawing.listing import HINTS, keys_row, text_row, title_row
from teletype.handheld.pictures import base
from teletype.loading import load
from teletype.programs.mir import library

_START, _STOP, _LISTING = 0, 1, 2
"""The pages."""

_FRAME = const(150)
"""Milliseconds between two marks while the program runs."""

_VALUES = const(3)
"""The first row of the values at a stop, below two rows of paper and a free one."""

_LINES = const(2)
"""Printed lines above them."""


class Picture(base.Picture):
    """The pages of one session.

    _page     the page that is shown, or would be
    _listing  the Listing, once it was shown
    _marked   the statement that is marked
    _ended    whether the program has ended
    _next     when the mark moves again while the program runs
    _request  the request at a stop, None while the program runs
    _lines    the last printed lines
    _picker   the values of the next directive
    """

    FIRST = True

    def __init__(self, app, setup, game):
        base.Picture.__init__(self, app, setup, game)
        self._name = setup["program"]
        self.ANSWERS = game.answer is not None
        self.holds = True
        self._page = _START
        self._listing = self._picker = self._request = None
        self._marked = -1
        self._ended = False
        self._next = ticks_ms()
        self._lines = []
        self.encode_words()

    @staticmethod
    def fits(panel, setup):
        return panel.width >= 128 and panel.height >= 64

    def encode_words(self):
        said = words.program("mir")
        self._said = said.PICTURE
        if self._page == _START:
            self._title, self._about = title_and_about(self._name, self.game.text, said)

    def _turn(self, page):
        """Turn to another page."""
        self._page = page
        self._title = self._about = ""  # only the first page shows them
        self.STAYS = self.live = page == _LISTING

    # the session

    def line(self, text):
        self._lines.append(text)
        del self._lines[:-_LINES]

    def ask(self, request):
        self._request = request
        if request is None:
            self._ended = False
            return None
        self._let_run()
        if not self.ANSWERS:
            return False
        values = list(request.values)
        lows, highs = request.lows, request.highs
        self._picker = self.picker(self._app, request.labels, lows, highs, values, "", 2)
        if self._page == _START:
            self._turn(_STOP)
            self.gives_way = False  # nothing was printed
        return None

    def _let_run(self):
        self.holds = False
        self.game.let_run()

    def back(self):
        """BACK at a stop shows the listing, and from there the paper."""
        if self._page != _STOP:
            return False
        self._turn(_LISTING)
        self.draw()
        return True

    def covered(self):
        """The paper is shown: the program runs on."""
        self.gives_way = False
        self._let_run()
        self._turn(_STOP if self.ANSWERS else _LISTING)

    def end(self):
        self._let_run()
        self._ended = True
        return False

    def called(self):
        return self._said["listing"]

    # keys

    def key(self, key, repeat):
        if self._page == _START:
            if not repeat and key == OK:
                self.holds = False
                self.gives_way = True
            elif not repeat and key == RIGHT:
                self.holds = False
                self.game.hold()
                self._turn(_LISTING)
                self.draw()
        elif self._page == _STOP:
            if key == OK:
                return None if repeat else tuple(self._picker.values)
            self._picker.key(key, repeat)
            self._draw_directive()
        else:
            return self._listing_key(key, repeat)
        return None

    def _listing_key(self, key, repeat):
        waits = self._request is not None
        if key == UP or key == DOWN:
            self._listing.sheet.scroll(1 if key == DOWN else -1)
            self._draw_sheet()
        elif key == LEFT and not repeat and waits and self.ANSWERS:
            self._turn(_STOP)
            self.draw()
        elif key == OK and waits and self.ANSWERS and not repeat:
            self.game.hold()
            return tuple(self._picker.values)
        elif key == OK and not waits:
            self.holds = False
            if not self.game.held:  # it was running
                self.game.hold()
        elif key == RIGHT and not repeat and not waits:
            self.gives_way = True
        return None

    def tick(self, now):
        if self._page == _START:
            if not self.holds:
                self.gives_way = True  # a typed line started it
        elif self._page == _LISTING and self.game.held and self.game.ready:
            self.game.seen()
            self.holds = True
            self._draw_marked()
        elif self._page == _LISTING and self._request is None and not self._ended:
            machine = self.game.machine  # None while the text is compiled
            if machine and due(self._next, now, _FRAME) and machine.statement() != self._marked:
                self._next = ticks_add(now, _FRAME)
                self._draw_marked()
        return False

    # drawing

    def draw(self):
        if self._page == _START:
            self._draw_start()
        elif self._page == _STOP:
            self._draw_stop()
        else:
            self._draw_listing()

    def _draw_start(self):
        panel = self._panel
        title_row(self._app, self._title)
        room = panel.width - MARGIN
        parts = wrapped(self._about, room)
        last = panel.rows - 1
        for row in range(1, last - 2):
            text_row(self._app, row, parts[row - 1] if row <= len(parts) else "")
        cells = needed(self.game.text)
        text_row(self._app, last - 2, self._said["cells"], 0, self._said["of"] % cells)
        panel.clear(last - 1)
        panel.rect(MARGIN, 8 * last - 7, room - 1, 6, 1)
        full = min(room - 5, cells * (room - 5) // CELLS)
        panel.fill_rect(MARGIN + 2, 8 * last - 5, max(1, full), 2, 1)
        panel.touch(0, 8 * last - 8, panel.width, 8)
        keys_row(self._app, last, self._said["start"])

    def _draw_stop(self):
        panel = self._panel
        for row in range(_VALUES):
            text = self._lines[row] if row < len(self._lines) else ""
            text_row(self._app, row, words.shown(text))
        for row in range(_VALUES, panel.rows - 1):
            panel.clear(row)
        self._picker.draw(_VALUES)
        self._draw_directive()
        keys_row(self._app, panel.rows - 1, self._said["stop"], 0, HINTS)

    def _draw_directive(self):
        """Draw the directive with the present values, which teaches the language."""
        panel = self._panel
        text = self.game.answer[1] % tuple(self._picker.values)
        columns = (panel.width - MARGIN) // COLUMN
        row = panel.rows - 3
        if len(text) <= columns:
            panel.clear(row)
        else:
            end = max(text.rfind("«", 1, columns + 1), text.rfind(";", 0, columns) + 1)
            draw_text(panel, row, MARGIN, text[:end])
            panel.clear(row, MARGIN + end * COLUMN, -1)
            text = text[end:]
        panel.clear(row + 1)
        draw_text(panel, row + 1, MARGIN, text)

    def _draw_listing(self):
        if not self._listing:
            module = load("teletype.programs.mir.picture_sheet", self)
            self._listing = module.Listing(self._app, self.game)
        self._draw_marked()

    def _draw_marked(self):
        """Draw the listing around the next statement."""
        self._marked = self._listing.mark()
        self._draw_sheet()

    def _draw_sheet(self):
        waits = self._request is not None
        keys = "waits" if waits and self.ANSWERS else "listing_keys"
        if self._ended or (waits and not self.ANSWERS):
            keys = "typed"
        self._listing.draw(self._said["step"], self._said[keys], HINTS if waits else MARGIN)


def needed(text):
    """Return the cells that a program needs: from `library`, or counted; 0 without the memory for
    that.
    """
    for _, written, cells in library.PROGRAMS:
        if written == text:
            return cells
    try:
        return load("teletype.engines.almir_compiler", Picture).compile(text).cells
    except Error:
        return 0


def title_and_about(name, text, said):
    """Return the title of a program and what it is about, from the texts `said` or its head."""
    problem = said.problem(name)
    if problem is not None:
        return said.VALUES[name], problem[0]
    found = load("teletype.programs.mir.head", Picture).read(text)
    return found["title"] or said.PICTURE["own"], found["about"]
