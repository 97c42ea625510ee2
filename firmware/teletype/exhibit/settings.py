# SPDX-License-Identifier: MIT
"""The settings of an exhibit: the file `exhibit.txt`, a line `name=value` for each of FIELDS."""

from teletype.core.request import Malformed, folded, trimmed
from teletype.core.setup import Choice, Field, Integer, SetupError
from teletype.exhibit.no_exhibit import FILE
from teletype.handheld.keeping.settings import take
from teletype.handheld.keeping.store import Damaged
from teletype.programs import catalogue

LARGEST_FILE = 2000
"""Bytes; a longer file is damaged."""

KEYS = "UDLR"
"""The keys of a code: up, down, left, right."""

CLOSED = "????"
"""A code that no keys can give, for an exhibit whose code cannot be read."""


class Programs(Field):
    """Names of programs between commas, in the order of the shelf; none: all, in their own."""

    def allowed(self):
        return "names of programs between commas"

    def parse(self, text):
        names = tuple([trimmed(name) for name in text.split(",") if trimmed(name)])
        for name in names:
            try:
                catalogue.find(name)
            except catalogue.UnknownProgram:
                raise Malformed("there is no program '%s'" % name)
            if names.count(name) > 1:
                raise Malformed("'%s' is there twice" % name)
        return names

    def format(self, value):
        return ",".join(value)


class Line(Field):
    """A program and its setup, as they are typed on the shelf; empty: a visitor chooses."""

    def allowed(self):
        return "a program and its setup"

    def parse(self, text):
        text = text.strip()
        name, _, line = text.partition(" ")
        if name:
            try:
                catalogue.prepare(name, line)
            except (catalogue.UnknownProgram, SetupError) as error:
                raise Malformed(str(error))
        return text


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


def read(store, wrong):
    """Return the values by name from the file of `store`. For invalid lines the defaults apply,
    and `wrong` gets the messages. If an unreadable line may mean a code or a lock, the exhibit is
    closed: locked, with a code that nobody has.
    """
    values = {field.name: field.default for field in FIELDS}
    try:
        text = store.read(FILE, LARGEST_FILE)
        take(text, FILE, FIELDS, values, wrong)
        closed = in_doubt(text)
    except Damaged as error:
        wrong.append("%s: %s" % (FILE, error))
        closed = True
    if closed:
        values["lock"] = "yes"
        values["code"] = CLOSED
    return values


def in_doubt(text):
    """Whether a line of the file seems to be about the code or the lock, and cannot be read."""
    for line in text.split("\n"):
        name, equals, value = line.partition("=")
        name = folded(trimmed(name))
        for field in FIELDS:
            if field.name not in ("code", "lock") or folded(field.name) not in name:
                continue
            if name[0] == "#":
                continue
            try:
                field.parse(trimmed(value))
            except Malformed:
                return True
            if name != folded(field.name) or not equals:
                return True
    return False
