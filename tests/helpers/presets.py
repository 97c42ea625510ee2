# SPDX-License-Identifier: MIT
"""The examples of a program, by their English names."""

from teletype import words
from teletype.programs import catalogue


def presets(name: str) -> dict[str, str]:
    """Return setup lines by label; none for a program without examples."""
    lines = catalogue.load(name).PRESETS
    return dict(zip(words.program(name, "en").PRESETS, lines, strict=True))
