# SPDX-License-Identifier: MIT
"""What a session on the screen can be doing: its picture holds it before it begins, it prints, it
waits for an answer, or it has ended. Each stage has its own keys and its own part of a loop step.
"""

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.core.request import Text, working
from teletype.drivers.buttons import BACK, OK, RIGHT
from teletype.handheld.activity import ALL, CHOICE, TEXT, due
from teletype.handheld.drawing.listing import keys_row
from teletype.programs import catalogue

_GLANCE = const(1000)
"""Milliseconds from the prompt to the picture, for reading the last line."""

_BID = const(100)
_PUZZLE = const(5)
"""A number with this range or more takes time like a bid; more numbers than these are a puzzle."""

_LINE = const(1)
_TO_STOP = const(2)
"""What prints immediately: the line, or everything up to the prompt."""


class Stage:
    """One stage of the session on `screen`.

    _picture_due  when the picture appears on its own after a stop, or None
    """

    printing = False
    """Whether the program prints."""

    waiting = False
    """Whether the program waits for an answer."""

    ended = False
    """Whether the program has ended and all its output is on the paper."""

    begun = True
    """Whether the program has begun."""

    taken = False
    """Whether the picture takes the answer, or has the end."""

    def __init__(self, app, screen):
        self._app = app
        self._screen = screen
        self._picture_due = None

    def enter(self, taken):
        """Begin at a stop; `taken` as above. The picture appears after a glance at the paper."""
        self.taken = taken
        self._picture_due = None
        if taken and not self._screen.pictured:
            self._picture_due = ticks_add(ticks_ms(), _GLANCE)

    def seen(self):
        """Note that the picture is on the screen."""
        self._picture_due = None

    def patience(self):
        """As in `Activity`: a bid is weighed, a puzzle or a text thought about."""
        return 3

    def understood(self):
        """As in `Activity`, without the picture."""
        picker = self._screen.answering.picker
        if not picker:
            return TEXT
        return ALL if len(picker.values) > 1 or picker.wheels[0] else CHOICE

    def tick(self, now):
        """Do the stage's part of a loop step; return True if there is more to do at once.

        Here it writes what has waited for a quiet moment, and shows a picture that is due.
        """
        recorder = self._screen.recorder
        if recorder.file or (recorder.pending and self._app.exhibit.keeps(now)):
            recorder.keep()  # the prompt is on the screen
        elif self._app.sessions.unsaved and self.begun:
            self._app.sessions.remember()
        if self._picture_due is not None and not self._screen.pictured:
            if due(self._picture_due, now, _GLANCE):
                self._screen.show_picture()
        return False

    def key(self, key, repeat):
        """Handle a key."""
        screen = self._screen
        if key == BACK:
            if not repeat:
                screen.back()
        elif not screen.completes_move(key):
            self.pressed(key, repeat)

    def pressed(self, key, repeat):
        """Handle a key that does not complete the display of the machine's move."""
        screen = self._screen
        self.chosen(screen.picture.key(key, repeat))

    def chosen(self, values):
        """Take what the picture returned for a key."""
        if self._screen.print_picture():
            self._screen.print_on()

    def draw(self):
        """Draw the rows below the paper."""


class Held(Stage):
    """The picture asks something before the program begins."""

    begun = False

    def patience(self):
        return 4

    def tick(self, now):
        if not self._screen.picture.holds:
            return self._screen.print_on().tick(now)
        return Stage.tick(self, now)

    def key(self, key, repeat):
        if key != BACK or self._screen.picture.live:
            Stage.key(self, key, repeat)
        elif not repeat:
            self._screen.leave()


