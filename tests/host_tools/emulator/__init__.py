# SPDX-License-Identifier: MIT
"""Tests of the emulated handheld."""
