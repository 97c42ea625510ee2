# SPDX-License-Identifier: MIT
"""Visits to an exhibit: from the cards, which invite, to the visit that follows, and back.

The functions are of the device `app`, which is a `exhibit.exhibit.Exhibit`. Nothing of this stays
in memory while somebody plays.
"""

from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from teletype import words
from teletype.exhibit import settings
from teletype.handheld.activity import Activity
from teletype.loading import load
from teletype.programs import catalogue

_SECOND = const(1000)

_CHARACTER = const(100)
"""Milliseconds that a character takes while nobody is there."""

_LOW = const(4)
"""Rows of text with which everything can be played."""

_KEPT = const(60_000)
"""Milliseconds after which a visitor's tape is written, as in `teletype.exhibit.exhibit`."""

_HOUR = const(3600)
"""Seconds with power after which they are counted where no visit ends."""

_FAILED = const(16)
_MOST_FAILED = const(0xFFFF)
"""SCRATCH1 of the watchdog, in which our image counts sectors of the flash that failed since
power-on, as littlefs finds them (boards/bad_blocks.c); elsewhere it stays 0."""

EAR, LARGER, INVERSE, SLOW, SCAN = range(5)
"""What makes it easier, in `Exhibit.eases`: no pictures, larger text, dark on light, slow buttons,
one button; of that how many times `pace` a key is offered."""


def make(app, wrong):
    """Makes the device an exhibit, as its file says; `wrong`: messages for the operator, to which
    those about the file are added: for what is wrong there the default holds.
    """
    values = settings.read(app.store, wrong)
    if values["code"] == settings.CLOSED:  # nobody gets to the page that says why
        for message in wrong:
            app.console.print(words.error(message))
    says = values.pop("say") == "on"
    values["wrong"] = wrong
    values["spoken"] = app.settings.values["language"]
    app.exhibit = load("teletype.exhibit.exhibit").Exhibit(app, values)
    if says:
        app.exhibit.voice = load("teletype.handheld.parts.voice").Voice(app)
    for message in app.troubles:
        load("teletype.exhibit.visit_log").note(app.store, message)
    app.console.lock(values["lock"] == "yes")
    app.tapes.lean = True


def begin(app):
    """Power is on: is there a game that was cut off?"""
    name = app.tapes.open()
    if name is None:
        attract(app)
        return
    exhibit = app.exhibit
    _come(app, False)
    exhibit.end = ticks_add(ticks_ms(), exhibit.values["session"] * 60 * _SECOND)
    exhibit.ask(Beginning(app, name), exhibit.values["idle"])


def attract(app):
    """Nobody is there: everything is as before anybody was, and the cards come."""
    exhibit = app.exhibit
    if exhibit.visiting or exhibit.step >= 0:
        app.settings.values["language"] = exhibit.values["spoken"]
    else:
        exhibit.values["spoken"] = app.settings.values["language"]  # the operator may choose
    exhibit.visiting = False
    exhibit.eases = bytearray(5)
    _dress(app)
    app.console.lock(exhibit.values["lock"] == "yes")
    app.place = None
    app.retype(None)
    app.apply()
    app.fast = False
    app.character = _CHARACTER
    app.peripherals.mute = True
    app.tapes.abandon()
    onward(app)


