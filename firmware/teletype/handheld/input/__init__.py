# SPDX-License-Identifier: MIT
"""How a person enters an answer: pickers, the keyboard, one-button scanning."""
