# SPDX-License-Identifier: MIT
"""Helpers for tests of several packages."""
