# SPDX-License-Identifier: MIT
"""The user interface: the main loop, the shelf, the paper, the pickers."""
