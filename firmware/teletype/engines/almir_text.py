# SPDX-License-Identifier: MIT
"""The text of a program in ALMIR-65, sign by sign: service words, names, numbers, messages.

The language is known from the listings in V. N. Kasatkin, 1980, and from public descriptions of
АЛМИР-65 (45 capital letters: those that Russian and Latin share are one key; each sign, each
service word and each name of a standard function takes a cell of the memory).

- Blanks and ends of lines mean nothing. In a message three dots are a blank. If it continues
  in the next row, one blank more than the indentation of its first row belongs to it; other
  indentation is ignored. Comments, from # to the end of a line, are our addition.
- A service word stands in «». Its first three letters decide, fewer if only one word begins so:
  «Ш» is «ШАГ», «ВЫП» «ВЫПОЛНИТЬ».
- A letter counts as the one that looks like it in the other alphabet. Л is another key than L.
  In a directive, where the book prints either, a name or label with Л that the program does not
  have counts as the one with L.
"""

# covers 002:1555

from teletype.engines.almir_code import OPEN, Error

_ALIKE = "АВЕКМНОРСТХУІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧΓΦ"
_KEY = "ABEKMHOPCTXYIJSABEZHIKMNOPTYXГФ"
"""Letters, and which key of the typewriter they are: the first twelve are on it, the others look
so. Greek ones come from a listing whose formulas a scan set as such.
"""

_SMALL, _CAPITAL = (
    "абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґёјѕ",
    "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЇҐЁЈЅ",
)
"""MicroPython knows no Russian capitals."""

WORDS = (
    "РАЗРЯДНОСТЬ", "ДЛЯ", "ШАГ", "ДО", "ВЫПОЛНИТЬ", "ЕСЛИ", "ТО", "ИНАЧЕ", "НА", "ВЫВОД", "ВВОД",
    "СТРОКА", "ПРОБЕЛ", "ЗНАЧЕНИЙ", "МАССИВ", "СТОП", "ГДЕ", "КОНЕЦ", "ВМЕСТО", "ЗАПИСАТЬ",
)  # fmt: skip
"""The service words, as the keyboard offers them. Other modules have their places as constants."""

_OTHER_WORDS = ("ТАБЛИЦА", "ГРАФИК", "ЗАГОЛОВОК", "ВЫЧИСЛИТЬ", "ЗАМЕНИТЬ", "ПЕЧАТЬ")
"""Words of public descriptions whose effect we do not know; they are refused by name."""

TEN = "\ue00a"
"""The sign before a power of ten, a small 10: one key."""

_SPELLED, _MEANT = "−–—‐‑‒―*·⋅∗✕∙•÷:∕∶^∑σ∏ϵ∈⩽≦⩾≧◇♦⋄⏨", "-------×××××××////↑ΣΣΠεε≤≤≥≥◊◊◊\ue00a"
"""Signs and what they count as."""

_PLAIN = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ;,.()[]+-/"
"""Signs that are only themselves."""

_BLANKS = "\xad\u2028\u2029\u202f\u2060\u3000\ufeff"
"""What is passed over besides control characters and the blanks from U+2000 to U+200F."""

_PAIRS = {
    "<=": "≤", ">=": "≥", "=<": "≤", "=>": "≥", "<>": "≠", "!=": "≠", "**": "↑", "₁₀": TEN,
    "<<": "«",
}  # fmt: skip
"""Pairs of signs that count as one."""

_CLOSE = "»”“\"›’'‘>》＂"
"""Quotes behind a service word; `OPEN` stand before it."""

_WINDOW = 48
"""Signs that are taken from the text at once: from a long text MicroPython takes the last ones
slowly.
"""

LONGEST = 30000
"""Characters of a text."""


