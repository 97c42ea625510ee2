# SPDX-License-Identifier: MIT
"""A language for the tests: English with accents, a third longer where there is room for it.

It finds texts that are not translated, letters without a glyph, and texts that a screen cuts
although they are as wide as `en.pot` allows.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import polib  # type: ignore[import-untyped]

from host_tools import paths
from host_tools.build import text_check
from host_tools.texts import languages, po

ACCENTS = str.maketrans("AEIOUYCNSZaeiouycnsz", "ÅÉÎÖÛÝÇÑŠŽåéîöûýçñšž")

STAYS = re.compile(r"(%%|%0?\d*[a-zX]|\*|\bOK\b|\bBACK\b|\bXX?\b|\w+=\S*|\d+|[\u0400-\u04ff]+)")
"""Placeholders, buttons, and what a person types."""

LETTERS = ("device LEAF_DAYS", "device DATES_FORM", "language SIGN")
"""Texts with a letter for each of several places."""

MORE = (Fraction(1, 3), Fraction(1, 4), Fraction(1, 6), Fraction(1, 10), Fraction(0))
"""How much longer a text becomes: the first that fits."""


def longer(text: str, more: Fraction) -> str:
    """Return a text with accents and longer words, the same number of them."""

    def word(match: re.Match[str]) -> str:
        said = match[0]
        return said + said[-1] * int(len(said) * more)

    parts = STAYS.split(text)
    for at in range(0, len(parts), 2):
        parts[at] = re.sub(r"[A-Za-z]{2,}", word, parts[at]).translate(ACCENTS)
    return "".join(parts)


def translated(entry: po.Entry, rooms: text_check.Rooms) -> Iterator[str]:
    """Yield the forms of a text in the pseudo-language."""
    for text in filter(None, (entry.source, entry.plural)):
        for more in MORE if entry.context not in LETTERS else MORE[-1:]:
            said = longer(text, more)
            if not list(text_check.of_text(entry, "", said, rooms)):
                break
        yield said


def texts() -> dict[tuple[str, str], list[str]]:
    """Return the whole language by context and source text."""
    source = languages.source(paths.FIRMWARE / languages.FOLDER)
    rooms = text_check.Rooms(paths.FIRMWARE)
    return {entry.key: list(translated(entry, rooms)) for entry in source.file.entries}


def fill_in(path: Path, said: dict[tuple[str, str], list[str]], **metadata: str) -> None:
    """Write the language into an exported file, as a translator's program does."""
    file = polib.pofile(str(path))
    for entry in file:
        forms = said[entry.msgctxt, entry.msgid]
        if entry.msgid_plural:
            entry.msgstr_plural = dict(enumerate(forms))
        else:
            (entry.msgstr,) = forms
    file.metadata["Plural-Forms"] = "nplurals=2; plural=(n != 1);"
    file.metadata.update(metadata)
    file.save()
