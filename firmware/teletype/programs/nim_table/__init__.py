# SPDX-License-Identifier: MIT
"""Three heaps: the table of positions, 2009: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 90
    YEAR = 2009
    MACHINE = "C"
    TITLE = "三山崩し"
    LANGUAGE = "en"
    ICON = b"\x7f\x55\x55\x7f\x55\x55\x7f\x00"  # a table
