# SPDX-License-Identifier: MIT
"""What tests of more than one room use."""
