# SPDX-License-Identifier: MIT
"""The values of the board: from the image's `board`, or from /board.py on the flash.

That file is the only one that may replace a part of the firmware. It is read by its path, whatever
other files there are, parsed without being run, and checked before it is used.
"""

from micropython import const

from teletype.loading import load

FILE = "/board.py"

_MOST = const(8193)
"""Bytes that are read of it: one more than the check accepts."""

_LINE = const(80)
"""Characters of a fault."""

_own = None
"""The values of the file, while they are used."""


def values():
    """Return the values of the board by name."""
    return load("board").__dict__ if _own is None else _own


def is_own():
    """Whether the file, or what the finder has found, is used."""
    return _own is not None


def choose(chip=""):
    """Use the file, if there is one; return its fault in a short line, or an empty text.

    `chip`: the image's, if the caller knows it; to load the image's values takes 18 ms.
    """
    global _own
    try:
        with open(FILE, "rb") as file:
            text = file.read(_MOST)
    except OSError as error:
        if error.args[0] == 2:
            return ""
        return "board.py: " + ("a folder, not a file" if error.args[0] == 21 else "cannot be read")
    try:
        _own, wrong = load("teletype.board_reader").own(text, chip or load("board").CHIP)
    except Exception as error:
        wrong = _short(error)  # for example out of memory
    return wrong


def use(found):
    """Use other values from now on."""
    global _own
    _own = found


def refuse(error):
    """Go back to the image's values; return the fault of the file, or an empty text if they were
    in use already."""
    global _own
    if _own is None:
        return ""
    _own = None
    return _short(error)


def _short(error):
    return ("board.py: %s: %s" % (type(error).__name__, error))[:_LINE]
