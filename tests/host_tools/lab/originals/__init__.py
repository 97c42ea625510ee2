# SPDX-License-Identifier: MIT
"""Tests of the original listings and their apparatus."""
