# SPDX-License-Identifier: MIT
"""What the screens draw with: glyphs, rows, lists, the roll of paper, large text."""
