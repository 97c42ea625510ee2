# SPDX-License-Identifier: MIT
"""Stands in for an owner's boot.py, which MicroPython would run before there is a serial port.

The image's `main` runs that file (`teletype.boot_file`).
"""
