# SPDX-License-Identifier: MIT
"""Optional parts of a board: console, printer, battery, buzzer, speech."""
