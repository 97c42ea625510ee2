# SPDX-License-Identifier: MIT
"""Calculation, COBOL edition: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 120
    YEAR = "c. 1976"
    MACHINE = "unnamed, COBOL"
    TITLE = "COBOL 計算譜"
    LANGUAGE = "en"
    LESSON = True
    ICON = b"\x3e\x7f\x41\x5d\x5d\x7f\x3e\x00"  # cards: C
    RECORDS = ("SOURCE_FIGURE_2",)
