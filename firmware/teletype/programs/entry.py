# SPDX-License-Identifier: MIT
"""What the shelf knows of a program without loading it: each attribute, with its default.

The `__init__.py` of a program's folder derives a class of this name from this one.
"""


class Entry:
    """One program on the shelf; the class is never instantiated."""

    ORDER = 1000
    """The place among the programs, as in their sources: the lowest number is the first."""

    YEAR: int | str = "n.d."
    """A year, "c. 1976", or "n.d." if there is no date."""

    MACHINE = ""
    """The machines; "unnamed" if the source names none, with ? if inferred, for example from the
    preface or from the paper next to it."""

    TITLE = ""
    """The title in the source."""

    LANGUAGE = ""
    """The language of the messages; "" if there are none to translate."""

    EASY = 0
    """The place among the programs that the shelf shows first, because they have a drawing or are
    short; 0 for none."""

    RIVAL = False
    """Whether the machine is an opponent that a person may beat."""

    LESSON = False
    """Whether the game of the program finds where a game was lost."""

    ICON = b"\x00\x7f\x41\x69\x69\x43\x7e\x00"
    """The icon: 8 columns, bit 0 on top. By default a sheet of paper."""

    RECORDS: tuple = ()
    """For each game in the module `records`, the key of a text of the device that names its place
    in the source."""
