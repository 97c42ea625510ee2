# SPDX-License-Identifier: MIT
"""The handheld's firmware, in one package: nothing else on the flash can hide a part of it."""
