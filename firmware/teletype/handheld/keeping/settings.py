# SPDX-License-Identifier: MIT
"""The settings, saved in the file `settings.txt`.

The file has a line `name=value` for each setting, declared in FIELDS like a program's setup.
Blanks may surround both, and names and words may be in either case. A malformed, unknown,
out-of-range or repeated setting is ignored, with a message that names the line, and the
default applies. The damaged file is then kept as `settings.txt.bad`, and a valid one replaces it,
so that the message appears once. A safe start uses the defaults and neither reads nor writes the
file until the user changes a setting; then it also keeps the old file.
"""

from teletype import words
from teletype.core import codes
from teletype.core.request import Malformed, brief, folded
from teletype.core.setup import Choice, Field, Integer
from teletype.handheld.keeping.root_files import SETTINGS as FILE
from teletype.handheld.keeping.store import Damaged

LARGEST_FILE = 4000
"""Bytes; a longer file is damaged."""

MOST = 10
"""The most messages about a file; nobody would read more."""

_LINES = 200
_LONGEST_NAME = 20
"""The most lines of a file, and the characters of a name that count."""


class Name(Field):
    """The name of a board among several; its buttons cannot change it."""

    def allowed(self):
        return "up to 20 characters"

    def parse(self, text):
        text = text.strip()
        for char in text:
            if char < " " or "\x7f" <= char <= "\xa0":
                raise Malformed("a control character")
        if len(text) > 20:
            raise Malformed("too long")
        return text


class Bytes(Field):
    """Bytes in hexadecimal; its buttons cannot change them."""

    longest = 3 * 32

    def allowed(self):
        return "up to 32 bytes in hexadecimal, as 1B 40"

    def parse(self, text):
        digits = text.replace(" ", "")
        try:
            found = bytes.fromhex(digits)
        except ValueError:
            raise Malformed("no bytes")
        if len(found) > 32:
            raise Malformed("too long")
        return found

    def format(self, value):
        return " ".join(["%02X" % byte for byte in value])


NAME = (Name("name", ""),)

INIT = (Bytes("printer_init", b""),)
"""What is sent to the printer before its first line, after what its kind needs."""

PROFILES = {
    "home": {"sound": "off", "dim": 2, "blank": 10},
    "museum": {"sound": "off", "dim": 5, "blank": 60},
}
"""The values that a profile gives other settings, unless they are set separately."""

BUZZER = (
    Choice("sound", "off", ("off", "bell", "all")),
    Integer("volume", 3, 1, 3),  # by the duty, where the buzzer is a passive one
)
"""For boards with a buzzer, which is silent by default; `all` is the bell and a click for
each character.
"""

PRINTER = (
    Choice("printer", "off", ("off",) + codes.CODES),
    Choice(
        "baud",
        "9600",
        (
            ("45.45", "50", "75", "100", "110", "150", "200", "300", "600", "1200", "2400")
            + ("4800", "9600", "19200", "38400", "57600", "115200")
        ),
    ),
    Choice("printer_kind", "plain", codes.KINDS),
    Integer("columns", 69, 20, 132),
    Integer("return", 0, 0, 2000),  # ms to wait after a carriage return
    Integer("feed", 0, 0, 2000),  # and after a line feed
)
"""For boards with a printer port."""

FIELDS = (
    (
        Choice("speed", "10", ("10", "30", "fast")),  # characters a second
        Choice("language", "en", words.LANGUAGES),
        Choice("messages", "translated", ("original", "translated")),
        Choice("order", "easy", ("easy", "machine", "last")),  # of the shelf
        Choice("text", "normal", ("normal", "larger")),  # if larger text fits
        Integer("contrast", 4, 1, 5),
        Choice("invert", "no", ("no", "yes")),
        Integer("dim", 2, 0, 60),  # minutes without activity; 0: never
        Integer("blank", 10, 0, 240),
        Choice("answers", "short", ("short", "original")),  # on the paper and the printer
        Choice("paper", "holes", ("holes", "plain")),  # plain: also no head, no smooth feed
    )
    + BUZZER
    + PRINTER
    + INIT
    + NAME
    + (Choice("profile", "home", tuple(sorted(PROFILES))),)
)


