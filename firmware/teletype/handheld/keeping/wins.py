# SPDX-License-Identifier: MIT
"""The games won against the machine, saved in the file `wins.txt`.

A line `nim=2/7` for each program with such games: two won, of seven that could be
won. A damaged line is ignored.
"""

from teletype.handheld.keeping.store import Damaged

FILE = "wins.txt"

_LARGEST = 500
"""Bytes of the file; there are five programs."""

_MOST = 9999


def read(store):
    """Return (won, finished) by program."""
    try:
        text = store.read(FILE, _LARGEST) or ""
    except Damaged:
        text = ""
    found = {}
    for line in text.split("\n"):
        name, _, numbers = line.strip().partition("=")
        won, _, ended = numbers.partition("/")
        try:
            found[name] = (min(_MOST, max(0, int(won))), min(_MOST, max(0, int(ended))))
        except ValueError:
            pass
    return found


def add(store, name, won):
    """Count a game that could be won, and whether it was; a flash that refuses is ignored."""
    found = read(store)
    before = found.get(name, (0, 0))
    found[name] = (min(_MOST, before[0] + won), min(_MOST, before[1] + 1))
    lines = ["%s=%d/%d\n" % (each, found[each][0], found[each][1]) for each in sorted(found)]
    try:
        store.replace(FILE, "".join(lines))
    except OSError:
        pass  # the session reports it