def capital(char):
    """Return a letter as the typewriter has it: a capital, of the Latin alphabet if it has one."""
    at = _SMALL.find(char)
    if at >= 0:
        char = _CAPITAL[at]
    at = _ALIKE.find(char)
    return _KEY[at] if at >= 0 else char.upper() if char < "\x80" else char


def folded(word):
    """Return a word with each letter as the typewriter has it."""
    return "".join([capital(char) for char in word])


# the first three letters of the words, as `folded` returns them, which would take 20 ms
_KEYS = (
    "PAЗ", "ДЛЯ", "ШAГ", "ДO", "BЫП", "ECЛ", "TO", "ИHA", "HA", "BЫB", "BBO", "CTP", "ПPO",
    "ЗHA", "MAC", "CTO", "ГДE", "KOH", "BME", "ЗAП",
)  # fmt: skip


def narrow(char):
    """Return a sign of East Asian full width in its usual width."""
    return chr(ord(char) - 0xFEE0) if "！" <= char <= "～" else char


def is_blank(char):
    """Return whether a character means nothing."""
    return (
        char <= " " or "\x7f" <= char <= "\xa0" or "\u2000" <= char <= "\u200f" or char in _BLANKS
    )


def is_digit(char):
    """Return whether a sign is a digit; "" is none."""
    return "0" <= char <= "9"


def is_letter(char):
    """Return whether a sign, as `Scanner.sign` gives it, is a letter."""
    return "A" <= char <= "Z" or "\u0400" <= char <= "\u04ff"


