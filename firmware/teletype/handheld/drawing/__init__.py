# SPDX-License-Identifier: MIT
"""Drawing tools of the screens: glyphs, rows, lists, the roll of paper, large text."""
