# SPDX-License-Identifier: MIT
"""The settings, saved in the file `settings.txt`.

The file has a line `name=value` for each setting, declared in FIELDS like a program's setup.
Blanks may surround both, and names and words may be in either case. A malformed, unknown,
out-of-range or repeated setting is ignored, with a message that names the line, and the
default applies. The damaged file is then kept as `settings.txt.bad`, and a valid one replaces it,
so that the message appears once. A safe start uses the defaults and does not touch the file until
the user changes a setting; then it also keeps the old file.
"""

from teletype import words
from teletype.core import codes
from teletype.core.request import Malformed, folded, trimmed
from teletype.core.setup import Choice, Field, Integer
from teletype.handheld.keeping.store import Damaged

FILE = "settings.txt"

LARGEST_FILE = 4000
"""Bytes; a longer file is damaged."""

_MOST = 20
"""The most messages about the files; nobody would read more."""


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


NAME = (Name("name", ""),)

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
    Integer("columns", 69, 20, 132),
    Integer("return", 0, 0, 2000),  # ms to wait after a carriage return
    Integer("feed", 0, 0, 2000),  # and after a line feed
)
"""For boards with a printer port."""

FIELDS = (
    (
        Choice("speed", "10", ("10", "30", "fast")),  # characters a second
        Choice("language", "en", words.LANGUAGES),
        Choice("messages", "original", ("original", "translated")),
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
    + NAME
    + (Choice("profile", "home", tuple(sorted(PROFILES))),)
)


class Settings:
    """The settings. With `safe` the defaults apply, except for a valid language in the file.

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
        try:
            text = store.read(FILE, LARGEST_FILE)
        except Damaged as error:
            self.messages.append("%s: %s" % (FILE, error))
        else:
            self.new = text is None
            if not self.new:
                given = take(
                    text, FILE, FIELDS, self.values, self.messages, safe and ("language",)
                )
                if "profile" in given:
                    self.profile(given)
        self._keep = safe or bool(self.messages)
        if safe:
            self.messages = []
        elif self.messages:
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


def take(text, file, fields, values, messages, only=()):
    """Read the lines `name=value` of a file into `values`, or only those named in `only`. Invalid
    lines are skipped with a message in `messages`. Return the names in the file.
    """
    given = []
    number = 0
    for line in text.split("\n"):
        number += 1
        line = trimmed(line)
        if not line or line[0] == "#":
            continue
        name, equals, value = line.partition("=")
        try:
            if not equals:
                raise Malformed("not name=value")
            entry = field(fields, trimmed(name))
            if only and entry.name not in only:
                continue
            if entry.name in given:
                raise Malformed("%s is given twice" % entry.name)
            given.append(entry.name)
            _parse(entry, trimmed(value), values)
        except Malformed as error:
            if len(messages) < _MOST:
                messages.append("%s line %d: %s" % (file, number, error))
    return given


def _parse(entry, value, values):
    try:
        values[entry.name] = entry.parse(value)
    except Malformed as error:
        raise Malformed("%s: %s; allowed: %s" % (entry.name, error, entry.allowed()))


def field(fields, name):
    """Return the declaration of a setting; raise Malformed if there is none of that name."""
    for entry in fields:
        if folded(entry.name) == folded(name):
            return entry
    raise Malformed("unknown setting '%s'" % name)
