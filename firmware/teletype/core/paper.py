# SPDX-License-Identifier: MIT
"""Paper of a given width: where a printed line breaks."""

WIDE = "\u3000"
"""Text in characters from this one on has no blanks between words: it may break anywhere."""

_WIDE_LEAD = 0xE3
"""The first byte of `WIDE` in UTF-8."""

_NEVER_FIRST = "。、」）ー・…:;,.!?)っゃゅょッャュョ"
"""Characters that never start a row."""


def wrap(line, width, fitting=None):
    """Return the rows of a line on paper of `width` characters, as (start, end) indexes into it.

    Rows break at blanks, behind a hyphen between letters, and next to Japanese characters; the
    blank at which a row ends is not printed. A word that is longer than a row is cut. An empty
    line is one empty row. With `fitting(text, width)`, which returns how many characters fit,
    `width` is in another unit, no larger than a character.
    """
    rows = []
    start = 0
    while True:
        seen = line[start : start + width + 1]  # a row cannot hold more
        end = start + (fitting(seen, width) if fitting else min(len(seen), width))
        if end == len(line):
            rows.append((start, end))
            return rows
        cut = end
        row = line[start : end + 1]
        if max(row.encode()) < _WIDE_LEAD:  # it breaks at blanks and hyphens only
            end = start + max(0, row.rfind(" "), row.rfind("-", 0, len(row) - 1) + 1)
        while end > start and not _breaks(line, end):
            end -= 1
        if end == start or not line[start:end].strip():
            end = max(cut, start + 1)  # no place to break at
            rows.append((start, end))
            start = end
        else:
            rows.append((start, end))
            start = end + 1 if line[end : end + 1] == " " else end


_VOWELS = "aeiouyäöüAEIOUYÄÖÜаеёиоуыэюяєіїАЕЁИОУЫЭЮЯЄІЇ"
_NO_ONSET = "hHйьъЙЬЪ"
"""Letters that no part of a divided word begins with, besides vowels."""


def divided(text, most):
    """Return the text with a hyphen in each word of more than `most` characters, so that `wrap`
    breaks it there: before a consonant and a vowel if possible, and only between letters.
    """
    at = 0
    while at < len(text):
        end = text.find(" ", at)
        if end < 0:
            end = len(text)
        hyphen = text.find("-", at, min(end, at + most))
        if hyphen >= 0:
            end = hyphen
        elif end - at > most:
            cut = _cut(text, at, at + most // 2, min(at + most - 1, end - 3))
            if cut:
                text = text[:cut] + "-" + text[cut:]
                end = cut
        at = end + 1
    return text


def _cut(text, begin, low, high):
    """Return the best place from `low` to `high` to divide the word from `begin` on; 0 if it has
    signs other than letters up to there: it is a formula, a name, or Japanese.
    """
    last = best = 0
    for at in range(begin + 1, high + 1):
        first = text[at]
        if not _letter(first):
            return 0
        if at >= low and _letter(text[at - 1]):
            last = at
            if first not in _VOWELS and first not in _NO_ONSET and text[at + 1] in _VOWELS:
                best = at
    return best or last


def _letter(char):
    """Whether it is a letter; MicroPython knows only those of ASCII."""
    return "A" <= char <= "Z" or "a" <= char <= "z" or "\u00c0" <= char < "\u0530"


def _breaks(line, at):
    """Whether a row may end before the character `at`."""
    char = line[at : at + 1]
    before = line[at - 1 : at]
    if char == " " or before == " " or char in _NEVER_FIRST:
        return char == " "
    if before == "-" and _letter(char) and _letter(line[at - 2 : at - 1]):
        return True
    return max(char, before) >= WIDE
