# SPDX-License-Identifier: MIT
"""The result of a game against the machine, and the next step.

A defeat shows its cause. If the start could not be won, no key does anything for three seconds,
so that a person who hurries reads that. Then OK begins a start that can be won, and RIGHT the same
one again. Otherwise OK begins the same start, and RIGHT opens the lesson.

A win has a star; then OK begins a harder start, and RIGHT shows the answer that wins. From then on
the star stands on the shelf (`keeping.wins`); an exhibit counts the win instead.

The screen opens over the session's after the person has read the result there, or with the first
key if no other start should be missed. If the program goes on after a game, so does OK.
"""

from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from teletype import words
from teletype.core.request import working
from teletype.drivers.buttons import BACK, OK, RIGHT
from teletype.engines.game import MACHINE
from teletype.handheld.activity import Activity, due, work
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text, width, wrapped
from teletype.handheld.drawing.listing import form, keys_row, text_row
from teletype.programs import catalogue

_READ = const(3000)
_CHEERED = const(1500)
"""Milliseconds from the end until this screen opens, and until it does after a win."""

_LOCKED = const(3000)
"""Milliseconds for which no key leaves the cause of a defeat that could not be avoided."""

_BAR_TOP = const(3)
_BAR_HIGH = const(4)
"""The bar of that time: first pixel row in the last text row, and its height."""

_LARGE_ROWS = const(8)
_LOW = const(5)
"""Text rows of a panel with room for the box and a large star, and of one with a small star."""

_SIGN = const("★")

_TWINKLE = const(400)
"""Milliseconds for which the rays are lit, and dark."""

STAR = (
    b"\x00\x00\x00\x00\x00\x01\x00\x01\x00\x01\x00\x02\x00\x02\x00\x03\x00\x03\x00\x03"
    b"\x00\x04\x00\x0f\x00\x0e\x00\x0d\x00\x0c\x00\x0a\x00\x09\x00\x08\x00\x07\x00\x07"
    b"\x00\x07\x00\x07\x00\x07\x00\x08\x02\x08\x03\x08\x05\x09\x06\x09\x08\x09\x09\x09"
)
SMALL_STAR = (
    b"\x00\x00\x00\x00\x00\x01\x00\x01\x00\x02\x00\x07\x00\x05\x00\x04\x00\x03\x00\x03"
    b"\x00\x03\x01\x04\x03\x04\x04\x04"
)
"""For each pixel row from the top, the distances of a star's start and end from its middle
column."""

RAYS = b"\x1a\x03\x1f\x00\x18\x0c\x1f\x0b\x18\x17\x1e\x1a\x10\x1d\x14\x20"
"""The ends of the rays on the right of the large star, from its middle and its top: from, to."""

_KEYS = bytes((OK, RIGHT, BACK))


