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

KEYS = "UDLROB"
"""The keys of a code: up, down, left, right, OK, BACK."""

_NAME = 100
"""Characters at the beginning of a line in which a name is looked for."""

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
    """Four of the keys of KEYS that open the operator's page; empty: no code is asked."""

    def allowed(self):
        return "four of U, D, L, R, O, B"

    def parse(self, text):
        code = text.strip().upper()
        if code and (len(code) != 4 or [key for key in code if key not in KEYS]):
            raise Malformed("no code")
        return code


FIELDS = (
    Integer("idle", 60, 10, 3600),  # seconds until the question "Still playing?"
    Integer("ask", 15, 5, 120),  # seconds for the answer
    Integer("session", 0, 0, 14_400),  # longest visit in seconds; 0: no limit
    Programs("programs", ()),
    Line("fixed", ""),
    Choice("setups", "free", ("free", "examples")),  # the setups that a visitor may use
    Choice("lock", "yes", ("yes", "no")),
    Code("code", ""),
    Choice("scan", "off", ("off", "on")),  # whether each visitor plays with one button
    Integer("pace", 1500, 500, 10000),  # milliseconds for which one-button play offers a key
    Choice("say", "off", ("off", "on")),  # describe the screen in words on the serial port
    Choice("exhibit", "on", ("on",)),  # it is on by the file alone, too
)

_CLOSING = [field for field in FIELDS if field.name in ("code", "lock")]

_ALIKE, _USUAL = tuple("сокеСОКЕｃｏｄｅｌｋＣＯＤＥＬＫ＝："), "cokecokecodelkcodelk=="
"""Signs of other keyboards in the names of _CLOSING and after them, and the usual ones."""


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
            closed = given is None or len(found) >= MOST or in_doubt(text, given)
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


def _usual(text):
    """Return a text with the usual signs for _ALIKE, and = for a colon."""
    text = text.replace(":", "=")
    if len(text) < len(text.encode()):
        for at in range(len(_USUAL)):
            if _ALIKE[at] in text:
                text = text.replace(_ALIKE[at], _USUAL[at])
    return text


def _ends_with_keys(head):
    """Whether the last word is four keys: it may be a code. `head` as from `_usual`."""
    words = head.replace("=", " ").split() or [""]
    word = words[-1].strip("\"'")
    return len(word) == 4 and not word.strip("udlr")


def in_doubt(text, given):
    """Whether a line of the file seems to be about the code or the lock, and was not read as that.

    `given`: the number of the line in which each name was read, from `take`. A name with a sign
    outside ASCII may be any, and an unknown one before four keys was meant as `code`. The setup of
    a program has these words only where a name would be.
    """
    number = 0
    for line in lines(text):
        number += 1
        if not line or line[0] == "#":
            continue
        seen = line.lower()
        head = _usual(seen[:_NAME])
        name = head.partition("=")[0]
        data = name.encode()
        if number not in given.values() and (len(name) < len(data) or _ends_with_keys(head)):
            return True
        letters = str(bytes([byte for byte in data if 97 <= byte <= 122]), "utf-8")
        for field in _CLOSING:
            word = field.name
            if number == given.get(word):
                try:
                    field.parse(line.partition("=")[2].strip())
                except Malformed:
                    return True
            elif number == given.get("fixed"):
                setup = _usual(seen)
                if " " + word in setup or word + "=" in setup:
                    return True
            elif word in letters or word in head or word in seen:
                return True
    return False
