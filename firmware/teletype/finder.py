# SPDX-License-Identifier: MIT
"""The finder: search for the panel and the buttons on the pins they were soldered to.

`find_panel` tries pins with external pull-up resistors, then the usual pairs. On an RP2350 a
floating input may read high (erratum E9), so only the usual pairs are tried there. `Finder` asks
for each button on that panel and writes /board.py. Pins that the board's description gives to
other parts are left alone. The module is loaded only when it is needed. No language is chosen by
then, so it draws, and uses a few words of English.
"""

from time import sleep_ms, ticks_diff, ticks_ms

from machine import I2C, Pin
from micropython import const

from teletype.board_check import BUTTONS, KEYWORDS, KNOBS
from teletype.drivers.bus import answers, release
from teletype.drivers.buttons import KEYS
from teletype.handheld.drawing.glyphs import draw_text, rows, width
from teletype.handheld.keeping.store import Store
from teletype.handheld.parts.screen import connect
from teletype.loading import load

_USUAL = const(b"\x00\x02\x04\x06\x08\x0a\x0c\x0e\x10\x12\x14\x1a")
"""The lower pin of each of the twelve adjacent pairs on the header of a Pico."""

_FITTED = const(("BATTERY", "PINS", "ENCODER", "SPI"))
_UNSURE = const(("PRINTER", "BUZZER"))
"""The parts of a board beside panel and buttons: those that are there, and those that may not be
fitted."""

_NO_PINS = const(("ratio", "empty", "full", "id", "edges", "baudrate", "freq", "addr"))
"""The numbers in the description of a part that are no pins."""

_ENTRIES = const((
    "CHIP", "PANEL", "I2C", "SPI", "BUTTONS", "HIGH", "LABELS", "BUZZER", "PRINTER", "BATTERY",
    "ENCODER",
))  # fmt: skip
"""The entries of the written file."""

_FIRST = const(60_000)
_NEXT = const(10_000)
_SHORT = const(3_000)
"""Milliseconds to wait for the first button, for each other one, and to read a message."""

_PATIENCE = {"timeout": 1000}
"""Microseconds that a transfer may take, on an RP2."""

_BOUNCE = const(20)
_LOW = const(0)
_HIGH = const(1)
_FLOATS = const(2)

_ORIGIN = const(b"\x00\xb0\x00\x10")
"""The command for page 0 and column 0."""

_SIGNS = const(("▲", "▼", "◄", "►", "OK", "BK"))
_PLACES = const(b"\x1b\x02\x1b\x04\x09\x03\x2d\x03\x58\x03\x44\x03")
"""For each of KEYS the middle of its button in the drawing, in pixels, and its text row."""


def taken(has, names):
    """Return the pins that a board's description gives to the parts `names`."""
    pins = set()
    for name in names:
        part = has.get(name, {})
        if isinstance(part, int):  # the buzzer's pin
            part = {name: part}
        for key in part:
            if key not in _NO_PINS:
                pins.add(part[key])
    return pins


def state(pin, latches=False):
    """Return the state of a pin: _LOW, _HIGH or _FLOATS.

    `latches`: a pull-down cannot tell the last two apart, as on an RP2350.
    """
    if not Pin(pin, Pin.IN, Pin.PULL_UP).value():
        return _LOW
    if latches:
        return _FLOATS
    held = Pin(pin, Pin.IN, Pin.PULL_DOWN).value()
    Pin(pin, Pin.IN, Pin.PULL_UP)
    return _HIGH if held else _FLOATS


def _controller(i2c, address):
    """Return the controller's name: write where only one chip has memory, and read that back.

    An SSD1306 does not return its memory. An SH1106 has columns from 128 on, an SH1107 pages from
    8 on; on the others a second write there overwrites the first. The first byte read is a dummy.
    """

    def keeps(other):
        """Whether the first columns of page 0 stay as they are while those at `other` change."""
        for data in (_ORIGIN, b"\x40ZZZ", other, b"\x40\xa5\xa5\xa5", _ORIGIN, b"\x40"):
            i2c.writeto(address, data)
        return i2c.readfrom(address, 3)[1:] == b"ZZ"

    try:
        i2c.writeto(address, b"\x00\x20\x02")  # page addressing, on an SSD1306
        if keeps(b"\x00\xb0\x00\x18"):
            return "sh1106"
        if keeps(b"\x00\xb8\x00\x10"):
            return "sh1107"
    except OSError:
        pass  # it cannot be read
    return "ssd1306"


