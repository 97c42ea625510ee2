# SPDX-License-Identifier: MIT
"""Setup: the named values that a program is started with.

A program declares them as `FIELDS`, a tuple of the classes below; each knows its default and its
bounds, reads a value from text and writes it back. `read` makes the setup that `play` gets: a
dict from name to validated value. Texts come from the command line, a tape or the device.

A program with a special kind of value defines its own class, derived from `Field`. Values are
integers, tuples of integers, or words.
"""

from teletype.core.request import Malformed, brief, folded, integer, plain, trimmed


class SetupError(Exception):
    """A setup value is wrong; the message names it and says what is allowed."""


class Field:
    """A value of a setup: base class of all kinds, with the defaults.

    name     the name before its value
    default  the value if none is given; None: it may be left out
    """

    editor: str | None = None
    """The module, without `teletype.`, that edits it; None: the editor of its kind, or
    the text editor."""

    counted = 0
    """If not 0, a row of the setup shows how many items there are, each of so many values."""

    follow: object = None
    """A function from a text to the characters that can follow it, the likeliest first, for the
    keyboard. None: any character can."""

    def __init__(self, name, default=None):
        self.name = name
        self.default = default

    def allowed(self):
        """Return what is allowed, in words."""
        raise NotImplementedError

    def parse(self, text):
        """Return the value that `text` writes; raise Malformed with what is wrong."""
        raise NotImplementedError

    longest = 60
    """The most characters of a value in a file of settings."""

    def check(self, value):
        """Raise Malformed for a value that `parse` has let through because a check takes long."""

    def format(self, value):
        """Return the value as a text that `parse` reads."""
        return str(value)

    def note(self, value):
        """Return a remark on how a value was read, in case it was meant otherwise; "" for none."""
        return ""

    def named(self, value):
        """Return the number of the known object with this value, named in `words`; -1: none."""
        return -1


class Integer(Field):
    """One integer, `low` to `high`, both included."""

    def __init__(self, name, default, low, high):
        Field.__init__(self, name, default)
        self.low = low
        self.high = high

    def allowed(self):
        return "an integer %d..%d" % (self.low, self.high)

    def parse(self, text):
        value = integer(trimmed(text))
        if not self.low <= value <= self.high:
            raise Malformed("out of range")
        return value


class Integers(Field):
    """`fewest` to `most` integers separated by commas, each `low` to `high`."""

    def __init__(self, name, default, fewest, most, low, high):
        Field.__init__(self, name, default)
        self.fewest = fewest
        self.most = most
        self.low = low
        self.high = high

    def allowed(self):
        many = "%d..%d" % (self.fewest, self.most) if self.fewest < self.most else str(self.most)
        return "%s integers %d..%d, separated by commas" % (many, self.low, self.high)

    def parse(self, text):
        values = []
        end = -1
        while end < len(text):  # a list of all words would take more memory than the values
            start = end + 1
            end = text.find(",", start)
            if end < 0:
                end = len(text)
            values.append(integer(trimmed(text[start:end])))
        if not self.fewest <= len(values) <= self.most:
            raise Malformed("wrong number of values")
        for value in values:
            if not self.low <= value <= self.high:
                raise Malformed("out of range")
        return tuple(values)

    def format(self, values):
        return ",".join([str(value) for value in values])


class Choice(Field):
    """One of a few words."""

    unset: str | None = None
    """The text of a setup row if the value is left out; None: a dash."""

    def __init__(self, name, default, choices):
        Field.__init__(self, name, default)
        self.choices = choices

    def allowed(self):
        return ", ".join(self.choices)

    def parse(self, text):
        for choice in self.choices:
            if folded(choice) == folded(text):
                return choice
        raise Malformed("no such choice")


class Players(Choice):
    """`players=2`: two people play, and the machine is their referee. 1 is the default game."""

    unset = "1"

    def __init__(self):
        Choice.__init__(self, "players", None, ("2",))

    def allowed(self):
        return "1, 2"

    def parse(self, text):
        return None if text.strip() == "1" else Choice.parse(self, text.strip())


def read(fields, pairs, check=None):
    """Return the setup made from `pairs` of (name, text), with defaults for the rest.

    Raise SetupError for a wrong value. `check`, if a program has one, is called with the whole
    setup and raises SetupError for values that do not fit each other.
    """
    setup = {}
    for field in fields:
        setup[field.name] = field.default
    given = []
    for name, text in pairs:
        name, text = plain(name), plain(text)
        field = _field(fields, name)
        name = field.name
        if name in given:
            raise SetupError("%s is given twice; allowed: once" % name)
        given.append(name)
        try:
            setup[name] = field.parse(text)
        except Malformed as error:
            raise SetupError(
                "%s=%s: %s; allowed: %s" % (name, brief(text), error, field.allowed())
            ) from None
    if check:
        check(setup)
    return setup


def _field(fields, name):
    """Return the field of that name, or with the same folded name; SetupError if there is none."""
    for field in fields:
        if field.name == name:  # the usual case, and much faster
            return field
    wanted = folded(name)
    for field in fields:
        if folded(field.name) == wanted:
            return field
    names = ", ".join([field.name for field in fields]) or "none"
    raise SetupError("unknown setup value '%s'; allowed: %s" % (brief(name), names))


def split(line):
    """Split a setup line into `name=value` pairs; a value with blanks is in double quotes.

    Inside the quotes a backslash takes the next character as it is.
    """
    pairs: list[tuple[str, str]] = []
    line = plain(line)
    at = 0
    end = len(line)
    while True:
        while at < end and line[at] in " \t":
            at += 1
        if at == end:
            return pairs
        equals = line.find("=", at)
        if equals < 0 or " " in line[at:equals]:
            raise SetupError("'%s' is not name=value" % brief(line[at:].split(" ")[0]))
        name = line[at:equals]
        at = equals + 1
        begin = at
        if line[at : at + 1] == '"':
            pieces = []  # a long value, put together once
            at = begin = at + 1
            while at < end and line[at] != '"':
                if line[at] == "\\":
                    pieces.append(line[begin:at])
                    at += 1
                    begin = at
                at += 1
            if at >= end:
                raise SetupError("the quotes after %s= are not closed" % brief(name))
            pieces.append(line[begin:at])
            at += 1
            pairs.append((name, "".join(pieces)))
        else:
            while at < end and line[at] not in " \t":
                at += 1
            pairs.append((name, line[begin:at]))


def join(fields, setup):
    """Return the setup as a line that `split` reads, with all given values, in order."""
    words = []
    for field in fields:
        if setup[field.name] is None:
            continue
        text = plain(field.format(setup[field.name]))  # as `split` reads it
        if " " in text or "\t" in text or text[:1] == '"' or not text:
            text = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        words.append("%s=%s" % (field.name, text))
    return " ".join(words)
