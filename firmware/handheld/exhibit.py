# SPDX-License-Identifier: MIT
"""The exhibit: a device that stands in a museum, and what a visit to it is.

The file `exhibit.txt` makes a device an exhibit; it says how (`handheld.exhibit_fields`). Nobody
is there at first: cards invite (`handheld.attract`). A key begins a visit, with the language and
the shelf, or with the one program that is fixed. A visit ends when nobody has touched anything for
a while and nobody answers the question (`handheld.still_there`): the tape is closed, the language
is that of the file `settings.txt` again, and the cards come back. What language a visitor chooses
is not kept.

After the power was off nobody knows for how long: no board has a clock that goes on. A game that
was cut off is offered for `idle` seconds, to whoever stands there; then the cards come.

Locked, the shelf has no tapes and no settings, and Ctrl-C on the serial port is a byte like any
other. Whoever holds BACK while the device is switched on gets the operator's page
(`handheld.operator`), after the code, if there is one.
"""

from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

import words
from drivers.buttons import NONE
from handheld.activity import Activity, due
from handheld.settings import take
from handheld.store import Damaged
from modules import load

FILE = "exhibit.txt"


_MASHED = const(300)
"""Milliseconds after a new screen in which keys do nothing: they were meant for the one before."""

_SECOND = const(1000)

_CHARACTER = const(100)
"""Milliseconds that a character takes while nobody is there."""

_MOST_KEYS = const(12)
"""Presses that count in a second."""

_HAND = const(3)
"""Keys that are down together; two are a thumb that is quicker than the other."""

_LOW = const(4)
"""Rows of text with which everything can be played."""

_KEPT = const(60_000)
"""Milliseconds from one writing of a visitor's tape to the next: a sector takes 100,000."""

_FAILED = const(16)
_MOST_FAILED = const(0xFFFF)
"""SCRATCH1 of the watchdog, in which our image counts sectors of the flash that failed since
power-on, as littlefs finds them (boards/left_out.c); elsewhere it stays 0."""

_SLOW = const(500)
"""Milliseconds from a press to the next one that counts, where buttons are slow."""

EAR, LARGER, INVERSE, SLOW, SCAN = range(5)
"""What makes it easier: no pictures, larger text, dark on light, slow buttons, one button."""

_SLOWER = const(3)
"""How many times as long nobody is asked who plays with one button."""

_STUCK = const(100)
"""Repeats of a key after which it is nobody's finger."""


