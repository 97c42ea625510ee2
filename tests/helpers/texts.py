# SPDX-License-Identifier: MIT
"""The texts of the languages, as their .po files say: read without the firmware."""

import functools
from types import SimpleNamespace

from host_tools import paths
from host_tools.texts import languages

WORDS = paths.FIRMWARE / languages.FOLDER


@functools.cache
def source() -> languages.Source:
    """The English texts."""
    return languages.source(WORDS)


@functools.cache
def translated(language: str) -> dict[tuple[str, str], str]:
    """The texts of a language that count, by their keys in `source`."""
    return languages.read(WORDS, language, source()).texts


@functools.cache
def device(language: str) -> dict[str, str]:
    """The device's texts in a language, by key."""
    return {key: translated(language)[entry.key] for key, entry in source().device.items()}


@functools.cache
def errors(language: str) -> dict[str, str]:
    """The error messages in a language, by the English ones."""
    return {entry.source: translated(language)[entry.key] for entry in source().errors}


english = SimpleNamespace(**device("en"))
"""The device's texts in English, as attributes."""
