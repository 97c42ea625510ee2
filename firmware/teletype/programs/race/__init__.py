# SPDX-License-Identifier: MIT
"""The race on the vertical, 1980: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 10
    YEAR = 1980
    MACHINE = "MIR"
    TITLE = "ГОНКИ ПО ВЕРТИКАЛИ"
    LANGUAGE = "ru"
    EASY = 7
    RIVAL = True
    LESSON = True
    ICON = b"\x00\x02\x7f\x02\x7f\x75\x75\x7f"  # up the cells
    RECORDS = ("SOURCE_GAME_RECORD",)
