# SPDX-License-Identifier: MIT
"""The 10,000-yen game: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 150
    YEAR = "n.d."
    MACHINE = "C"
    TITLE = "1万円ゲームについて"
    LANGUAGE = "en"
    EASY = 8
    RIVAL = True
    LESSON = True
    ICON = b"\x29\x2a\x2c\x78\x2c\x2a\x29\x00"  # yen
    RECORDS = ("SOURCE_LISTING_4",)
