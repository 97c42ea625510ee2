# SPDX-License-Identifier: MIT
"""The main loop: one activity at a time has the screen, the keys and the typed lines."""

import gc
from time import sleep_ms, ticks_add, ticks_ms

from micropython import const

from teletype import fonts as font
from teletype import words
from teletype.drivers import clock
from teletype.drivers.buttons import DOWN, KEYS, NONE
from teletype.handheld.activity import due
from teletype.handheld.drawing.glyphs import MARGIN, encode
from teletype.handheld.drawing.listing import form
from teletype.handheld.drawing.screensaver import ScreenSaver
from teletype.handheld.keeping.settings import Settings
from teletype.handheld.keeping.tapes import Tapes
from teletype.handheld.sessions import Sessions
from teletype.loading import load

_REST = const(10)
"""Looks at the keys while nothing is to be done; a press ends the sleep."""

_NAPS = bytes((1, 5, 20))
"""Milliseconds from one look to the next: while somebody is there, at a stop, with the panel off.
More turns of the loop would find nothing, and a battery pays for each."""

_FIRST = const(30_000)
_CHARGE = const(600_000)
"""Milliseconds to the first look at the battery; from one to the next, at most."""

_ASKS = const(1000)
"""Milliseconds for which BACK is held for what a screen does then."""

_RETRY = const(1000)
"""Milliseconds from one question to the panel, whether it is there, to the next."""

_TROUBLES = const(8)
_MOST_TIMES = const(9999)
"""Kinds of trouble that are kept, and how far each is counted."""