def onward(app):
    """The next cards, of what is to be shown now."""
    exhibit = app.exhibit
    exhibit.step += 1
    if on(exhibit) >= _HOUR:
        _note(app, [0] * load("teletype.exhibit.visit_log").NUMBERS, {})
    watchdog = exhibit.watchdog
    if watchdog and watchdog.register:
        from machine import mem32

        failed = mem32[watchdog.register + _FAILED] & _MOST_FAILED
        if failed != exhibit.failed:
            exhibit.failed = failed
            app.report_fault("a sector of the flash fails")  # another one has taken its place
    app.saver.turn(exhibit.step // 2 % 3 == 2)
    app.sessions.clear()
    app.open(load("teletype.exhibit.attract").Attract(app, exhibit.step))


def show(app, record):
    """Behind the cards: plays a `record`, if there is one."""
    if record:
        app.sessions.show(record)
    else:
        onward(app)


def welcome(app, held=False):
    """Begins a visit: the page of languages, and behind it what is to be played. `held`: BACK was
    held.
    """
    exhibit = app.exhibit
    _come(app, held)
    now = ticks_ms()
    exhibit.began = exhibit.touched = now
    exhibit.end = ticks_add(now, exhibit.values["session"] * 60 * _SECOND)
    exhibit.keep = ticks_add(now, _KEPT)
    app.peripherals.mute = False
    app.apply()
    app.sessions.clear()
    exhibit.user_active(now)
    app.ask_language(Beginning(app))


def allows(app, name, line):
    """Whether a visitor may start the program `name` with the setup `line`, which is typed."""
    values = app.exhibit.values
    if values["programs"] and name not in values["programs"]:
        return False
    return not (values["setups"] == "examples" and line.strip())


def offered(exhibit):
    """What a visitor may want."""
    one = exhibit.values["scan"] == "on"
    has = (exhibit.voice, exhibit.panel.rows == 2 * _LOW, True, True, not one)
    return [ease for ease in range(5) if has[ease]]


def ease(app, ease):
    """The visitor wants it, or does not any more; one button: also twice as slow."""
    eases = app.exhibit.eases
    eases[ease] = (eases[ease] + 1) % (3 if ease == SCAN else 2)
    if ease == INVERSE:
        app.saver.turn(not app.saver.turned)
    _dress(app)


def _dress(app):
    """Makes the screen and the keys what the visitor wants."""
    exhibit = app.exhibit
    app.panel = exhibit.panel
    if exhibit.scanning:
        exhibit.scanning.end()
        exhibit.scanning = None
    if exhibit.eases[LARGER]:
        app.panel = load("teletype.handheld.drawing.large_text").LargeText(exhibit.panel)
    if exhibit.eases[SCAN]:
        pace = exhibit.values["pace"] * exhibit.eases[SCAN]
        exhibit.scanning = load("teletype.handheld.input.scanning").Scanning(
            app, exhibit.panel, pace
        )


def _come(app, held):
    """Somebody is there; `held`: who has only BACK."""
    exhibit = app.exhibit
    exhibit.visiting = True
    if exhibit.values["scan"] == "on" or held:
        exhibit.eases[SCAN] = 1
        _dress(app)


def leave(app, gone=False):
    """Ends a visit; `gone`: nobody has answered the question."""
    exhibit = app.exhibit
    screen = app.sessions.screen
    if screen:
        screen.recorder.keep()
        if screen.recorder.fresh:
            app.tapes.delete(screen.recorder.name)  # nothing was answered
    if exhibit.began is None or exhibit.touched is None:
        app.switch_to(attract, app)  # after a power cut: nobody was there
    else:
        seconds = max(0, ticks_diff(exhibit.touched, exhibit.began)) // _SECOND
        app.switch_to(_count, app, gone, seconds)


def _count(app, gone, seconds):
    """Puts the visit on the counts."""
    exhibit = app.exhibit
    counts = load("teletype.exhibit.visit_log")
    numbers = [0] * counts.NUMBERS
    language = words.LANGUAGES.index(app.settings.values["language"])
    numbers[counts.VISITS] = numbers[counts.EN + language] = 1
    numbers[counts.LEFT] = int(gone)
    numbers[counts.SECONDS] = seconds
    played = {}
    for index in range(len(catalogue.PROGRAMS)):
        its = exhibit.played[2 * index : 2 * index + 2]
        if any(its):
            played[catalogue.PROGRAMS[index][0]] = list(its)
    _note(app, numbers, played)
    exhibit.began = None
    exhibit.played = bytearray(len(exhibit.played))
    app.switch_to(attract, app)


def _note(app, numbers, played):
    """Adds what is counted, with the writes and the time that are in no count yet."""
    exhibit = app.exhibit
    counts = load("teletype.exhibit.visit_log")
    numbers[counts.WRITES] = app.store.writes
    numbers[counts.ON] = on(exhibit)
    app.store.writes = exhibit.on = 0
    try:
        counts.add(app.store, numbers, played, exhibit.fresh)
        exhibit.fresh = False
    except OSError as error:
        app.report_fault("the flash refuses: %s" % error)


def on(exhibit):
    """Seconds with power that are in no count yet; asked before the clock turns round."""
    seconds = max(0, ticks_diff(ticks_ms(), exhibit.since)) // _SECOND
    exhibit.since = ticks_add(exhibit.since, seconds * _SECOND)
    exhibit.on += seconds
    return exhibit.on


class Beginning(Activity):
    """Below another screen: begins with the session of the tape `name`, or else with the shelf, or
    the one program that is fixed.
    """

    EASES = True

    def __init__(self, app, name=None):
        super().__init__(app)
        self._name = name

    def tick(self, now):
        name, _, line = self._app.exhibit.values["fixed"].partition(" ")
        if self._name:
            self._app.sessions.resume(self._name)
        elif name:
            self._app.sessions.start(name, line)
        else:
            self._app.shelf()
        return True

    def line(self, text):
        self.tick(0)
        self._app.retype(text)
