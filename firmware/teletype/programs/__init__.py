# SPDX-License-Identifier: MIT
"""One file per historical program; `catalogue` lists them without importing them."""
