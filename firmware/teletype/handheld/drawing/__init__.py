# SPDX-License-Identifier: MIT
"""Drawing tools of the screens: glyphs, rows, lists, the paper, large text."""
