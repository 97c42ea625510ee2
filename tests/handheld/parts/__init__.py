# SPDX-License-Identifier: MIT
"""Tests of what a board may have."""