class App:
    """The device: the drivers `panel`, `bus` and `buttons`, and what is made of them.

    `bitten`: the watchdog made the last reset; `labels`: see `words.labels`. The session that had
    the screen when the power went off has it again. After several failed starts, or with the last
    button (BACK) held, the shelf comes instead, with default settings.

    bus          a `teletype.drivers.bus.Bus`
    console      a `teletype.handheld.parts.console.Console`
    store        a `teletype.handheld.keeping.store.Store` for what is kept
    peripherals  a `teletype.handheld.parts.peripherals.Peripherals`
    saver        a `teletype.handheld.drawing.screensaver.ScreenSaver`
    settings     a `teletype.handheld.keeping.settings.Settings`
    tapes        a `teletype.handheld.keeping.tapes.Tapes`
    sessions     a `teletype.handheld.sessions.Sessions`
    exhibit      a `teletype.exhibit.exhibit.Exhibit`; None if the device is none
    activity     what has the screen (`teletype.handheld.activity`)
    font         the glyphs
    fast         print as fast as the panel allows
    character    milliseconds that a character takes otherwise
    place        what was chosen on the shelf last
    refusal      the error of the flash that a person was told last
    troubles     what was wrong since power-on: messages for `words.error`, and how often
    error        the exception that ended the activity, until the next turn of the loop
    _stopped     the title of the screen after an error, in glyphs, should there be no memory left
    _pending         the way to the next screen, or a piece of it: a function and its arguments
    _drawn       whether the screen was drawn, which is a turn of its own
    _retyped     a typed line that is for that screen
    _retry       when the panel is asked next whether it is there
    _gone        whether it was not, the last time
    _typed       whether more waits at the serial port than a turn takes
    _boots       the `handheld.keeping.boot_guard.BootGuard`, until this start has been a good one
    _charge      when the battery is looked at next
    _hertz       the processor's clock, while it is lowered; else 0
    """

    def __init__(
        self, panel, bus, buttons, console, store, peripherals, bitten=False, labels=None
    ):
        words.labels = labels or {}
        self.panel = panel
        self.buttons = buttons
        self.console = console
        self.font = font
        self.store = store
        self.peripherals = peripherals
        self.saver = ScreenSaver(panel)
        console.bell = peripherals.bell
        boots = load("teletype.handheld.keeping.boot_guard")
        self._boots = boots.BootGuard(store)
        if bitten:
            self._boots.failed()
        failures = self._boots.count
        curated = store.has("exhibit.txt")
        tested = buttons.is_down(DOWN) and not curated
        held = buttons.held_at_start and not curated
        safe = held or failures == boots.MOST
        self.settings = Settings(store, safe)
        self.tapes = Tapes(store)
        self.sessions = None
        self.exhibit = None
        self.activity = None
        self._pending: tuple = ()
        self._drawn = True
        self._retyped = None
        self.error = None
        self.refusal = None
        self.troubles = {}
        self._gone = False
        self._typed = False
        self.place = None
        self.bus = bus
        self._retry = ticks_ms()
        self._charge = ticks_add(self._retry, _FIRST)
        self._hertz = 0
        self.apply()
        if bitten:
            self.report_fault("the watchdog has bitten")
        self.sessions = Sessions(self)
        update = self._boots.update

        def told():
            lines = [words.error(message) for message in self.settings.messages]
            if safe:
                lines = [
                    words.text("SAFE_HELD") if held else words.text("SAFE_FAILED"),
                    words.text("SAFE_START"),
                ]
            elif failures > 1:
                lines.append(words.text("SAFE_SESSION"))  # it would hang again
            if update == "<":
                lines.append(words.text("UPDATE_BACK"))
            elif update:
                lines.clear()  # the shelf is what it is tried by
            return words.text("BOOT_TITLE"), lines, words.text("NOTICE_KEYS")

        title, messages, keys = told()
        go_on = self.shelf
        if curated:
            visits = load("teletype.exhibit.visits")
            visits.make(self, messages)
            messages = []
            if buttons.held_at_start:
                self.open(load("teletype.exhibit.operator").entrance(self))
            else:
                # a game that was cut off may be gone on with, unless it is why the start fails
                self.switch_to(visits.begin if failures < 2 else visits.attract, self)
            go_on = self.is_idle  # it is on its way
        elif update != "!" and not safe and failures < 2 and not tested:
            if self.tapes.session and self.tapes.shown:
                go_on = self.sessions.resume
        if messages:
            from teletype.handheld.screens.about import Notice

            self.open(Notice(self, title, messages, go_on, keys, told))
        else:
            go_on()
            while self._finish_switch():
                pass
            if self.settings.new and not safe and not self.tapes.shown and not self.exhibit:
                self.ask_language(self.activity)
        if tested or (bus.errors and not curated and not self.tapes.shown):
            self.test()
        self._draw()

    def apply(self):
        """Lets the settings take effect."""
        words.use(self.settings.values["language"])
        self._stopped = encode(form(words.text("CRASH_TITLE"), self.panel.width - MARGIN))
        if self.sessions and self.sessions.screen:
            self.sessions.screen.speak()
        speed = self.settings.values["speed"]
        self.fast = speed == "fast"
        self.character = 0 if self.fast else 1000 // int(speed)
        self.saver.apply(self.settings.values)
        self.peripherals.apply(self.settings.values, self.console)

    def paper(self, line, original):
        """Puts a line of paper on the console and the printer.

        `original`: the same for a printer that lacks the script of a translation.
        """
        self.keep_panel_lit()
        self.console.print(line)
        self.peripherals.print(line, original)

    def keep_panel_lit(self):
        """The machine does something: the panel stays lit, if anybody may be there to see it."""
        if not self.activity or not self.activity.ALONE:
            self.saver.user_active(ticks_ms())

    def switch_to(self, way, *arguments):
        """Leaves the screen: `way`, which opens another one, is called with `arguments` when the
        frames of the old one have left the stack, so that its memory can be given back. A long way
        is gone in pieces: the first ends with `go` to the next, and keys are looked at between.
        """
        self._pending = way, arguments

    def _finish_switch(self):
        """Goes a piece of the way to another screen; False if there is none."""
        if not self._pending:
            return False
        way, arguments = self._pending
        self._pending = ()
        self.activity = None
        way(*arguments)
        return True

    def retype(self, text):
        """Gives a line that was typed to the screen that is there at the next turn."""
        self._retyped = text

    def shelf(self):
        """Leaves the screen for the shelf."""
        self.switch_to(self.sessions.home)

    def speak(self, language):
        """Lets the device speak a language, and the session in memory, if it is translated."""
        self.settings.values["language"] = language
        screen = self.sessions.screen
        if screen and screen.tongue:
            screen.tongue = language
        self.apply()

    def ask_language(self, activity):
        """Opens the page of languages over `activity`, which comes back after it."""
        self.open(load("teletype.handheld.screens.languages").Languages(self, activity))

    def test(self):
        """Opens the self-test over the screen."""
        self.open(load("teletype.handheld.screens.self_test").SelfTest(self, self.activity))

    def report_fault(self, message):
        """Says on the port what is wrong, a message for `words.error`, and keeps it for the
        operator of an exhibit.
        """
        times = self.troubles.get(message, 0)
        if (times or len(self.troubles) < _TROUBLES) and times < _MOST_TIMES:
            self.troubles[message] = times + 1
            if self.exhibit and not times:
                load("teletype.exhibit.visit_log").note(self.store, message)
        self.console.print(words.error(message))

    def refused(self, error):
        """Says that the flash does not take the session; it goes on."""
        self.refusal = error
        self.report_fault("the flash refuses: %s" % error)
        if self.exhibit:
            return  # it is not for visitors
        self.show_notice(lambda: (words.text("FULL_TITLE"), [words.text("FULL")]))

    def show_notice(self, told):
        """Says something, the title and the lines that `told` makes; then the activity goes on."""
        from teletype.handheld.screens.about import Notice

        activity = self.activity
        title, lines = told()

        def again():
            return told() + (words.text("NOTICE_KEYS"),)

        notice = Notice(self, title, lines, lambda: self.open(activity), "", again)
        notice.over = 255
        self.open(notice)

    def open(self, activity):
        """Gives the screen to another activity, which is drawn in the next turn."""
        if self.exhibit and activity is not self.activity:
            self.exhibit.new = None
        self.activity = activity
        self._drawn = False
        gc.collect()

    def _draw(self):
        self._drawn = True
        if self.activity.labelled != words.language:
            self.activity.labelled = words.language
            self.activity.relabel()
        if self.exhibit:
            self.exhibit.anew()
        self.activity.draw()

    def tick(self):
        """One turn of the loop; True when the next should follow at once.

        An exception ends the activity, not the device.
        """
        if self.error:
            error, self.error = self.error, None
            self._stop(self.sessions.failed)
            self.crash(error)  # without memory for it the board starts anew
        try:
            return self._step()
        except Exception as error:
            self.error = error
        # what the session took is given back when its frames have left the stack: next turn
        self.sessions.fail()
        self.activity = self._retyped = None
        self._pending = ()
        self._drawn = True
        return True

    def crash(self, error):
        """Shows what happened; the shelf comes after it."""
        gc.collect()
        self.sessions.crash(error)
        self._draw()

    def _stop(self, session):
        """What must be done after an error, and needs no import and no memory that was not set
        aside: the tape is kept, the title is shown.
        """
        if session:
            session[1].keep()
        panel = self.panel
        for row in range(panel.rows):
            panel.clear(row)
        panel.draw(0, MARGIN, self._stopped, 0, len(self._stopped), self.font)
        panel.show()

    def is_idle(self):
        """Whether the screen is drawn, and stays."""
        return self._drawn and not self._pending

    def _step(self):
        if self._finish_switch():
            return True
        if not self._drawn:
            self._draw()
            return True  # what was drawn is sent in the next turn: both take long
        now = ticks_ms()
        if self.exhibit:
            self.exhibit.tick(now)
        self._typed = self.console.take()
        if self.activity.takes_lines():
            line = self._retyped
            self._retyped = None
            if line is None:
                line = self.console.read()
            if line is not None:
                self.user_active(now)
                self.activity.line(line)
        if self.is_idle() and self.activity.may_stand():
            if self.buttons.summoned():
                if not self.saver.swallows(now, 0):
                    self.user_active(now)
                    self.activity.summoned()
            elif self.activity.ALONE:
                if self.buttons.backing():  # any key will do, before it is let go
                    self.user_active(now)
                    self.buttons.spent = True
                    self.activity.key(DOWN, 0)
            elif self.buttons.backing() >= _ASKS and not self.saver.dark and self.activity.asked():
                self.user_active(now)
                self.buttons.spent = True
        key = NONE
        if self.is_idle() and (self.saver.dark or self.activity.takes_keys()):
            key = self.buttons.next()
            if key != NONE and (
                not self.saver.swallows(now, self.buttons.repeat) or self.activity.ALONE
            ):
                meant = key
                if self.exhibit:
                    meant = self.exhibit.meant(key, now, self.buttons.repeat)
                if meant != NONE:
                    self.activity.key(meant, self.buttons.repeat)
        busy = self.is_idle() and self.activity.tick(now)
        if not self.is_idle() or self._retyped is not None:
            busy = True
        busy = self.peripherals.tick(now) or busy
        self.saver.tick(now)
        if self.exhibit:
            self.exhibit.send()
        else:
            self.panel.show()
        busy = self.console.flush() or busy
        if due(self._retry, now, _RETRY):
            self._retry = ticks_add(now, _RETRY)
            wrong = self.buttons.check()
            if wrong != NONE:
                does = "bounces" if self.buttons.loose(wrong) else "is stuck"
                self.report_fault("the button %s %s" % (KEYS[wrong], does))
            if not self.bus.errors:
                self.panel.ask()
            else:
                if not self._gone:
                    self._gone = True
                    self.report_fault("the panel does not answer")
                if self.panel.recover():
                    self._gone = False
                    self.activity.draw()
        if self.peripherals.battery and not busy and due(self._charge, now, _CHARGE):
            self._charge = ticks_add(now, load("teletype.handheld.parts.battery").look(self))
        boots = self._boots
        if boots and (boots.update or not busy):
            if boots.due(now) or (boots.update == "!" and key != NONE):
                self._confirm_update()
        return busy

    def user_active(self, now):
        """Somebody has done something."""
        self.saver.user_active(now)
        if self.exhibit:
            self.exhibit.pressed = now
            self.exhibit.user_active(now)

    def _confirm_update(self):
        """This start was a good one."""
        boots, self._boots = self._boots, None
        update = boots.update
        if boots.good() and update == "!":
            self.console.print("update: it holds")  # host_tools.device.flash waits for it

    def _sleep(self):
        """Sleeps for a while; a press ends it."""
        nap = 0
        if self.activity and not self.activity.printing() and not self.peripherals.printing:
            nap = self.saver.rests(ticks_ms())
        if self._typed:
            nap = 0
        if nap and not self._hertz:
            self._hertz = clock.lower()
        elif not nap:
            self._full_clock()
        nap = _NAPS[nap]
        for _ in range(_REST):
            if self.buttons.waiting():
                self._full_clock()
                return
            sleep_ms(nap)

    def _full_clock(self):
        """Lets the processor run as fast as before it rested."""
        if self._hertz:
            clock.restore(self._hertz)
            self._hertz = 0

    def run(self, watchdog):
        """Runs for ever; Ctrl-C on the serial port ends it, and switches the watchdog off."""
        if self.exhibit:
            self.exhibit.watchdog = watchdog
        try:
            while True:
                watchdog.feed()
                if not self.tick():
                    self._sleep()
        finally:
            self._full_clock()
            watchdog.stop()
