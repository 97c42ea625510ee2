# SPDX-License-Identifier: MIT
"""What the three editions of Calculation share. Not a program itself."""
