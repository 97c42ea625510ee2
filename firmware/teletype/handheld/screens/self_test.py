# SPDX-License-Identifier: MIT
"""The self-test: show and print which parts of the board work, and which wire is wrong.

DOWN held while the device is switched on opens it. So do a panel that does not answer then, and
the operator's page. First a line runs around the panel, which reveals a shifted column or a
missing row, and each button lights while it is pressed. Holding a button continues with the rest:
the bus, the buzzer, the printer, the flash, the battery. The serial port, which does not need the
panel, gets a report of everything.
"""

from time import ticks_diff, ticks_ms

from micropython import const

from teletype import version, words
from teletype.drivers.buttons import BACK, DEBOUNCE, KEYS, OK
from teletype.handheld.activity import Activity, work
from teletype.handheld.drawing.glyphs import draw_text, width
from teletype.handheld.drawing.listing import keys_row, title_row
from teletype.handheld.drawing.lists import Listing
from teletype.handheld.keeping.store import Damaged
from teletype.handheld.parts import board_file, more_inputs, wiring_check
from teletype.handheld.parts.bounce import Bounce

_HOLD = const(1500)
"""Milliseconds of holding a button to continue."""

_HELD = const(600)
"""Milliseconds after which the BACK held to continue can no longer arrive as a press."""

_SIGNS = ("▲", "▼", "◄", "►", "OK", "BACK")
_GAP = const(8)
"""Pixels between two drawn buttons."""
_LIGHT = const(3)
"""Pixels of light on either side of a pressed button."""

_FILE = const("selftest.txt")
_BYTES = const(500)

_FIRST = const(0x08)
_BEHIND = const(0x78)
"""The range of device addresses on the bus, the end excluded."""


