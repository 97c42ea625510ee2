# SPDX-License-Identifier: MIT
"""Evolution (Life), 1980: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 80
    YEAR = 1980
    MACHINE = "MIR-2"
    TITLE = "ЭВОЛЮЦИЯ"
    LANGUAGE = "ru"
    EASY = 4
    ICON = b"\x60\x60\x66\x66\x78\x78\x00\x00"  # a glider
    RECORDS = ("SOURCE_APPENDIX",)
