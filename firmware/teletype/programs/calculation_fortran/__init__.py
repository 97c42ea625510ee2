# SPDX-License-Identifier: MIT
"""Calculation, FORTRAN edition: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 130
    YEAR = "c. 1976"
    MACHINE = "unnamed, FORTRAN"
    TITLE = "FORTRAN 計算譜"
    LANGUAGE = "en"
    LESSON = True
    ICON = b"\x3e\x7f\x41\x75\x7d\x7f\x3e\x00"  # F
    RECORDS = ("SOURCE_FIGURE_5",)
