# SPDX-License-Identifier: MIT
"""The last setup of each program, saved in the file `setups.txt`.

A line for each program, the latest first: its name, a blank, and the setup values that differ from
the defaults, as `core.setup.join` writes them. Nothing is written if they have not changed.
Invalid lines are ignored: the setup then opens as it does the first time.
"""

from teletype.core.setup import join
from teletype.handheld.keeping.store import Damaged

FILE = "setups.txt"

LARGEST = 2000
"""Bytes of the file; the oldest lines are dropped for new ones."""

_LONGEST = 500
"""Bytes of a line; a longer setup is only on its tape."""


def _lines(store):
    try:
        text = store.read(FILE, LARGEST)
    except Damaged:
        return []
    return (text or "").split("\n")


def recall(store, name):
    """Return the last setup line; "" for the program's initial setup."""
    for line in _lines(store):
        program, _, setup = line.partition(" ")
        if program == name:
            return setup
    return ""


def keep(store, name, fields, setup, defaults, first):
    """Save `setup` if it has changed; a flash that refuses is ignored.

    `first` is the initial setup if nothing is saved.
    """
    given = [field for field in fields if setup[field.name] != defaults[field.name]]
    if any([setup[field.name] is None for field in given]):
        given = fields  # an omitted value cannot be written alone
    if not given:
        given = fields
    line = join(given, setup) if setup != first else ""
    if len(line.encode()) > _LONGEST:
        line = ""
    if recall(store, name) == line:
        return
    lines = [one for one in _lines(store) if one and one.partition(" ")[0] != name]
    if line:
        lines.insert(0, "%s %s" % (name, line))
    while len("\n".join(lines).encode()) >= LARGEST:
        lines.pop()
    try:
        store.replace(FILE, "\n".join(lines) + "\n")
    except OSError:
        pass  # the session reports it
