# SPDX-License-Identifier: MIT
"""The rows of the catalogue, found: each folder here with a module `dialogue` is a program.

An image has no folders to look into. The build therefore replaces this module by one with the same
`ROWS` and `NAMES` as constants (`host_tools.build.program_index`).
"""

import os

from teletype import loading

_DIALOGUES = ("dialogue.py", "dialogue.mpy")


def row(name, entry):
    """Return the row of a program: its name, and the attributes of its `Entry` in the order that
    `catalogue` reads.
    """
    return (
        name,
        entry.YEAR,
        entry.MACHINE,
        entry.TITLE,
        entry.LANGUAGE,
        entry.EASY,
        entry.RIVAL,
        entry.LESSON,
        entry.ICON,
        entry.RECORDS,
    )


def find():
    """Return the rows of all programs, in their order."""
    here = __file__.replace("\\", "/").rpartition("/")[0]
    found = []
    for folder in os.listdir(here):
        if "." in folder or folder[:1] == "_":
            continue
        if any([file in _DIALOGUES for file in os.listdir(here + "/" + folder)]):
            entry = loading.load("teletype.programs." + folder).Entry
            name = folder.replace("_", "-")
            found.append((entry.ORDER, name, row(name, entry)))
    found.sort()
    return tuple([each[2] for each in found])


ROWS = find()
NAMES = tuple([each[0] for each in ROWS])
"""The names of all programs."""
