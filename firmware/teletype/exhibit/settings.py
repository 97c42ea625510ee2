# SPDX-License-Identifier: MIT
"""The settings of an exhibit: the file `exhibit.txt`, a line `name=value` for each of FIELDS."""

from teletype.core.request import Malformed, brief
from teletype.core.setup import Choice, Field, Integer, SetupError
from teletype.handheld.keeping import EXHIBIT as FILE
from teletype.handheld.keeping.settings import MOST, check, lines, take
from teletype.handheld.keeping.store import Damaged
from teletype.programs import catalogue

LARGEST_FILE = 2000
"""Bytes; a longer file is damaged."""

KEYS = "UDLR"
"""The keys of a code: up, down, left, right."""

_NAME = 100
"""Characters before the sign = in which a name is looked for."""

CLOSED = "????"
"""A code that no keys can give, for an exhibit whose code cannot be read."""


class Programs(Field):
    """Names of programs between commas, in the order of the shelf; none: all, in their own."""

    longest = 400

    def allowed(self):
        return "names of programs between commas"

    def parse(self, text):
        names = tuple([name.strip() for name in text.split(",") if name.strip()])
        for name in names:
            try:
                catalogue.check(name)
            except catalogue.UnknownProgram:
                raise Malformed("there is no program '%s'" % brief(name))
            if names.count(name) > 1:
                raise Malformed("'%s' is there twice" % name)
        return names

    def format(self, value):
        return ",".join(value)


class Line(Field):
    """A program and its setup, as they are typed on the shelf; empty: a visitor chooses.

    `check` loads the program for the setup, which may take a second.
    """

    longest = 1000

    def allowed(self):
        return "a program and its setup"

    def parse(self, text):
        text = text.strip()
        name = text.partition(" ")[0]
        if name:
            try:
                catalogue.check(name)
            except catalogue.UnknownProgram as error:
                raise Malformed(str(error))
        return text

    def check(self, value):
        name, _, line = value.partition(" ")
        if name:
            try:
                catalogue.prepare(name, line)
            except (catalogue.UnknownProgram, SetupError) as error:
                raise Malformed(str(error))


class Code(Field):
    """Four of the keys U, D, L, R that open the operator's page; empty: no code is asked."""

    def allowed(self):
        return "four of U, D, L, R"

    def parse(self, text):
        code = text.strip().upper()
        if code and (len(code) != 4 or [key for key in code if key not in KEYS]):
            raise Malformed("no code")
        return code


FIELDS = (
    Integer("idle", 60, 10, 3600),  # seconds until the question "Still playing?"
    Integer("ask", 15, 5, 120),  # seconds for the answer
    Integer("session", 0, 0, 240),  # longest visit in minutes; 0: no limit
    Programs("programs", ()),
    Line("fixed", ""),
    Choice("setups", "free", ("free", "examples")),  # the setups that a visitor may use
    Choice("lock", "yes", ("yes", "no")),
    Code("code", ""),
    Choice("scan", "off", ("off", "on")),  # whether each visitor plays with one button
    Integer("pace", 1500, 500, 10000),  # milliseconds for which one-button play offers a key
    Choice("say", "off", ("off", "on")),  # describe the screen in words on the serial port
)

_CLOSING = [field for field in FIELDS if field.name in ("code", "lock")]


def read(store, wrong, file=FILE):
    """Return the values by name from a file of `store`, and the lines of their names. `wrong`
    gets messages about invalid lines, for which the defaults apply.

    If an unreadable line may mean a code or a lock, the exhibit is closed: locked, with a code
    that nobody has. So it is, with the defaults, if `file` is "": nothing is read. A file of
    another name than FILE opens no lock.
    """
    values = {field.name: field.default for field in FIELDS}
    given = None
    closed = True
    found: list = []
    try:
        text = store.read(file, LARGEST_FILE) if file else None
        if text is not None:
            given = take(text, file, FIELDS, values, found)
            closed = given is None or len(found) >= MOST or in_doubt(text)
    except Damaged as error:
        found.append("%s: %s" % (file, error))
    wrong += found
    if file != FILE:
        values["lock"] = "yes"
    if closed:
        values["lock"] = "yes"
        values["code"] = CLOSED
    return values, given or {}


def check_late(values, given):
    """Do the checks that `read` has left because they take long; `values["wrong"]` gets messages.

    `given`: the lines of the names, from `read`.
    """
    check(given, FILE, FIELDS, values, values["wrong"])


def in_doubt(text):
    """Whether a line of the file seems to be about the code or the lock, and cannot be read."""
    for line in lines(text):
        if not line or line[0] == "#":
            continue
        name, equals, value = line.partition("=")
        name = name.strip()[:_NAME].lower()
        for char, latin in zip("сокеСОКЕ", "cokecoke"):  # as `folded`, which takes longer
            name = name.replace(char, latin)
        for field in _CLOSING:
            if field.name not in name:
                continue
            if name != field.name or not equals:
                return True
            try:
                field.parse(value.strip())
            except Malformed:
                return True
    return False
