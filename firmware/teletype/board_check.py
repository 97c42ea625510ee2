# SPDX-License-Identifier: MIT
"""The checks of a board description, for `host_tools boards` and for /board.py.

A board file holds only data, `NAME = value`, in the terms of MicroPython's `machine`
(docs/add-a-board.md lists them). `read` parses it without executing it, `faults` checks the
values. All faults are reported, in English, because they quote the file.

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
    # not 1, 3 (the serial port), 6..11 (the flash), 34..39 (no output, no pull-up resistors)
    "ESP32": tuple([0, 2, 4, 5] + list(range(12, 20)) + [21, 22, 23, 25, 26, 27, 32, 33]),
    # not 11..17 (the flash), 18, 19 (USB), 20, 21 (the serial port)
    "ESP32C3": range(11),
}
"""The pins of each chip that can be used for anything."""

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
LEAST_IMAGE = 960
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

LONGEST = 8192
"""Bytes of a board file on a board; a page of comments fits."""

_PLAIN = "not a plain value; allowed: numbers, texts, tuples, {}"
_ONLY = "allowed is NAME = value and nothing else"
_WORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789"


class _Text:
    """A board file and the reader's position in it."""

    def __init__(self, text):
        self.text = text + "\n"
        self.at = 0
        self.line = 1

    def ended(self):
        return self.at >= len(self.text)

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else "\n"

    def step(self):
        if self.peek() == "\n":
            self.line += 1
        self.at += 1

    def word(self):
        begin = self.at
        while self.peek() in _WORD:
            self.at += 1
        return self.text[begin : self.at]

    def blanks(self):
        while self.peek() in " \t\r\x0c":
            self.at += 1

    def rest(self):
        """Skip to the end of the line; return whether it held only a comment."""
        self.blanks()
        empty = self.peek() in "#\n"
        while self.peek() != "\n":
            self.at += 1
        self.step()
        return empty

    def quoted(self):
        """Skip a text in quotes; return whether it ends."""
        mark = self.peek()
        if self.text[self.at : self.at + 3] == 3 * mark:
            mark = 3 * mark
        self.at += len(mark)
        while not self.ended():
            if self.text[self.at : self.at + len(mark)] == mark:
                self.at += len(mark)
                return True
            if self.peek() == "\n" and len(mark) == 1:
                return False
            if self.peek() == "\\":
                self.step()
            self.step()
        return False

    def value(self):
        """Skip a value to the end of its last line; return its fault, or an empty text."""
        depth = 0
        while True:
            char = self.peek()
            if char == "#":
                while self.peek() != "\n":
                    self.at += 1
            elif char == "\n":
                if depth <= 0 or self.ended():
                    return "not Python: a bracket is open" if depth > 0 else ""
                self.step()
            elif char in "\"'":
                if not self.quoted():
                    return "not Python: a text does not end"
            elif char in "{[(":
                depth += 1
                self.at += 1
                if depth > 20:
                    return _PLAIN
            elif char in "}])":
                depth -= 1
                self.at += 1
            elif char in _WORD:
                word = self.word()
                if word[0] not in "0123456789" and word not in ("True", "False", "None"):
                    return _PLAIN
            elif char in ",:-. \t\r":
                self.at += 1
            else:
                return _PLAIN


