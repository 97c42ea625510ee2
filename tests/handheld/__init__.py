# SPDX-License-Identifier: MIT
"""Tests of what a person touches."""
