# SPDX-License-Identifier: MIT
"""Trigex, 1980: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 20
    YEAR = 1980
    MACHINE = "MIR, MIR-2"
    TITLE = "ТРИГЕКС"
    LANGUAGE = "ru"
    EASY = 3
    RIVAL = True
    LESSON = True
    ICON = b"\x60\x70\x4c\x43\x43\x4c\x70\x60"  # a board of lines
    RECORDS = ("SOURCE_GAME_RECORD",)
