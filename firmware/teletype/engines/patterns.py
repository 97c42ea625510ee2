# SPDX-License-Identifier: MIT
"""Patterns and rules of Life in the formats of collections.

Formats: run length encoded (RLE), plaintext (`.cells`), Life 1.05 and 1.06 (`.lif`). A rule is
`B36/S23`, or `23/36` in the older order. Only rules of two states that count the eight neighbours
are understood. The formats are described at conwaylife.com, "File formats" and "Rulestring".
"""

MOST = 500
"""The most cells of a pattern."""

WIDEST = 1000
"""The most rows and columns of a pattern."""

_RUNS = "bBoOA.$! \t0123456789"
"""The signs of run lengths."""

_UNREAD = (("[M2]", "macrocell"), ("#MCell", "MCell"), ("#GAME", "MCell"))
"""Formats of other kinds by the beginning of a line."""

NAMES = (
    ("life", "B3/S23"),
    ("highlife", "B36/S23"),
    ("day & night", "B3678/S34678"),
    ("seeds", "B2/S"),
    ("replicator", "B1357/S1357"),
    ("diamoeba", "B35678/S5678"),
    ("2x2", "B36/S125"),
    ("maze", "B3/S12345"),
    ("life without death", "B3/S012345678"),
)
"""Rules with names."""


class PatternError(Exception):
    """The text is not a pattern or rule; the message says what is wrong, and in which line."""


def _brief(text):
    """Return a text for a message, as `core.request.brief`, which no engine imports."""
    return text if len(text) <= 80 else text[:79] + "…"


def rule(text):
    """Return the rule that `text` names or writes, as `B36/S23`. Raises PatternError."""
    text = text.strip()
    for name, known in NAMES:
        if text.lower() == name:
            return known
    if ":" in text:
        raise PatternError("'%s' has a bounded grid; only the plane is known" % _brief(text))
    parts = text.upper().replace(" ", "").strip("'\"").split("/")
    if len(parts) == 1 and parts[0][:1] == "B" and "S" in parts[0]:
        at = parts[0].find("S")
        parts = [parts[0][:at], parts[0][at:]]
    if len(parts) == 3:
        raise PatternError("'%s' has more than two states" % _brief(text))
    if len(parts) != 2:
        raise PatternError("'%s' is not a rule like B3/S23" % _brief(text))
    born, stays = parts
    if born[:1] == "S" or (born[:1] != "B" and stays[:1] != "S"):
        born, stays = stays, born
    born = born[1:] if born[:1] == "B" else born
    stays = stays[1:] if stays[:1] == "S" else stays
    for digits in (born, stays):
        if digits.strip("012345678"):
            raise PatternError("'%s' does not count eight neighbours of two states" % _brief(text))
    if "0" in born:
        raise PatternError("'%s': all of the empty plane would be born" % _brief(text))
    return "B%s/S%s" % ("".join(sorted(set(born))), "".join(sorted(set(stays))))


def masks(known):
    """Return (born, stays) of a `rule` result: bit n is set if the law holds for n neighbours."""
    born, stays = known[1:].split("/S")
    return sum([1 << int(count) for count in born]), sum([1 << int(count) for count in stays])


