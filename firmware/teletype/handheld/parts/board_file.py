# SPDX-License-Identifier: MIT
"""Which pin goes where: the values of the image's `board`, or of /board.py on the flash.

That file is the only one that may take the place of a part of the firmware. It is read by its
path, whatever else lies beside it, taken apart without being run, and checked before it is used.
"""

from teletype.loading import load

FILE = "/board.py"

_MOST = 8193
"""Bytes that are read of it: one more than the check takes."""

_own = None
"""The values of the file, while they are used."""


def values():
    """The values of the board by their names."""
    return load("board").__dict__ if _own is None else _own


def choose():
    """Takes the file, if there is one; returns what is wrong with it, or nothing."""
    global _own
    try:
        with open(FILE, "rb") as file:
            text = file.read(_MOST)
    except OSError as error:
        return "" if error.args[0] == 2 else "board.py: cannot be read"
    try:
        _own, wrong = load("teletype.board_check").own(text, load("board").CHIP)
    except Exception as error:
        wrong = "board.py: %r" % error  # no memory for it, say
    return wrong


def use(found):
    """Takes other values from now on."""
    global _own
    _own = found


def refuse(error):
    """Takes the image's values after all; returns what is wrong with the file, or nothing if
    these were used already."""
    global _own
    if _own is None:
        return ""
    _own = None
    return "board.py: %s: %s" % (type(error).__name__, error)
