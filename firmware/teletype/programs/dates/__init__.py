# SPDX-License-Identifier: MIT
"""Dates and days of the week, 1980: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 60
    YEAR = 1980
    MACHINE = "MIR?"
    TITLE = "ДАТЫ И ДНИ НЕДЕЛИ"
    EASY = 2
    ICON = b"\x7e\x43\x6a\x42\x6a\x43\x7e\x00"  # a calendar
    RECORDS = ("SOURCE_APPENDIX",)
