# SPDX-License-Identifier: MIT
"""Tests of what turns keys into answers."""
