# SPDX-License-Identifier: MIT
"""How the device asks for this language."""

NAME = "日本語"
"""What it is called in itself."""

WORD = "言語"
"""Its word for "language", perhaps with a shorter form."""

SIGN = "言"
"""Its sign, where there is no room for words."""