def read(text):
    """Return the values of a board file, their lines, and the faults of the file.

    `text`: its bytes. Nothing in it is executed.
    """
    values: dict = {}
    lines: dict = {}
    found: list = []
    if text[:3] == b"\xef\xbb\xbf":
        text = text[3:]  # a byte order mark, which some editors write
    if len(text) > LONGEST:
        return values, lines, [("", "longer than %d bytes" % LONGEST)]
    try:
        if b"\0" in text:
            raise UnicodeError  # UTF-16 without a mark
        file = _Text(str(text, "utf-8"))
    except UnicodeError:
        return values, lines, [("", "not UTF-8 text")]
    while not file.ended():
        if file.peek() in "#\n \t\r\x0c":
            line = file.line
            if not file.rest():
                found.append(("", "line %d: %s" % (line, _ONLY)))
            continue
        line = file.line
        if file.peek() in "\"'":  # documentation
            if not file.quoted():
                found.append(("", "line %d: not Python: a text does not end" % line))
            elif not file.rest():
                found.append(("", "line %d: %s" % (line, _ONLY)))
            continue
        name = file.word()
        file.blanks()
        if not name or name[0] in "0123456789" or file.peek() != "=":
            file.rest()
            found.append(("", "line %d: %s" % (line, _ONLY)))
            continue
        file.at += 1
        begin = file.at
        wrong = file.value()
        if name in lines:
            found.append((name, "is given twice"))
        lines[name] = line
        if name not in NAMES:
            found.append((name, "no such name; allowed: %s" % _words(NAMES)))
        if not wrong:
            try:
                values[name] = eval(file.text[begin : file.at].strip(), {})
            except Exception as error:
                wrong = _PLAIN
                if isinstance(error, SyntaxError):
                    wrong = "not Python: invalid syntax"
        if wrong:
            found.append((name, wrong))
        file.rest()
    return values, lines, found


def complete(values, lines, needed):
    """Return the missing names of a file in which `read` has found no fault."""
    found = [("", "%s is missing" % name) for name in needed if name not in lines]
    if not found and ("I2C" in values) == ("SPI" in values):
        found.append(("", "either I2C or SPI is needed, for the panel"))
    return found


def faults(values, name=""):
    """Return the faults of values, pairs of a name and a text. `name`: the folder of the board."""
    check = Check(values)
    check.all(name)
    return check.faults


