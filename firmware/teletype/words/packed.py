# SPDX-License-Identifier: MIT
"""Pages of text as boards have them: byte pair encoding (Philip Gage, "A New Algorithm for Data
Compression", The C Users Journal, February 1994).

A page is written in the sources as it is read: a tuple of lines, or a string. What is put on a
board has bytes in its place, which `host_tools.build.packing` writes:

    page    a byte for the language, two for the length of its longest line in UTF-8 (the low one
            first), then codes
    codes   0..253 are a byte, the others two: 254 or 255, and the rest of a number from 256 on
    PAIRS   of the module `words.pairs_en`, `_ru` or `_ja`: three bytes for each code, the lowest
            first: two codes of 12 bits each, which it stands for. Where the second is 4095 the
            first is a byte of UTF-8 instead. No code is deeper than DEPTH.
"""

from array import array

from teletype import words
from teletype.loading import load

DEPTH = 32

_PAIRS = ("teletype.words.pairs_en", "teletype.words.pairs_ru", "teletype.words.pairs_ja")


def lines(page):
    """Yields the lines of a page, however it is written."""
    if isinstance(page, bytes):
        pairs = load(_PAIRS[page[0]]).PAIRS
        codes = array("H", bytes(2 * DEPTH))
        line = bytearray(1 + (page[1] | page[2] << 8))
        at = 3
        while at <= len(page):
            found = words.unpack(page, at, len(page), pairs, codes, line)  # type: ignore[arg-type]
            yield str(memoryview(line)[: found >> 16], "utf-8")
            at = found & 65535
    else:
        yield from page.split("\n") if isinstance(page, str) else page
