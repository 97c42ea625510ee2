# SPDX-License-Identifier: MIT
"""A board on a serial port: install, copy, check, set up."""
