# SPDX-License-Identifier: MIT
"""The checks of a board description, for `host_tools boards` and for /board.py.

A board file holds only data, `NAME = value`, in the terms of MicroPython's `machine`
(docs/add-a-board.md lists them). `board_reader` and the host tools parse it; `faults` checks the
values. The faults are reported in English, because they quote the file.

The module is in memory only while a file is checked.
"""

from teletype.board_terms import (
    ADDRESSES,
    APART,
    BUSES,
    BUTTONS,
    CHIPS,
    CONTROLLERS,
    FIRST_ANALOG,
    FULL,
    IMAGES,
    KEYWORDS,
    KNOBS,
    LABELLED,
    LEAST_FILES,
    LEAST_IMAGE,
    LOW_AT_START,
    MOST_FLASH,
    PINS,
    PRINTERS,
    ROTATE,
    RP2,
    SIZES,
    TURNED,
)

MOST = 20
"""The most faults that are reported; nobody would read more."""

_SHOWN = 24
"""Characters of a wrong value that a fault quotes."""


def complete(values, lines, needed):
    """Return the missing names of a file in which `read` has found no fault."""
    found = [("", "%s is missing" % name) for name in needed if name not in lines]
    if not found and ("I2C" in values) == ("SPI" in values):
        found.append(("", "either I2C or SPI is needed, for the panel"))
    return found


def faults(values, name=""):
    """Return the faults of values, pairs of a name and a text. `name`: the folder of the board."""
    check = Check(values)
    try:
        check.all(name)
    except Enough:
        pass
    return check.faults


def brief(value, quoted=True):
    """Return a value as a file would have it, or a name without quotes, cut if it is long."""
    if isinstance(value, str):
        value = value[: _SHOWN + 1]  # no copy of a long text
    text = "%r" % (value,) if quoted or not isinstance(value, str) else value
    return text if len(text) <= _SHOWN + 2 else text[:_SHOWN] + "…"


def _words(values):
    if isinstance(values, range):
        return "%d..%d" % (values[0], values[-1])
    return ", ".join([str(value) for value in values])


def _integer(value):
    return type(value) is int  # True is no number here


def _among(value, allowed):
    """Whether an integer is one of `allowed`; `in` would step through a range on MicroPython."""
    if isinstance(allowed, range):
        return allowed[0] <= value <= allowed[-1]
    return value in allowed


def _made_of(text, more, most):
    """Whether a text has 1 to `most` characters: capital letters, digits and those of `more`."""
    if not isinstance(text, str) or not 0 < len(text) <= most:
        return False
    for char in text:
        if not ("0" <= char <= "9" or "A" <= char <= "Z" or char in more):
            return False
    return True


_SMALL = "abcdefghijklmnopqrstuvwxyz"


class Enough(Exception):
    """There are MOST faults."""


