# SPDX-License-Identifier: MIT
"""The MIR itself, 1968: see `dialogue`."""

from teletype.programs import entry


class Entry(entry.Entry):
    ORDER = 85
    YEAR = 1968
    MACHINE = "MIR-1"
    TITLE = "САМ МИР"
    LANGUAGE = "ru"
    ICON = b"\x00\x7f\x41\x55\x41\x55\x7f\x00"  # a row of holes between two edges
