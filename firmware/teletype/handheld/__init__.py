# SPDX-License-Identifier: MIT
"""What a person touches: the shelf, the paper, the pickers."""
