# SPDX-License-Identifier: MIT
"""The image on the emulated board."""