class Printing(Stage):
    """The program prints.

    _rush   how much is printed immediately: 0, _LINE, or everything _TO_STOP
    _pause  when a program goes on that runs at the speed of its machine, or None
    """

    printing = True

    def __init__(self, app, screen):
        Stage.__init__(self, app, screen)
        self._rush = 0
        self._pause = None

    def hurry(self, to_stop=False):
        """Print the line immediately, or everything up to the prompt."""
        self._rush |= _TO_STOP if to_stop else _LINE

    def calm(self):
        """Print at the machine's speed."""
        self._rush = 0

    def understood(self):
        return b""

    def tick(self, now):
        screen = self._screen
        if screen.paper.behind:
            screen.hint_while_printing()
            at_once = self._app.fast or bool(self._rush) or screen.stays
            return screen.transcript.type(now, at_once)
        if screen.pictured and screen.picture.holds:
            screen.hold()
            return False
        if self._pause is not None and not due(self._pause, now, working.pause):
            return False
        if self._app.peripherals.full:
            return False
        self._rush &= _TO_STOP
        screen.transcript.typed()
        begun = ticks_ms()
        screen.step()
        self._pause = ticks_add(begun, working.pause) if working.pause else None
        return True

    def pressed(self, key, repeat):
        screen = self._screen
        if not screen.pictured or screen.picture.hurries(key, repeat):
            self.hurry((key == OK or screen.pictured) and repeat)
        elif screen.pictured:
            screen.picture.key(key, repeat)


class Waiting(Stage):
    """The program waits for an answer."""

    waiting = True

    def patience(self):
        request = self._screen.session.request
        if not request:
            return 3
        weighed = isinstance(request, Text) or request.answers or len(request.lows) > _PUZZLE
        return 4 if weighed or request.highs[0] - request.lows[0] >= _BID else 3

    def key(self, key, repeat):
        screen = self._screen
        screen.sign.stand()
        if screen.hints.take_away():
            if screen.pictured:
                screen.draw()
            else:
                screen.draw_stop()
        else:
            screen.hints.put_off()
        Stage.key(self, key, repeat)

    def pressed(self, key, repeat):
        screen = self._screen
        if screen.pictured:
            Stage.pressed(self, key, repeat)
        elif self._picture_due is not None:
            if not repeat:
                screen.show_picture()  # an early key shows the picture at once
        elif key == OK and not repeat:
            screen.answering.take()
        else:
            screen.answering.key(key, repeat)

    def chosen(self, values):
        if values is None:
            Stage.chosen(self, values)
        else:
            self._screen.give(values)

    def draw(self):
        self._screen.answering.draw()


class Ended(Stage):
    """The program has ended: OK starts again, RIGHT shows another start or the lesson."""

    ended = True

    def pressed(self, key, repeat):
        screen = self._screen
        if screen.pictured and not self.taken:
            Stage.pressed(self, key, repeat)
        elif repeat:
            pass
        elif key in (OK, RIGHT) and screen.outcome and screen.outcome.comes_first():
            pass
        elif self._picture_due is not None:
            screen.show_picture()
        elif key == OK:
            self.again()
        elif key == RIGHT:
            self.go_onward()

    def chosen(self, values):
        if values is None:
            Stage.chosen(self, values)
        else:
            self.begin_again(values)

    def again(self):
        """Start again with the same setup, or open it if there was no question."""
        screen = self._screen
        self.conclude()
        self._app.sessions.again(screen.name, screen.setup, screen.recorder.fresh)

    def begin_again(self, setup):
        """Start with the `setup` of the picture; if it is empty, open the setup."""
        if not setup:
            self.again()
            return
        self.conclude()
        self._app.sessions.renew(self._screen.name, setup)

    def go_onward(self):
        """Open another start, or the lesson, if there is one; let a directive go on."""
        if self._screen.session.request is not None:
            self._screen.answering.take()
            return
        outcome = self._screen.outcome
        if not (outcome and outcome.go_onward()) and self.teaches():
            self._app.sessions.teach()

    def teaches(self):
        """Whether there is a lesson: the game has a tape and was neither won nor drawn."""
        screen = self._screen
        recorder = screen.recorder
        if recorder.name is None or recorder.error or recorder.lost or recorder.fresh:
            return False
        return (
            self._app.exhibit.offers_lessons()
            and (screen.game.two or screen.game.result in (None, -1))
            and catalogue.has_lesson(screen.name)
        )

    def conclude(self):
        """Count the last game, if that has not happened yet."""
        if self._screen.outcome:
            self._screen.outcome.finish()

    def draw(self):
        app = self._app
        screen = self._screen
        shown = screen.picture and not screen.picture.ANSWERS
        text = words.text("PICTURE_KEYS") if shown else words.text("END_KEYS")
        onward = words.text("DO_SETUP") if screen.recorder.fresh else words.text("DO_AGAIN")
        text = text.replace("#", onward)
        if shown:
            text = text.replace("*", screen.picture.called())
        elif self.taken:
            text = screen.due_keys()
        keys_row(app, app.panel.rows - 1, text)