def read(text):
    """Return (cells, rule) of a pattern in any of the formats: pairs of a row and a column from 0,
    in order, and a rule, or "" if none is given. Raises PatternError.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for word, name in _UNREAD:
        if any(line[: len(word)] == word for line in lines):
            raise PatternError("a %s file; save it as RLE" % name)
    begins = _begins(lines)
    if begins < len(lines):
        found, known = _runs(lines, begins)
    elif any(line[:10] == "#Life 1.06" for line in lines) or _has_pairs(lines):
        found, known = _pairs(lines)
    elif any(line[:10] == "#Life 1.05" for line in lines):
        found, known = _blocks(lines)
    elif _is_run_length(lines):
        found, known = _runs(lines, 0)
    elif any(line[:2] == "#P" for line in lines):
        found, known = _blocks(lines)
    else:
        found, known = _rows(lines)
    cells = sorted(set(found))
    if not cells:
        raise PatternError("there is no living cell")
    if len(cells) > MOST:
        raise PatternError("%d cells; allowed: %d" % (len(cells), MOST))
    top = cells[0][0]
    left = min([column for _, column in cells])
    cells = [(row - top, column - left) for row, column in cells]
    if cells[-1][0] >= WIDEST or max([column for _, column in cells]) >= WIDEST:
        raise PatternError("larger than %d rows or columns" % WIDEST)
    return cells, known


def _begins(lines):
    """Return the index of the header of an RLE file, as `x = 3, y = 3`; that of the end if there
    is none. What stands above it is comment, in whatever dialect.
    """
    for number in range(len(lines)):
        line = lines[number].replace(" ", "").replace("\t", "").lower()
        if line[:2] == "x=" and "0" <= line[2:3] <= "9":
            return number
    return len(lines)


def _is_run_length(lines):
    """Whether lines without a header have runs; `!` at their beginning may be a comment."""
    for line in lines:
        if line[:1] not in ("#", "!"):
            runs = line.strip("bBoO0.*A \t") and line.strip("0123456789 \t")
            if "$" in line or (runs and not line.strip(_RUNS)):
                return True
    return False


def _has_pairs(lines):
    """Whether all lines but comments are two numbers, as in Life 1.06 without its head."""
    found = False
    for line in lines:
        words = line.split()
        if words and words[0][:1] != "#":
            found = len(words) == 2 and not "".join(words).strip("+-0123456789")
            if not found:
                return False
    return found


def _rule_of(line):
    """Return the rule that a line like `!Rule: B36/S23` or `#r 23/36` gives, "" for another one.

    `#R` in an older format may shift the cells that follow; those are two numbers.
    """
    value = line[2:].strip()
    if line[:2].lower() == "#r" and value and ("/" in value or " " not in value):
        return rule(value)
    name, sign, value = line.replace("=", ":").partition(":")
    return rule(value) if sign and name.strip("#!; ").lower() == "rule" else ""


def _number(text, line):
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not digits or digits.strip("0123456789") or len(digits) > 7:
        raise PatternError("line %d: '%s' is not a number" % (line, text[:20]))
    return int(text)


def _pairs(lines):
    """Read Life 1.06: a column and a row on each line."""
    found: list = []
    known = ""
    for number in range(len(lines)):
        words = lines[number].split()
        if not words or words[0][:1] == "#":
            known = _rule_of(lines[number]) or known
            continue
        if len(words) != 2:
            raise PatternError("line %d: expected a column and a row" % (number + 1))
        found.append((_number(words[1], number + 1), _number(words[0], number + 1)))
        _bounded(found, number + 1)
    return found, known


def _blocks(lines):
    """Read Life 1.05: blocks of rows after `#P column row`; `#R` has a rule, `#N` is Conway's."""
    found: list = []
    known = ""
    row = column = at = 0
    for number in range(len(lines)):
        line = lines[number].strip()
        if line[:2] == "#P":
            words = line[2:].split()
            if len(words) != 2:
                raise PatternError("line %d: expected #P, a column and a row" % (number + 1))
            column, row = (_number(word, number + 1) for word in words)
            at = 0
        elif line[:1] == "#":
            known = _rule_of(line) or known
        elif line:
            found += [(row + at, column + x) for x in _cells(line, number + 1)]
            _bounded(found, number + 1)
            at += 1
    return found, known


def _rows(lines):
    """Read plaintext: a row on each line, comments after `!`."""
    found: list = []
    known = ""
    row = 0
    for number in range(len(lines)):
        line = lines[number].rstrip()
        if line[:1] == "!" or line[:1] == "#":
            known = _rule_of(line) or known
            continue
        found += [(row, x) for x in _cells(line, number + 1)]
        _bounded(found, number + 1)
        row += 1
    return found, known


def _cells(line, number):
    """Return the columns of the living cells in a row of `.` and `O` or `*`."""
    found = []
    for x in range(len(line)):
        if line[x] in "Oo*0":
            found.append(x)
        elif line[x] not in ".b ":
            raise PatternError("line %d: '%s' is not a cell" % (number, line[x]))
    return found


def _runs(lines, begins):
    """Read RLE: `x = 3, y = 3, rule = B3/S23`, then runs of b, o and $ up to `!`. The header
    stands in the line `begins`, if there is one; above it only a rule counts.
    """
    found: list = []
    known = ""
    row = column = 0
    digits = ""
    for number in range(len(lines)):
        line = lines[number].strip()
        if line[:1] == "#" or number < begins:
            known = _rule_of(line) or known
            continue
        if number == begins and "=" in line:
            at = line.lower().find("rule")
            if at >= 0:
                known = rule(line[at:].partition("=")[2])
            continue
        for char in line:
            if char == " " or char == "\t":
                continue
            if "0" <= char <= "9":
                digits += char
                if len(digits) > 7 or int(digits) > WIDEST:
                    raise PatternError("line %d: a run of more than %d" % (number + 1, WIDEST))
                continue
            run = int(digits or "1")
            if not run:
                raise PatternError("line %d: a run of 0" % (number + 1))
            digits = ""
            if char == "!":
                return found, known
            if char == "$":
                row += run
                column = 0
            elif char == "b" or char == ".":
                column += run
            elif char == "o" or char == "A":
                found += [(row, column + x) for x in range(run)]
                column += run
                _bounded(found, number + 1)
            else:
                raise PatternError("line %d: '%s' is not a run of b, o or $" % (number + 1, char))
    raise PatternError("the pattern ends before its !")


def _bounded(found, number):
    if len(found) > 4 * MOST:
        raise PatternError("line %d: more than %d cells" % (number, MOST))
