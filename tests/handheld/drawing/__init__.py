# SPDX-License-Identifier: MIT
"""Tests of what puts text on a panel."""
