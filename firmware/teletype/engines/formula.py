# SPDX-License-Identifier: MIT
"""Formulas of logic: the parser, and the truth table, computed many rows at once.

After V. N. Kasatkin, 1980. The book replaces a formula by its arithmetic model (1-A for not, AB
for and, A+B-AB for or, 1-A+AB for implies, 1-(A-B)^2 for equivalent). It computes the model row by
row, from 00...0 to 11...1, the last letter fastest. Here ROWS rows are the bits of one integer and
each operation handles them all; the tests compare that with the arithmetic models.

A formula becomes its letters and a postfix notation in bytes, the index of a letter or one of the
signs `0 1 ~ * + > =`: `(A->B)(~A+~B)` is "AB" and 0 1 > 0 ~ 1 ~ + *. Neither parsing nor
evaluation is recursive, so no nesting of brackets overflows a stack.
"""

# covers 002:597, 002:825

LETTERS = 12
"""The most letters of a formula."""

LENGTH = 1000
"""The most characters of a formula."""

ROWS = 512
"""Rows in one integer: 64 bytes. That is enough to make the interpreter's steps negligible, and
few enough for the deepest formula in a small heap."""

_ZERO, _ONE, _NOT, _AND, _OR, _IMPLIES = b"01~*+>"
_STRENGTH = {"(": 0, ")": 0, "": 0, "=": 1, "^": 1, ">": 2, "+": 3, "*": 4, "~": 5}

_SPELLINGS = (
    ("<->", "="), ("<=>", "="), ("==", "="), ("->", ">"), ("=>", ">"), ("&&", "*"), ("||", "+"),
    ("¬", "~"), ("!", "~"), ("&", "*"), ("·", "*"), ("∧", "*"), ("|", "+"), ("∨", "+"),
    ("→", ">"), ("⇒", ">"), ("↔", "="), ("⇔", "="), ("≡", "="), ("⊕", "^"), ("^", "^"),
)  # fmt: skip
"""Other ways to write an operation, the longer ones first."""

_STARTS = "<=-&|¬!·∧∨→⇒↔⇔≡⊕^"
"""The first characters of these."""

_WORDS = {
    "and": "*", "or": "+", "not": "~", "xor": "^", "implies": ">", "iff": "=",
    "и": "*", "или": "+", "не": "~",
}  # fmt: skip
"""Operations in words, in small or capital letters; the Russian ones in small letters. A word is
delimited by blanks, brackets or signs."""

_UNREAD = (
    "И", "ИЛИ", "НЕ", "і", "І", "та", "або", "ні", "чи", "ТА", "АБО", "НІ", "ЧИ", "либо", "ЛИБО",
    "nand", "nor", "xnor", "und", "oder", "nicht", "true", "false", "wahr", "falsch",
)  # fmt: skip
"""Words that some people write for operations and values, and that are letters here."""

_LATIN, _CYRILLIC = "ABCEHKMOPTXYaceopxyi", "АВСЕНКМОРТХУасеорхуі"
"""Letters of the two alphabets that look alike."""

_BLANKS = " \t\xa0\u2009\u202f\u3000"
"""Blanks, including those of word processors."""


class FormulaError(Exception):
    """The text is not a formula; the message names the column, from 1, what was expected, and what
    was typed there.
    """

    def __init__(self, column, expected, found=None):
        if found is not None:
            expected += ", not " + (found or "the end")
        super().__init__("column %d: expected %s" % (column, expected))


def is_letter(char):
    """Return whether `char` can be a variable: a Latin or Cyrillic letter, capital or small."""
    code = ord(char)
    if code < 0x400:
        return "A" <= char <= "Z" or "a" <= char <= "z"
    return code <= 0x481 or 0x48A <= code <= 0x4FF


def _word(text, at):
    """Return the whole word that begins at `at`, or "" if none does."""
    if at and is_letter(text[at - 1]):
        return ""
    end = at
    while end < len(text) and is_letter(text[end]):
        end += 1
    return text[at:end]