class Exhibit:
    """The exhibit that `app` is; `wrong`: messages for the operator, to which those about its
    file are added, and for what is wrong there the default holds.

    programs   the names of those that are shown, in order; (): all
    fixed      the one that each visitor meets, with its setup; ""
    examples   whether programs are started with their examples only
    locked     whether visitors get neither tapes nor settings, and the port no Ctrl-C
    code       keys that open the operator's page; ""
    voice      a `handheld.voice.Voice`; None: nothing is said
    eases      whether the visitor wants what EAR, LARGER, INVERSE, SLOW, SCAN are the numbers of;
               SCAN: how many times `pace` a key is offered
    hinted     whether the last row of the screen says what the keys do
    _pace      milliseconds for which a key is offered to whoever plays with one button
    visiting   whether somebody is there
    _idle, _ask, _session  milliseconds, see the fields
    _language  the one in which nobody is spoken to
    _one       whether each visitor plays with one button
    _scanning  the `handheld.scanning.Scanning` of who does; else None
    _question  the screen with the question whether somebody is there
    _due       when somebody is asked whether he is there
    _patience  milliseconds from the last key until then, on this screen
    _end       when the visit ends at the latest
    _new       since when the screen is what it is; `_shown` is that screen
    _keep      when his tape may be written next
    _ready        from when on a press counts, where buttons are slow
    _from, _keys  the second in which presses are counted, and how many there were
    _step         how many things were shown while nobody was there
    _began, _touched  when somebody came, and when he did something last; None: nobody has
    _played       by program: [starts, ends] of this visit
    _on, _since   seconds with power that are in no count yet, and until when they were added
    _fresh        whether no visit has been counted since power-on
    _watchdog, _failed  what counts sectors of the flash that failed, and how many it had
    """

    def __init__(self, app, wrong):
        declared = load("handheld.exhibit_fields")
        values = {field.name: field.default for field in declared.FIELDS}
        try:
            text = app.store.read(FILE, declared.LARGEST_FILE)
        except Damaged as error:
            wrong.append("%s: %s" % (FILE, error))
        else:
            take(text, FILE, declared.FIELDS, values, wrong)
        self._app = app
        self.wrong = wrong
        self.programs = values["programs"]
        self.fixed = values["fixed"]
        self.examples = values["setups"] == "examples"
        self.locked = values["lock"] == "yes"
        self.code = values["code"]
        self.voice = load("handheld.voice").Voice(app) if values["say"] == "on" else None
        self.eases = [0] * 5
        self._pace = values["pace"]
        self.hinted = False
        self._one = values["scan"] == "on"
        self._scanning = None
        self._panel = app.panel
        self._idle = values["idle"] * _SECOND
        self._ask = values["ask"] * _SECOND
        self._session = values["session"] * 60 * _SECOND
        self._language = app.settings.values["language"]
        self.visiting = False
        self._end = self._new = self._from = self._keep = self._ready = ticks_ms()
        self._patience = self._idle
        self._due = ticks_add(self._end, self._idle)
        self._shown = self._question = None
        self._keys = self._step = 0
        self._began = self._touched = None
        self._played = {}
        self._since = ticks_ms()
        self._on = 0
        self._fresh = True
        self._watchdog = None
        self._failed = 0

    def allows(self, name, line):
        """Whether a visitor may start the program `name` with the setup `line`, which is typed."""
        if self.programs and name not in self.programs:
            return False
        return not (self.examples and line.strip())

    def shows(self, names):
        """Those of the programs `names` that are shown, in order."""
        return self.programs or names

    def note(self, message):
        """Keeps a trouble for the operator."""
        try:
            load("handheld.counts").note(self._app.store, message)
        except OSError:
            pass  # it was said on the port

    def begin(self):
        """Power is on: is there a game that was cut off?"""
        app = self._app
        name = app.tapes.open()
        if name is None:
            self.attract()
            return
        self._come(False)
        now = ticks_ms()
        self._end = ticks_add(now, self._session)
        self._ask_whether(Beginning(app, name), now, self._idle)

    def _ask_whether(self, below, now, patience):
        """Asks whether somebody is there, who then meets the screen `below`."""
        make = load("handheld.still_there").StillThere
        self._question = make(self._app, below, now, patience)
        self._app.open(self._question)

    def keeps(self, now):
        """Whether it is time to put on the flash what a visitor has played."""
        if not due(self._keep, now, _KEPT):
            return False
        self._keep = ticks_add(now, _KEPT)
        return True

    def attract(self):
        """Nobody is there: everything is as before anybody was, and the cards come."""
        app = self._app
        if self.visiting:
            app.settings.values["language"] = self._language
        else:
            self._language = app.settings.values["language"]  # the operator may choose
        self.visiting = False
        self.eases = [0] * 5
        self._dress()
        app.console.lock(self.locked)
        app.place = None
        app.apply()
        app.fast = False
        app.character = _CHARACTER
        app.peripherals.mute = True
        app.tapes.abandon()
        self._cards()

    def watch(self, watchdog):
        """Lets it say what the `drivers.watchdog.Watchdog` knows of the flash."""
        self._watchdog = watchdog

    def _look(self):
        """Tells of sectors of the flash that have failed; others have taken their places."""
        if not self._watchdog or not self._watchdog.register:
            return
        from machine import mem32

        failed = mem32[self._watchdog.register + _FAILED] & _MOST_FAILED
        if failed != self._failed:
            self._failed = failed
            self._app.trouble("a sector of the flash fails")

    def _cards(self):
        app = self._app
        self._pass()
        self._look()
        app.saver.turn(self._step // 2 % 3 == 2)
        app.sessions.clear()
        app.open(load("handheld.attract").Attract(app, self._step))

    def show(self, record):
        """Behind the cards: plays a `record`, if there is one."""
        if record:
            self._app.sessions.show(record, self._step)
        else:
            self.onward()

    def onward(self):
        """The next cards: still nobody is there."""
        self._step += 1
        self._cards()

    def welcome(self, held=False):
        """Begins a visit: the page of languages, and behind it what is to be played. `held`: BACK
        was held.
        """
        app = self._app
        self._come(held)
        self._step += 1
        self._began = self._touched = ticks_ms()
        self._end = ticks_add(ticks_ms(), self._session)
        self._keep = ticks_add(ticks_ms(), _KEPT)
        app.peripherals.mute = False
        app.apply()
        app.sessions.clear()
        app.activity = Beginning(app)
        self.stir(ticks_ms())
        app.ask_language(app.activity)

    def played(self, name, what):
        """The program `name` has begun (0), or has ended (1)."""
        if self.visiting:
            self._played.setdefault(name, [0, 0])[what] += 1

    def say(self, text, row=-1, chosen=True, right=""):
        """Says the row that was drawn, or another thing that is chosen, if this one is heard; the
        right end of a row that says what the keys do counts as the next row.
        """
        last = self._app.panel.rows - 1
        if row >= last:
            self.hinted = row > last
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
        self.hinted = False
        if self.voice:
            self.voice.begin()

    def say_field(self, screen):
        """Says the chosen number of the answer on a session's screen."""
        field = screen.picker.field
        self.say("%s=%d" % (screen.session.request.names[field], screen.picker.values[field]))

    def offered(self):
        """What a visitor may want."""
        has = (self.voice, self._panel.rows == 2 * _LOW, True, True, not self._one)
        return [ease for ease in range(5) if has[ease]]

    def ease(self, ease):
        """The visitor wants it, or does not any more; one button: also twice as slow."""
        self.eases[ease] = (self.eases[ease] + 1) % (3 if ease == SCAN else 2)
        if ease == INVERSE:
            self._app.saver.turn(not self._app.saver.turned)
        self._dress()

    def _dress(self):
        """Makes the screen and the keys what the visitor wants."""
        app = self._app
        app.panel = self._panel
        if self._scanning:
            self._scanning.end()
            self._scanning = None
        if self.eases[LARGER]:
            app.panel = load("handheld.tall").Tall(self._panel)
        if self.eases[SCAN]:
            pace = self._pace * self.eases[SCAN]
            self._scanning = load("handheld.scanning").Scanning(app, self._panel, pace)

    def _come(self, held):
        """Somebody is there; `held`: who has only BACK."""
        self.visiting = True
        if self._one or held:
            self.eases[SCAN] = 1
            self._dress()

    def send(self):
        """Sends what changed to the panel."""
        if self._scanning:
            self._scanning.show()
        else:
            self._panel.show()

    def leave(self, gone=False):
        """Ends a visit; `gone`: nobody has answered the question."""
        screen = self._app.sessions.screen
        if screen:
            screen.recorder.keep()
            if screen.recorder.fresh:
                self._app.tapes.delete(screen.recorder.name)  # nothing was answered
        if self._began is None or self._touched is None:
            self._app.go(self.attract)  # after a power cut: nobody was there
        else:
            seconds = max(0, ticks_diff(self._touched, self._began)) // _SECOND
            self._app.go(self._count, gone, seconds)

    def _count(self, gone, seconds):
        """Puts the visit on the counts."""
        app = self._app
        counts = load("handheld.counts")
        numbers = [0] * counts.NUMBERS
        language = words.LANGUAGES.index(app.settings.values["language"])
        numbers[counts.VISITS] = numbers[counts.EN + language] = 1
        numbers[counts.LEFT] = int(gone)
        numbers[counts.SECONDS] = seconds
        numbers[counts.WRITES] = app.store.writes
        self._pass()
        numbers[counts.ON] = self._on
        app.store.writes = self._on = 0
        try:
            counts.add(app.store, numbers, self._played, self._fresh)
            self._fresh = False
        except OSError as error:
            app.trouble("the flash refuses: %s" % error)
        self._began = None
        self._played = {}
        app.go(self.attract)

    def _pass(self):
        """Adds to the seconds with power, before the clock turns round."""
        seconds = max(0, ticks_diff(ticks_ms(), self._since)) // _SECOND
        self._since = ticks_add(self._since, seconds * _SECOND)
        self._on += seconds

    def on(self):
        """Seconds since power-on, as long as no visit was counted."""
        self._pass()
        return self._on

    def stir(self, now):
        """Somebody has done something, or the machine works: nobody is asked for a while."""
        if self.visiting and self._app.activity is not self._question:
            if self._began is None:
                self._began = now
            self._touched = now
        self._due = ticks_add(now, self._patience)

    def meant(self, key, now, repeat):
        """The key that is meant by a press at `now`, or its `repeat`; NONE if it does nothing."""
        if self._ignores(now, repeat):
            return NONE
        if self._scanning:
            return NONE if repeat else self._scanning.press(now)
        return key

    def _ignores(self, now, repeat):
        """Whether a press does nothing: the screen is too new, a hand lies on the keys, or they
        are pressed faster than anybody reads.
        """
        if repeat < _STUCK:
            self.stir(now)
        if self.visiting and self.eases[SLOW]:
            if repeat or not due(self._ready, now, _SLOW):
                return True
            self._ready = ticks_add(now, _SLOW)
        if self.visiting and self._app.buttons.down() >= _HAND:
            return True
        if self.visiting and not due(ticks_add(self._new, _MASHED), now, _MASHED):
            return True
        if due(ticks_add(self._from, _SECOND), now, _SECOND):
            self._from = now
            self._keys = 0
        self._keys += 1
        return self._keys > _MOST_KEYS

    def tick(self, now):
        """Asks whether somebody is there when it is time for that, and ends what has ended."""
        app = self._app
        if self.voice:
            self.voice.tick()
        if self._scanning:
            self._scanning.tick(now)
        patience = self._idle * app.activity.patience() // 2
        if self._scanning:
            patience *= _SLOWER
        if self._shown is not app.activity or patience != self._patience:
            if self._shown is not app.activity:
                self._shown = app.activity
                self._new = now
            self._patience = patience
            self.stir(now)
        if not self.visiting:
            if app.activity.ALONE:
                self.stir(now)
            elif due(self._due, now, patience):
                app.go(self.attract)  # the operator has gone, or something is told to nobody
        elif self._session and due(self._end, now, self._session):
            self.leave()
        elif app.activity is self._question:
            return
        elif app.activity.printing():
            self.stir(now)
        elif due(self._due, now, patience):
            self._ask_whether(app.activity, now, self._ask)
            return
        self._question = None


class Beginning(Activity):
    """Below another screen: begins with the session of the tape `name`, or else with the shelf, or
    the one program that is fixed.
    """

    EASES = True
    """Whether the page of languages, over it, has what makes it easier."""

    def __init__(self, app, name=None):
        super().__init__(app)
        self._name = name

    def draw(self):
        for row in range(self._app.panel.rows):
            self._app.panel.clear(row)

    def tick(self, now):
        name, _, line = self._app.exhibit.fixed.partition(" ")
        if self._name:
            self._app.sessions.resume(self._name)
        elif name:
            self._app.sessions.start(name, line)
        else:
            self._app.shelf()
        return True
