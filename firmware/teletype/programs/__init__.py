# SPDX-License-Identifier: MIT
"""One folder for each historical program; `catalogue` lists them without importing them."""
