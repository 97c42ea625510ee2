# SPDX-License-Identifier: MIT
"""The workshop: measure, generate, search for faults, decide claims. Nothing else imports it."""
