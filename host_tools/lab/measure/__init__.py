# SPDX-License-Identifier: MIT
"""Measurements of the project, and tests with random input and random keys."""
