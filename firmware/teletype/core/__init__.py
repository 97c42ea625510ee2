# SPDX-License-Identifier: MIT
"""The stop-and-wait machine: a program prints on paper and stops; a person answers; it goes on."""
