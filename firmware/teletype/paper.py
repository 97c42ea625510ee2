# SPDX-License-Identifier: MIT
"""Paper of a given width: where a printed line breaks."""

WIDE = "\u3000"
"""From this character on a text has no blanks between words: it may break anywhere."""

_NEVER_FIRST = "。、」）ー・…:;,.!?)っゃゅょッャュョ"
"""Signs that do not stand at the beginning of a row."""


def wrap(line, width, advance=None):
    """The rows of a line on paper of `width` characters, as (start, end) indexes into it.

    Breaks at blanks, and next to Japanese characters; a blank at which a row ends is not printed.
    A word that is longer than a row is cut. An empty line is one empty row. With `advance`, a
    function that gives the width of a character, `width` is in its unit.
    """
    rows = []
    start = 0
    while True:
        end = start
        room = width
        for char in line[start:]:  # MicroPython counts from the beginning for each index
            room -= advance(char) if advance else 1
            if room < 0:
                break
            end += 1
        if end == len(line):
            rows.append((start, end))
            return rows
        cut = end
        while end > start and not _breaks(line, end):
            end -= 1
        if end == start or not line[start:end].strip():
            end = max(cut, start + 1)  # no place to break at
            rows.append((start, end))
            start = end
        else:
            rows.append((start, end))
            start = end + 1 if line[end] == " " else end


def _breaks(line, at):
    """Whether a row may end before the character `at`."""
    char = line[at]
    before = line[at - 1]
    if char == " " or before == " " or char in _NEVER_FIRST:
        return char == " "
    return max(char, before) >= WIDE
