# SPDX-License-Identifier: MIT
"""A board on a serial port: flash, pull, check."""
