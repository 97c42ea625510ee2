# SPDX-License-Identifier: MIT
"""Tests of the tools for a board."""
