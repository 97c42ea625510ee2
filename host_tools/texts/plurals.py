# SPDX-License-Identifier: MIT
"""The plural forms of a .po file's header, as a table that a device can use.

    Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && …);

The expression is C, as gettext's manual has it. Every language's rule depends on the last two
digits of a number and on whether it is below 100, so 200 numbers are enough.
"""

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass

from teletype.core.request import brief

HEADER = "Plural-Forms"

LONGEST = 400
"""Signs of a header; the longest of gettext's manual has 170."""

DEEPEST = 30
"""Parts within parts."""

SIZE = 200
"""The numbers in a table; those from 100 on stand for all with the same last two digits."""

_TRIED = (*range(SIZE), *range(300, 330), *range(1000, 1030), 1_000_000)
"""Numbers for which a rule is computed; those after the table show whether it is enough."""

_SIGN = re.compile(r"\s*(\d+|n|&&|\|\||[=!<>]=|[-+*/%<>?:()!])")

_LEVELS = (("||",), ("&&",), ("==", "!="), ("<", ">", "<=", ">="), ("+", "-"), ("*", "/", "%"))
"""The operators of C from the weakest on."""


@dataclass
class Rule:
    """How many forms a language has, and which one counts each number."""

    count: int
    table: bytes


NONE = Rule(1, b"")


def parsed(header: str) -> Rule:
    """Return the rule of a header. Raises ValueError."""
    if len(header) > LONGEST:
        raise ValueError(f"{len(header)} signs, but at most {LONGEST} are possible")
    match = re.fullmatch(r"\s*nplurals\s*=\s*([1-6])\s*;\s*plural\s*=\s*([^;]*?)\s*;?\s*", header)
    if match is None:
        raise ValueError(f"'{brief(header)}' is not 'nplurals=2; plural=(n != 1);'")
    count = int(match[1])
    return Rule(count, table(count, match[2]))


@functools.cache
def table(count: int, expression: str) -> bytes:
    """Return the forms for 0 to 199; empty if there is one. Raises ValueError."""
    forms = {number: Expression(expression, number).value() for number in _TRIED}
    most = max(forms.values())
    if most >= count or min(forms.values()) < 0:
        form = brief(str(most))
        raise ValueError(f"'{brief(expression)}' gives form {form}, but nplurals is {count}")
    for number, form in forms.items():
        if form != forms[place(number)]:
            raise ValueError(f"'{brief(expression)}' depends on more than the last two digits")
    return bytes(forms[number] for number in range(SIZE)) if count > 1 else b""


def place(number: int) -> int:
    """Return the place of a number in a table."""
    return number if number < 100 else 100 + number % 100


class Expression:
    """A C expression of `n`, computed by recursive descent."""

    def __init__(self, text: str, number: int) -> None:
        self._text, self._number, self._at, self._depth = text, number, 0, 0
        self._quoted = f"'{brief(text)}'"

    def value(self) -> int:
        found = self._choice()
        if self._peek():
            rest = brief(self._text[self._at :].strip())
            raise ValueError(f"{self._quoted}: '{rest}' is left over")
        return found

    def _peek(self) -> str:
        match = _SIGN.match(self._text, self._at)
        if match is None and self._text[self._at :].strip():
            sign = self._text[self._at :].strip()[0]
            raise ValueError(f"{self._quoted}: unknown sign '{sign}'")
        return match[1] if match else ""

    def _take(self, wanted: str = "") -> str:
        sign = self._peek()
        if not sign or (wanted and sign != wanted):
            raise ValueError(f"{self._quoted}: expected {wanted or 'n or a number'}")
        match = _SIGN.match(self._text, self._at)
        assert match
        self._at = match.end()
        return sign

    def _deeper(self, part: Callable[[], int]) -> int:
        self._depth += 1
        if self._depth > DEEPEST:
            raise ValueError(f"{self._quoted}: more than {DEEPEST} parts within parts")
        value = part()
        self._depth -= 1
        return value

    def _choice(self) -> int:
        test = self._level(0)
        if self._peek() == "?":
            self._take()
            yes = self._deeper(self._choice)
            self._take(":")
            no = self._deeper(self._choice)
            test = yes if test else no
        return test

    def _level(self, level: int) -> int:
        if level == len(_LEVELS):
            return self._single()
        left = self._level(level + 1)
        while self._peek() in _LEVELS[level] and self._peek():
            left = self._joined(left, self._take(), self._level(level + 1))
        return left

    def _joined(self, left: int, sign: str, right: int) -> int:
        if sign in "/%" and not right:
            raise ValueError(f"{self._quoted} divides by 0")
        return {
            "||": lambda: int(bool(left or right)),
            "&&": lambda: int(bool(left and right)),
            "==": lambda: int(left == right),
            "!=": lambda: int(left != right),
            "<": lambda: int(left < right),
            ">": lambda: int(left > right),
            "<=": lambda: int(left <= right),
            ">=": lambda: int(left >= right),
            "+": lambda: left + right,
            "-": lambda: left - right,
            "*": lambda: left * right,
            "/": lambda: left // right,
            "%": lambda: left % right,
        }[sign]()

    def _single(self) -> int:
        sign = self._take()
        if sign == "(":
            found = self._deeper(self._choice)
            self._take(")")
            return found
        if sign == "!":
            return int(not self._deeper(self._single))
        if sign == "n":
            return self._number
        if not sign.isdigit():
            raise ValueError(f"{self._quoted}: '{brief(sign)}' in the wrong place")
        return int(sign)
