# SPDX-License-Identifier: MIT
"""The handheld without a board: the emulated Pico, the host simulator, the terminal."""
