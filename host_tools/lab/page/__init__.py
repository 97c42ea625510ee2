# SPDX-License-Identifier: MIT
"""The page in Chromium: its figures, and pictures of it for the documents."""
