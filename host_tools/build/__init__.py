# SPDX-License-Identifier: MIT
"""What is built for the boards: MicroPython, images, glyphs, and what checks them before."""
