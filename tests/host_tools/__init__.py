# SPDX-License-Identifier: MIT
"""Tests of the host tools."""
