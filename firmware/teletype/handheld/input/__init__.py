# SPDX-License-Identifier: MIT
"""Input of an answer: pickers, the keyboard, one-button scanning."""
