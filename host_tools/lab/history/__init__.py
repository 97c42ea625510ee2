# SPDX-License-Identifier: MIT
"""The five sources: decisions on their claims, and where the product shows each section."""
