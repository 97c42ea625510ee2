# SPDX-License-Identifier: MIT
"""Files on the flash: tapes, settings, last setups, failed starts."""

EXHIBIT = "exhibit.txt"
SETTINGS = "settings.txt"
