# SPDX-License-Identifier: MIT
"""The declarations of the settings, for `handheld.keeping.settings`."""

from teletype.core.request import Malformed
from teletype.core.setup import Choice, Integer


class Name:
    """What the board is called where there are several; nobody changes that with its buttons."""

    name = "name"
    default = ""

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

    def format(self, value):
        return value


NAME = (Name(),)

PROFILES = {
    "home": {"sound": "off", "dim": 2, "blank": 10},
    "museum": {"sound": "off", "dim": 5, "blank": 60},
}
"""What a profile sets, where nothing else was said: values of other settings."""

BUZZER = (Choice("sound", "off", ("off", "bell", "all")),)
"""For boards with a buzzer, which is silent until somebody asks; `all` is the bell and a click for
each character.
"""

PRINTER = (
    Choice("printer", "off", ("off", "utf-8", "koi8-r", "cp866", "ita2", "mtk-2")),
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
        Choice("language", "en", ("en", "ru", "ja")),
        Choice("messages", "original", ("original", "translated")),
        Choice("order", "easy", ("easy", "machine", "last")),  # of the shelf
        Integer("contrast", 4, 1, 5),
        Choice("invert", "no", ("no", "yes")),
        Integer("dim", 2, 0, 60),  # idle minutes; 0: never
        Integer("blank", 10, 0, 240),
        Choice("answers", "short", ("short", "original")),  # on the paper and the printer
        Choice("paper", "holes", ("holes", "plain")),  # plain: nor a head, nor smooth
    )
    + BUZZER
    + PRINTER
    + NAME
    + (Choice("profile", "home", ("home", "museum")),)
)
