# SPDX-License-Identifier: MIT
"""Programs run and tapes replayed: on this Python, the Unix port, an emulated Pico, a board."""
