# SPDX-License-Identifier: MIT
"""The texts of the languages, as their .po files say: read without the firmware."""

import functools
from types import SimpleNamespace

from host_tools import paths
from host_tools.texts import languages

WORDS = paths.FIRMWARE / languages.FOLDER


@functools.cache
def device(language: str) -> dict[str, str]:
    """The device's texts in a language, by key."""
    source = languages.source(WORDS)
    texts = languages.read(WORDS, language, source).texts
    return {key: texts[entry.key] for key, entry in source.device.items()}


@functools.cache
def errors(language: str) -> dict[str, str]:
    """The error messages in a language, by the English ones."""
    source = languages.source(WORDS)
    texts = languages.read(WORDS, language, source).texts
    return {entry.source: texts[entry.key] for entry in source.errors}


english = SimpleNamespace(**device("en"))
"""The device's texts in English, as attributes."""
