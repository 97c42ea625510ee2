# SPDX-License-Identifier: MIT
"""Which pin goes where: the values of the image's `board`, or of /board.py on the flash.

That file is the only one that may take the place of a part of the firmware. It is read by its
path, whatever else lies beside it.
"""

import os

from teletype.loading import load

FILE = "/board.py"

_own = None
"""The values of the file, while they are used."""


def values():
    """The values of the board by their names."""
    return load("board").__dict__ if _own is None else _own


def choose():
    """Takes the file, if there is one; returns what is wrong with it, or nothing."""
    global _own
    try:
        os.stat(FILE)
    except OSError:
        return ""
    found: dict = {}
    wrong = load("teletype.boot_file").execute(FILE, found, load("board").CHIP)
    if not wrong:
        _own = found
    return wrong


def refuse(error):
    """Takes the image's values after all; returns what is wrong with the file, or nothing if
    these were used already."""
    global _own
    if _own is None:
        return ""
    _own = None
    return "board.py: " + load("teletype.boot_file").traceback(error)[-1]
