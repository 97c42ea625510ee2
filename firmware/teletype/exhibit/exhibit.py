# SPDX-License-Identifier: MIT
"""The exhibit: a device in a museum, and the visits to it.

The file `exhibit.txt` makes a device an exhibit; its lines are the settings (`exhibit.settings`).
While nobody is there, cards invite (`exhibit.attract`). A key begins a visit, with the language
and the shelf, or with the one fixed program. A visit ends when nobody has pressed anything for
a while and nobody answers the question (`exhibit.idle_prompt`): the tape is closed, the language
is that of the file `settings.txt` again, and the cards come back. A visitor's choice of language
is not saved.

No board has a battery-backed clock, so nobody knows how long the power was off. An interrupted
game is offered for `idle` seconds to the person there; then the cards come.

If the exhibit is locked, the shelf has no tapes and no settings, and Ctrl-C on the serial port is
an ordinary byte. Holding BACK while the device is switched on opens the operator's page
(`teletype.exhibit.operator`), after the code, if there is one.
"""

from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from teletype import words
from teletype.drivers.buttons import NONE
from teletype.exhibit.presses import Presses
from teletype.exhibit.visit_counts import VisitCounts
from teletype.handheld.activity import due
from teletype.handheld.keeping import EXHIBIT as FILE
from teletype.loading import load
from teletype.programs import catalogue

_SECOND = const(1000)

_KEPT = const(60_000)
"""Milliseconds between two saves of a visitor's tape: a sector endures 100,000 erases."""

_WORKS = const(600_000)
"""Milliseconds after the last key in which no question is asked while the machine computes: this
may take hours, and the visitor who started it may have left."""

_SLOWER = const(3)
"""How many times longer the question waits for a visitor who plays with one button."""

_LONGEST = const(100)
"""Characters of an error message for the operator."""

_STUCK = const(100)
"""Repeats of a key after which it counts as stuck."""


_CHARACTER = const(100)
"""Milliseconds to print a character while nobody is there."""

_LOW = const(4)
"""Rows of text that are enough to play everything."""

_EAR = const(0)
_LARGER = const(1)
_INVERSE = const(2)
_SLOW = const(3)
_SCAN = const(4)
"""The access options, in `Exhibit.options`: no pictures, larger text, dark on light, slow buttons,
one button; for the last one, how many times `pace` a key is offered."""


