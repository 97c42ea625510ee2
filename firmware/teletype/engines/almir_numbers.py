# SPDX-License-Identifier: MIT
"""The numbers of ALMIR-65: decimal, with as many digits as «РАЗРЯДНОСТЬ» asks for.

A value is an int where it is whole, otherwise a `Number`: an integer times a power of ten. Each
result is the exact one, cut off behind its last digit: the next lower number of so many digits.
Two listings of V. N. Kasatkin, 1980, support that. Nim halves 23 with two digits; it plays well
with 11, rounded it would be 12. The weekdays of the dates need ε(-I/7) for numbers of six digits;
the printed example is right if -102698.857 becomes -102699. `almir_functions` has EXP, LN, SIN,
COS, ARCTG and powers that are not whole.
"""

# covers 002:1917, 002:2164

try:
    from micropython import const
except ImportError:  # plain Python
    const = int  # type: ignore[assignment]

DIGITS = 6
"""Digits of a program that does not say how many: those of most listings of the book."""

LARGEST = 9999
"""The largest power of ten; our decision."""

_NEAR = const(100)
"""Numbers whose last digits are this near to the point are compared at once."""

_WHOLE = const(40)
"""Zeros that a whole number may have behind its digits; a larger one is a `Number`."""

_SHORT = const(1000000)
"""Whole numbers below this are always printed in full."""

_PAUSE = const(400)
"""Digits of all terms of a series between two pauses."""

_GUARD = const(20)
"""Digits more that a power has until it is complete."""

_QUICK = const(9)
_FEW = const(10000)
_SMALL = const(1000000000)
"""Up to so many digits the quotient of a number below _SMALL by one below _FEW needs none that the
board's processor cannot hold in a word."""

_PRINTED = 1 << 400
"""Above this the length of a number is computed quicker from its bits than by printing it."""


class Trouble(Exception):
    """An operation has no result; `kind` is that of an `almir_code.Error`."""

    def __init__(self, kind):
        super().__init__(kind)
        self.kind = kind


class Number:
    """The value `m` times ten to the power of `e`, which is not whole or has many zeros."""

    def __init__(self, m, e):
        self.m = m
        self.e = e


def parts(value):
    """Return a value as an integer and a power of ten; raise Trouble if there is none."""
    if value is None:
        raise Trouble("no value")
    return (value.m, value.e) if isinstance(value, Number) else (value, 0)


def _bits(m):
    """Return the number of bits of a positive integer."""
    step = 32
    while m >> step:
        step <<= 1
    bits = 1
    while step:
        if m >> step:
            m >>= step
            bits += step
        step >>= 1
    return bits


def length(m):
    """Return the number of decimal digits of an integer."""
    m = abs(m)
    if m < _PRINTED:
        return len(str(m))
    digits = (_bits(m) - 1) * 1233 >> 12  # the logarithm of 2 is a little more than 1233 / 4096
    power = 10**digits
    while m >= power:
        power *= 10
        digits += 1
    return digits


