# SPDX-License-Identifier: MIT
"""A language as one file that is copied to a board: `python3 -m host_tools texts pack FILE.po`.

The device lists it with its own languages from the next start on. `teletype.words.added` reads
these files, and its docstring has their form.
"""

import struct
import zlib

from host_tools.texts import glyphs, languages
from host_tools.usage import Failed

ENDING = ".lang"

MAGIC = b"PTlang1\n"

TABLE = 21
ROWS = struct.Struct("<IHI")
ROW = ROWS.size
"""Where the table of the parts begins, and a row of it."""

LARGEST = 200_000
"""Bytes; the largest language of the firmware takes a seventh of it."""


def made(source: languages.Source, language: languages.Language, wide: set[str]) -> bytes:
    """Return the file of a language. `wide`: the wide characters that the firmware has.

    Raises Failed.
    """
    packed = languages.packed(source, language, True)
    about = [language.code]
    for name in languages.ABOUT_LANGUAGE:
        entry = source.language[name]
        about.append(language.texts.get(entry.key, entry.source))
    said = {char for text in language.texts.values() for char in text}
    narrow, others = glyphs.chosen(said)
    if lacking := set(others) - wide:
        signs = ", ".join(f"{char} (U+{ord(char):04X})" for char in sorted(lacking)[:10])
        raise Failed(f"the firmware lacks {signs}; `texts import` adds them to it")
    narrow = "".join(char for char in narrow if char in said and char > "~")
    parts = [
        "\t".join(about).encode(),
        packed.keys["SYMBOLS"],
        packed.keys["COUNTS"],
        packed.keys["PLURALS"],
        narrow.encode("utf-16-be"),
        b"".join(glyphs.font("fixed")[char] for char in narrow),
        *packed.short,
        *packed.long,
    ]
    size = TABLE + ROW * len(parts)
    place = size + 4
    table = b""
    for part in parts:
        table += ROWS.pack(place, len(part), zlib.crc32(part))
        place += len(part)
    head = MAGIC + _number(size, 2) + _number(place, 4) + languages.sum_of(source)
    head += bytes((languages.percent(source, language), language.unread, len(packed.short)))
    head += table
    return head + _number(zlib.crc32(head), 4) + b"".join(parts)


def is_whole(data: bytes) -> bool:
    """Whether this is a language file without damage, for whatever version."""
    if data[:8] != MAGIC or len(data) != int.from_bytes(data[10:14], "little"):
        return False
    size = int.from_bytes(data[8:10], "little")
    if zlib.crc32(data[:size]) != int.from_bytes(data[size : size + 4], "little"):
        return False
    for at in range(TABLE, size, ROW):
        place, length, checksum = ROWS.unpack_from(data, at)
        if zlib.crc32(data[place : place + length]) != checksum:
            return False
    return True


def code(data: bytes) -> str:
    """Return the code of the language in a file; "" if the file is damaged."""
    if not is_whole(data):
        return ""
    place, length, _ = ROWS.unpack_from(data, TABLE)
    return data[place : place + length].decode().partition("\t")[0]


def _number(value: int, count: int) -> bytes:
    return value.to_bytes(count, "little")