class Check:
    """A check of a board's values; `faults` receives the results."""

    def __init__(self, values):
        self.values = values
        self.faults = []
        self.used = {}
        self.keys = set()
        self.chip = self.family = ""

    def all(self, name=""):
        """Check everything; `name` is the board's folder, if it has one."""
        values = self.values
        if name and values["NAME"] != name:
            self.fault(
                "NAME", "%s; it must be the folder's name, %r" % (brief(values["NAME"]), name)
            )
        # it becomes a C string, and MicroPython's name of the machine
        title = values.get("TITLE", "A")
        if not _made_of(title, _SMALL + " .,+-", 32) or title[0] in " .,+-":
            self.fault("TITLE", "%s; allowed: 1..32 letters, figures, ' .,+-'" % brief(title))
        chip = values["CHIP"]
        if not isinstance(chip, str) or chip not in PINS:
            self.fault("CHIP", "%s; allowed: %s" % (brief(chip), _words(list(CHIPS))))
            return  # the pins of an unknown chip cannot be checked
        self.chip = chip
        self.family = "RP2" if chip in RP2 else chip
        self.panel()
        if "I2C" in values:
            self.i2c()
        else:
            self.spi()
        self.buttons()
        for key in ("ENCODER", "LADDER", "MATRIX"):
            if key in values:
                self.inputs(key)
        self.enough()
        if "HIGH" in values:
            self.high()
        if "LABELS" in values:
            self.labels()
        if "BUZZER" in values:
            self.pin("BUZZER", "the buzzer", values["BUZZER"])
        if "PRINTER" in values:
            self.printer()
        if "BATTERY" in values:
            self.battery()
        for key in ("FLASH", "SDK", "PINS", "IMAGE"):
            if key in values:
                self.image(key)

    def fault(self, name, what):
        self.faults.append((name, what))
        if len(self.faults) == MOST:
            raise Enough

    def keywords(self, name):
        """Return the values between the braces after `name`; empty if they are wrong."""
        value = self.values[name]
        needed, optional = KEYWORDS[name]
        if not isinstance(value, dict):
            example = ", ".join(['"%s": …' % key for key in needed])
            self.fault(name, "%s; allowed: {%s}" % (brief(value), example))
            return {}
        unknown = [key for key in value if key not in needed + optional]
        missing = [key for key in needed if key not in value]
        for key in unknown:
            self.fault(
                name, "no keyword %s; allowed: %s" % (brief(key), _words(needed + optional))
            )
        for key in missing:
            self.fault(name, '"%s" is missing' % key)
        return {} if unknown or missing else value

    def number(self, name, key, allowed):
        """Check whether the keyword has one of the allowed numbers."""
        value = self.values[name][key]
        good = _integer(value) and _among(value, allowed)
        if not good:
            self.fault(name, "%s %s; allowed: %s" % (key, brief(value), _words(allowed)))
        return good

    def pin(self, name, what, pin, fits=None):
        """Check a pin for `what`: it exists, is free, and on an RP2 it `fits`."""
        pins = PINS[self.chip]
        if self.family != "RP2" or fits is None:
            fits = _any
        if not _integer(pin) or pin not in pins or not fits(pin):
            free = [number for number in pins if fits(number)]
            allowed = _words(pins if len(free) == len(pins) else free)
            self.fault(name, "%s cannot be pin %s; allowed: %s" % (what, brief(pin), allowed))
        elif pin in self.used:
            self.fault(name, "%s is on pin %d, like %s" % (what, pin, self.used[pin]))
        else:
            self.used[pin] = what

    def panel(self):
        panel = self.keywords("PANEL")
        if not panel:
            return
        controller, width, height = panel["controller"], panel["width"], panel["height"]
        if not isinstance(controller, str) or controller not in CONTROLLERS:
            self.fault(
                "PANEL", "controller %s; allowed: %s" % (brief(controller), _words(CONTROLLERS))
            )
            return
        sizes = TURNED if controller == "sh1107" else SIZES
        if not (_integer(width) and _integer(height) and (width, height) in sizes):
            allowed = " or ".join(["%d x %d" % size for size in sizes])
            self.fault(
                "PANEL", "%s x %s pixels; allowed: %s" % (brief(width), brief(height), allowed)
            )
            return
        if "shift" in panel:
            self.number("PANEL", "shift", range(CONTROLLERS[controller] - width + 1))
        if "rotate" in panel:
            self.number("PANEL", "rotate", ROTATE)

    def i2c(self):
        i2c = self.keywords("I2C")
        if not i2c:
            return
        if self.number("I2C", "id", BUSES["I2C"][self.family]):
            number = i2c["id"]
            bus = " of bus %d" % number if self.family == "RP2" else ""
            self.pin("I2C", "sda" + bus, i2c["sda"], lambda pin: pin % 4 == 2 * number)
            self.pin("I2C", "scl" + bus, i2c["scl"], lambda pin: pin % 4 == 2 * number + 1)
            for key in ("sda", "scl"):
                if _integer(i2c[key]) and i2c[key] == LOW_AT_START.get(self.chip):
                    self.fault("I2C", "%s on pin %d keeps it high at the start" % (key, i2c[key]))
        for key in ("reset", "power"):
            if key in i2c:
                self.pin("I2C", key, i2c[key])
        self.number("I2C", "freq", range(10_000, 1_000_001))
        address = i2c["addr"]
        if not _integer(address) or address not in ADDRESSES:
            given = brief(hex(address), False) if _integer(address) else brief(address)
            allowed = " or ".join([hex(known) for known in ADDRESSES])
            self.fault("I2C", "addr %s; allowed: %s" % (given, allowed))

    def spi(self):
        spi = self.keywords("SPI")
        if not spi:
            return
        if self.number("SPI", "id", BUSES["SPI"][self.family]):
            number = spi["id"]
            bus = " of bus %d" % number if self.family == "RP2" else ""
            first = 8 * number + 2  # GP2 and GP6, or GP10 and GP14, and 16 further
            clock = lambda pin: pin % 16 in (first, first + 4)  # noqa: E731
            data = lambda pin: pin % 16 in (first + 1, first + 5)  # noqa: E731
            self.pin("SPI", "sck" + bus, spi["sck"], clock)
            self.pin("SPI", "mosi" + bus, spi["mosi"], data)
        for key in ("cs", "dc", "reset"):
            self.pin("SPI", key, spi[key])
        self.number("SPI", "baudrate", range(100_000, 10_000_001))

    def buttons(self):
        buttons = self.values["BUTTONS"]
        if not isinstance(buttons, dict):
            self.fault("BUTTONS", 'allowed: {"UP": pin, ...}')
            return
        self.named("BUTTONS", buttons)
        for name in BUTTONS[0]:  # MicroPython's dictionaries have no order
            if name in buttons:
                self.pin("BUTTONS", "button " + name, buttons[name])

    def named(self, name, keys):
        """Add `keys`, which `name` gives buttons to, to the keys of the board."""
        for key in keys:
            if key not in BUTTONS[0]:
                self.fault(name, "no key %s; allowed: %s" % (brief(key), _words(BUTTONS[0])))
            elif key in self.keys:
                self.fault(name, "key %s has a button already" % key)
            self.keys.add(key)

    def enough(self):
        """Whether all keys can be made."""
        keys = self.keys
        sets = KNOBS + BUTTONS if "ENCODER" in self.values else BUTTONS
        if not isinstance(self.values["BUTTONS"], dict) or not keys <= set(BUTTONS[0]):
            return
        if len(keys) < 2 and sets is BUTTONS:
            self.fault("BUTTONS", "%d buttons; at least 2 are needed, DOWN and OK" % len(keys))
        elif not any([keys == set(names) for names in sets]):
            allowed = " or ".join([" ".join(names) for names in sets if len(names) < 6])
            given = " ".join([key for key in BUTTONS[0] if key in keys])
            self.fault(
                "BUTTONS", "%s do not make all keys; allowed: all, or %s" % (given, allowed)
            )

    def inputs(self, name):
        """Check an encoder, a ladder of resistors or a matrix."""
        if self.family != "RP2":
            self.fault(name, "an %s has only BUTTONS" % self.chip)
            return
        value = self.values[name]
        if name == "ENCODER":
            turns = self.keywords(name)
            for key in ("a", "b") if turns else ():
                self.pin(name, key, turns[key])
            if "edges" in turns:
                self.number(name, "edges", (2, 4))
        elif not isinstance(value, dict) or not value:
            example = '{26: {"rest": 3300, "UP": 0}}' if name == "LADDER" else '{"UP": (2, 4)}'
            self.fault(name, "%s; allowed: %s" % (brief(value), example))
        elif name == "LADDER":
            for pin, levels in value.items():
                self.pin(name, "a ladder", pin, lambda pin: pin >= FIRST_ANALOG)
                self.ladder(levels)
        else:
            self.named(name, value)
            self.matrix(value)

    def ladder(self, levels):
        if not isinstance(levels, dict) or "rest" not in levels or len(levels) < 2:
            self.fault("LADDER", 'allowed: {"rest": 3300, "UP": 0, ...}')
            return
        self.named("LADDER", [key for key in levels if key != "rest"])
        before = -APART
        for level in levels.values():
            if not _integer(level) or not 0 <= level <= FULL:
                self.fault("LADDER", "%s millivolts; allowed: 0..%d" % (brief(level), FULL))
                return
        for level in sorted(levels.values()):
            if level - before < APART:
                self.fault("LADDER", "%d millivolts; allowed: %d apart" % (level, APART))
            before = level

    def matrix(self, keys):
        rows, columns, places = [], [], []
        for key in keys:
            place = keys[key]
            if not isinstance(place, (tuple, list)) or len(place) != 2 or place in places:
                what = "%s at %s; allowed: (row, column), another one for each"
                self.fault("MATRIX", what % (brief(key, False), brief(place)))
                return
            places.append(place)
            for pin, known in zip(place, (rows, columns)):
                if pin not in known:
                    known.append(pin)
        for known, what in ((rows, "row"), (columns, "column")):
            for pin in known:
                self.pin("MATRIX", "a " + what, pin)

    def high(self):
        high, buttons = self.values["HIGH"], self.values["BUTTONS"]
        if not isinstance(high, (tuple, list)):
            self.fault("HIGH", '%s; allowed: ("OK", ...)' % brief(high))
            return
        for name in high:
            if not isinstance(name, str) or not isinstance(buttons, dict) or name not in buttons:
                self.fault("HIGH", "no button %s; allowed: those of BUTTONS" % brief(name))

    def labels(self):
        labels = self.values["LABELS"]
        if not isinstance(labels, dict):
            self.fault("LABELS", 'allowed: {"OK": text, "BACK": text}')
            return
        for name, text in labels.items():
            if name not in LABELLED or name not in self.keys:
                self.fault("LABELS", "no button %s; allowed: %s" % (brief(name), _words(LABELLED)))
            elif not _made_of(text, "", len(name)):  # the hints have no space for more
                allowed = "1..%d of A-Z, 0-9" % len(name)
                self.fault("LABELS", "%s as %s; allowed: %s" % (name, brief(text), allowed))

    def printer(self):
        printer = self.keywords("PRINTER")
        if not printer:
            return
        what, allowed = PRINTERS[self.chip]
        if not _integer(printer["id"]) or printer["id"] not in allowed:
            self.fault(
                "PRINTER", "%s %s; allowed: %s" % (what, brief(printer["id"]), _words(allowed))
            )
        self.pin("PRINTER", "tx", printer["tx"])

    def battery(self):
        if self.family != "RP2":
            self.fault("BATTERY", "an %s is not asked for its battery" % self.chip)
            return
        battery = self.keywords("BATTERY")
        if not battery:
            return
        self.pin("BATTERY", "adc", battery["adc"], lambda pin: pin >= FIRST_ANALOG)
        if "usb" in battery:
            self.pin("BATTERY", "usb", battery["usb"])
        self.number("BATTERY", "ratio", range(1, 11))
        if self.number("BATTERY", "empty", range(1000, 30_000)):
            self.number("BATTERY", "full", range(battery["empty"] + 100, 30_001))

    def image(self, name):
        """Check the values about the image of a board."""
        if self.family != "RP2":
            why = "an %s has MicroPython's own image, where this is settled"
            self.fault(name, why % self.chip)
            return
        value = self.values[name]
        if name == "FLASH" and self.keywords("FLASH"):
            size = range(LEAST_FILES + LEAST_IMAGE, MOST_FLASH + 1)
            if self.number("FLASH", "size", size):
                self.number("FLASH", "files", range(LEAST_FILES, value["size"] - LEAST_IMAGE + 1))
            for key in ("size", "files"):
                if _integer(value[key]) and value[key] % 4:
                    self.fault(
                        "FLASH", "%s %s; allowed: whole blocks of 4 KiB" % (key, brief(value[key]))
                    )
        elif name == "SDK":
            if not isinstance(value, str) or not value or not set(value) <= set(_SDK):
                self.fault("SDK", "%s; allowed: the Pico SDK's name of the board" % brief(value))
        elif name == "IMAGE":
            if value not in IMAGES:
                self.fault("IMAGE", "%s; allowed: %s" % (brief(value), _words(IMAGES)))
        elif name == "PINS":
            if not isinstance(value, dict):
                self.fault("PINS", '%s; allowed: {"NAME": pin, ...}' % brief(value))
                return
            for key, pin in value.items():
                if not _made_of(key, "_", 80) or not "A" <= key[0] <= "Z":
                    self.fault("PINS", "name %s; allowed: A-Z, 0-9 and _" % brief(key))
                if not _integer(pin) or pin not in PINS[self.chip]:
                    allowed = _words(PINS[self.chip])
                    self.fault(
                        "PINS",
                        "%s on pin %s; allowed: %s" % (brief(key, False), brief(pin), allowed),
                    )


_SDK = _SMALL + "0123456789_"


def _any(pin):
    return True