class SelfTest(Activity):
    """Test the board of `app`; then return to the screen `below`.

    _seen   for each of KEYS: 0 not pressed yet, 1 down, 2 was pressed; 3 down from the start
    _since  when the last button was pressed
    _bounce the meter of their bounce
    _rows   the results, pairs of texts; empty during the test of the buttons
    _work   the generator of the results
    """

    def __init__(self, app, below):
        Activity.__init__(self, app)
        self._below = below
        self._keys = [key for key in range(len(KEYS)) if app.buttons.has(key)]
        self._seen = bytearray([3 * app.buttons.is_down(key) for key in range(len(KEYS))])
        self._since = ticks_ms()
        self._bounce = Bounce(app.buttons)
        self._rows: list = []
        self._list = None
        self._work = None
        app.console.print(words.text("TEST_EXPLAINED"))

    def draw(self):
        panel = self._app.panel
        panel.home()
        Activity.draw(self)
        if self._list:
            title_row(self._app, words.text("TEST_TITLE"))
            self._list.draw(len(self._rows))
            keys_row(self._app, panel.rows - 1, words.text("TEST_KEYS"))
            return
        high = panel.rows * 8
        panel.rect(0, 0, panel.width, high, 1)
        panel.touch(0, 0, panel.width, high)
        if panel.rows > 5:
            self._middle(1, words.text("TEST_TITLE"))
            self._middle(2, words.text("TEST_PRESS"))
        self._middle(
            panel.rows - 2, words.text("TEST_GO_ON" if panel.width > 100 else "TEST_GO_ON_SHORT")
        )
        for key in self._keys:
            self._draw_key(key)

    def _pin(self, key):
        return more_inputs.pin(board_file.values(), KEYS[key])

    def _middle(self, row, text):
        panel = self._app.panel
        draw_text(panel, row, max(2, (panel.width - width(text)) // 2), text)

    def _draw_key(self, key):
        """Draw a button: lit while it is down, underlined once it has been pressed."""
        panel = self._app.panel
        row = 4 if panel.rows > 5 else 1
        first = 0
        if panel.width < 100 and key >= OK:
            row += 1
            first = OK
        x = 6
        for other in self._keys:
            if first <= other < key:
                x += width(words.called(_SIGNS[other])) + _GAP
        seen = self._seen[key]
        sign = words.called(_SIGNS[key])
        lit = 255 if seen & 1 else 0
        panel.clear(row, x - _LIGHT, width(sign) + 2 * _LIGHT - 1, lit)
        end = draw_text(panel, row, x, sign, lit)
        if seen == 2:
            panel.flip(x, 8 * row + 7, end - x - 1, 1)

    def key(self, key, repeat):
        if not self._list or repeat:
            return
        if key == BACK:
            if ticks_diff(ticks_ms(), self._since) > _HELD:
                self._leave()
        elif key == OK:
            self._look()
        else:
            self._list.key(key, repeat)

    def summoned(self):
        """Do nothing: BACK held continues the test, like every button."""

    def _leave(self):
        self._bounce.end()
        self._app.apply()
        self._app.open(self._below)

    def line(self, text):
        self._bounce.end()
        self._app.apply()
        Activity.line(self, text)

    def tick(self, now):
        if self._work:
            count = len(self._rows)
            if work(self._work, now):
                self._work = None
            if count != len(self._rows):
                self.draw()
            return True
        if not self._list:
            self._watch(now)
        return False

    def _watch(self, now):
        """Light the buttons; continue when one has been held long enough."""
        down = 0
        for key in self._keys:
            seen = self._seen[key]
            if self._app.buttons.is_down(key):
                if seen & 1 == 0:
                    self._since = now
                    self._app.console.print("%s (%s)" % (KEYS[key], self._pin(key)))
                    self._seen[key] = 1
                down = down or self._seen[key] == 1
            elif seen & 1:
                self._seen[key] = 2
            if seen != self._seen[key]:
                self._draw_key(key)
                self._app.saver.user_active(now)
        if down and ticks_diff(now, self._since) > _HOLD:
            self._since = now
            self._look()

    def _look(self):
        """Start the tests that need no buttons."""
        self._rows = []
        self._list = Listing(self._app, self._app.panel.rows - 2, self._text, 0)
        self._work = self._find()
        self.draw()

    def _text(self, index):
        return self._rows[index] if index < len(self._rows) else ("", "")

    def _found(self, name, value):
        text = words.text(name)
        self._rows.append((text, value))
        self._app.console.print("%s: %s" % (text, value.split("\n")[0]))

    def _found_key(self, key, text):
        """Report something about a button, with its pin."""
        pin = self._pin(key)
        self._rows.append((" " + words.called(_SIGNS[key]), pin + " " + text))
        self._app.console.print("%s (%s): %s" % (KEYS[key], pin, text))

    def _find(self):
        """Put the results into the rows and on the serial port, in steps."""
        app = self._app
        board = board_file.values()
        i2c = board.get("I2C")
        if i2c:
            yield from self._bus(i2c["addr"])
            if app.bus.errors:
                wiring_check.report(app.console, i2c, board["BUTTONS"], board.get("HIGH", ()))
        else:
            self._found("TEST_PANEL", "SPI")
        yield True
        pressed = [key for key in self._keys if self._seen[key] in (1, 2)]
        self._found("TEST_BUTTONS", "%d/%d" % (len(pressed), len(self._keys)))
        for key in self._keys:
            if key not in pressed:
                self._found_key(key, words.text("TEST_DOWN") if self._seen[key] == 3 else "-")
        longest = self._bounce.longest
        self._found("TEST_BOUNCE", "%d ms" % max(longest))
        for key in self._keys:
            if longest[key] > DEBOUNCE:
                self._found_key(key, "%d ms" % longest[key])
        for number in board.get("LADDER", {}):
            text = "%d mV" % more_inputs.millivolts(number)
            self._rows.append(("GP%d" % number, text))
            app.console.print("GP%d: %s" % (number, text))
        yield True
        values = dict(app.settings.values, sound="all")
        if values["printer"] == "off":
            values["printer"] = "utf-8"
        app.peripherals.apply(values, app.console)  # for this test
        app.peripherals.bell()
        app.peripherals.print("POCKET TELETYPE 0123456789")
        if "BUZZER" in board:
            self._found("TEST_BUZZER", "GP%d" % board["BUZZER"])
        if "PRINTER" in board:
            self._found("TEST_PRINTER", "GP%d" % board["PRINTER"]["tx"])
        yield True
        self._found("TEST_FLASH", self._flash())
        yield True
        battery = app.peripherals.battery
        if battery:
            found = battery.measured()
            self._found("TEST_BATTERY", "\n".join(battery.said(found)) if found else "-")
        app.console.print(version.line())

    def _bus(self, panel):
        """Return the addresses of the devices that answer."""
        bus = self._app.bus
        found = []
        for address in range(_FIRST, _BEHIND):
            if bus.answers(address):
                found.append(address)
            yield True
        self._found("TEST_PANEL", "0x%02X" % panel if panel in found else words.text("TEST_BAD"))
        self._found("TEST_BUS", " ".join(["%02X" % address for address in found]) or "-")

    def _flash(self):
        """Write, read and remove a file; report the free space."""
        store = self._app.store
        text = "".join([chr(32 + place % 95) for place in range(_BYTES)])
        try:
            store.replace(_FILE, text)
            good = store.read(_FILE, _BYTES) == text
        except (OSError, Damaged):
            good = False
        store.remove(_FILE)
        return "%dK" % (store.free() // 1024) if good else words.text("TEST_BAD")
