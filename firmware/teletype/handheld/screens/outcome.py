# SPDX-License-Identifier: MIT
"""The result of a game against the machine, and the next step.

A defeat shows its cause. If the start could not be won, RIGHT offers one that can be; otherwise
RIGHT opens the lesson. A win has a star, and then RIGHT offers a harder start. From then on the
star stands on the shelf (`keeping.wins`); an exhibit counts the win instead.

The screen opens over the session's after the person has read the result there. In misère Nim the
program continues, and so does OK.
"""

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.core.request import working
from teletype.drivers.buttons import BACK, OK, RIGHT
from teletype.engines.game import MACHINE
from teletype.handheld.activity import Activity, due, work
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, draw_text, rows, width
from teletype.handheld.drawing.listing import form, keys_row, text_row
from teletype.handheld.keeping import wins
from teletype.programs import catalogue

_READ = const(3000)
_CHEERED = const(1500)
"""Milliseconds from the end until this screen opens, and until it does after a win."""

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


class Outcome(Activity):
    """The outcome of the session on `screen`: `result` is 1, 0 or -1 (`engines.game.State`).

    found    an `engines.game.Outcome`; None until it is computed
    counted  (won, finished) of this program; () in an exhibit
    hushed   whether it no longer opens on its own
    """

    def __init__(self, app, screen, result):
        super().__init__(app)
        self._screen = screen
        self._result = result
        self.found = None
        self.counted: tuple = ()
        self.hushed = False
        self._wait = _CHEERED if result > 0 else _READ
        self._due = ticks_add(ticks_ms(), self._wait)
        self._lit = False
        self._start = ""
        self._work = self._judge()

    # before it is shown

    def _judge(self):
        """Find the kind of the game, then count it, in steps."""
        app = self._app
        screen = self._screen
        name = screen.name
        won = self._result > 0
        personal = app.exhibit.PERSONAL
        before = wins.read(app.store).get(name, (0, 0)) if personal else (0, 0)
        yield working
        self._start = screen.program.started(screen.game)
        found = None
        for found in screen.game.outcome(before[0] + won):
            if found is None:
                yield working
        if won or found.winnable:
            if not personal:
                if won:
                    app.exhibit.count(name, 2)
            else:
                wins.add(app.store, name, won)
        if personal:
            self.counted = wins.read(app.store).get(name, ())
        self.found = found

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

    def hint(self):
        """Return the text for RIGHT, in several forms, if it offers a start; else ""."""
        if not self._onward():
            return ""
        text = words.text("OUTCOME_HARDER" if self._result > 0 else "OUTCOME_INVITE")
        return "►:" + text.replace("\n", "\n►:")

    def offer(self):
        """Return the same with OK, for the last row of the session."""
        forms = self.hint().split("\n")
        again = "OK:" + words.text("DO_AGAIN") + "  "
        return "\n".join([again + each for each in forms] + forms[-1:]) if forms[0] else ""

    def _onward(self):
        """Return the setup values of the start behind RIGHT; None if it does not offer one."""
        found = self.found
        if not found or self._app.exhibit.values["fixed"] or not self._screen.ended:
            return None
        return found.onward if self._result > 0 or not found.winnable else None

    def go_onward(self):
        """Handle RIGHT: open another start, or the lesson; return False if there is neither."""
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
        return bytes((OK, RIGHT, BACK))

    def patience(self):
        return 3

    def line(self, text):
        if not self._screen.ended:
            self._app.open(self._screen)  # it continues with the next game
        self._screen.line(text)

    def key(self, key, repeat):
        if repeat:
            return
        if key == OK:
            if self._screen.ended:
                self._screen.again()
            else:
                self._app.open(self._screen)
        elif key == BACK:
            self._screen.look_back()
        elif key == RIGHT and not self.go_onward() and self._screen.teaches():
            self._app.sessions.teach()

    def tick(self, now):
        if self._result > 0 and due(self._due, now, self._wait):
            self._due = ticks_add(now, _TWINKLE)
            self._wait = _TWINKLE
            if self._app.panel.rows >= _LARGE_ROWS:
                self._lit = not self._lit
                self._draw_rays()
        return False

    def draw(self):
        super().draw()
        app = self._app
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

    def _right(self):
        """Return the text for RIGHT, in several forms; "" if it does nothing."""
        text = self.hint()
        if text:
            return text
        return words.text("SESSION_WHERE_SHORT") if self._screen.teaches() else ""

    def _draw_keys(self, right):
        """Draw the last row, with the text `right` for RIGHT, which needs more space."""
        app = self._app
        close = words.text("CALCULATION_GO_ON")
        if self._screen.ended:
            close = "OK:" + words.text("DO_AGAIN")
        forms = ["%s  %s" % (close, each) for each in right.split("\n")] if right else []
        if not right:
            forms.append(close + words.text("PICTURE_PAPER"))
        elif app.panel.rows <= _LOW:
            forms.append(right.split("\n")[-1])
        keys_row(app, app.panel.rows - 1, "\n".join(forms + [close]))

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
        right = self._right()
        boxed = right and panel.rows >= _LARGE_ROWS
        room = 3 if boxed else panel.rows - 2
        top = 2 if panel.rows >= _LARGE_ROWS else 1
        for text in self._cause().split("\n"):
            parts = rows(text, panel.width - MARGIN)
            if len(parts) <= room:
                break
        if boxed and len(parts) > 2:
            top = 1
        app.exhibit.say(text, top)
        for start, end in parts[:room]:
            text_row(app, top, text[start:end])
            top += 1
        if boxed:
            panel.rect(0, 36, panel.width, 15, 1)
            panel.touch(0, 36, panel.width, 15)
            text = form(right.replace("►:", "► "), panel.width - 3 * COLUMN)
            app.exhibit.say(text, 5, False)
            draw_text(panel, 5, MARGIN + COLUMN, text)
            right = ""
        self._draw_keys(right)

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
        self._draw_keys(self._right())

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
            panel.hline(x + inner, y + at // 2, outer - inner + 1, 1)
            panel.hline(x - outer, y + at // 2, outer - inner + 1, 1)
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
