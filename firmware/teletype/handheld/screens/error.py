# SPDX-License-Identifier: MIT
"""Turn an exception into a crash tape and a screen that shows what happened and where."""

import io
import sys

from micropython import const

from teletype import words
from teletype.handheld.keeping.recorder import FOLDER, FULL
from teletype.handheld.keeping.tapes import KEPT, SPARE
from teletype.handheld.screens.about import Notice

_KEPT = const(3)
"""Number of crash tapes that stay on the flash."""


def traced(error):
    """Return the traceback of `error`; "" if there is no memory for it."""
    try:
        trace = io.StringIO()
        sys.print_exception(error, trace)
        return trace.getvalue()
    except MemoryError:
        return ""


def place(trace):
    """Return the place of an error, as `programs/nim/dialogue.py:33`; "" if it is unknown.

    Code frozen without line numbers always reports line 1: then return the function,
    `nim.py:play`.
    """
    where = ""
    for line in trace.split("\n"):
        name, comma, rest = line.strip().partition(", line ")
        if comma and name.startswith('File "'):
            name = name[6:-1].split("/")
            number, _, function = rest.partition(", in ")
            if number == "1" and function[:1] != "<":
                number = function or number
            where = "%s:%s" % ("/".join(name[-2:]), number)
    return where


class Crash(Notice):
    """Show the error from `lines()`. When `copying` has ended, add the name of the tape, and print
    the traceback `trace` on the port.
    """

    def __init__(self, app, lines, copying, trace):
        def texts():
            all_lines = lines()
            if self._copying is None:
                all_lines.append(self._where())
            return words.text("CRASH_TITLE"), all_lines, words.text("CRASH_KEYS")

        self._copying = copying
        self._trace = trace
        self._name = ""
        Notice.__init__(self, app, texts, app.shelf)

    def _where(self):
        return (
            "%s %s" % (words.text("CRASH_TAPE"), self._name)
            if self._name
            else words.text("CRASH_NO_TAPE")
        )

    def takes_keys(self):
        return self._copying is None

    def takes_lines(self):
        return self._copying is None

    def printing(self):
        return self._copying is not None

    def tick(self, now):
        if Notice.tick(self, now):
            return True
        if self._copying is None:
            return False
        name = next(self._copying)
        if name is not True:
            self._copying = None
            app = self._app
            self._name = name
            self.add(self._where())
            self.draw()
            app.console.print(self._trace)
        return True


def copy(tapes, recorder, reasons):
    """Copy a session's tape as a crash tape, in steps, with the lines `reasons` as comments in its
    head. Yields True, and at the end the tape's name, or "" if the flash refuses.
    """
    recorder.keep()
    if recorder.error:
        yield ""
        return
    crashes = [entry[1] for entry in tapes.all() if entry[0]]
    name = "crash-%d.tape" % (max(crashes, default=0) + 1)
    head = "".join(["# error %s\n" % reason for reason in reasons])
    try:
        size = tapes.size(recorder.name) + SPARE
        if tapes.make_room(tapes.all(), KEPT, size, None, 1) < size:
            raise OSError(FULL)
        yield from tapes.store.copy(FOLDER + recorder.name, FOLDER + name, head)
    except OSError:
        yield ""
        return
    for number in crashes[: max(0, len(crashes) - _KEPT + 1)]:
        tapes.store.remove(FOLDER + "crash-%d.tape" % number)
    yield name


def report(app, error, session):
    """Open the screen about `error`.

    `session`: the title and the recorder of the session on the screen; None if there was none.
    """
    app.console.begin_row()
    trace = traced(error)
    reasons = [("%s: %s" % (type(error).__name__, error)).replace("\n", " ")]
    where = place(trace)
    if where:
        reasons.append(where)
    app.exhibit.crashed(" ".join(reasons))
    memory = isinstance(error, MemoryError)
    head = [session[0]] if session else []

    def lines():
        return head + ([words.text("CRASH_MEMORY")] if memory else []) + reasons

    if session:
        app.open(Crash(app, lines, copy(app.tapes, session[1], reasons), trace))
        return

    def texts():
        return words.text("CRASH_TITLE"), lines(), words.text("CRASH_KEYS")

    app.screens.notice(texts, app.shelf)
    app.console.print(trace)
