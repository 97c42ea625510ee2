# SPDX-License-Identifier: MIT
"""Paper of a given width: where a printed line breaks."""

WIDE = "\u3000"
"""From this character on a text has no blanks between words: it may break anywhere."""

_NEVER_FIRST = "。、」）ー・…:;,.!?)っゃゅょッャュョ"
"""Signs that do not stand at the beginning of a row."""


def codes(text):
    """The code points of a text, one after the other.

    MicroPython keeps each character that an index or a loop takes out of a text for ever; a tape
    that was brought from elsewhere may have any number of them.
    """
    code = more = 0
    for byte in text.encode():
        if byte < 0x80:
            yield byte
        elif byte < 0xC0:
            code = code << 6 | byte & 0x3F
            more -= 1
            if not more:
                yield code
        elif byte < 0xE0:
            code = byte & 0x1F
            more = 1
        elif byte < 0xF0:
            code = byte & 0x0F
            more = 2
        else:
            code = byte & 0x07
            more = 3


def wrap(line, width, advance=None):
    """The rows of a line on paper of `width` characters, as (start, end) indexes into it.

    Breaks at blanks, and next to Japanese characters; a blank at which a row ends is not printed.
    A word that is longer than a row is cut. An empty line is one empty row. With `advance`, a
    function that gives the width of a code point, `width` is in its unit.
    """
    rows = []
    start = 0
    while True:
        end = start
        room = width
        for code in codes(line[start : start + width + 1]):  # more are not wanted
            room -= advance(code) if advance else 1
            if room < 0:
                break
            end += 1
        if end == len(line):
            rows.append((start, end))
            return rows
        cut = end
        row = line[start : end + 1]
        if " " not in row and len(row.encode()) == len(row):
            end = start  # it has no place to break at: it need not be looked for
        while end > start and not _breaks(line, end):
            end -= 1
        if end == start or not line[start:end].strip():
            end = max(cut, start + 1)  # no place to break at
            rows.append((start, end))
            start = end
        else:
            rows.append((start, end))
            start = end + 1 if line[end : end + 1] == " " else end


def _breaks(line, at):
    """Whether a row may end before the character `at`."""
    char = line[at : at + 1]
    before = line[at - 1 : at]
    if char == " " or before == " " or char in _NEVER_FIRST:
        return char == " "
    return max(char, before) >= WIDE
