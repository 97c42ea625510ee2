# SPDX-License-Identifier: MIT
"""The main loop: one activity at a time has the screen, the keys and the typed lines."""

import gc
from time import sleep_ms, ticks_ms

from micropython import const

from teletype import fonts as font
from teletype import words
from teletype.drivers import clock
from teletype.drivers.buttons import DOWN, NONE
from teletype.handheld.drawing.glyphs import MARGIN, encode, wrapped
from teletype.handheld.drawing.key_sign import KeySign
from teletype.handheld.drawing.listing import form, text_row, title_row
from teletype.handheld.drawing.screensaver import ScreenSaver
from teletype.handheld.faults import Faults
from teletype.handheld.keeping.saving import Saving
from teletype.handheld.keeping.settings import Settings
from teletype.handheld.keeping.tapes import Tapes
from teletype.handheld.navigation import Navigation
from teletype.handheld.parts.hardware_watch import HardwareWatch
from teletype.handheld.sessions import Sessions

_LARGE_ROWS = const(8)
"""Text rows of a panel that can show half as many larger ones."""

_ASKS = const(1000)
"""Milliseconds after which a held BACK has its special effect on a screen."""

_POLLS = const(15)
"""Polls of the buttons in one sleep between loop steps; a press ends it."""

_NAPS = const((1, 5, 20))
"""Milliseconds between two polls: while somebody is active, at a prompt, with the panel off. More
loop steps would find nothing to do and cost battery."""


