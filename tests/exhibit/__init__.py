# SPDX-License-Identifier: MIT
"""Tests of an exhibit."""
