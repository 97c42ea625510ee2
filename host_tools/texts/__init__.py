# SPDX-License-Identifier: MIT
"""The languages: their .po files, what a device reads of them, checks, export and import."""
