# SPDX-License-Identifier: MIT
"""The screens, one module each, loaded when they open."""
