# SPDX-License-Identifier: MIT
"""Misère Nim, 1963: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 110
    YEAR = 1963
    MACHINE = "OKITAC 5090?"
    TITLE = "三山くずしのプログラム"
    LANGUAGE = "en"
    EASY = 9
    RIVAL = True
    LESSON = True
    ICON = b"\x1c\x22\x71\x49\x45\x43\x22\x1c"  # do not
