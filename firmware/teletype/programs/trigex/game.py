# SPDX-License-Identifier: MIT
"""Trigex: nine fields on nine lines of three; the first to own a whole line wins.

After V. N. Kasatkin, 1980. The board is a sequence indexed by field 1..9 (index 0 is unused) of
EMPTY, OWN (the machine's) and OTHER (the person's). The sum of a line identifies its pieces. The
numbers are the book's: only two own pieces and an empty field give 2, only two of the person's and
an empty field give 10.
"""

# covers 002:254

EMPTY, OWN, OTHER = 0, 1, 5

LINES = (
    (1, 2, 8),
    (1, 3, 6),
    (1, 4, 7),
    (2, 6, 9),
    (2, 3, 4),
    (3, 5, 8),
    (5, 4, 9),
    (5, 6, 7),
    (7, 8, 9),
)
"""The lines, in the order of the listing."""

_SECOND = (
    (0, 3, 2, 3, 2, 2, 6, 3, 3),
    (3, 0, 1, 1, 1, 1, 3, 3, 4),
    (2, 1, 0, 1, 6, 2, 2, 2, 1),
)
"""Table 1 of the book: rows the machine's first field 1..3, columns the answer 1..9."""


def second(first, answer):
    """Return the machine's second field after its `first` field 1..3 and the `answer`."""
    return _SECOND[first - 1][answer - 1]


def _sum(fields, line):
    return fields[line[0]] + fields[line[1]] + fields[line[2]]


def _empty(fields, line):
    for field in line:
        if fields[field] == EMPTY:
            return field
    return 0  # cannot happen: the sums 2 and 10 leave a field


def completed(fields, who):
    """Return whether `who`, OWN or OTHER, has a whole line."""
    for line in LINES:
        if _sum(fields, line) == 3 * who:
            return True
    return False


def winning(fields):
    """Type а: return the field that completes the first own line, 0 if there is none."""
    for line in LINES:
        if _sum(fields, line) == 2 * OWN:
            return _empty(fields, line)
    return 0


def closing(fields):
    """Type б: return the last field found that closes the person's line, 0 if there is none."""
    found = 0
    for line in LINES:
        if _sum(fields, line) == 2 * OTHER:
            found = _empty(fields, line)
    return found


def forking(fields):
    """Type в: return the first empty field that makes two threats at once, 0 if there is none."""
    for field in range(1, 10):
        if fields[field] != EMPTY:
            continue
        threats = 0
        for line in LINES:
            if field in line and _sum(fields, line) == OWN:
                threats += 1
        if threats >= 2:
            return field
    return 0
