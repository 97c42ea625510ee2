# SPDX-License-Identifier: MIT
"""Tests of what talks to a board."""
