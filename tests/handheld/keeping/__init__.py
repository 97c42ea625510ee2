# SPDX-License-Identifier: MIT
"""Tests of what lies on the flash."""
