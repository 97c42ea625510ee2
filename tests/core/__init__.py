# SPDX-License-Identifier: MIT
"""Tests of the stop-and-wait machine."""