class Settings:
    """The settings. With `safe` the defaults apply, and the file is not read.

    values    by name
    messages  the errors in the file
    new       whether there was no file: nobody has chosen anything yet
    _keep     whether the existing file has to be kept when a new one is written
    """

    def __init__(self, store, safe=False):
        self._store = store
        self.values = {field.name: field.default for field in FIELDS}
        self.messages = []
        self.new = False
        self._keep = safe
        if safe:
            return
        try:
            text = store.read(FILE, LARGEST_FILE)
            self.new = text is None
            if not self.new:
                given = take(text, FILE, FIELDS, self.values, self.messages)
                if given and "profile" in given:
                    self.profile(given)
        except Damaged as error:
            self.messages.append("%s: %s" % (FILE, error))
        self._keep = bool(self.messages)
        if self.messages:
            try:
                self.save()
                self.messages.append("kept as %s.bad" % FILE)
            except OSError:
                pass  # then the message appears again

    def profile(self, given=()):
        """Apply the values of the profile, except for the settings that are `given`."""
        values = PROFILES[self.values["profile"]]
        for name in values:
            if name not in given:
                self.values[name] = values[name]

    def save(self):
        """Write the file; raise OSError if the flash refuses."""
        lines = [
            "%s=%s\n" % (field.name, field.format(self.values[field.name])) for field in FIELDS
        ]
        if self._keep:
            try:
                for _ in self._store.copy(FILE, FILE + ".bad"):
                    pass
            except OSError as error:
                if error.args[0] != 2:  # ENOENT: there were no settings
                    raise
            self._keep = False
        self._store.replace(FILE, "".join(lines))
        self.new = False


def glance(store):
    """Return the settings in the file without keeping a damaged one; defaults for invalid ones."""
    values = {field.name: field.default for field in FIELDS}
    try:
        take(store.read(FILE, LARGEST_FILE) or "", FILE, FIELDS, values, [])
    except Damaged:
        pass
    return values


def take(text, file, fields, values, messages):
    """Read the lines `name=value` of a file into `values`. Invalid lines are skipped, with a
    message in `messages`; reading ends after MOST of them. Return the line of each name in the
    file; None if the file has too many lines, of which none is read.

    The time grows with the number of bytes and stays below 50 ms on a board, whatever they are.
    `check` has to follow.
    """
    if text.count("\n") > _LINES:
        messages.append("%s: more than %d lines" % (file, _LINES))
        return None
    given: dict = {}
    number = wrong = 0
    for line in lines(text):
        number += 1
        if not line or line[0] == "#":
            continue
        try:
            _take(line, number, fields, values, given)
        except Malformed as error:
            messages.append("%s line %d: %s" % (file, number, error))
            wrong += 1
            if wrong == MOST:
                break
    return given


def lines(text):
    """Return the lines of a file without blanks around them, also the unusual ones that
    `core.request.trimmed` knows; here all is done in C."""
    if len(text) < len(text.encode()):
        for blank in "\xa0\u2009\u200b\u202f\u3000\ufeff":
            text = text.replace(blank, " ")
    return [line.strip() for line in text.split("\n")]


def _take(line, number, fields, values, given):
    """Read a line into `values`, and its number into `given`; raise Malformed."""
    name, equals, value = line.partition("=")
    if not equals:
        raise Malformed("not name=value")
    entry = field(fields, name.strip())
    name = entry.name
    if name in given:
        raise Malformed("%s is given twice" % name)
    given[name] = number
    value = value.strip()
    try:
        if len(value) > entry.longest:
            raise Malformed("too long")
        values[name] = entry.parse(value)
    except Malformed as error:
        raise Malformed("%s: %s; allowed: %s" % (name, error, entry.allowed()))


def check(given, file, fields, values, messages):
    """Do the checks of the values that `take` has read which take long; the default replaces a
    value that fails. `given`: what `take` returned.
    """
    for entry in fields:
        if entry.name not in given:
            continue
        try:
            entry.check(values.get(entry.name))
        except Malformed as error:
            values[entry.name] = entry.default
            said = given[entry.name], entry.name, error, entry.allowed()
            messages.append(file + " line %d: %s: %s; allowed: %s" % said)


def field(fields, name):
    """Return the declaration of a setting; raise Malformed if there is none of that name."""
    wanted = folded(name[:_LONGEST_NAME]).lower()
    for entry in fields:
        if entry.name == wanted:
            return entry
    raise Malformed("unknown setting '%s'" % brief(name))
