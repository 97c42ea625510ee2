# SPDX-License-Identifier: MIT
"""Nim, 1980: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 30
    YEAR = 1980
    MACHINE = "MIR, MIR-2"
    TITLE = "НИМ"
    LANGUAGE = "ru"
    EASY = 1
    RIVAL = True
    LESSON = True
    ICON = b"\x50\x50\x00\x55\x55\x00\x54\x54"  # heaps of stones
    RECORDS = (
        "SOURCE_GAME_RECORD",
        "SOURCE_CHAPTER",
    )