class Exhibit:
    """The exhibit `app`, as set in its file; `wrong`: messages for the operator, to which
    messages about it are added. `file`: its name, which may be nearly right; "": read none.

    `exhibit.no_exhibit.NoExhibit` says what the methods are for that both have.

    values     by the names of `exhibit.settings`, without `say`, and two more: `wrong`,
               messages for the operator; `spoken`, the language between visits
    doubtful   whether its file is in doubt, by name or by content
    voice      a `teletype.handheld.parts.voice.Voice`; None: no speech
    options    for each access option whether the visitor wants it; see `_EAR` and the others
    panel      the physical panel; `App.panel` may be one with larger text
    visiting   whether somebody is there
    scanning   the `handheld.input.scanning.Scanning` of one-button play; else None
    new        when the current screen opened; None: it opens in the next loop step
    end        when the visit ends at the latest
    keep       when the visitor's tape may be written next
    step       the number of the demonstration
    began, touched  when the visitor came, and when the last key was pressed; None: nobody is there
    counts     the `exhibit.visit_counts.VisitCounts`
    presses    the `exhibit.presses.Presses`
    watchdog   the counter of failed flash sectors; None before the main loop runs
    _unchecked  the lines of `exhibit.txt` whose slow checks have still to be done
    _due       when the question "Still playing?" appears
    _patience  milliseconds from the last key until then, on this screen; 0: it is being asked
    """

    OPTIONS = ("EASE_EAR", "EASE_LARGER", "EASE_INVERSE", "EASE_SLOW", "EASE_SCAN")
    """The texts of the access options, by number."""

    def __init__(self, app, wrong, file=FILE):
        self._app = app
        settings = load("teletype.exhibit.settings")
        values, self._unchecked = settings.read(app.store, wrong, file)
        self.values = values
        self.doubtful = file != FILE or values["code"] == settings.CLOSED
        self.speaks = values.pop("say") == "on"
        values["wrong"] = wrong
        values["spoken"] = app.settings.values["language"]
        self.voice = load("teletype.handheld.parts.voice").Voice(app) if self.speaks else None
        self.options = bytearray(len(self.OPTIONS))
        self.visiting = False
        self.panel = app.panel
        self.scanning = self.watchdog = None
        self.counts = VisitCounts(app)
        self.presses = Presses(app.buttons)
        self.end = self.keep = ticks_ms()
        self.new = self.began = self.touched = None
        self._patience = values["idle"] * _SECOND
        self._due = ticks_add(self.end, self._patience)
        self.step = -1
        app.console.lock(values["lock"] == "yes")

    def notice(self):
        """Return title, lines and keys of a notice with the messages for the operator."""
        lines = [words.error(message) for message in self.values["wrong"]]
        return words.text("BOOT_TITLE"), lines, words.text("NOTICE_KEYS")

    def ask(self, below, seconds):
        """Ask for so many seconds whether somebody is there; then the screen `below` returns."""
        self._patience = 0
        self._app.keep_panel_lit()
        prompt = load("teletype.exhibit.idle_prompt").StillThere
        self._app.open(prompt(self._app, below, seconds * _SECOND))

    def keeps(self, now):
        """Whether it is time to save the visitor's game."""
        if due(self.keep, now, _KEPT):
            self.keep = ticks_add(now, _KEPT)
            return True

    def count(self, name, what):
        if self.visiting:
            self.counts.count(name, what)

    def count_game(self, name, won, table):
        if won:
            self.count(name, 2)

    def say(self, text, row=-1, chosen=True, right=""):
        """Speak the drawn row, or another chosen thing, if speech is on; the right end of a row
        of keys counts as the next row.
        """
        if self.scanning:
            self.scanning.row_drawn(row)
        if not self.voice:
            return
        text = text.split("\n")[0]
        if right:
            text += " " + right.split("\n")[0]
        if row < 0:
            self.voice.say(text)
        else:
            self.voice.row(row, text, chosen)

    def screen_drawn(self):
        """Note that a whole screen is drawn."""
        if self.scanning:
            self.scanning.screen_drawn()
        if self.voice:
            self.voice.begin()

    def send(self):
        """Send the changes to the panel."""
        if self.scanning:
            self.scanning.show()
        else:
            self.panel.show()

    def user_active(self, now):
        """Note that somebody is active; the question waits."""
        if self.visiting and self._patience:
            if self.began is None:
                self.began = now
            self.touched = now
        self._due = ticks_add(now, self._patience)

    def intended_key(self, key, now, repeat):
        """Return the intended key of a press at `now`, or of its `repeat`; NONE if it is ignored:
        the screen is too new, a hand lies on the keys, or the presses come too fast.
        """
        if repeat < _STUCK:
            self.user_active(now)
        slow = self.options[_SLOW]
        if self.visiting and not self.presses.by_a_visitor(now, repeat, slow, self.new):
            return NONE
        if not self.presses.in_time(now):
            return NONE
        if self.scanning:
            return NONE if repeat else self.scanning.press(now)
        return key

    def tick(self, now):
        """Ask whether somebody is there when it is due, and end the visit when it is over."""
        app = self._app
        if self._unchecked:
            load("teletype.exhibit.settings").check_late(self.values, self._unchecked)
            self._unchecked = None
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
            screen.recorder.keep()  # at a prompt the screen does this
        session = self.values["session"] * _SECOND
        if not self.visiting:
            if app.activity.ALONE:
                self._due = ticks_add(now, patience)
            elif due(self._due, now, patience):
                # the operator has left, or nobody reads the notice
                app.switch_to(self.attract)
        elif session and due(self.end, now, session):
            self.leave()
        elif not patience:
            return
        elif app.activity.printing() and not due(
            ticks_add(self.presses.last, _WORKS), now, _WORKS
        ):
            self._due = ticks_add(now, patience)
        elif due(self._due, now, patience):
            self.ask(app.activity, self.values["ask"])

    def _no(self):
        return False

    may_search = _no  # nobody could answer
    asks_for_sound = _no
    keeps_at_once = _no
    offers_lessons = _no

    def offers_values(self):
        return self.values["setups"] != "examples"

    def offers_setups(self):
        return not self.values["fixed"]

    def locked(self):
        return self.values["lock"] == "yes"

    def last_setup(self, name):
        return ""  # it was another visitor's

    def to_keep(self, name, program, setup):
        return ()

    def knows(self, name):
        return False

    def arrange(self):
        """Change nothing: visitors choose their text size."""

    def tell(self, texts):
        """Show nothing: the operator's page and the port report faults."""

    def programs(self):
        name = self.values["fixed"].partition(" ")[0]
        if name in catalogue.NAMES:  # else `check_late` will drop it
            return (name,)
        return self.values["programs"] or catalogue.NAMES

    def wins(self):
        return {}

    def went_home(self):
        if self.visiting and not self.values["fixed"]:
            return False
        self.leave()
        return True

    def hides_pictures(self):
        return bool(self.options[_EAR] or self.options[_LARGER])

    def keeps_language(self):
        """Return whether the operator chooses, which is before the first cards."""
        return not (self.visiting or self.step >= 0)

    def entrance(self):
        """Open the operator's page, or the prompt for the code."""
        self._app.open(load("teletype.exhibit.operator").entrance(self._app))

    def note(self, message):
        load("teletype.exhibit.visit_log").note(self._app.store, message)

    def crashed(self, message):
        self._app.faults.report(message[:_LONGEST])

    def begin_watch(self, watchdog):
        self.watchdog = watchdog

    def opened(self):
        self.new = None

    def pressed_at(self, now):
        self.presses.begin(now)
        self.user_active(now)

    def begin(self):
        """Start at power-on: offer an interrupted game, or show the cards."""
        name = self._app.tapes.open()
        if name is None:
            self.attract()
            return
        self._come(False)
        self.end = ticks_add(ticks_ms(), self.values["session"] * _SECOND)
        self.ask(self._beginning(name), self.values["idle"])

    def _beginning(self, name=None):
        return load("teletype.exhibit.beginning").Beginning(self._app, name)

    def attract(self):
        """Restore the state before the visit and show the cards."""
        if self.visiting or self.step >= 0:
            self._app.settings.values["language"] = self.values["spoken"]
        else:
            # before the first cards the operator may have chosen another
            self.values["spoken"] = self._app.settings.values["language"]
        self.visiting = False
        self.options = bytearray(len(self.OPTIONS))
        self._dress()
        self._app.console.lock(self.locked())
        self._app.rest(_CHARACTER)
        self._app.sessions.abandon()
        self.onward()

    def onward(self):
        """Show the next cards."""
        self.step += 1
        self.counts.add_hour()
        self.counts.look_at_flash(self.watchdog)
        self._app.saver.turn(self.step // 2 % 3 == 2)
        self._app.sessions.close()
        self._app.open(load("teletype.exhibit.attract").Attract(self._app, self.step))

    def show(self, record):
        """After the cards, play a `record`, if there is one."""
        if record:
            self._app.sessions.close()
            self._app.switch_to(self._play, record)
        else:
            self.onward()

    def _play(self, record):
        showing = load("teletype.exhibit.attract_demo").Showing
        self._app.sessions.show(showing(self._app, record))

    def welcome(self, held=False):
        """Begin a visit: the page of languages, then the shelf or the fixed program. `held`: BACK
        was held.
        """
        self._come(held)
        now = ticks_ms()
        self.began = self.touched = now
        self.end = ticks_add(now, self.values["session"] * _SECOND)
        self.keep = ticks_add(now, _KEPT)
        self._app.apply()
        self._app.sessions.close()
        self.user_active(now)
        self._app.screens.languages(self._beginning())

    def allows(self, name, line):
        """Whether a visitor may start the program `name` with the typed setup `line`."""
        if name not in self.programs():
            return False
        return not (self.values["setups"] == "examples" and line.strip())

    def offered(self):
        """Return the access options that are available here."""
        one = self.values["scan"] == "on"
        has = (self.voice, self.panel.rows == 2 * _LOW, True, True, not one)
        return [option for option in range(len(self.OPTIONS)) if has[option]]

    def switch_option(self, option):
        """Switch an access option on or off; for one button the third state is half speed."""
        options = self.options
        options[option] = (options[option] + 1) % (3 if option == _SCAN else 2)
        if option == _INVERSE:
            self._app.saver.turn(not self._app.saver.turned)
        self._dress()

    def one_button(self):
        """Switch the visitor to one button; return False if that is already on."""
        if self.options[_SCAN]:
            return False
        self.switch_option(_SCAN)
        return True

    def _dress(self):
        """Apply the access options to screen and keys."""
        self._app.show_on(self.panel)
        if self.scanning:
            self.scanning.end()
            self.scanning = None
        if self.options[_LARGER]:
            self._app.show_on(self._app.screens.larger(self.panel))
        if self.options[_SCAN]:
            pace = self.values["pace"] * self.options[_SCAN]
            self.scanning = load("teletype.handheld.input.scanning").Scanning(
                self._app, self.panel, pace
            )

    def _come(self, held):
        """Begin to count a visit; `held`: BACK was held, possibly the only button."""
        self.visiting = True
        if self.values["scan"] == "on" or held:
            self.options[_SCAN] = 1
            self._dress()

    def leave(self, gone=False):
        """End the visit; `gone`: nobody has answered the question."""
        screen = self._app.sessions.screen
        if screen:
            recorder = screen.recorder
            if not recorder.fresh:
                recorder.keep()
            elif recorder.name:
                recorder.keep()
                self._app.tapes.delete(recorder.name)  # it has no answer yet
        if self.began is None or self.touched is None:
            self._app.switch_to(self.attract)  # after a power cut: nobody was there
        else:
            seconds = max(0, ticks_diff(self.touched, self.began)) // _SECOND
            self._app.switch_to(self._end_visit, gone, seconds)

    def _end_visit(self, gone, seconds):
        """Add the visit to the counts, then show the cards."""
        self.counts.add_visit(gone, seconds)
        self.began = None
        self._app.switch_to(self.attract)
