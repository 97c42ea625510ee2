# SPDX-License-Identifier: MIT
"""The recognition of cards, 1980: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 70
    YEAR = 1980
    MACHINE = "MIR"
    TITLE = "УЗНАВАНИЕ КАРТОЧЕК"
    LANGUAGE = "ru"
    EASY = 5
    ICON = b"\x22\x75\x22\x00\x22\x57\x22\x00"  # circles with and without
    RECORDS = ("SOURCE_APPENDIX",)
