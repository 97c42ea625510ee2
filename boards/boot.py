# SPDX-License-Identifier: MIT
"""An empty boot.py that shadows an owner's, which would run before there is a serial port.

The image's `main` runs the owner's file (`teletype.boot_file`).
"""
