# SPDX-License-Identifier: MIT
"""A random walk, 1963: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 100
    YEAR = 1963
    MACHINE = "OKITAC 5090"
    TITLE = "簡単なランダム・ウォークの実験"
    EASY = 6
    ICON = b"\x7f\x50\x48\x44\x48\x50\x48\x44"  # a walk
    RECORDS = ("SOURCE_TAPE_OF_1963",)
