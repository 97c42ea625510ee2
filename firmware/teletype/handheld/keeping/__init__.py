# SPDX-License-Identifier: MIT
"""What lies on the flash: tapes, settings, last setups, failed starts."""
