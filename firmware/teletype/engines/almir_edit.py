# SPDX-License-Identifier: MIT
"""Edits the text of a program in ALMIR-65, with «ВМЕСТО» … «ЗАПИСАТЬ», and finds names in it."""

from teletype.engines.almir_text import (
    DO,
    END,
    INSTEAD,
    WHERE,
    WORDS,
    WRITE,
    Error,
    Scanner,
    is_letter,
)


def replacement(program, text):
    """Return the text of `program` as «ВМЕСТО» old «ЗАПИСАТЬ» new, if `text` is that; else None.

    The old text is looked for as a whole statement or a whole item of the data, then anywhere.
    What does not stand exactly once is refused.
    """
    try:
        scanner = Scanner(text)
        while scanner.sign == "◊":
            scanner.next()
        if scanner.word != INSTEAD:
            return None
        begin = scanner.at
        while scanner.word != WRITE:
            if not scanner.sign:
                scanner.fail("«" + WORDS[WRITE] + "»")
            scanner.next()
        old = text[begin : scanner.start]
        begin = scanner.at
        while scanner.sign and scanner.sign != "◊" and scanner.word != END:
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


def names_in(text):
    """Return the names in a part of a program's text, each once, in their order."""
    names = []
    scanner = Scanner(text)
    while scanner.sign:
        if is_letter(scanner.sign):
            name = scanner.name()
            if name not in names:
                names.append(name)
        else:
            scanner.next()
    return names


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
    return before in (";", ".", "(", WORDS[WHERE], WORDS[DO]) and (
        scanner.sign in (";", ")", "") or scanner.word in (WHERE, END)
    )
