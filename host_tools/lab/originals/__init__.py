# SPDX-License-Identifier: MIT
"""The original listings, restored and run in their own languages (docs/originals.md)."""
