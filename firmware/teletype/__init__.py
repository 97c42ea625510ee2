# SPDX-License-Identifier: MIT
"""The handheld's firmware, in one package: no other file on the flash can shadow its modules."""
