# SPDX-License-Identifier: MIT
"""Files on the flash: tapes, settings, last setups, failed starts."""
