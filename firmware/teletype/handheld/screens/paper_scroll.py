# SPDX-License-Identifier: MIT
"""The paper of a session, to scroll back; the program pauses.

RIGHT at its end changes from the original to its translations and back, for this paper only, as
long as its session is in memory. The device's own messages stay in its language, and the last row
names each language in its own script.
"""

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, RIGHT
from teletype.handheld.activity import work
from teletype.handheld.drawing import listing
from teletype.handheld.drawing.glyphs import MARGIN
from teletype.handheld.drawing.scroller import Scroller
from teletype.loading import load

_NARROW = const(100)
"""Pixels of width up to which a panel has no room for the sign and all keys."""


class PaperScroll(Scroller):
    """The paper of the session on `screen`, from its end or from the row `top`.

    _end   the first row of the last page
    _old   a reprinted buffer of rows around `top` that are no longer in memory
    _work  the generator that reprints them, while they are needed
    """

    def __init__(self, app, screen, top=None):
        Scroller.__init__(self, app)
        self._screen = screen
        self.name = screen.name
        self._paper = screen.paper
        self._end = max(0, self._paper.shown - self.page)
        self.top = self._end if top is None else min(top, self._end)
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
            return self._end  # it is visible at first
        return max(self.first, self.top - step)

    def leave(self, key):
        self._screen.looked()
        if key == BACK:
            self._screen.leave()
        else:
            self._app.open(self._screen)

    def line(self, text):
        """Pass a typed line to the program, for its next prompt if it was printing."""
        self.leave(None)
        self._app.retype(text)

    def key(self, key, repeat):
        self._screen.sign.stand()
        if key == RIGHT and self.top == self._end:
            if not repeat and self._screen.language.original:
                self._translate()
        else:
            Scroller.key(self, key, repeat)

    def _translate(self):
        language = self._screen.language
        language.choose(self._next_tongue())
        language.speak()
        self.draw()

    def _next_tongue(self):
        """Return the next language of the messages for RIGHT, "" for the original. The original
        and the device's language come first, in the order of the settings; then the others.
        """
        tongues = ["", words.language]
        if self._app.settings.values["messages"] == "translated":
            tongues.reverse()
        tongues += [other for other in words.LANGUAGES if other != words.language]
        tongues.remove(self._screen.language.original)
        return tongues[(tongues.index(words.spoken or "") + 1) % len(tongues)]

    def _signed(self):
        """Return whether the last row has the sign ◊ before the keys; a narrow one has it in
        `OK:◊`.
        """
        return self._screen.signed() and self._app.panel.width > _NARROW

    def tick(self, now):
        if self._signed():
            self._screen.sign.tick(now, 255)
        if self._screen.recorder.pending and self._app.exhibit.keeps_at_once():
            self._screen.recorder.keep()  # an exhibit saves it at its own time
        if not self._work:
            return False
        if work(self._work, now):
            self._work = None
            self.draw()
        return True

    def _print_back(self):
        """Print the rows around `top` again, in steps."""
        self._old = None
        screen = self._screen
        reprint = load("teletype.handheld.screens.reprint")
        roll = reprint.begin(screen)
        end = min(self._paper.shown, self.top + self.page + roll.kept // 2)
        yield from reprint.print_earlier(screen, roll, end)
        self._old = roll

    def _again(self):
        """Return a new screen of this kind, after the paper was printed in another language."""
        top = None if self.top == self._end else self.top
        return PaperScroll(self._app, self._screen, top)

    def draw(self):
        if self._screen.language.follow(self._again):
            return
        paper = self._paper
        roll = paper.roll
        if self.top < roll.first:
            if self._old is None or not self._old.first <= self.top < self._old.end:
                self._work = self._print_back()
                return  # the draw follows when the rows are ready
            roll = self._old
        for index in range(self.page):
            row = self.top + index
            if row < paper.shown:
                paper.draw_row(index, roll if row < roll.end else paper.roll, row)
            else:
                self._app.panel.clear(index)
        listing.draw_bar(self._app.panel, 0, self.page, self.top, self.page, paper.shown)
        close = words.text("LOOK_KEYS") if self._screen.ended else words.text("RESUME_KEYS")
        text = close + "  BACK:%s\n%s" % (words.text("SHELF"), close)
        if self._screen.language.original and self.top == self._end:
            other = self._next_tongue() or self._screen.language.original
            text = "►:" + words.named(other)
            text = "%s  %s\nOK:◊  %s\n%s" % (close, text, text, text)
        x = MARGIN
        if self._signed():
            x = listing.HINTS
            self._app.panel.clear(self.page, 0, x, 255)
            self._screen.sign.draw(255)
        listing.keys_row(self._app, self.page, text, 255, x)
