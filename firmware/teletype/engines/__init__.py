# SPDX-License-Identifier: MIT
"""What the old programs compute: integers in, integers out; no input, no output, no clock."""
