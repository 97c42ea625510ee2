# SPDX-License-Identifier: MIT
"""The numbers of ALMIR-65: decimal, with as many digits as «РАЗРЯДНОСТЬ» asks for.

A value is an int where it is whole, otherwise a `Number`: an integer times a power of ten. Each
result is the exact one, cut off behind its last digit: the next lower number of so many digits.
Two listings of V. N. Kasatkin, 1980, support that. Nim halves 23 with two digits; it plays well
with 11, rounded it would be 12. The weekdays of the dates need ε(-I/7) for numbers of six digits;
the printed example is right if -102698.857 becomes -102699. EXP, LN, SIN, COS and ARCTG are
computed with `_GUARD` more digits; they are generators that yield now and then, so that a long one
stops nothing else.
"""

# covers 002:1917, 002:2164

DIGITS = 6
"""Digits of a program that does not say how many: those of most listings of the book."""

LARGEST = 9999
"""The largest power of ten; our decision."""

_NEAR = 100
"""Numbers whose last digits are this near to the point are compared at once."""

_WHOLE = 40
"""Zeros that a whole number may have behind its digits; a larger one is a `Number`."""

_SHORT = 1000000
"""Whole numbers below this are always printed in full."""

_GUARD = 20
_NUDGE = 15
"""A function's result is raised by one unit so many places behind its last digit, so that 1.9999…
for 2 is not cut off to 1.9."""

_PAUSE = 400
"""Digits of all terms of a series between two pauses."""

_QUICK = 9
_FEW = 10000
_SMALL = 1000000000
"""Up to so many digits the quotient of a number below _SMALL by one below _FEW needs none that the
board's processor cannot hold in a word."""

_PRINTED = 1 << 400
"""Above this the length of a number is computed quicker from its bits than by printing it."""


class Trouble(Exception):
    """An operation has no result; `kind` is one of the keys of `almir_text.ERRORS`."""

    def __init__(self, kind):
        super().__init__(kind)
        self.kind = kind


class Number:
    """The value `m` times ten to the power of `e`, which is not whole or has many zeros."""

    def __init__(self, m, e):
        self.m = m
        self.e = e


def _parts(value):
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


def _length(m):
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


def _cut(m, power):
    """Return `m` divided by `power`, cut off towards zero."""
    return m // power if m >= 0 else -(-m // power)


