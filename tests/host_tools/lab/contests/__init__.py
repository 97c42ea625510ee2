# SPDX-License-Identifier: MIT
"""Tests of how players are made and measured."""
