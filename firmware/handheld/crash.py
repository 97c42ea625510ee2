# SPDX-License-Identifier: MIT
"""An exception becomes a screen that says what happened and where, and a crash tape."""

import io
import sys

import words
from handheld.about import Notice


def place(error):
    """Where `error` was raised, as `programs/nim.py:33`; "" if that is not known."""
    trace = io.StringIO()
    sys.print_exception(error, trace)
    where = ""
    for line in trace.getvalue().split("\n"):
        name, comma, rest = line.strip().partition(", line ")
        if comma and name.startswith('File "'):
            name = name[6:-1].split("/")
            where = "%s:%s" % ("/".join(name[-2:]), rest.split(",")[0])
    return where


def report(app, error, session):
    """Opens the screen about `error`.

    `session`: the title and the recorder of the session that had the screen; None if none had.
    """
    reasons = [("%s: %s" % (type(error).__name__, error)).replace("\n", " ")]
    where = place(error)
    if where:
        reasons.append(where)
    lines = list(reasons)
    if isinstance(error, MemoryError):
        lines.insert(0, words.CRASH_MEMORY)
    if session:
        title, recorder = session
        lines.insert(0, title)
        name = app.tapes.crash(recorder, reasons)
        lines.append("%s %s" % (words.CRASH_TAPE, name) if name else words.CRASH_NO_TAPE)
    app.open(Notice(app, words.CRASH_TITLE, lines, app.shelf, words.CRASH_KEYS))