def _printed(m):
    """Return an integer that is not negative as a text; long ones in halves, which is quicker."""
    if m < _PRINTED:
        return str(m)
    half = length(m) >> 1
    power = 10**half
    last = _printed(m % power)
    return _printed(m // power) + "0" * (half - len(last)) + last


def is_whole_power(b):
    """Return whether a power of `b` needs only multiplications, at most one division."""
    return isinstance(b, int) and -LARGEST <= b <= LARGEST


def root(n):
    """Return the largest integer whose square is not above `n`."""
    if n < 16:
        return (n > 0) + (n > 3) + (n > 8)
    # the root of the first half of the bits, one more than it is, is near, and not below
    quarter = _bits(n) >> 2
    guess = (root(n >> 2 * quarter) + 1) << quarter
    guess = (guess + n // guess) >> 1  # never below, by I. Newton
    while guess * guess > n:
        guess -= 1
    return guess


class Arithmetic:
    """Operations with `digits` digits; with `rounding` the last digit is rounded half up.

    pause   how many long operations may run between two pauses
    """

    def __init__(self, digits=DIGITS, rounding=False):
        self.digits = digits
        self.limit = 10**digits
        self.rounding = rounding
        self._root_of = self._root = None
        self.pause = _PAUSE // digits | 1

    def made(self, m, e):
        """Return the value `m` times ten to the power of `e`, cut off to the digits."""
        if not -self.limit < m < self.limit:
            extra = length(m) - self.digits
            power = 10**extra
            if self.rounding:
                m += power // 2
            m //= power
            e += extra
        if not m:
            return 0
        if e >= 0:
            if e <= _WHOLE:
                return m * 10**e
        elif -e <= self.digits and not m % 10 and not m % 10**-e:
            return m // 10**-e
        if e > LARGEST - self.digits and e + length(m) > LARGEST + 1:
            raise Trouble("too large")
        return Number(m, e) if e > -LARGEST - self.digits else 0

    def add(self, a, b):
        a, ae = parts(a)
        b, be = parts(b)
        if ae < be:
            a, ae, b, be = b, be, a, ae
        gap = ae - be - self.digits - 2
        if a and gap > self.digits and gap > length(b):
            # far below the last digit only its sign counts
            b, be = (b > 0) - (b < 0), ae - self.digits - 2
        elif not a:
            return self.made(b, be)
        return self.made(a * 10 ** (ae - be) + b, be)

    def negative(self, a):
        m, e = parts(a)
        return Number(-m, e) if e else -m

    def subtract(self, a, b):
        m, e = parts(b)
        return self.add(a, Number(-m, e))

    def compare(self, a, b):
        """Return whether `a` is above `b` (1), below (-1) or equal (0); no digit is cut off."""
        first, ae = parts(a)
        second, be = parts(b)
        limit = self.limit
        if (
            -limit < first < limit
            and -limit < second < limit
            and -_NEAR < ae <= 0
            and -_NEAR < be <= 0
        ):
            gap = 0
        else:
            gap = length(first) + ae - length(second) - be  # in the place of the first digit
        if gap == 0 or not first or not second or (first > 0) != (second > 0):
            if ae > be and first:
                first *= 10 ** (ae - be)
            elif be > ae and second:
                second *= 10 ** (be - ae)
            return (first > second) - (first < second)
        return 1 if (gap > 0) == (first > 0) else -1

    def sign(self, a):
        """Return whether a value is above 0 (1), below (-1) or 0."""
        m = parts(a)[0]
        return (m > 0) - (m < 0)

    def multiply(self, a, b):
        a, ae = parts(a)
        b, be = parts(b)
        return self.made(a * b, ae + be)

    def divide(self, a, b):
        a, ae = parts(a)
        b, be = parts(b)
        if 0 < b < _FEW and 0 < a < _SMALL and self.digits <= _QUICK and not self.rounding:
            while a < b:
                a *= 10
                ae -= 1
            whole = a // b
            places = self.digits - len(str(whole))
            if places >= 0:
                power = 10**places
                m = whole * power + (a - whole * b) * power // b
                return self.made(m, ae - be - places)
        if not b:
            raise Trouble("division")
        shift = max(0, self.digits + 1 + length(b) - length(a))
        a *= 10**shift
        return self.made(a // b, ae - be - shift)

    def floor(self, a):
        """Return ε(a): the largest whole number not above `a`."""
        m, e = parts(a)
        if e >= 0:
            return a
        return m // 10**-e

    def fraction(self, a):
        """Return F(a): what ε(a) leaves."""
        m, e = parts(a)
        if e >= 0:
            return 0
        m %= 10**-e
        return Number(m, e) if 0 < m < self.limit else self.made(m, e)

    def absolute(self, a):
        return self.negative(a) if self.sign(a) < 0 else a

    def square_root(self, a):
        if a == self._root_of:  # as at the end of a loop that is computed each time
            return self._root
        m, e = parts(a)
        if m < 0:
            raise Trouble("root")
        shift = max(0, 2 * self.digits + 2 - length(m))
        shift += (e - shift) & 1
        self._root = self.made(root(m * 10**shift), (e - shift) // 2)
        self._root_of = a
        return self._root

    def power(self, a, b):
        """Compute `a` to the power of `b`, see `is_whole_power`; a generator."""
        factor, e = parts(a)
        result = 1
        tens = 0
        count = abs(b)
        while count:
            if count & 1:
                result, tens = self._guarded(result * factor, tens + e)
            count >>= 1
            if count:
                factor, e = self._guarded(factor * factor, e + e)
            yield
        return self.divide(1, Number(result, tens)) if b < 0 else self.made(result, tens)

    def _guarded(self, m, e):
        """Return a number without most of the digits behind those that count."""
        extra = length(m) - self.digits - _GUARD
        return (m // 10**extra, e + extra) if extra > 0 else (m, e)

    def text(self, a):
        """Return a value as the typewriter prints it: 12, -0.25, 1.5×10↑50.

        The book prints whole numbers only. The notation of the others is our decision.
        """
        m, e = parts(a)
        digits = _printed(abs(m))
        if not isinstance(a, Number) and abs(m) < max(self.limit, _SHORT):
            return "-" + digits if m < 0 else digits
        e += len(digits)
        digits = digits.rstrip("0")
        e -= len(digits)
        before = len(digits) + e
        if e >= 0 or before < -self.digits:  # also a whole number with more than its digits
            tens = before - 1
            digits = digits[0] + ("." + digits[1:] if digits[1:] else "")
            digits += "×10↑%d" % tens
        elif before > 0:
            digits = digits[:before] + "." + digits[before:]
        else:
            digits = "0." + "0" * -before + digits
        return "-" + digits if m < 0 else digits