def find_panel(has, told):
    """Return the panel's I2C and controller as `(dict, name)`; None if no panel answers.

    `told(line)` receives what was observed if there is none. The pin of a printer or a buzzer,
    which may not be fitted, is tried only if external resistors pull it up: neither part does.
    """
    latches = has["CHIP"] == "RP2350"
    pulled = _FLOATS if latches else _HIGH  # the state of a line that the panel does not hold
    fitted = taken(has, _FITTED)
    unsure = taken(has, _UNSURE)
    states = []  # None for a pin that is left alone
    for pin in range(30):
        found = None if pin in fitted else state(pin, latches)
        states.append(None if pin in unsure and found != _HIGH else found)
    for sda in _USUAL:
        scl = sda + 1
        if states[sda] == _LOW and states[scl] == pulled:  # a panel amid a byte
            release(Pin(sda, Pin.OPEN_DRAIN, value=1), Pin(scl, Pin.OPEN_DRAIN, value=1))
            states[sda] = state(sda, latches)
    tried = []
    for sda in range(0, 30, 2):
        for scl in range(sda % 4 + 1, 30, 4):
            if states[sda] == states[scl] == _HIGH:
                tried.append((sda, scl))
    for sda in _USUAL:
        if states[sda] and states[sda + 1] and (sda, sda + 1) not in tried:
            tried.append((sda, sda + 1))
    for freq in (400_000, 100_000):
        for sda, scl in tried:
            bus = sda // 2 % 2
            i2c = I2C(bus, sda=Pin(sda), scl=Pin(scl), freq=freq, **_PATIENCE)
            for address in (0x3C, 0x3D):
                if answers(i2c, address):
                    found = {"id": bus, "sda": sda, "scl": scl, "freq": freq, "addr": address}
                    return found, _controller(i2c, address)
            for pin in (sda, scl):
                Pin(pin, Pin.IN)  # otherwise this bus would keep it
    told("No screen answers at 0x3C or 0x3D. SDA and SCL that were tried:")
    told(", ".join(["GP%d GP%d" % pair for pair in tried]))
    if not latches and _HIGH not in states:
        told("No pin has a pull-up resistor outside: is the screen connected, and powered?")
    for sda in _USUAL:
        for pin, name in ((sda, "SDA"), (sda + 1, "SCL")):
            if states[pin] == _LOW and states[pin ^ 1] == pulled:
                told("GP%d as %s is held low." % (pin, name))
    return None


def _entry(name, value):
    """Return a value as a board file has it, the entries between braces in the usual order."""
    if not isinstance(value, dict):
        return repr(value)
    needed, optional = KEYWORDS.get(name, (KEYS, ()))
    texts = []
    for key in needed + optional:
        if key in value:
            form = '"%s": 0x%X' if key == "addr" else '"%s": %r'
            texts.append(form % (key, value[key]))
    return "{%s}" % ", ".join(texts)


def found_file(has, buttons, high):
    """Return a /board.py with the panel of `has`, these buttons, and the other parts of `has` on
    pins that are left."""
    found = dict(has)
    found["BUTTONS"] = buttons
    found["HIGH"] = tuple(high) or None
    if buttons != has["BUTTONS"]:
        found["LABELS"] = None
    used = set(buttons.values()) | taken(has, ("I2C",))
    for name in ("BUZZER", "PRINTER", "BATTERY", "ENCODER"):
        if taken(has, (name,)) & used:
            found[name] = None
    text = "# Found by the Pocket Teletype, and yours to change: see docs/build.md\n"
    for name in _ENTRIES:
        value = found.get(name)
        if value is not None:
            text += "%s = %s\n" % (name, _entry(name, value))
    return text