def _printed(m):
    """Return an integer that is not negative as a text; long ones in halves, which is quicker."""
    if m < _PRINTED:
        return str(m)
    half = _length(m) >> 1
    power = 10**half
    last = _printed(m % power)
    return _printed(m // power) + "0" * (half - len(last)) + last


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
        self._known = {}
        self._root_of = self._root = None
        self.pause = _PAUSE // digits | 1

    def made(self, m, e):
        """Return the value `m` times ten to the power of `e`, cut off to the digits."""
        if not -self.limit < m < self.limit:
            extra = _length(m) - self.digits
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
        if e > LARGEST:
            raise Trouble("too large")
        return Number(m, e) if e > -LARGEST - self.digits else 0

    def add(self, a, b):
        a, ae = _parts(a)
        b, be = _parts(b)
        if ae < be:
            a, ae, b, be = b, be, a, ae
        if a and ae - be > 2 * self.digits + 2:
            # far below the last digit only its sign counts
            b, be = (b > 0) - (b < 0), ae - self.digits - 2
        elif not a:
            return self.made(b, be)
        return self.made(a * 10 ** (ae - be) + b, be)

    def negative(self, a):
        m, e = _parts(a)
        return self.made(-m, e)

    def subtract(self, a, b):
        return self.add(a, self.negative(b))

    def compare(self, a, b):
        """Return whether `a` is above `b` (1), below (-1) or equal (0)."""
        first, ae = _parts(a)
        second, be = _parts(b)
        limit = self.limit
        if (
            -limit < first < limit
            and -limit < second < limit
            and -_NEAR < ae <= 0
            and -_NEAR < be <= 0
        ):  # the exact difference is not cut off to nought
            if ae > be:
                first *= 10 ** (ae - be)
            elif be > ae:
                second *= 10 ** (be - ae)
            return (first > second) - (first < second)
        return self.sign(self.subtract(a, b))

    def sign(self, a):
        """Return whether a value is above 0 (1), below (-1) or 0."""
        m = _parts(a)[0]
        return (m > 0) - (m < 0)

    def multiply(self, a, b):
        a, ae = _parts(a)
        b, be = _parts(b)
        return self.made(a * b, ae + be)

    def divide(self, a, b):
        a, ae = _parts(a)
        b, be = _parts(b)
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
        shift = max(0, self.digits + 1 + _length(b) - _length(a))
        a *= 10**shift
        return self.made(a // b, ae - be - shift)

    def floor(self, a):
        """Return ε(a): the largest whole number not above `a`."""
        m, e = _parts(a)
        if e >= 0:
            return a
        return m // 10**-e

    def fraction(self, a):
        """Return F(a): what ε(a) leaves."""
        m, e = _parts(a)
        if e >= 0:
            return 0
        m %= 10**-e
        return Number(m, e) if 0 < m < self.limit else self.made(m, e)

    def absolute(self, a):
        return self.negative(a) if self.sign(a) < 0 else a

    def square_root(self, a):
        if a == self._root_of:  # as at the end of a loop that is computed each time
            return self._root
        m, e = _parts(a)
        if m < 0:
            raise Trouble("root")
        shift = max(0, 2 * self.digits + 2 - _length(m))
        shift += (e - shift) & 1
        self._root = self.made(root(m * 10**shift), (e - shift) // 2)
        self._root_of = a
        return self._root

    def power(self, a, b):
        """Compute `a` to the power of `b`; a generator, like the functions."""
        if isinstance(b, int) and -LARGEST <= b <= LARGEST:
            result = 1
            factor = a
            count = abs(b)
            while count:
                if count & 1:
                    result = self.multiply(result, factor)
                count >>= 1
                if count:
                    factor = self.multiply(factor, factor)
                yield
            return self.divide(1, result) if b < 0 else result
        if self.sign(a) <= 0:
            if self.sign(a) < 0 or self.sign(b) <= 0:
                raise Trouble("power")
            return 0
        finer = Arithmetic(self.digits + _GUARD)
        exponent = yield from finer.ln(a)
        return (yield from self.exp(finer.multiply(exponent, b)))

    # fixed point: an integer in units of 1 / scale

    def _scale(self, more=0):
        return 10 ** (self.digits + _GUARD + more)

    def _result(self, fixed, scale, e=0):
        places = _length(scale) - 1
        nudge = 10 ** max(0, _length(fixed) - self.digits - _NUDGE)
        return self.made(fixed + nudge if fixed else 0, e - places)

    def _fixed(self, a, scale):
        m, e = _parts(a)
        return m * scale * 10**e if e >= 0 else _cut(m * scale, 10**-e)

    def _inverse(self, n, scale, sign):
        """Compute the series 1/n + sign/(3 n³) + 1/(5 n⁵) + …: artanh(1/n) or, with -1, its
        circular counterpart.
        """
        total = term = scale // n
        square = n * n
        count = 1
        while term:
            term = sign * _cut(term, square)
            count += 2
            total += _cut(term, count)
            if not count % self.pause:
                yield
        return total

    def _constant(self, name, scale):
        """Return π or ln 10 in units of `scale`; once computed it is kept."""
        if name not in self._known or self._known[name][0] < scale:
            fine = scale * 10000
            if name == "π":  # J. Machin
                a = yield from self._inverse(5, fine, -1)
                b = yield from self._inverse(239, fine, -1)
                value = 16 * a - 4 * b
            else:  # 10 is 2 · 2 · 2 · 1.25
                a = yield from self._inverse(3, fine, 1)
                b = yield from self._inverse(9, fine, 1)
                value = 6 * a + 2 * b
            self._known[name] = scale, value // 10000
        known, value = self._known[name]
        return value // (known // scale)

    def _whole_part(self, a):
        """Return how many digits an argument has before its point, for more guard digits."""
        m, e = _parts(a)
        return max(0, _length(m) + e)

    def exp(self, a):
        before = self._whole_part(a)
        if before > 6:
            if self.sign(a) > 0:
                raise Trouble("too large")
            return 0
        scale = self._scale(before)
        x = self._fixed(a, scale)
        ten = yield from self._constant("10", scale)
        tens = x // ten
        x = (x - tens * ten) >> 8
        total = term = scale
        count = 0
        while term:
            count += 1
            term = term * x // (scale * count)
            total += term
            if not count % self.pause:
                yield
        for _ in range(8):
            total = total * total // scale
            yield
        return self._result(total, scale, tens)

    def ln(self, a):
        m, e = _parts(a)
        if m <= 0:
            raise Trouble("logarithm")
        if m == 1 and not e:
            return 0
        places = _length(m)
        # a value just below 1 or above it loses digits to the difference
        scale = self._scale(self.digits)
        x = m * scale * 10 // 10**places
        tens = e + places - 1
        if x > 3 * scale:
            x //= 10
            tens += 1
        for _ in range(3):
            x = root(x * scale)
            yield
        term = (x - scale) * scale // (x + scale)
        square = term * term // scale
        total = term
        count = 1
        while term:
            term = _cut(term * square, scale)
            count += 2
            total += _cut(term, count)
            if not count % self.pause:
                yield
        ten = yield from self._constant("10", scale)
        return self._result(16 * total + tens * ten, scale)

    def _turned(self, a, quarters):
        """Compute the sine of `a`, turned by so many right angles."""
        before = self._whole_part(a)
        if before > self.digits + _GUARD:
            raise Trouble("too large")
        m, e = _parts(a)
        scale = self._scale(before + self.digits + max(0, -_length(m) - e))
        x = self._fixed(a, scale)
        quarter = (yield from self._constant("π", scale)) // 2
        turns = x // quarter
        x -= turns * quarter
        turns += quarters
        if turns & 1:
            x = quarter - x
        total = term = x
        square = x * x // scale
        count = 1
        while term:
            term = -_cut(term * square, scale * (count + 1) * (count + 2))
            count += 2
            total += term
            if not count % self.pause:
                yield
        return self._result(-total if turns & 2 else total, scale)

    def sin(self, a):
        return (yield from self._turned(a, 0))

    def cos(self, a):
        return (yield from self._turned(a, 1))

    def arctg(self, a):
        m, e = _parts(a)
        if not m:
            return 0
        scale = self._scale(self.digits + max(0, -_length(m) - e))
        size = abs(m)
        if e >= 0:
            large = True
            x = scale // (size * 10**e)
        else:
            large = size > 10**-e
            x = 10**-e * scale // size if large else size * scale // 10**-e
        parts = 1
        while parts < 8 and x > scale >> 6:  # the arc tangent of x is twice that of the new x
            square = scale * scale + x * x
            yield
            square = root(square)
            yield
            x = x * scale // (scale + square)
            parts *= 2
            yield
        square = x * x // scale
        total = term = x
        count = 1
        while term:
            term = -_cut(term * square, scale)
            count += 2
            total += _cut(term, count)
            if not count % self.pause:
                yield
        total *= parts
        if large:
            total = (yield from self._constant("π", scale)) // 2 - total
        return self._result(total if m > 0 else -total, scale)

    def text(self, a):
        """Return a value as the typewriter prints it: 12, -0.25, 1.5×10↑50.

        The book prints whole numbers only. The notation of the others is our decision.
        """
        m, e = _parts(a)
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
