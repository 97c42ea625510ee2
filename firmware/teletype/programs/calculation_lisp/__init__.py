# SPDX-License-Identifier: MIT
"""Calculation, LISP edition: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 140
    YEAR = "c. 1976"
    MACHINE = "unnamed, LISP"
    TITLE = "LISP 計算譜"
    LANGUAGE = "en"
    LESSON = True
    ICON = b"\x3e\x7f\x41\x5f\x5f\x7f\x3e\x00"  # L
    RECORDS = ("SOURCE_FIGURE_8",)
