# SPDX-License-Identifier: MIT
"""The simple random walk: a bounded point on a line, moved by a linear congruential generator.

After S. Igarashi, 1963 (program 6303). The generator: CHI becomes (LAMBDA x CHI + MU) mod NU,
before each step. The step goes up when CHI <= PP, else down. PP is the whole part of P x NU, so a
step up has the probability (PP + 1) / NU.

The product LAMBDA x CHI needs up to 60 bits, and an integer above 30 bits costs MicroPython an
object on the heap. So CHI is split as 1024 H + L and the product is computed in two halves. Each
stays below 2**30 for every NU up to 2**19; above that the module uses big integers.
"""

from array import array

SPLIT = 1 << 19
"""The largest NU for which a step needs no integer above 30 bits."""


def threshold(p, nu):
    """Return PP, the whole part of p x nu; `p` is (numerator, denominator)."""
    return p[0] * nu // p[1]


class Walk:
    """The generator and the walks it makes; all arguments are integers >= 0, `nu` >= 1.

    Reducing `lam` (LAMBDA), `mu` and the start value modulo `nu` changes no later CHI.
    """

    def __init__(self, chi, lam, mu, nu, pp):
        self.chi = chi
        """The last value of the generator, or the start value."""
        self._lam = lam % nu
        self._mu = mu % nu
        self._nu = nu
        self._pp = pp

    def go(self, steps):
        """Return the end of a walk of `steps` steps from 0."""
        if not steps:
            return 0
        lam = self._lam
        mu = self._mu
        nu = self._nu
        pp = self._pp
        chi = self.chi % nu
        x = -steps
        if nu <= SPLIT:
            for _ in range(steps):
                chi = (lam * (chi >> 10) % nu * 1024 + lam * (chi & 1023) + mu) % nu
                if chi <= pp:
                    x += 2
        else:
            for _ in range(steps):
                chi = (lam * chi + mu) % nu
                if chi <= pp:
                    x += 2
        self.chi = chi
        return x


class Frequencies:
    """How many walks ended at each position; `time` is their length in steps.

    The table runs from `low` to `high`, which start at 0 (MINX and MAXX of the listing), in steps
    of 2. For an odd `time` the positions are odd. Until a walk ends below 0, however, the table
    starts at 0 and names the even positions, which count nothing.
    """

    def __init__(self, time):
        self._time = time
        self._counts = array("l", [0] * (2 * time + 1))
        self.low = 0
        self.high = 0

    def add(self, x):
        """Count a walk that ended at `x`, -time to time."""
        self._counts[self._time + x] += 1
        if x < self.low:
            self.low = x
        if x > self.high:
            self.high = x

    def count(self, x):
        """Return how many walks ended at `x`."""
        return self._counts[self._time + x]

    def table(self):
        """Return the positions of the table, from `low` to `high`."""
        return range(self.low, self.high + 1, 2)


def expected(time, sample, pp, nu, unit):
    """Return the expected number of `sample` walks that end at each of -time, -time + 2, .. time.

    The law is binomial with the true probability (pp + 1) / nu of a step up. The numbers count
    `unit` parts of a walk, rounded half up. They are exact, so the function uses big integers.
    """
    up = min(pp + 1, nu)
    down = nu - up
    whole = nu**time
    if not down:
        return [0] * time + [sample * unit]
    numbers = []
    ways = down**time
    for ups in range(time + 1):
        numbers.append((2 * sample * unit * ways + whole) // (2 * whole))
        ways = ways * (time - ups) * up // ((ups + 1) * down)
    return numbers


def rounded(number, divisor, places):
    """Return the fraction number / divisor in units of 10**-places, rounded half up."""
    return (2 * number * 10**places + divisor) // (2 * divisor)
