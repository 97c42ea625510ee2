# SPDX-License-Identifier: MIT
"""EXP, LN, SIN, COS and ARCTG of ALMIR-65, and powers that are not whole.

They are computed in fixed point, integers in units of 1 / scale, with `_GUARD` more digits. All
are generators that yield now and then, so that a long one stops nothing else. `almir` loads this
module when a program needs one.
"""

try:
    from micropython import const
except ImportError:  # plain Python
    const = int  # type: ignore[assignment]

from teletype.engines.almir_numbers import Arithmetic, Trouble, is_whole_power, length, parts, root

_GUARD = const(20)
_NUDGE = const(15)
"""A function's result is raised by one unit so many places behind its last digit, so that 1.9999…
for 2 is not cut off to 1.9."""


def _cut(m, power):
    """Return `m` divided by `power`, cut off towards zero."""
    return m // power if m >= 0 else -(-m // power)


class Functions(Arithmetic):
    """The operations of `Arithmetic`, and the functions."""

    def __init__(self, digits, rounding=False):
        Arithmetic.__init__(self, digits, rounding)
        self._known = {}

    def power(self, a, b):
        """Compute `a` to the power of `b`, any value."""
        if is_whole_power(b):
            return (yield from Arithmetic.power(self, a, b))
        if self.sign(a) <= 0:
            if self.sign(a) < 0 or self.sign(b) <= 0:
                raise Trouble("power")
            return 0
        finer = Functions(self.digits + _GUARD)
        exponent = yield from finer.ln(a)
        return (yield from self.exp(finer.multiply(exponent, b)))

    def _scale(self, more=0):
        return 10 ** (self.digits + _GUARD + more)

    def _result(self, fixed, scale, e=0):
        places = length(scale) - 1
        nudge = 10 ** max(0, length(fixed) - self.digits - _NUDGE)
        return self.made(fixed + nudge if fixed else 0, e - places)

    def _fixed(self, a, scale):
        m, e = parts(a)
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
        m, e = parts(a)
        return max(0, length(m) + e)

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
        m, e = parts(a)
        if m <= 0:
            raise Trouble("logarithm")
        if m == 1 and not e:
            return 0
        places = length(m)
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
        m, e = parts(a)
        scale = self._scale(before + self.digits + max(0, -length(m) - e))
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
        m, e = parts(a)
        if not m:
            return 0
        scale = self._scale(self.digits + max(0, -length(m) - e))
        size = abs(m)
        if e >= 0:
            large = True
            x = scale // (size * 10**e)
        else:
            large = size > 10**-e
            x = 10**-e * scale // size if large else size * scale // 10**-e
        times = 1
        while times < 8 and x > scale >> 6:  # the arc tangent of x is twice that of the new x
            square = scale * scale + x * x
            yield
            square = root(square)
            yield
            x = x * scale // (scale + square)
            times *= 2
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
        total *= times
        if large:
            total = (yield from self._constant("π", scale)) // 2 - total
        return self._result(total if m > 0 else -total, scale)