class Scanner:
    """Reads a text from the place `at` on.

    sign    the sign there, as the typewriter has it; "" at the end; "«" before a service word
    word    which service word it is, an index into WORDS; -1 for any other sign
    start   the index of the sign in the text
    end     where the sign before it ended
    cells   signs and service words so far
    """

    def __init__(self, text):
        if len(text) > LONGEST:
            raise Error("text", LONGEST, str(len(text)), str(LONGEST))
        self.text = text
        self._window = ""
        self._from = self._to = 0
        self.cells = 0
        self.end = 0
        self.move(0)

    def _look(self, at):
        """Return the sign at a place as it is written; "" at the end."""
        if not self._from <= at < self._to:
            self._from = max(0, at - 8)
            self._window = self.text[self._from : at + _WINDOW]
            self._to = self._from + len(self._window)
            if at >= self._to:
                return ""
        return self._window[at - self._from]

    def _first(self, at):
        """Return the first sign from a place on as it is written; it is at the place `at`."""
        char = self._look(at)
        while char and (char <= " " or char == "#" or (char > "~" and is_blank(char))):
            if char == "#":
                at = self.text.find("\n", at)
                if at < 0:
                    at = len(self.text)
            else:
                at += 1
            char = self._look(at)
        self.at = at
        return char

    def move(self, at):
        """Go to a place and look at the sign there."""
        char = self._first(at)
        at = self.start = self.at
        self.word = -1
        self.sign = char
        if not char:
            return
        self.at = at + 1
        if char in _PLAIN:
            return
        if char in OPEN:
            self.sign = "«"
            self._read_word()
            return
        char = narrow(char)
        if char in "<=>*₁!":
            pair = char + narrow(self._first(at + 1))
            if pair in _PAIRS:
                self.sign = _PAIRS[pair]
                self.at += 1
                if self.sign == "«":
                    self._read_word()
                return
            self.at = at + 1
        found = _SPELLED.find(char)
        self.sign = _MEANT[found] if found >= 0 else capital(char)

    def _read_word(self):
        word = ""
        while True:
            char = self._look(self.at)
            if not char or char in "«„‹《<" or len(word) > 20:
                raise Error("bracket", self.start, "«" + word, "»")
            self.at += 1
            if char in _CLOSE:
                break
            if not is_blank(char):
                word += capital(narrow(char))
        if char == ">":
            end = self.at
            self.at = self.at + 1 if self._first(end) == ">" else end
        self.word = self._known(word)
        if self.word < 0:
            for other in _OTHER_WORDS:
                if folded(other[:3]) == word[:3]:
                    raise Error("not our word", self.start, other)
            raise Error("word", self.start, "«" + word + "»")

    @staticmethod
    def _known(word):
        key = word[:3]
        if key in _KEYS:
            return _KEYS.index(key)
        found = [index for index in range(len(_KEYS)) if _KEYS[index][: len(key)] == key]
        return found[0] if key and len(found) == 1 else -1

    def back(self, at, cells):
        """Go back to the place `at`, before which there were so many `cells`."""
        self.cells = cells
        self.move(at)

    def one_key(self, name):
        """Count a `name` that was read as one cell: a key of the typewriter has it."""
        self.cells -= len(name) - 1

    def next(self):
        """Go to the next sign; each that is passed takes a cell."""
        if self.sign:
            self.cells += 1
        self.end = self.at
        self.move(self.at)

    def fail(self, allowed, kind="sign"):
        """Raise the error that something else is expected here."""
        met = self.text[self.start : self.at] if self.sign else ""
        raise Error(kind, self.start, met, allowed)

    def expect(self, sign, kind="sign"):
        if self.sign != sign:
            self.fail(sign, kind)
        self.next()

    def expect_word(self, word):
        if self.word != word:
            self.fail("«" + WORDS[word] + "»")
        self.next()

    def digits(self):
        """Read digits; return them as a text, "" if there are none."""
        digits = []
        while is_digit(self.sign):
            digits.append(self.sign)
            self.next()
        return "".join(digits)

    def name(self):
        """Read a name: a letter, then letters and digits."""
        name = []
        while is_letter(self.sign) or (name and is_digit(self.sign)):
            name.append(self.sign)
            self.next()
        return "".join(name)

    def number(self):
        """Read a number, with a fraction and a power of ten or without; return (integer, power of
        ten).
        """
        start = self.start
        digits = self.digits()
        e = 0
        if self.sign == ".":
            point = self.start
            self.next()
            fraction = self.digits()
            digits += fraction
            e = -len(fraction)
            if not fraction:
                self.back(point, self.cells - 1)
        if self.sign == TEN or self.sign == "E":
            self.next()
            minus = self.sign == "-"
            if minus or self.sign == "+":
                self.next()
            power = self.digits()
            if not power:
                self.fail("0…9", "number")
            if len(power) > 9 or int(power) > 9999:
                raise Error("number", start, "⏨" + power[:20], "⏨9999")
            e += -int(power) if minus else int(power)
        if not digits:
            self.fail("0…9", "number")
        if len(digits) > 4200:
            raise Error("number", start, digits[:20], "0…9")
        value = int(digits)
        if value and e + len(digits.lstrip("0")) > 10000:
            raise Error("too large", start)
        return value, e

    def message(self):
        """Read a message in [] and return its text."""
        start = self.start
        text = self.text
        end = text.find("]", start)
        if end < 0:
            raise Error("message", start, "[", "]")
        before = text[text.rfind("\n", 0, start) + 1 : start]
        margin = len(before) - len(before.lstrip(" \t"))
        rows = text[start + 1 : end].replace("\r", "").split("\n")
        for index in range(1, len(rows)):
            row = rows[index].lstrip(" \t")
            rows[index] = " " + row if rows[index][margin:] == " " + row else row
        message = "".join(rows).replace("...", " ").replace("…", " ")
        self.cells += len(message) + 1
        self.at = end + 1
        self.next()
        return message


def names_in(text):
    """Return the names in a part of a program's text, not in messages, each once, in order."""
    names = []
    scanner = Scanner(text)
    while scanner.sign:
        if is_letter(scanner.sign):
            name = scanner.name()
            if name not in names:
                names.append(name)
            if scanner.sign == "[":  # indexes
                scanner.next()
        elif scanner.sign == "[":
            scanner.message()
        else:
            scanner.next()
    return names
