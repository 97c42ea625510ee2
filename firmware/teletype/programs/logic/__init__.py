# SPDX-License-Identifier: MIT
"""Logic puzzles, 1980: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 50
    YEAR = 1980
    MACHINE = "MIR?"
    TITLE = "ЛОГИЧЕСКИЕ ЗАДАЧИ"
    ICON = b"\x00\x0e\x31\x71\x31\x0e\x00\x00"  # a bulb
    RECORDS = ("SOURCE_CHAPTER",)