def _is_or(text, at):
    """Return whether the letter v at `at` is "or": alone, with an operand on both sides."""
    return (
        text[at - 1 : at] in _BLANKS
        and text[at + 1 : at + 2] in _BLANKS
        and _beside(text, at, -1) not in ("", "(")
        and _beside(text, at, 1) not in ("", ")")
    )


def _beside(text, at, step):
    """Return the next sign before (`step` -1) or after (1) the place `at`, past blanks; "" for
    none.

    It does not use `strip`, which in MicroPython removes single bytes of such blanks from other
    signs.
    """
    at += step
    while 0 <= at < len(text) and text[at] in _BLANKS:
        at += step
    return text[at] if 0 <= at < len(text) else ""


def _operation(text, at, factor):
    """Return (sign, length in the text) of the operation at `at`, or ("", 0).

    `factor`: whether an operand stands before it.
    """
    if text[at] in _STARTS:
        for spelling, sign in _SPELLINGS:
            if text[at : at + len(spelling)] == spelling:
                return sign, len(spelling)
    if not is_letter(text[at]):
        return "", 0
    word = _word(text, at)
    known = word.lower() if word < "\x80" else word  # the Unix port knows no Cyrillic capitals
    if known in _WORDS and (factor or len(word) > 1):  # elsewhere И is a letter
        return _WORDS[known], len(word)
    if factor and word in ("v", "V") and _is_or(text, at):
        return "+", 1
    return "", 0


def _signs(text):
    """Yield (column, sign, text as typed) for each sign, `*` where factors are adjacent; at last
    (column, "", "").
    """
    at = 0
    factor = False  # the last sign ended a factor
    while at < len(text):
        char = text[at]
        if char in _BLANKS:
            at += 1
            continue
        column = at + 1
        sign, length = _operation(text, at, factor)
        if not length:
            sign, length = char, 1
            if char == "-" or char == "<":
                raise FormulaError(column, "->" if char == "-" else "<->")
            if char not in "~*+()01" and not is_letter(char):
                raise FormulaError(column, "a sign of a formula", "'%s'" % char)
        typed = text[at : at + length]
        if factor and (sign in "~(01" or is_letter(sign)):
            yield column, "*", typed
        factor = sign not in "~(*+>=^"
        yield column, sign, typed
        at += length
    yield len(text) + 1, "", ""


def note(text):
    """Return a remark on how the formula `text` was read, if a reader may have meant something
    else, or "".
    """
    letters = parse(text)[0]
    for at in range(len(text)):
        if text[at] in "vV" and _word(text, at) == text[at]:
            if _is_or(text, at):
                return "%s was read as 'or'" % text[at]
    for char in "vV":
        if char in letters:
            return "%s is a letter of the formula; write + for 'or'" % char
    for at in range(len(_LATIN)):
        if _LATIN[at] in letters and _CYRILLIC[at] in letters:
            return "%s is two letters here, a Latin and a Cyrillic one" % _LATIN[at]
    for at in range(len(text)):
        word = _word(text, at)
        unread = word in _UNREAD or (len(word) > 2 and word.lower() in _UNREAD)
        if unread and (len(word) > 1 or _is_or(text, at)):
            return "'%s' was read as letters; write the sign of the operation" % word
        last = word[-1:] or (text[at] if text[at] in "01" else "")
        digit = text[at + len(word or "0") :][:1]
        if last and digit and digit in "01" and not _operation(text, at, True)[1]:
            return "%s%s was read as %s*%s" % (last, digit, last, digit)
    return ""


