# SPDX-License-Identifier: MIT
"""Tests of matches and contests."""
