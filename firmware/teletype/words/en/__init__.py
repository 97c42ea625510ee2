# SPDX-License-Identifier: MIT
"""How the device asks for this language."""

NAME = "English"
"""What it is called in itself."""

WORD = "LANGUAGE\nLANG"
"""Its word for "language", perhaps with a shorter form."""

SIGN = "A"
"""Its sign, where there is no room for words."""
