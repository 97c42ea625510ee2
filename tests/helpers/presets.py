# SPDX-License-Identifier: MIT
"""The examples of a program, by what they are called in English."""

from teletype import words
from teletype.programs import catalogue


def presets(name: str) -> dict[str, str]:
    """Setup lines by their labels; none for a program without examples."""
    lines = catalogue.load(name).PRESETS
    return dict(zip(words.program(name, "en").PRESETS, lines, strict=True))
