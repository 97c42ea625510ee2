# SPDX-License-Identifier: MIT
"""How the device asks for this language."""

NAME = "Русский"
"""What it is called in itself."""

WORD = "ЯЗЫК"
"""Its word for "language", perhaps with a shorter form."""

SIGN = "Я"
"""Its sign, where there is no room for words."""