class Finder:
    """A search for the buttons, shown on a panel.

    It calls `feed()` all the while, and `say(line)` with news.

    _states  for each pin that may have a button its state at rest
    _stuck   the pins that read low at rest, and of which nothing was said yet
    """

    def __init__(self, has, panel, feed, say):
        self._panel = panel
        self._feed = feed
        self._say = say
        self._latches = has["CHIP"] == "RP2350"
        pins = set(range(23)) | {26, 27, 28}  # the header of a Pico; the board uses the others
        pins |= set(has["BUTTONS"].values())
        self._states = dict.fromkeys(pins - taken(has, _FITTED + _UNSURE + ("I2C",)))

    def _rest(self):
        """Read the states of all pins while no button is pressed."""
        self._stuck = set()
        for pin in self._states:
            self._states[pin] = found = state(pin, self._latches)
            if found == _LOW:
                self._stuck.add(pin)

    def _pressed(self, wait):
        """Return the next pin that is pressed, and whether it went high; None after `wait` ms."""
        latches = self._latches
        begin = ticks_ms()
        while ticks_diff(ticks_ms(), begin) < wait:
            self._feed()
            sleep_ms(2)
            for pin in self._states:
                now = state(pin, latches)
                if now == self._states[pin]:
                    continue
                sleep_ms(_BOUNCE)
                if state(pin, latches) != now:
                    continue
                if now == _FLOATS:  # released: it was down before
                    self._states[pin] = now
                    self._stuck.discard(pin)
                    continue
                for _ in range(_SHORT // _BOUNCE):  # until it is released
                    self._feed()
                    sleep_ms(_BOUNCE)
                    if state(pin, latches) != now:
                        break
                return pin, now == _HIGH
        return None

    def buttons(self):
        """Return the names of the buttons by pin, and the names of those wired to 3.3 V."""
        self._rest()
        found: dict = {}
        high: list = []
        below = "no button? wait 1 minute"
        wait = _FIRST
        for index, name in enumerate(KEYS):
            begin = ticks_ms()
            while True:
                self.draw(index, found.values(), below)
                left = wait - ticks_diff(ticks_ms(), begin)
                if left <= 0:
                    below = "%s: none" % name
                    break
                got = self._pressed(min(left, _SHORT))
                if not got and self._stuck and found:
                    got = self._told_stuck(index)
                if not got:
                    continue
                pin, is_high = got
                if pin not in found:
                    found[pin] = name
                    if is_high:
                        high.append(name)
                    below = "%s is on GP%d" % (name, pin)
                    break
                below = "GP%d is %s already" % (pin, found[pin])  # no space for more
                self._say(below + ": are two buttons on one pin?")
            self._say(below)
            if index and not found:
                break
            wait = _NEXT
        return found, high

    def _told_stuck(self, index):
        """Show that a pin which always reads low is not used; return a press meanwhile."""
        text = "GP%d reads pressed all the time: stuck, or wired to ground? Not used."
        self._told("LOOKING FOR BUTTONS", text % self._stuck.pop())
        self._below(index, "no such button? wait 10 s")
        self._panel.show()
        return self._pressed(_SHORT)

    def notice(self, text):
        """Show a text for three seconds, or until a button is pressed."""
        self._told("NO BUTTON", text)
        self._panel.show()
        self._pressed(_SHORT)

    def _told(self, title, text):
        self._say(text)
        self._title(title)
        self._text(1, text)

    # Drawing

    def _title(self, text):
        panel = self._panel
        panel.home()
        panel.fill(0)
        x = max(0, (panel.width - width(text)) // 2)
        if x > 4:
            panel.hline(0, 3, x - 4, 1)
            panel.hline(panel.width - x + 3, 3, x - 3, 1)
        panel.touch(0, 0, panel.width, panel.height)
        draw_text(panel, 0, x, text)

    def _row(self, row, text, x=1):
        if row < self._panel.rows:
            draw_text(self._panel, row, x, text)

    def _text(self, row, text):
        """Draw a text on as many rows as it takes; return the row after it."""
        for begin, end in rows(text, self._panel.width - 2):
            self._row(row, text[begin:end])
            row += 1
        return row

    def _ends(self, row, left, right):
        """Draw a text on the left of a row, and on a wide panel one on the right."""
        self._row(row, left)
        if self._panel.width > 100:
            self._row(row, right, self._panel.width - width(right))

    def _below(self, index, text):
        rows = self._panel.rows
        self._ends(rows - 2, "Press " + KEYS[index], "%d of %d" % (index + 1, len(KEYS)))
        self._row(rows - 1, text)

    def draw(self, index, found, below):
        """Draw all buttons: the one to press is filled, those found are underlined."""
        self._title("LOOKING FOR BUTTONS" if self._panel.width > 100 else "BUTTONS")
        if self._panel.height >= 64:
            for key in range(len(KEYS)):
                self._button(key, key == index, KEYS[key] in found)
        self._below(index, below)
        self._panel.show()

    def _button(self, key, lit, lined):
        panel = self._panel
        x, row = _PLACES[2 * key], _PLACES[2 * key + 1]
        name = _SIGNS[key]
        box = panel.fill_rect if lit else panel.rect
        box(x - 8, 8 * row - 1, 17, 10, 1)
        draw_text(panel, row, x - width(name) // 2, name, 255 if lit else 0)
        if lined:
            panel.hline(x - 4, 8 * row + 7, 9, not lit)

    def summary(self, buttons, screen, kept):
        """Show what was found; return True to start (OK, or a minute without a button), False to
        search again (BACK)."""
        panel = self._panel
        self._rest()
        wide = panel.width > 100
        self._title("FOUND: %d BUTTONS" % len(buttons) if wide else "FOUND")
        columns = 2 if panel.rows > 4 else 3
        high = (len(buttons) + columns - 1) // columns  # rows
        names = KEYS if wide and columns == 2 else _SIGNS
        pin = "GP%d" if panel.width > 64 else "%d"
        place = 0
        for name, key in zip(names, KEYS):
            if key in buttons:
                column, row = divmod(place, high)
                x = 1 + panel.width // columns * column
                self._row(1 + row, name, x)
                self._row(1 + row, pin % buttons[key], x + (30 if names is KEYS else 13))
                place += 1
        if screen and panel.height >= 64:
            self._row(self._text(1 + high, screen), kept)
        self._ends(panel.rows - 1, "OK:START", "BACK:AGAIN" if "BACK" in buttons else "")
        panel.show()
        begin = ticks_ms()
        while ticks_diff(ticks_ms(), begin) < _FIRST:
            got = self._pressed(_NEXT)
            if got and got[0] == buttons.get("OK"):
                return True
            if got and got[0] == buttons.get("BACK"):
                return False
        return True


def usable(names, turns=False):
    """Return the pins by name of the largest set of the found buttons that gives all keys.

    `names`: the names by pin; `turns`: an encoder gives some of the keys.
    """
    for keys in BUTTONS + KNOBS[::-1] if turns else BUTTONS:
        found = {}
        for pin in names:
            if names[pin] in keys:
                found[names[pin]] = pin
        if len(found) == len(keys):
            return found
    return {}


def find(has, panel, screen, feed, say):
    """Ask for the buttons until the user accepts them; write /board.py and return its values.

    `screen`: the sentence about the panel on I2C, or empty. If the flash cannot be written, the
    values hold until the next start. Return None if no button was found and those of the image
    cannot be used.
    """
    finder = Finder(has, panel, feed, say)
    while True:
        got, high = finder.buttons()
        buttons = usable(got, "ENCODER" in has)
        high = [key for key in high if key in buttons]
        if not buttons:
            if "LADDER" in has or "MATRIX" in has:  # these can only be described by hand
                text = "No button with a pin of its own was pressed: nothing is kept."
            elif taken(has, ("I2C",)) & set(has["BUTTONS"].values()):
                text = "The screen is on pins of the buttons: write /board.py"
            else:
                text = "No button was pressed: those of the image are used."
                buttons = has["BUTTONS"]
                high = has.get("HIGH", ())
            finder.notice(text)
            if not buttons:
                return None
        text = found_file(has, buttons, high)
        try:
            Store().replace("board.py", text)
            kept = "Kept in /board.py"
        except OSError:
            kept = "not kept: flash"
        say(kept)
        if not got or finder.summary(buttons, screen, kept):
            break
    values: dict = {}
    exec(text, values)
    return values


def at_start(has, feed, say):
    """Search all pins for a panel, or take the one that `has` puts on SPI; ask for the buttons.

    Return the values of the /board.py that was written, or None.
    """
    image = load("board").__dict__
    i2c = has.get("I2C", {})
    free = set(image["BUTTONS"].values()) | {i2c.get("sda"), i2c.get("scl")}
    pins = taken(image, ("BATTERY", "PINS")) | taken(has, ("PINS", "I2C"))
    has = dict(has)
    has["PINS"] = dict(enumerate(pins - free))
    screen = ""
    if i2c:
        found = find_panel(has, say)
        if not found:
            return None
        i2c, controller = dict(i2c, **found[0]), found[1]
        has["I2C"] = i2c
        wires = i2c["addr"], i2c["sda"], i2c["scl"]
        screen = "Screen: %s at 0x%02X, SDA GP%d, SCL GP%d" % ((controller.upper(),) + wires)
        say(screen)
        if controller != has["PANEL"]["controller"].replace("9", "6"):  # an SSD1309 answers alike
            has["PANEL"] = {"controller": controller, "width": 128, "height": 64}
    panel, bus = connect(has, None)
    return None if bus.errors else find(has, panel, screen, feed, say)
