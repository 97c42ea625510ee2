# SPDX-License-Identifier: MIT
"""The exhibit: a device that stands in a museum, and what a visit to it is.

The file `exhibit.txt` makes a device an exhibit; it says how (`exhibit.settings`). Nobody
is there at first: cards invite (`exhibit.attract`). A key begins a visit, with the language and
the shelf, or with the one program that is fixed. A visit ends when nobody has touched anything for
a while and nobody answers the question (`exhibit.idle_prompt`): the tape is closed, the language
is that of the file `settings.txt` again, and the cards come back. What language a visitor chooses
is not kept.

After the power was off nobody knows for how long: no board has a clock that goes on. A game that
was cut off is offered for `idle` seconds, to whoever stands there; then the cards come.

This is what is in memory while somebody plays; how visits begin and end is in `exhibit.visits`,
which is there only while it is wanted.

Locked, the shelf has no tapes and no settings, and Ctrl-C on the serial port is a byte like any
other. Whoever holds BACK while the device is switched on gets the operator's page
(`teletype.exhibit.operator`), after the code, if there is one.
"""

from time import ticks_add, ticks_ms

from micropython import const

from teletype.drivers.buttons import NONE
from teletype.handheld.activity import due
from teletype.loading import load
from teletype.programs import catalogue

_MASHED = const(300)
"""Milliseconds after a new screen in which keys do nothing: they were meant for the one before."""

_SECOND = const(1000)

_MOST_KEYS = const(12)
"""Presses that count in a second."""

_HAND = const(3)
"""Keys that are down together; two are a thumb that is quicker than the other."""

_KEPT = const(60_000)
"""Milliseconds from one writing of a visitor's tape to the next: a sector takes 100,000."""

_SLOW = const(500)
"""Milliseconds from a press to the next one that counts, where buttons are slow."""

_SLOW_BUTTONS = const(3)
"""In `Exhibit.eases`."""

_WORKS = const(600_000)
"""Milliseconds after the last key in which nobody is asked while the machine works: it may go on
for hours, and who has started that may be gone."""

_SLOWER = const(3)
"""How many times as long nobody is asked who plays with one button."""

_STUCK = const(100)
"""Repeats of a key after which it is nobody's finger."""


