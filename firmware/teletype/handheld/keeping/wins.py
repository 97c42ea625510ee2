# SPDX-License-Identifier: MIT
"""The games won against the machine, saved in the file `wins.txt`.

A line `nim=2/7` for each program with such games: two won, of seven that could be won. A line
`nim:1 2 3=1/2` for each table on a start page. A damaged line is ignored.
"""

from teletype.handheld.keeping.store import Damaged

FILE = "wins.txt"

_LARGEST = 1000
"""Bytes of the file; there are five programs, and a few tables of each."""

_MOST = 9999


def table(name, start):
    """Return the name of a table of a program; of its only one, that of the program."""
    return name + ":" + start if start else name


def read(store):
    """Return (won, finished) by program, and by `table`."""
    try:
        text = store.read(FILE, _LARGEST) or ""
    except Damaged:
        text = ""
    found = {}
    for line in text.split("\n"):
        name, _, numbers = line.strip().rpartition("=")
        won, _, ended = numbers.partition("/")
        try:
            found[name] = (min(_MOST, max(0, int(won))), min(_MOST, max(0, int(ended))))
        except ValueError:
            pass
    return found


def add(store, name, won, start=""):
    """Count a game that could be won, and whether it was, for a program and for its table `start`;
    a flash that refuses is ignored.
    """
    found = read(store)
    for each in {name, table(name, start)}:
        before = found.get(each, (0, 0))
        found[each] = (min(_MOST, before[0] + won), min(_MOST, before[1] + 1))
    lines = ["%s=%d/%d\n" % (each, found[each][0], found[each][1]) for each in sorted(found)]
    try:
        store.replace(FILE, "".join(lines))
    except OSError:
        pass  # the session reports it
