# SPDX-License-Identifier: MIT
"""The paper of a session to be looked back at; the program stands still.

RIGHT at its end goes from the original to its translations and back: of this paper alone, for as
long as its session is in memory. What the device itself says stays in its language, and the last
row names each language in its own script.
"""

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, RIGHT
from teletype.handheld.activity import work
from teletype.handheld.drawing.glyphs import MARGIN
from teletype.handheld.drawing.listing import HINTS, draw_bar, keys_row
from teletype.handheld.drawing.paper_view import KEPT
from teletype.handheld.drawing.scroller import Scroller
from teletype.handheld.screens.reprint import begin, print_again

_NARROW = const(100)
"""A panel with as many pixels, or fewer, has no room for the sign and all keys."""


class PaperScroll(Scroller):
    """The paper of the session on `screen`, its end first.

    _end   the row with which the last page begins
    _old   a roll of rows that memory does not have any more, around `top`
    _work  prints them, while they are wanted
    """

    def __init__(self, app, screen):
        super().__init__(app)
        self._screen = screen
        self.name = screen.name
        self._paper = screen.paper
        self._end = self.top = max(0, self._paper.shown - self.page)
        if screen.recorder.lost:
            self.first = self._paper.roll.first
        self._old = None
        self._work = None

    def takes_lines(self):
        return self._work is None

    def last(self, top):
        return min(top, self._end)

    def round(self, step):
        if self.top == self.first:
            return self._end  # it is seen first
        return max(self.first, self.top - step)

    def leave(self, key):
        self._screen.looked()
        if key == BACK:
            self._screen.leave()
        else:
            self._app.open(self._screen)

    def line(self, text):
        """A typed line is for the program, at its next stop if it was printing."""
        self.leave(None)
        self._app.retype(text)

    def key(self, key, repeat):
        self._screen.sign.stand()
        if key == RIGHT and self.top == self._end:
            if not repeat and self._screen.original:
                self._translate()
        else:
            super().key(key, repeat)

    def _translate(self):
        self._screen.tongue = self._next_tongue()
        self._screen.speak()
        self.draw()

    def _next_tongue(self):
        """What RIGHT lets the messages be in, "" for the original: it and the language of the
        device come first, the one behind the other that the settings begin with; then the others.
        """
        tongues = ["", words.language]
        if self._app.settings.values["messages"] == "translated":
            tongues.reverse()
        tongues += [other for other in words.LANGUAGES if other != words.language]
        tongues.remove(self._screen.original)
        return tongues[(tongues.index(words.spoken or "") + 1) % len(tongues)]

    def _signed(self):
        """Whether the last row has the sign ◊ before the keys; on a narrow one `OK:◊` has it."""
        return self._screen.signed() and self._app.panel.width > _NARROW

    def tick(self, now):
        if self._signed():
            self._screen.sign.tick(now, 255)
        if self._screen.recorder.pending and self._app.exhibit.PERSONAL:
            self._screen.recorder.keep()  # an exhibit keeps it when it is time
        if not self._work:
            return False
        if work(self._work, now):
            self._work = None
            self.draw()
        return True

    def _print_back(self):
        """A generator: prints the rows around `top` again."""
        self._old = None
        session, roll = begin(self._screen)
        end = min(self._paper.shown, self.top + self.page + KEPT // 2)
        yield from print_again(self._screen, session, roll, end, [])
        self._old = roll

    def _again(self):
        """Return a new screen of this kind, after the paper was printed in another language."""
        look = PaperScroll(self._app, self._screen)
        if self.top != self._end:
            look.top = min(self.top, look._end)
        return look

    def draw(self):
        if self._screen.follow_language(self._again):
            return
        paper = self._paper
        roll = paper.roll
        if self.top < roll.first:
            if self._old is None or not self._old.first <= self.top < self._old.end:
                self._work = self._print_back()
                return  # it is drawn when the rows are there
            roll = self._old
        for index in range(self.page):
            row = self.top + index
            if row < paper.shown:
                paper.draw_row(index, roll if row < roll.end else paper.roll, row)
            else:
                self._app.panel.clear(index)
        draw_bar(self._app.panel, 0, self.page, self.top, self.page, paper.shown)
        close = words.text("LOOK_KEYS") if self._screen.ended else words.text("RESUME_KEYS")
        text = close + "  BACK:%s\n%s" % (words.text("SHELF"), close)
        if self._screen.original and self.top == self._end:
            other = self._next_tongue() or self._screen.original
            text = "►:" + words.named(other)
            text = "%s  %s\nOK:◊  %s\n%s" % (close, text, text, text)
        x = MARGIN
        if self._signed():
            x = HINTS
            self._app.panel.clear(self.page, 0, HINTS, 255)
            self._screen.sign.draw(255)
        keys_row(self._app, self.page, text, 255, x)
