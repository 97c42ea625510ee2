# SPDX-License-Identifier: MIT
"""How the built-in players are made and measured: suites, tables, weights."""
