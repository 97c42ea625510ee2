# SPDX-License-Identifier: MIT
"""Directives for a program in ALMIR-65. «ВМЕСТО» … «ЗАПИСАТЬ» edits its text."""

try:
    from micropython import const
except ImportError:  # plain Python
    const = int  # type: ignore[assignment]

from teletype.engines import almir_compiler
from teletype.engines.almir_code import Error
from teletype.engines.almir_text import WORDS, Scanner

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
        scanner = Scanner(text)
        while scanner.sign == "◊":
            scanner.next()
        if scanner.word != _INSTEAD:
            return None
        begin = scanner.at
        while scanner.word != _WRITE:
            if not scanner.sign:
                scanner.fail("«" + WORDS[_WRITE] + "»")
            scanner.next()
        old = text[begin : scanner.start]
        begin = scanner.at
        while scanner.sign and scanner.sign != "◊" and scanner.word != _END:
            scanner.next()
        new = text[begin : scanner.start]
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


def _occurrences(text, old):
    """Return (start, end) of each place where `text` has the signs of `old`."""
    wanted = []
    scanner = Scanner(old)
    while scanner.sign:
        wanted.append((scanner.sign, scanner.word))
        scanner.next()
    found = []
    scanner = Scanner(text)
    while scanner.sign and wanted:
        start = at = scanner.start
        count = 0
        while count < len(wanted) and (scanner.sign, scanner.word) == wanted[count]:
            at = scanner.at
            count += 1
            scanner.next()
        if count == len(wanted):
            found.append((start, at))
        scanner.move(start)
        scanner.next()
    return found


def _stands_alone(text, start, end):
    scanner = Scanner(text)
    before = ";"
    while scanner.start < start:
        before = WORDS[scanner.word] if scanner.word >= 0 else scanner.sign
        scanner.next()
    scanner.move(end)
    return before in (";", ".", "(", WORDS[_WHERE], WORDS[_DO]) and (
        scanner.sign in (";", ")", "") or scanner.word in (_WHERE, _END)
    )
