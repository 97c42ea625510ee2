# SPDX-License-Identifier: MIT
"""Truth tables, 1980: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 40
    YEAR = 1980
    MACHINE = "MIR?"
    TITLE = "ТАБЛИЦА ИСТИННОСТИ"
    ICON = b"\x42\x7f\x40\x00\x7f\x41\x7f\x00"  # 1 and 0
    RECORDS = ("SOURCE_CHAPTER",)
