# SPDX-License-Identifier: MIT
"""The five sources: what they claim, and where each of their sections is in the product."""
