# SPDX-License-Identifier: MIT
"""Matches and contests of players, and how our own are made."""
