# SPDX-License-Identifier: MIT
"""The order of the programs on the shelf of an unused handheld."""

from teletype.programs import catalogue

_OTHERS = [name for name in catalogue.NAMES if name not in catalogue.easy()]

ORDER = [*catalogue.easy(), *_OTHERS]
