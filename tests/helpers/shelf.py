# SPDX-License-Identifier: MIT
"""The order of the programs on the shelf of an unused handheld."""

from teletype.programs import catalogue

_OTHERS = [entry[0] for entry in catalogue.PROGRAMS if entry[0] not in catalogue.EASY]

ORDER = [*catalogue.EASY, *_OTHERS]
