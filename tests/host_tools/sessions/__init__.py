# SPDX-License-Identifier: MIT
"""Tests of sessions on the command line."""
