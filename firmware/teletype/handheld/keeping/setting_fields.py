# SPDX-License-Identifier: MIT
"""The settings of the device, declared like the fields of a program's setup. `settings` reads and
writes their file, and loads this module only for that.
"""

from teletype import words
from teletype.core import codes
from teletype.core.request import Malformed
from teletype.core.setup import Choice, Field, Integer


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


class Language(Choice):
    """The language of the device: one of those that it has at the moment."""

    def __init__(self):
        Field.__init__(self, "language", "en")

    @property
    def choices(self):
        return words.LANGUAGES


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
        Language(),
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
