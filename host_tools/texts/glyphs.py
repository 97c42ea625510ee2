# SPDX-License-Identifier: MIT
"""The glyphs of a device: those of its texts, chosen from two free fonts.

`fixed.hex` and `misaki.hex` next to this file have all glyphs that a text may use: the X.org face
misc-fixed 5x8 with Latin, Greek, Cyrillic and signs, and the 8x8 face Misaki Gothic with Japanese.
`python3 -m host_tools lab fonts` makes both files from the fonts. A line is a code point, a colon
and a byte for each column, bit 0 on top, as the SSD1306 stores a page.

The modules `teletype.fonts.fixed` and `misaki` have only the characters of the firmware and its
languages, so a new language brings its glyphs by itself.
"""

import functools
import re
from pathlib import Path

from host_tools.texts import po
from host_tools.usage import Failed

FIRST_WIDE = "\u3000"
"""First character that uses Misaki."""

ALWAYS = "Ёё«»—–·×¬→↔∨◊°±≤≥…↑↓←↵▲▼◄►■□"
"""What the machines of the time printed; with ASCII and the Russian alphabet in every firmware."""

FOLDERS = ("handheld", "exhibit", "programs")
"""The folders whose modules have characters that a device shows."""


DOCUMENTED = re.compile(r'"{3}.*?"{3}', re.DOTALL)

MOST_NARROW = 0xFC
"""A narrow glyph is one byte below this: `LEAD` of `teletype.handheld.drawing.glyphs`."""


@functools.cache
def font(name: str) -> dict[str, bytes]:
    """Return the columns of all glyphs of `fixed` or `misaki`."""
    found = {}
    for line in Path(__file__).with_name(f"{name}.hex").read_text("ascii").splitlines():
        code, _, columns = line.partition(":")
        if columns:
            found[chr(int(code, 16))] = bytes.fromhex(columns)
    return found


def in_modules(firmware: Path) -> set[str]:
    """Return the characters of a firmware's modules."""
    found = set()
    for folder in FOLDERS:
        for path in (firmware / "teletype" / folder).rglob("*.py"):
            if path.is_file():
                found |= set(DOCUMENTED.sub("", path.read_text("utf-8")))
    return found


def used(firmware: Path) -> set[str]:
    """Return the characters of a firmware's modules and of all its texts. Raises Failed."""
    found = in_modules(firmware)
    words = firmware / "teletype/words"
    for path in (*words.glob("*.po"), words / "en.pot"):
        if path.is_file():
            for entry in po.read(path).entries:
                found |= set("".join([entry.context, entry.source, entry.plural, *entry.texts]))
    return found


def chosen(characters: set[str]) -> tuple[str, str]:
    """Return the narrow and the wide ones of these characters that have a glyph, in order."""
    always = {chr(code) for code in (*range(0x20, 0x7F), *range(0x410, 0x450))} | set(ALWAYS)
    narrow = {char for char in characters if char < FIRST_WIDE and char in font("fixed")}
    wide = {char for char in characters if char >= FIRST_WIDE and char in font("misaki")}
    return "".join(sorted(always | narrow)), "".join(sorted(wide))


def known() -> set[str]:
    """Return all characters that a text may use, and the line break."""
    return {*font("fixed"), *font("misaki"), "\n"}


def modules(firmware: Path) -> dict[str, bytes]:
    """Return the modules of the glyphs, by name in `teletype/fonts`.

    Raises Failed.
    """
    narrow, wide = chosen(used(firmware))
    limited(narrow)
    return {"fixed.py": _module("fixed", narrow), "misaki.py": _module("misaki", wide)}


def limited(narrow: str) -> None:
    """Raise Failed if these are too many characters."""
    if len(narrow) > MOST_NARROW:
        raise Failed(f"{len(narrow)} narrow characters, but only {MOST_NARROW} are possible")


def _module(name: str, characters: str) -> bytes:
    glyphs = [font(name)[char] for char in characters]
    codes = characters.encode("utf-16-be")
    width = len(next(iter(font(name).values())))
    return f"WIDTH = {width}\nCODES = {codes!r}\nGLYPHS = {b''.join(glyphs)!r}\n".encode()
