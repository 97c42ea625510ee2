# SPDX-License-Identifier: MIT
"""The plural forms of a .po file's header, as a table that a device can use.

    Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && …);

The expression is C, as gettext's manual has it. Every language's rule depends on the last two
digits of a number and on whether it is below 100, so 200 numbers are enough.
"""

import functools
import re
from dataclasses import dataclass

HEADER = "Plural-Forms"

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
    match = re.fullmatch(r"\s*nplurals\s*=\s*([1-6])\s*;\s*plural\s*=\s*([^;]*?)\s*;?\s*", header)
    if match is None:
        raise ValueError(f"'{header}' is not 'nplurals=2; plural=(n != 1);'")
    count = int(match[1])
    return Rule(count, table(count, match[2]))


@functools.cache
def table(count: int, expression: str) -> bytes:
    """Return the forms for 0 to 199; empty if there is one. Raises ValueError."""
    forms = {number: Expression(expression, number).value() for number in _TRIED}
    most = max(forms.values())
    if most >= count or min(forms.values()) < 0:
        raise ValueError(f"'{expression}' gives form {most}, but nplurals is {count}")
    for number, form in forms.items():
        if form != forms[place(number)]:
            raise ValueError(f"'{expression}' depends on more than the last two digits")
    return bytes(forms[number] for number in range(SIZE)) if count > 1 else b""


def place(number: int) -> int:
    """Return the place of a number in a table."""
    return number if number < 100 else 100 + number % 100


class Expression:
    """A C expression of `n`, computed by recursive descent."""

    def __init__(self, text: str, number: int) -> None:
        self._text, self._number, self._at, self._depth = text, number, 0, 0

    def value(self) -> int:
        found = self._choice()
        if self._peek():
            raise ValueError(f"'{self._text}': '{self._text[self._at :].strip()}' is left over")
        return found

    def _peek(self) -> str:
        match = _SIGN.match(self._text, self._at)
        if match is None and self._text[self._at :].strip():
            raise ValueError(f"'{self._text}': unknown sign '{self._text[self._at :].strip()[0]}'")
        return match[1] if match else ""

    def _take(self, wanted: str = "") -> str:
        sign = self._peek()
        if not sign or (wanted and sign != wanted):
            raise ValueError(f"'{self._text}': expected {wanted or 'n or a number'}")
        match = _SIGN.match(self._text, self._at)
        assert match
        self._at = match.end()
        return sign

    def _choice(self) -> int:
        self._depth += 1
        if self._depth > 30:
            raise ValueError("too many parts in parts")
        test = self._level(0)
        if self._peek() == "?":
            self._take()
            yes = self._choice()
            self._take(":")
            no = self._choice()
            test = yes if test else no
        self._depth -= 1
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
            raise ValueError(f"'{self._text}' divides by 0")
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
            found = self._choice()
            self._take(")")
            return found
        if sign == "!":
            return int(not self._single())
        if sign == "n":
            return self._number
        if not sign.isdigit():
            raise ValueError(f"'{self._text}': '{sign}' in the wrong place")
        return int(sign)
