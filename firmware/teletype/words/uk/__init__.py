# SPDX-License-Identifier: MIT
"""How the device asks for this language."""

NAME = "Українська"
"""What it is called in itself."""

WORD = "МОВА"
"""Its word for "language", perhaps with a shorter form."""

SIGN = "Є"
"""Its sign, where there is no room for words."""