def own(text, chip):
    """Return the values of a /board.py, and one line about its faults, or an empty one.

    `chip`: the board's. NAME and TITLE may be missing; only an image needs them.
    """
    values, lines, found = read(text)
    found = found or complete(values, lines, NEEDED[2:])
    found = found or faults(values)
    if not found and values["CHIP"] != chip:
        found = [("CHIP", "%r; this board has an %s" % (values["CHIP"], chip))]
    if not found:
        return values, ""
    at, what = found[0]
    if at:
        what = "line %d: %s: %s" % (lines[at], at, what)
    line = "board.py: " + what if not what.startswith("line ") else "board.py " + what
    return None, line if len(found) == 1 else "%s (and %d more)" % (line, len(found) - 1)


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
            self.fault("NAME", "%r; it must be the folder's name, %r" % (values["NAME"], name))
        # it becomes a C string, and MicroPython's name of the machine
        title = values.get("TITLE", "A")
        if not _made_of(title, _SMALL + " .,+-", 32) or title[0] in " .,+-":
            self.fault("TITLE", "%r; allowed: 1..32 letters, figures, ' .,+-'" % (title,))
        chip = values["CHIP"]
        if not isinstance(chip, str) or chip not in PINS:
            self.fault("CHIP", "%r; allowed: %s" % (chip, _words(list(CHIPS))))
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

    def keywords(self, name):
        """Return the values between the braces after `name`; empty if they are wrong."""
        value = self.values[name]
        needed, optional = KEYWORDS[name]
        if not isinstance(value, dict):
            example = ", ".join(['"%s": …' % key for key in needed])
            self.fault(name, "%r; allowed: {%s}" % (value, example))
            return {}
        unknown = [key for key in value if key not in needed + optional]
        missing = [key for key in needed if key not in value]
        for key in unknown:
            self.fault(name, "no keyword %r; allowed: %s" % (key, _words(needed + optional)))
        for key in missing:
            self.fault(name, '"%s" is missing' % key)
        return {} if unknown or missing else value

    def number(self, name, key, allowed):
        """Check whether the keyword has one of the allowed numbers."""
        value = self.values[name][key]
        good = _integer(value) and _among(value, allowed)
        if not good:
            self.fault(name, "%s %r; allowed: %s" % (key, value, _words(allowed)))
        return good

    def pin(self, name, what, pin, fits=None):
        """Check a pin for `what`: it exists, is free, and on an RP2 it `fits`."""
        pins = PINS[self.chip]
        if self.family != "RP2" or fits is None:
            fits = _any
        if not _integer(pin) or pin not in pins or not fits(pin):
            free = [number for number in pins if fits(number)]
            allowed = _words(pins if len(free) == len(pins) else free)
            self.fault(name, "%s cannot be pin %r; allowed: %s" % (what, pin, allowed))
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
            self.fault("PANEL", "controller %r; allowed: %s" % (controller, _words(CONTROLLERS)))
            return
        sizes = TURNED if controller == "sh1107" else SIZES
        if not (_integer(width) and _integer(height) and (width, height) in sizes):
            allowed = " or ".join(["%d x %d" % size for size in sizes])
            self.fault("PANEL", "%r x %r pixels; allowed: %s" % (width, height, allowed))
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
        for key in ("reset", "power"):
            if key in i2c:
                self.pin("I2C", key, i2c[key])
        self.number("I2C", "freq", range(10_000, 1_000_001))
        address = i2c["addr"]
        if not _integer(address) or address not in ADDRESSES:
            given = hex(address) if _integer(address) else repr(address)
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
                self.fault(name, "no key %r; allowed: %s" % (key, _words(BUTTONS[0])))
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
            self.fault(name, "%r; allowed: %s" % (value, example))
        elif name == "LADDER":
            for pin, levels in value.items():
                self.pin(name, "a ladder", pin, lambda pin: pin >= FIRST_ANALOG)
                self.ladder(levels)
        else:
            self.named(name, value)
            self.matrix(value)

    def ladder(self, levels):
        if not isinstance(levels, dict) or "rest" not in levels or len(levels) < 2:
            self.fault("LADDER", '%r; allowed: {"rest": 3300, "UP": 0, ...}' % (levels,))
            return
        self.named("LADDER", [key for key in levels if key != "rest"])
        before = -APART
        for level in levels.values():
            if not _integer(level) or not 0 <= level <= FULL:
                self.fault("LADDER", "%r millivolts; allowed: 0..%d" % (level, FULL))
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
                what = "%s at %r; allowed: (row, column), another one for each"
                self.fault("MATRIX", what % (key, place))
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
            self.fault("HIGH", '%r; allowed: ("OK", ...)' % (high,))
            return
        for name in high:
            if not isinstance(name, str) or not isinstance(buttons, dict) or name not in buttons:
                self.fault("HIGH", "no button %r; allowed: those of BUTTONS" % (name,))

    def labels(self):
        labels = self.values["LABELS"]
        if not isinstance(labels, dict):
            self.fault("LABELS", 'allowed: {"OK": text, "BACK": text}')
            return
        for name, text in labels.items():
            if name not in LABELLED or name not in self.keys:
                self.fault("LABELS", "no button %r; allowed: %s" % (name, _words(LABELLED)))
            elif not _made_of(text, "", len(name)):  # the hints have no space for more
                allowed = "1..%d of A-Z, 0-9" % len(name)
                self.fault("LABELS", "%s as %r; allowed: %s" % (name, text, allowed))

    def printer(self):
        printer = self.keywords("PRINTER")
        if not printer:
            return
        what, allowed = PRINTERS[self.chip]
        if not _integer(printer["id"]) or printer["id"] not in allowed:
            self.fault("PRINTER", "%s %r; allowed: %s" % (what, printer["id"], _words(allowed)))
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
                        "FLASH", "%s %d; allowed: whole blocks of 4 KiB" % (key, value[key])
                    )
        elif name == "SDK":
            if not isinstance(value, str) or not value or not set(value) <= set(_SDK):
                self.fault("SDK", "%r; allowed: the Pico SDK's name of the board" % (value,))
        elif name == "IMAGE":
            if value not in IMAGES:
                self.fault("IMAGE", "%r; allowed: %s" % (value, _words(IMAGES)))
        elif name == "PINS":
            if not isinstance(value, dict):
                self.fault("PINS", '%r; allowed: {"NAME": pin, ...}' % (value,))
                return
            for key, pin in value.items():
                if not _made_of(key, "_", 80) or not "A" <= key[0] <= "Z":
                    self.fault("PINS", "name %r; allowed: A-Z, 0-9 and _" % (key,))
                if not _integer(pin) or pin not in PINS[self.chip]:
                    allowed = _words(PINS[self.chip])
                    self.fault("PINS", "%s on pin %r; allowed: %s" % (key, pin, allowed))


_SDK = _SMALL + "0123456789_"


def _any(pin):
    return True
