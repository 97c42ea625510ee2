# SPDX-License-Identifier: MIT
"""The partial formulas of a formula, as V. N. Kasatkin, 1980, has them in table 3."""

# covers 002:757

MOST = 12
"""The most partial formulas of a formula."""

_SIGNS = {ord("*"): ("", 3), ord("+"): ("+", 2), ord(">"): ("->", 1), ord("="): ("<->", 0)}
"""Operations with two operands: the sign and its strength."""

_NOT = ord("~")

_WHOLE = 5
"""The strength of a letter, a constant, and a negation."""


def parts(letters, postfix):
    """Return pairs (text, postfix) of all partial formulas, each once.

    Letters and the whole formula are left out. Negated letters come first, in the order of
    `letters`, then the others from the inside out.
    """
    stack: list = []  # (text, strength, where its postfix begins)
    single: list = []
    found: list = []
    for at in range(len(postfix)):
        code = postfix[at]
        if code in _SIGNS:
            sign, strength = _SIGNS[code]
            right, left = stack.pop(), stack.pop()
            begin = left[2]
            least = strength + (strength < 2)  # the same needs brackets, except and, or
            text = _inside(left, least) + sign + _inside(right, least)
        elif code == _NOT:
            inner = stack.pop()
            begin = inner[2]
            strength = _WHOLE
            text = "~" + _inside(inner, _WHOLE)
        else:
            stack.append((letters[code] if code < len(letters) else chr(code), _WHOLE, at))
            continue
        stack.append((text, strength, begin))
        if begin == 0 and at == len(postfix) - 1:
            break
        kept = single if code == _NOT and at == begin + 1 else found
        if text not in [known for known, _ in kept]:
            kept.append((text, postfix[begin : at + 1]))
    return sorted(single) + found


def _inside(part, strength):
    """Return the text of a part within an operation of a strength."""
    return part[0] if part[1] >= strength else "(" + part[0] + ")"