class Outcome(Activity):
    """The outcome of the session on `screen`: `result` is 1, 0 or -1 (`engines.game.State`).

    found    an `engines.game.Outcome`; None until it is computed
    _next    the start of `found.onward` as text
    _locked  until when no key does anything; None: keys work
    counted  (won, finished) of this program; () in an exhibit
    hushed   whether it no longer opens on its own
    """

    def __init__(self, app, screen, result):
        Activity.__init__(self, app)
        self._screen = screen
        self._result = result
        self.found = None
        self.counted: tuple = ()
        self.hushed = False
        self._wait = _CHEERED if result > 0 else _READ
        self._due = ticks_add(ticks_ms(), self._wait)
        self._lit = False
        self._start = self._next = ""
        self._locked = None
        self._seen = False
        self._work = self._judge()

    # before it is shown

    def _judge(self):
        """Find the kind of the game, then count it, in steps."""
        app = self._app
        screen = self._screen
        name = screen.name
        won = self._result > 0
        before = app.exhibit.wins().get(name, (0, 0))
        yield working
        self._start = screen.program.started(screen.game)
        found = None
        for found in screen.game.outcome(before[0] + won):
            if found is None:
                yield working
        if won or found.winnable:
            app.exhibit.count_game(name, won, self._table())
        if found.onward:
            setup = dict(screen.setup)
            setup.update(found.onward)
            self._next = screen.program.started(screen.program.Game(setup))
        self.counted = app.exhibit.wins().get(name, ())
        self.found = found

    def _table(self):
        """Return the start if it is a table of the start page; "" if not."""
        screen = self._screen
        for table in screen.program.TABLES:
            line, _, heaps = table.partition("> ")
            if catalogue.setup(screen.program, line) == screen.setup:
                if heaps in ("", self._start):
                    return self._start
        return ""

    def finish(self):
        """Finish the remaining work when the person leaves the session."""
        while next(self._work, None):
            pass

    def hush(self):
        """Do not open on its own any more."""
        self.hushed = True

    def open_when_due(self, now):
        """Compute the outcome and open this screen in time; return True while work remains."""
        if not self.found:
            work(self._work, now)
            return True
        if not self.hushed and due(self._due, now, self._wait):
            self.hushed = True
            if self._result > 0 or (self._result < 0 and self.found.began is not None):
                self._app.open(self)
        return False

    def _unavoidable(self):
        """Whether it is a defeat that nobody could avoid, and another start can be offered."""
        return self._result < 0 and self._onward() is not None

    def comes_first(self):
        """Open this screen before a key restarts a game that could not be won; return whether it
        has opened.
        """
        self.finish()
        if not self._unavoidable():
            return False
        self.hushed = True
        self._app.open(self)
        return True

    def offer(self):
        """Return the keys for the last row of the session, in several forms; "" without another
        start.
        """
        if self._onward() is None:
            return ""
        return self._keys_onward()

    def _keys_onward(self):
        """Return the keys if another start is offered, in several forms."""
        again = words.text("DO_AGAIN")
        if self._result > 0:
            nexts = words.text("OUTCOME_HARDER").split("\n")
            how = "►:" + words.text("OUTCOME_HOW") if self._screen.game.HINTS else ""
            forms = ["OK:%s  %s" % (each, how) for each in nexts]
        else:
            nexts = [self._next] if self._next else []
            nexts += words.text("OUTCOME_INVITE").split("\n")
            forms = []
            for each in nexts:
                forms.append("OK:%s  ►:%s %s" % (each, self._start, again))
                forms.append("OK:%s  ►:%s" % (each, again))
        forms.append("OK:" + nexts[-1])
        return "\n".join([each.rstrip().replace(": ", ":") for each in forms])

    def _onward(self):
        """Return the setup values of the start behind RIGHT; None if it does not offer one."""
        found = self.found
        if not (found and self._app.exhibit.offers_setups() and self._screen.ended):
            return None
        return found.onward if self._result > 0 or not found.winnable else None

    def go_onward(self):
        """Begin the start that is offered; return False if there is none."""
        self.finish()
        onward = self._onward()
        if onward is None:
            return False
        setup = dict(self._screen.setup)
        setup.update(onward)
        self._app.sessions.renew(self._screen.name, setup)
        return True

    # on the screen

    def understood(self):
        return _KEYS

    def patience(self):
        return 3

    def line(self, text):
        if not self._screen.ended:
            self._app.open(self._screen)  # it continues with the next game
        self._screen.line(text)

    def key(self, key, repeat):
        if repeat or self._locked is not None:
            return
        screen = self._screen
        if key == OK:
            if not screen.ended:
                self._app.open(screen)
            elif not self.go_onward():
                screen.at_end.again()
        elif key == BACK:
            screen.look_back()
        elif key == RIGHT:
            self._right()

    def _right(self):
        """Show how to win, begin the same start again, or show the lesson."""
        screen = self._screen
        if self._result > 0:
            if screen.game.HINTS and screen.asked_last:
                self._app.screens.how(self, screen)
        elif self._unavoidable():
            screen.at_end.again()
        elif screen.at_end.teaches():
            self._app.sessions.teach()

    def tick(self, now):
        if self._locked is not None:
            left = ticks_diff(self._locked, now)
            if left <= 0:
                self._locked = None
                self.draw()
            else:
                self._draw_bar(_LOCKED - left)
        if self._result > 0 and due(self._due, now, self._wait):
            self._due = ticks_add(now, _TWINKLE)
            self._wait = _TWINKLE
            if self._app.panel.rows >= _LARGE_ROWS:
                self._lit = not self._lit
                self._draw_rays()
        return False

    def draw(self):
        self._app.panel.home()  # boxes and bars are drawn by pixels
        Activity.draw(self)
        app = self._app
        if not self._seen:
            self._seen = True
            if self._unavoidable():
                self._locked = ticks_add(ticks_ms(), _LOCKED)
        panel = app.panel
        text = words.text("OUTCOME_WON" if self._result > 0 else "OUTCOME_LOST")
        app.exhibit.say(text, 0)
        panel.clear(0, 0, -1, 255)
        x = max(MARGIN, (panel.width - width(text)) // 2)
        draw_text(panel, 0, x - (x - MARGIN) % COLUMN, text, 255)
        if self._result > 0:
            self._draw_win()
        else:
            self._draw_defeat()

    def _draw_keys(self):
        """Draw the last row: the keys, or the bar while they do nothing."""
        app = self._app
        row = app.panel.rows - 1
        if self._locked is not None:
            self._draw_bar(0)
            return
        if self._onward() is not None:
            keys_row(app, row, self._keys_onward())
            return
        close = words.text("CALCULATION_GO_ON")
        if self._screen.ended:
            close = "OK:" + words.text("DO_AGAIN")
        forms = []
        if self._result > 0 and self._screen.game.HINTS:
            forms.append("%s  ►:%s" % (close, words.text("OUTCOME_HOW")))
        elif self._result <= 0 and self._screen.at_end.teaches() and app.panel.rows < _LARGE_ROWS:
            right = words.text("SESSION_WHERE_SHORT")
            forms += ["%s  %s" % (close, each) for each in right.split("\n")]
            if app.panel.rows <= _LOW:
                forms.append(right.split("\n")[-1])
        else:
            forms.append(close + words.text("PICTURE_PAPER"))
        keys_row(app, row, "\n".join(forms + [close]))

    def _draw_bar(self, gone):
        """Draw how much of the time without keys is over, `gone` milliseconds."""
        panel = self._app.panel
        y = 8 * panel.rows - 8 + _BAR_TOP
        panel.rect(MARGIN, y, panel.width - 2 * MARGIN, _BAR_HIGH, 1)
        length = gone * (panel.width - 2 * MARGIN) // _LOCKED
        panel.fill_rect(MARGIN, y, length, _BAR_HIGH, 1)
        panel.touch(MARGIN, y, panel.width - 2 * MARGIN, _BAR_HIGH)

    # a defeat

    def _cause(self):
        """Return the cause, in several forms, of which the first names the start."""
        found = self.found
        if found.winnable:
            return words.text("OUTCOME_COULD")
        machine = catalogue.machine(self._screen.name).split(",")[0].strip("?")
        machine = machine.replace("MIR", words.text("MIR"))
        forms = words.text("OUTCOME_WINS" if found.began == MACHINE else "OUTCOME_LOSES")
        forms = forms.split("\n")
        if not self._start:
            forms = forms[1:]
        return "\n".join([each.replace("@", self._start).replace("*", machine) for each in forms])

    def _draw_defeat(self):
        app = self._app
        panel = app.panel
        offer = self._offered() if self._locked is None else ""
        boxed = offer and panel.rows >= _LARGE_ROWS
        room = 3 if boxed else panel.rows - 2
        top = 2 if panel.rows >= _LARGE_ROWS else 1
        causes = self._cause().split("\n")
        if self._unavoidable() and not boxed:
            nothing = words.text("OUTCOME_NOTHING")
            causes = ["%s. %s" % (cause, nothing) for cause in causes] + causes
        for text in causes:
            parts = wrapped(text, panel.width - MARGIN)
            if len(parts) <= room:
                break
        if boxed and len(parts) > 2:
            top = 1
        app.exhibit.say(text, top)
        for line in parts[:room]:
            text_row(app, top, line)
            top += 1
        if boxed:
            panel.rect(0, 36, panel.width, 15, 1)
            panel.touch(0, 36, panel.width, 15)
            text = form(offer, panel.width - 3 * COLUMN)
            app.exhibit.say(text, 5, False)
            draw_text(panel, 5, MARGIN + COLUMN, text)
        self._draw_keys()

    def _offered(self):
        """Return the text of the box after a defeat, in several forms; "" for no box."""
        if self._unavoidable():
            invites = words.text("OUTCOME_INVITE").split("\n")
            if self._next:
                invites = ["%s: %s" % (self._next, each) for each in invites] + invites
            return "\n".join(invites)
        if self._screen.at_end.teaches():
            return words.text("SESSION_WHERE_SHORT").replace("►:", "► ")
        return ""

    # a win

    def _draw_win(self):
        app = self._app
        panel = app.panel
        large = panel.rows >= _LARGE_ROWS
        title = words.titles(self._screen.name, "")[0].split("\n")
        told = words.text("OUTCOME_COUNT") % self.counted if self.counted else ""
        forms = [("%s %s  %s" % (_SIGN, each, told)).rstrip() for each in title]
        if large:
            self._draw_star(STAR, panel.width // 2, 10)
            self._draw_text(6, "\n".join(forms + [told or _SIGN]), 0)
            self._lit = True
            self._draw_rays()
        elif panel.rows == _LOW:
            self._draw_star(SMALL_STAR, panel.width // 2, 9)
            self._draw_text(3, told or title[-1], 0)
        else:
            self._draw_star(SMALL_STAR, 12, 9)
            self._draw_text(1, "\n".join(title), 24)
            self._draw_text(2, told, 24)
        self._draw_keys()

    def _draw_text(self, row, text, left):
        """Draw a text, in several forms, centred to the right of the pixel `left`."""
        panel = self._app.panel
        text = form(text, panel.width - left)
        self._app.exhibit.say(text, row, False)
        draw_text(panel, row, left + max(0, (panel.width - left - width(text)) // 2), text)

    def _draw_star(self, star, x, y):
        panel = self._app.panel
        for at in range(0, len(star), 2):
            inner, outer = star[at], star[at + 1]
            panel.fill_rect(x + inner, y + at // 2, outer - inner + 1, 1, 1)
            panel.fill_rect(x - outer, y + at // 2, outer - inner + 1, 1, 1)
        reach = 16
        panel.touch(x - reach, y, 2 * reach + 1, len(star) // 2)

    def _draw_rays(self):
        """Draw dotted rays on both sides of the large star, lit or dark."""
        panel = self._app.panel
        middle = panel.width // 2
        colour = 1 if self._lit else 0
        for at in range(0, len(RAYS), 4):
            for step in range(0, 7, 2):
                x = RAYS[at] + (RAYS[at + 2] - RAYS[at]) * step // 6
                y = 10 + RAYS[at + 1] + (RAYS[at + 3] - RAYS[at + 1]) * step // 6
                panel.pixel(middle + x, y, colour)
                panel.pixel(middle - x, y, colour)
        panel.touch(middle - 34, 10, 69, 34)
