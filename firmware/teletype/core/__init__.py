# SPDX-License-Identifier: MIT
"""The stop-and-wait machine: a program prints on paper, stops for an answer, and goes on."""
