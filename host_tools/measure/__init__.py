# SPDX-License-Identifier: MIT
"""The project's figures and its random keys."""