class App:
    """The device: the drivers `panel`, `bus` and `buttons`, and everything built on them.

    `safe`: use default settings. `teletype.power_on` adds the exhibit and the first screen.

    bus          a `teletype.drivers.bus.Bus`
    console      a `teletype.handheld.parts.console.Console`
    store        a `teletype.handheld.keeping.store.Store` for saved files
    peripherals  a `teletype.handheld.parts.peripherals.Peripherals`
    boots        a `teletype.handheld.keeping.boot_guard.BootGuard`; None once this start has
                 succeeded
    glass        the physical panel; `panel` may be one with larger text on top of it
    saver        a `teletype.handheld.drawing.screensaver.ScreenSaver`
    settings     a `teletype.handheld.keeping.settings.Settings`
    tapes        a `teletype.handheld.keeping.tapes.Tapes`
    sessions     a `teletype.handheld.sessions.Sessions`
    screens      a `teletype.handheld.navigation.Navigation`
    hardware     a `teletype.handheld.parts.hardware_watch.HardwareWatch`
    faults       a `teletype.handheld.faults.Faults`
    key_sign     a `teletype.handheld.drawing.key_sign.KeySign`
    exhibit      a `teletype.exhibit.exhibit.Exhibit`, or `NoExhibit`
    activity     the activity on the screen (`teletype.handheld.activity`)
    font         the glyphs
    fast         print as fast as the panel allows
    character    milliseconds that a character takes otherwise
    error        the exception that ended the activity, until the next loop step
    typed        whether more input waits at the serial port than a loop step reads
    _stopped     the title of the screen after an error, in glyphs, in case no memory is left
    _pending     the transition to the next screen: a function and its arguments
    _drawn       whether the screen was drawn, which is a loop step of its own
    _retyped     a typed line for that screen
    _hertz       the processor's normal clock while it is lowered; else 0
    """

    def __init__(self, panel, bus, buttons, console, store, peripherals, boots, safe=False):
        self.panel = self.glass = panel
        self._text_panel = panel
        self.bus = bus
        self.buttons = buttons
        self.console = console
        self.store = store
        self.peripherals = peripherals
        self.boots = boots
        self.font = font
        self.saver = ScreenSaver(panel)
        self.settings = Settings(store, safe)
        self.tapes = Tapes(store)
        self.sessions = Sessions(self)
        self.screens = Navigation(self)
        self.faults = Faults(self)
        self.key_sign = KeySign(self)
        self.exhibit = self.activity = self.error = None
        self.typed = False
        self._hertz = 0
        self.hardware = HardwareWatch(self)
        self._saving = store.saving = Saving(self)
        self._pending: tuple = ()
        self._retyped = None
        self._drawn = True
        self.apply()

    def apply(self):
        """Apply the settings."""
        words.use(self.settings.values["language"])
        self._stopped = encode(form(words.text("CRASH_TITLE"), self.panel.width - MARGIN))
        if self.sessions.screen:
            self.sessions.screen.language.speak()
        speed = self.settings.values["speed"]
        self.fast = speed == "fast"
        self.character = 0 if self.fast else 1000 // int(speed)
        self.saver.apply(self.settings.values)
        self.peripherals.apply(self.settings.values, self.console)
        if self.exhibit:
            self.exhibit.arrange()

    def become(self, exhibit):
        """Become a device in a museum, or a person's own one again, as `exhibit` says."""
        self.exhibit = exhibit
        self.tapes.spare_flash(not exhibit.keeps_at_once())

    def rest(self, character):
        """Print at `character` ms each, without sound or printer: nobody is there."""
        self._retyped = None
        self.apply()
        self.fast = False
        self.character = character
        self.peripherals.silence()

    def show_on(self, panel):
        """Use another panel: the physical one, or one with larger text."""
        self.panel = panel

    def arrange_text(self):
        """Use the text size of the settings, if it fits; exhibit visitors choose their own."""
        large = self.settings.values["text"] == "larger" and self.glass.rows >= _LARGE_ROWS
        if large != (self._text_panel is not self.glass):
            self._text_panel = self.screens.larger(self.glass) if large else self.glass
            self.panel = self._text_panel

    def show_on_glass(self, pictured):
        """Give pictures the panel itself, and everything else the chosen text size."""
        if self._text_panel is not self.glass:
            self.panel = self.glass if pictured else self._text_panel

    def paper(self, line, original):
        """Send a line of paper to the console, which gets the `original`, and to the printer. The
        printer gets the original only if it lacks the script of a translation.
        """
        self.keep_panel_lit()
        self.console.print(original)
        self.peripherals.print(line, original)

    def keep_panel_lit(self):
        """Keep the panel lit while the machine works, if somebody may be watching."""
        if not self.activity or not self.activity.ALONE:
            self.saver.user_active(ticks_ms())

    def switch_to(self, way, *arguments):
        """Leave the screen: call `way`, which opens another one, with `arguments`. This happens
        once the frames of the old screen have left the stack, so that its memory can be freed.
        """
        self._pending = way, arguments

    def _finish_switch(self):
        """Do a pending transition to another screen; return False if there is none."""
        if not self._pending:
            return False
        way, arguments = self._pending
        self._pending = ()
        self.activity = None
        gc.collect()
        way(*arguments)
        return True

    def arrive(self):
        """Do all pending transitions."""
        while self._finish_switch():
            pass

    def retype(self, text):
        """Pass a typed line to the screen of the next loop step."""
        self._retyped = text

    def shelf(self):
        """Leave the screen for the shelf."""
        self.switch_to(self.sessions.home)

    def speak(self, language):
        """Switch the device to a language, and the session in memory, if it is translated."""
        self.settings.values["language"] = language
        screen = self.sessions.screen
        if screen:
            screen.language.device_changed(language)
        self.apply()

    def open(self, activity):
        """Give the screen to another activity, which is drawn in the next loop step."""
        if activity is not self.activity:
            self.exhibit.opened()
        self.activity = activity
        self._drawn = False

    def draw(self):
        """Draw the screen in the current language."""
        self._drawn = True
        self.activity.follow_language()
        self.exhibit.screen_drawn()
        self.show_on_glass(self.activity.pictured)
        self.activity.draw()

    def tick(self):
        """Do one step of the loop; return True if the next should follow at once.

        An exception ends the activity, not the device.
        """
        if self.error:
            error, self.error = self.error, None
            self._stop(self.sessions.failed)
            self.crash(error)  # without memory for it the board restarts
        try:
            return self._step()
        except Exception as error:
            self.error = error
        # the session's memory is freed once its frames have left the stack: in the next step
        self.sessions.fail()
        self.activity = self._retyped = None
        self._pending = ()
        self._drawn = True
        return True

    def crash(self, error):
        """Show the error; the shelf follows."""
        gc.collect()
        self.sessions.crash(error)
        self.draw()

    def _stop(self, session):
        """Do the necessary steps after an error without imports or new memory: save the tape and
        show the title.
        """
        if session:
            try:
                session[1].keep()
            except MemoryError:
                pass  # a new tape needs a list of the others; it is saved once there is memory
        panel = self.panel
        for row in range(panel.rows):
            panel.clear(row)
        panel.draw(0, MARGIN, self._stopped, 0, len(self._stopped), self.font)
        panel.show()

    def _say_stopped(self):
        """Report that a computer controls the board; the last picture would be misleading."""
        panel = self.panel
        for row in range(panel.rows):
            panel.clear(row)
        title_row(self, words.text("STOPPED_TITLE"))
        text = words.text("STOPPED")
        row = 1
        for line in wrapped(text, panel.width - MARGIN):
            if row < panel.rows:
                text_row(self, row, line)
            row += 1
        try:
            panel.show()
        except OSError:
            pass  # the bus was stopped in the middle of a transfer, or the panel is missing

    def is_idle(self):
        """Whether the screen is drawn, and stays. `_step` asks so often that it asks itself."""
        return self._drawn and not self._pending

    def _step(self):
        if self._finish_switch():
            return True
        if not self._drawn:
            self.draw()
            return True  # the next step sends the frame: drawing and sending both take long
        now = ticks_ms()
        self.exhibit.tick(now)
        self.typed = self.console.take()
        if self.activity.takes_lines():
            line = self._retyped
            self._retyped = None
            if line is None:
                line = self.console.read(self.activity.secret())
            if line is not None:
                self.user_active(now)
                self.activity.line(line)
        if self._drawn and not self._pending and self.activity.may_stand():
            if self.buttons.summoned():
                if not self.saver.swallows(now, 0):
                    self.user_active(now)
                    self.activity.summoned()
            elif self.activity.ALONE:
                if self.buttons.backing():  # any key will do, even before its release
                    self.user_active(now)
                    self.buttons.spend()
                    self.activity.key(DOWN, 0)
            elif self.buttons.backing() >= _ASKS and not self.saver.is_off():
                if self.activity.asked():
                    self.user_active(now)
                    self.buttons.spend()
        key = NONE
        if self._drawn and not self._pending:
            if self.activity.takes_keys() or self.saver.is_off():
                key = self.buttons.next()
            if key != NONE and (
                not self.saver.swallows(now, self.buttons.repeat) or self.activity.ALONE
            ):
                meant = self.exhibit.intended_key(key, now, self.buttons.repeat)
                if meant != NONE:
                    self.key_sign.watch(self.buttons.repeat)
                    self.activity.key(meant, self.buttons.repeat)
        busy = self._drawn and not self._pending and self.activity.tick(now)
        self.key_sign.tick(now)
        if self._pending or not self._drawn or self._retyped is not None:
            busy = True
        busy = self.peripherals.tick(now) or busy
        self.saver.tick(now)
        self.exhibit.send()
        busy = self.console.flush() or busy
        if key != NONE:
            self.hardware.rely()
        self.hardware.tick(now, busy)
        if self.boots:
            if self.boots.holds(now, busy, key != NONE):
                self.console.print("update: it holds")  # host_tools.device.flash waits for it
            if self.boots.confirmed:
                self.boots = None
        return busy

    def user_active(self, now):
        """Note that somebody is active."""
        self.hardware.rely()
        self.saver.user_active(now)
        self.exhibit.pressed_at(now)

    def _sleep(self):
        """Sleep until the next loop step, or until a press; a slower clock saves battery."""
        nap = 0
        if self.activity and not self.activity.printing() and not self.peripherals.printing:
            nap = self.saver.rests(ticks_ms())
        if self.typed:
            nap = 0
        if nap and not self._hertz:
            self._hertz = clock.lower()
        elif not nap:
            self._full_clock()
        nap = _NAPS[nap]
        for _ in range(_POLLS):
            if self.buttons.waiting():
                self._full_clock()
                return
            sleep_ms(nap)

    def _full_clock(self):
        """Restore the processor's normal clock."""
        if self._hertz:
            clock.restore(self._hertz)
            self._hertz = 0

    def run(self, watchdog):
        """Run until Ctrl-C on the serial port, which also switches the watchdog off."""
        self.exhibit.begin_watch(watchdog)
        self._saving.feed = watchdog.feed
        try:
            while True:
                watchdog.feed()
                if not self.tick():
                    self._sleep()
        except KeyboardInterrupt:
            self.console.lock(True)  # Thonny sends Ctrl-C twice
            self._say_stopped()
            self.console.lock(False)
            raise
        finally:
            self._full_clock()
            watchdog.stop()
