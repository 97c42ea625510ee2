# SPDX-License-Identifier: MIT
"""The checks of a board description, for `host_tools boards` and for /board.py.

A board file holds only data, `NAME = value`, in the terms of MicroPython's `machine`
(docs/add-a-board.md lists them). `board_reader` and the host tools parse it; `faults` checks the
values. The faults are reported in English, because they quote the file.

The pins' functions come from the RP2040 and RP2350 datasheets (Raspberry Pi, 2024; "GPIO
functions", identical for pins 0 to 29 as used here) and from the datasheets of the ESP32 and the
ESP32-C3 (Espressif; "Pin Definitions"), where the GPIO matrix lets a bus use any pin. The module
is in memory only while a file is checked.
"""

RP2 = ("RP2040", "RP2350")
"""The chips with images of this project; the others run a stock MicroPython."""

PINS = {
    "RP2040": range(30),
    "RP2350": range(30),
    # not 1, 3 (the serial port), 6..11 (the flash), 16, 17 (the PSRAM, without which the firmware
    # has too little memory), 34..39 (no output, no pull-up resistors)
    "ESP32": (0, 2, 4, 5, 12, 13, 14, 15, 18, 19, 21, 22, 23, 25, 26, 27, 32, 33),
    # not 11..17 (the flash), 18, 19 (USB), 20, 21 (the serial port)
    "ESP32C3": range(11),
}
"""The pins of each chip that can be used for anything."""

LOW_AT_START = {"ESP32": 12}
"""A pin that must be low when the chip starts, or its flash gets the wrong voltage: the pull-up
resistor of an I2C bus would keep it high."""

BUSES = {
    "I2C": {"RP2": (0, 1), "ESP32": (0, 1), "ESP32C3": (0,)},
    "SPI": {"RP2": (0, 1), "ESP32": (1, 2), "ESP32C3": (1,)},
}
PRINTERS = {
    "RP2040": ("state machine", range(8)),
    "RP2350": ("state machine", range(12)),
    "ESP32": ("UART", (1, 2)),
    "ESP32C3": ("UART", (1,)),
}
"""The hardware that sends characters to the printer (`drivers.printer`), and its numbers."""

FIRST_ANALOG = 26
"""The first pin of an RP2 that has an analogue input."""

CONTROLLERS = {"ssd1306": 128, "ssd1309": 128, "sh1106": 132, "sh1107": 128}
"""The controllers of panels, and the columns of their memory."""

SIZES = ((128, 64), (128, 32), (72, 40), (64, 48))
TURNED = ((128, 64),)
"""The sizes of panels with an SH1107, which are used in landscape."""

ADDRESSES = (0x3C, 0x3D)

BUTTONS = (
    ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK"),
    ("UP", "DOWN", "LEFT", "RIGHT", "OK"),
    ("UP", "DOWN", "OK", "BACK"),
    ("UP", "DOWN", "OK"),
    ("DOWN", "OK"),
)
"""The sets of buttons with which all keys can be made (see
firmware/teletype/drivers/buttons.py)."""

KNOBS = (("OK",), ("OK", "BACK"), ("LEFT", "RIGHT", "OK"), ("LEFT", "RIGHT", "OK", "BACK"))
"""The sets of buttons that suffice beside an encoder; turning it gives the other keys."""

FULL = 3300
APART = 200
"""Millivolts: a ladder's supply, and the least distance of two levels, as resistors vary."""

ROTATE = (0, 180)

LABELLED = ("OK", "BACK")
"""The keys whose labels a board may give; the others have arrows."""

FLASH = {"RP2040": {"size": 2048, "files": 1024}, "RP2350": {"size": 4096, "files": 3072}}
"""KiB of flash of a Pico and of a Pico 2, and the part at its end that stock MicroPython uses for
files. With the same part here a change between the two images keeps the files."""

IMAGES = ("pico", "apart")
"""Images for a board without one in a release: the Pico's with a /board.py, or one that is built
on request."""

MOST_FLASH = 16 * 1024
"""KiB that these chips can address."""

LEAST_FILES = 256
LEAST_IMAGE = 1008
"""The least KiB: for tapes and settings, and for MicroPython with the firmware."""

NEEDED = ("NAME", "TITLE", "CHIP", "PANEL", "BUTTONS")
NAMES = (
    "NAME", "TITLE", "CHIP", "PANEL", "BUTTONS", "I2C", "SPI", "HIGH", "LABELS", "BUZZER",
    "PRINTER", "BATTERY", "FLASH", "SDK", "PINS", "ENCODER", "LADDER", "MATRIX", "IMAGE",
)  # fmt: skip

KEYWORDS = {
    "PANEL": (("controller", "width", "height"), ("shift", "rotate")),
    "I2C": (("id", "sda", "scl", "freq", "addr"), ("reset", "power")),
    "SPI": (("id", "baudrate", "sck", "mosi", "cs", "dc", "reset"), ()),
    "PRINTER": (("id", "tx"), ()),
    "BATTERY": (("adc", "ratio", "empty", "full"), ("usb",)),
    "FLASH": (("size", "files"), ()),
    "ENCODER": (("a", "b"), ("edges",)),
}
"""The required keywords between the braces, and the optional ones."""

CHIPS = ("RP2040", "RP2350", "ESP32", "ESP32C3")

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
