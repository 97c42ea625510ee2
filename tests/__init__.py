# SPDX-License-Identifier: MIT
"""The tests, in the same rooms as the code."""
