# SPDX-License-Identifier: MIT
"""Directives for a program in ALMIR-65. «ВМЕСТО» … «ЗАПИСАТЬ» edits its text."""

try:
    from micropython import const
except ImportError:  # plain Python
    const = int  # type: ignore[assignment]

from teletype.engines import almir_compiler
from teletype.engines.almir_code import Error
from teletype.engines.almir_text import WORDS, Scanner, is_digit, is_letter

_DO = const(4)
_WHERE = const(16)
_END = const(17)
_INSTEAD = const(18)
_WRITE = const(19)
"""Service words: their places in WORDS."""


def directive(program, text):
    """Return the Program of a directive for `program`, and whether it is one in its place."""
    changed = replacement(program, text)
    if changed is not None:
        return almir_compiler.compile(changed), True
    return almir_compiler.directive(program, text), False


def replacement(program, text):
    """Return the text of `program` as «ВМЕСТО» old «ЗАПИСАТЬ» new, if `text` is that; else None.

    The old text is looked for as a whole statement or a whole item of the data, then anywhere.
    What does not stand exactly once is refused.
    """
    try:
        signs = _Signs(text)
        while signs.sign == "◊":
            signs.next()
        if signs.word != _INSTEAD:
            return None
        begin = signs.scanner.at
        while signs.word != _WRITE:
            if not signs.sign:
                signs.scanner.fail("«" + WORDS[_WRITE] + "»")
            signs.next()
        old = text[begin : signs.start]
        begin = signs.scanner.at
        while signs.sign and signs.sign != "◊" and signs.word != _END:
            signs.next()
        new = text[begin : signs.start]
        if signs.word == _END:
            signs.next()
        while signs.sign == "◊":
            signs.next()
        if signs.sign:
            signs.scanner.fail("◊")
        found = _occurrences(program.text, old)
        whole = [place for place in found if _stands_alone(program.text, place[0], place[1])]
        if len(whole) == 1:
            found = whole
        if len(found) != 1:
            raise Error("replace", 0, old, str(len(found)))
    except Error as error:
        error.place_in(text, directive=True)
        raise
    start, end = found[0]
    return program.text[:start] + new + program.text[end:]


class _Signs:
    """Reads a text sign by sign as a Scanner does, but a message in [] as one sign: quotes and #
    have no meaning there.

    named   whether a name ends before this sign; a [ behind it begins indexes
    """

    def __init__(self, text):
        self.scanner = Scanner(text)
        self.named = False
        self._look()

    def _look(self):
        scanner = self.scanner
        self.start = scanner.start
        self.sign = scanner.sign
        self.word = scanner.word
        self.end = scanner.at
        self.message = self.sign == "[" and not self.named
        if self.message:
            self.sign = "[" + scanner.message()
            self.end = scanner.end

    def next(self):
        """Go to the next sign."""
        self.named = is_letter(self.sign) or (self.named and is_digit(self.sign))
        if not self.message:
            self.scanner.next()
        self._look()

    def move(self, at, named):
        """Go to the place `at`, where a name ends or not."""
        self.scanner.move(at)
        self.named = named
        self._look()


def _occurrences(text, old):
    """Return (start, end) of each place where `text` has the signs of `old`."""
    wanted = []
    signs = _Signs(old)
    while signs.sign:
        wanted.append((signs.sign, signs.word))
        signs.next()
    found = []
    signs = _Signs(text)
    while signs.sign and wanted:
        start = end = signs.start
        named = signs.named
        count = 0
        while count < len(wanted) and (signs.sign, signs.word) == wanted[count]:
            end = signs.end
            count += 1
            signs.next()
        if count == len(wanted):
            found.append((start, end))
        signs.move(start, named)
        signs.next()
    return found


def _stands_alone(text, start, end):
    signs = _Signs(text)
    before = ";"
    while signs.start < start:
        before = WORDS[signs.word] if signs.word >= 0 else signs.sign
        signs.next()
    while signs.sign and signs.start < end:
        signs.next()
    return before in (";", ".", "(", WORDS[_WHERE], WORDS[_DO]) and (
        signs.sign in (";", ")", "") or signs.word in (_WHERE, _END)
    )