class Exhibit:
    """The exhibit that `app` is, as the `values` of its file say.

    values     by the names of `exhibit.settings`, but for `say`, and two more: `wrong`,
               messages for the operator; `spoken`, the language in which nobody is spoken to
    voice      a `teletype.handheld.parts.voice.Voice`; None: nothing is said
    eases      of each thing that makes it easier whether the visitor wants it; see
               `teletype.exhibit.visits`
    panel      the one that there is; `App.panel` may be a larger text's
    visiting   whether somebody is there
    scanning   the `handheld.input.scanning.Scanning` of who plays with one button; else None
    new        since when the screen is what it is; None: it is there in the next turn
    end        when the visit ends at the latest
    keep       when his tape may be written next
    step       the number of what is shown where nobody is
    began, touched  when somebody came, and when he did something last; None: nobody has
    played     by program of the catalogue: starts, ends of this visit, 255 at most
    on, since  seconds with power that are in no count yet, and until when they were added
    fresh      whether no visit has been counted since power-on
    watchdog, failed  what counts sectors of the flash that failed, and how many it had
    pressed, _keys  the second in which presses are counted, and how many there were; where buttons
               are slow, the last press that counted
    _due       when somebody is asked whether he is there
    _patience  milliseconds from the last key until then, on this screen; 0: he is being asked
    """

    def __init__(self, app, values):
        self._app = app
        self.values = values
        self.voice = None
        self.eases = bytearray(5)
        self.visiting = False
        self.panel = app.panel
        self.scanning = self.watchdog = None
        self.end = self.keep = self.pressed = self.since = ticks_ms()
        self.new = self.began = self.touched = None
        self._patience = values["idle"] * _SECOND
        self._due = ticks_add(self.end, self._patience)
        self.step = -1
        self.on = self.failed = self._keys = 0
        self.played = bytearray(2 * len(catalogue.PROGRAMS))
        self.fresh = True

    def ask(self, below, seconds):
        """Asks for so long whether somebody is there, who then meets the screen `below`."""
        self._patience = 0
        self._app.keep_panel_lit()
        self._app.open(
            load("teletype.exhibit.idle_prompt").StillThere(self._app, below, seconds * _SECOND)
        )

    def keeps(self, now):
        """Whether it is time to put on the flash what a visitor has played."""
        if due(self.keep, now, _KEPT):
            self.keep = ticks_add(now, _KEPT)
            return True

    def count(self, name, what):
        """The program `name` has begun (0), or has ended (1), as it counts if this visit began it:
        not a record that plays by itself, nor what a power cut has left.
        """
        played = self.played
        at = 2 * catalogue.PROGRAMS.index(catalogue.find(name)) + what
        if self.visiting and played[at] < (played[at - 1] if what else 255):
            played[at] += 1

    def say(self, text, row=-1, chosen=True, right=""):
        """Says the row that was drawn, or another thing that is chosen, if this one is heard; the
        right end of a row that says what the keys do counts as the next row.
        """
        last = self._app.panel.rows - 1
        if self.scanning and row >= last:
            self.scanning.hinted = row > last
        if not self.voice:
            return
        text = text.split("\n")[0]
        if right:
            text += " " + right.split("\n")[0]
        if row < 0:
            self.voice.say(text)
        else:
            self.voice.row(row, text, chosen)

    def anew(self):
        """A screen is drawn as a whole."""
        if self.scanning:
            self.scanning.hinted = False
        if self.voice:
            self.voice.begin()

    def say_field(self, screen):
        """Says the chosen number of the answer on a session's screen."""
        field = screen.picker.field
        self.say("%s=%d" % (screen.session.request.names[field], screen.picker.values[field]))

    def send(self):
        """Sends what changed to the panel."""
        if self.scanning:
            self.scanning.show()
        else:
            self.panel.show()

    def user_active(self, now):
        """Somebody has done something: nobody is asked for a while."""
        if self.visiting and self._patience:
            if self.began is None:
                self.began = now
            self.touched = now
        self._due = ticks_add(now, self._patience)

    def meant(self, key, now, repeat):
        """The key that is meant by a press at `now`, or its `repeat`; NONE if it does nothing: the
        screen is too new, a hand lies on the keys, or they are pressed faster than anybody reads.
        """
        if repeat < _STUCK:
            self.user_active(now)
        if self.visiting:
            if self.eases[_SLOW_BUTTONS]:
                if repeat or not due(ticks_add(self.pressed, _SLOW), now, _SLOW):
                    return NONE
                self.pressed = now
                self._keys = 0
            if self._app.buttons.down() >= _HAND:
                return NONE
            if not due(ticks_add(self.new, _MASHED), now, _MASHED):  # type: ignore[type-var]
                return NONE
        if due(ticks_add(self.pressed, _SECOND), now, _SECOND):
            self.pressed = now
            self._keys = 0
        self._keys += 1
        if self._keys > _MOST_KEYS:
            return NONE
        if self.scanning:
            return NONE if repeat else self.scanning.press(now)
        return key

    def tick(self, now):
        """Asks whether somebody is there when it is time for that, and ends what has ended."""
        app = self._app
        if self.voice:
            self.voice.tick()
        if self.scanning:
            self.scanning.tick(now)
        patience = self.values["idle"] * _SECOND * app.activity.patience() // 2
        if self.scanning:
            patience *= _SLOWER
        if self.new is None or patience != self._patience:
            if self.new is None:
                self.new = now
            if self.visiting and patience and not self._patience:  # the question was answered
                self.touched = now
                if self.began is None:
                    self.began = now
            self._patience = patience
            self._due = ticks_add(now, patience)
        screen = app.sessions.screen
        if screen and screen is not app.activity and screen.recorder.pending and self.keeps(now):
            screen.recorder.keep()  # at a stop, the screen does it itself
        session = self.values["session"] * 60 * _SECOND
        if not self.visiting:
            if app.activity.ALONE:
                self._due = ticks_add(now, patience)
            elif due(self._due, now, patience):
                # the operator has gone, or something is told to nobody
                app.switch_to(load("teletype.exhibit.visits").attract, app)
        elif session and due(self.end, now, session):
            load("teletype.exhibit.visits").leave(app)
        elif not patience:
            return
        elif app.activity.printing() and not due(ticks_add(self.pressed, _WORKS), now, _WORKS):
            self._due = ticks_add(now, patience)
        elif due(self._due, now, patience):
            self.ask(app.activity, self.values["ask"])
