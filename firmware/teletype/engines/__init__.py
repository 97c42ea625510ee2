# SPDX-License-Identifier: MIT
"""The computations of the old programs: integers in and out; no input, no output, no clock."""
