# SPDX-License-Identifier: MIT
"""The arithmetic model of a formula of logic, in letters that are 0 or 1.

After V. N. Kasatkin, 1980, chapter 2, figures 31 to 34. There a person makes the model before the
machine computes with it: 1-A for not A, AB for and, A+B-AB for or, 1-A+AB for implies, 1-(A-B)^2
for equivalent. Like the book's example, (A->B)(~A+~B) as Y=(1-A+AB)(1-AB), a sum of two negations
is the negation of a product. Where the parts of a sum or an implication are long, the model does
not repeat them: 1-(1-A)(1-B), 1-A(1-B).
"""

# covers 002:825

from teletype.engines.formula import _AND, _IMPLIES, _NOT, _ONE, _OR, _ZERO, LETTERS

LONGEST = 500
"""The most characters of a model."""

_REPEATED = 40
"""The most characters of the two parts of an operation that the model repeats."""


class TooLong(Exception):
    """The model would have more than LONGEST characters."""


def model(letters, postfix):
    """Return the model of a `teletype.engines.formula.parse` result: a text without `Y=`.

    Raises TooLong.
    """
    # (text, whether it is a sum, its part after "1 less" or None): no recursion over a formula
    stack = []
    for sign in postfix:
        if sign < LETTERS:
            made = letters[sign], False, None
        elif sign == _ZERO or sign == _ONE:
            made = chr(sign), False, None
        elif sign == _NOT:
            made = _less(stack.pop())
        else:
            right = stack.pop()
            left = stack.pop()
            made = _joined(sign, left, right)
        if len(made[0]) > LONGEST:
            raise TooLong
        stack.append(made)
    return stack[0][0]


def _joined(sign, left, right):
    if sign == _AND:
        return _product(left, right)
    short = len(left[0]) + len(right[0]) <= _REPEATED
    if sign == _OR:
        if left[2] and right[2]:
            return _less(_product(left[2], right[2]))
        if short:
            both = _product(left, right)[0]
            return "%s+%s-%s" % (left[0], right[0], both), True, None
        return _less(_product(_less(left), _less(right)))
    if sign == _IMPLIES:
        if short:
            both = _product(left, right)[0]
            return "1-%s+%s" % (_term(left), both), True, None
        return _less(_product(left, _less(right)))
    return "1-(%s-%s)^2" % (left[0], _term(right)), True, None


def _less(part):
    """Return 1 less a part."""
    return "1-" + _term(part), True, (part[0], part[1], None)


def _term(part):
    """Return a part in the form needed after a minus or next to another factor."""
    return "(%s)" % part[0] if part[1] else part[0]


def _product(left, right):
    a = _term(left)
    b = _term(right)
    sign = "*" if a[-1] in "01" or b[0] in "01" else ""  # 10 and A1 would look like one
    return a + sign + b, False, None