def parse(text):
    """Return the formula `text` as (letters, postfix), each letter once, by first appearance.

    Operations from the strongest: `~`; adjacency or `*`; `+`; `->`, which needs brackets where two
    follow each other; `<->` and `^` (either, but not both), from left to right. `_SPELLINGS` and
    `_WORDS` list other spellings. Blanks are ignored. Raises FormulaError.
    """
    if len(text) > LENGTH:
        raise FormulaError(LENGTH + 1, "the end: at most %d characters" % LENGTH)
    letters = ""
    postfix = bytearray()
    # Operations and brackets that wait for their right operand. The stack is in bytes, because a
    # list of a thousand signs may not fit into a fragmented small heap.
    pending = bytearray(len(text) + 1)
    depth = 0
    brackets = 0  # open ones
    factor = False  # a factor is complete: an operation, ) or the end may follow
    for column, sign, typed in _signs(text):
        if not factor:
            if sign == "(" or sign == "~":
                brackets += sign == "("
                pending[depth] = ord(sign)
                depth += 1
            elif not sign or sign in "*+>=^)":
                raise FormulaError(column, "a letter, 0, 1, ~ or (", typed)
            else:
                if sign in "01":
                    postfix.append(ord(sign))
                else:
                    if sign not in letters:
                        if len(letters) == LETTERS:
                            raise FormulaError(column, "no more than %d letters" % LETTERS, sign)
                        letters += sign
                    postfix.append(letters.find(sign))
                factor = True
            continue
        strength = _STRENGTH[sign]
        while depth and _STRENGTH[chr(pending[depth - 1])] > strength:
            depth -= 1
            _append(postfix, pending[depth])
        if sign == ")":
            if not brackets:
                raise FormulaError(column, "an operation or the end", sign)
            brackets -= 1
            depth -= 1
        elif sign:
            # stronger operations are already written; these are equal and go left to right
            while depth and _STRENGTH[chr(pending[depth - 1])] == strength:
                if sign == ">":
                    raise FormulaError(column, "brackets around one of two ->")
                depth -= 1
                _append(postfix, pending[depth])
            pending[depth] = ord(sign)
            depth += 1
            factor = False
        elif brackets:
            raise FormulaError(column, "an operation or )", sign)
    return letters, bytes(postfix)


def _append(postfix, sign):
    """Add an operation to the postfix notation, where `^` is the negation of `=`."""
    if sign == ord("^"):
        postfix.append(ord("="))
        sign = _NOT
    postfix.append(sign)


def _deepest(postfix):
    """Return the greatest depth of the stack during the evaluation of `postfix`."""
    depth = deepest = 0
    for sign in postfix:
        if sign < LETTERS or sign == _ONE or sign == _ZERO:
            depth += 1
            if depth > deepest:
                deepest = depth
        elif sign != _NOT:
            depth -= 1
    return deepest


def table(letters, postfix, order):
    """Return the column X of the truth table: integers of ROWS rows each, the lowest bit is the
    first.

    `letters`, `postfix`: as from `parse`; `order`: the letters of the table, the last one changes
    fastest. With fewer than 9 letters there is one integer with 2 ** len(order) rows.
    """
    count = 1 << len(order)
    rows = min(ROWS, count)
    ones = (1 << rows) - 1
    values = [0] * LETTERS
    # allocated at once, because a growing list may not fit into a fragmented small heap
    stack = [0] * (_deepest(postfix) + 1)
    slow = []  # letters constant within an integer: (index, rows until they change)
    for index in range(len(letters)):
        period = 1 << len(order) - 1 - order.find(letters[index])
        if period < rows:
            values[index] = ones // ((1 << period) + 1) << period
        else:
            slow.append((index, period))
    for first in range(0, count, rows):
        for index, period in slow:
            values[index] = ones if first & period else 0
        top = 0  # of the stack; its lowest place is unused
        for sign in postfix:
            if sign < LETTERS:
                top += 1
                stack[top] = values[sign]
            elif sign == _ONE:
                top += 1
                stack[top] = ones
            elif sign == _ZERO:
                top += 1
                stack[top] = 0
            elif sign == _NOT:
                stack[top] ^= ones
            else:
                right = stack[top]
                stack[top] = 0  # frees 80 bytes of heap
                top -= 1
                if sign == _AND:
                    stack[top] &= right
                elif sign == _OR:
                    stack[top] |= right
                elif sign == _IMPLIES:
                    stack[top] = ones ^ stack[top] | right
                else:
                    stack[top] ^= ones ^ right
        yield stack[1]
