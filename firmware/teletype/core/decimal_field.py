# SPDX-License-Identifier: MIT
"""A field of a setup for decimal fractions (see `teletype.core.setup`); one program has one."""

from teletype.core.request import Malformed
from teletype.core.setup import Field


class Decimal(Field):
    """A decimal fraction 0..1, read exactly; the value is (numerator, power of ten).

    `default` is such a pair; `places` is the largest number of decimal places.
    """

    def __init__(self, name, default, places):
        Field.__init__(self, name, default)
        self.places = places

    def allowed(self):
        return "a decimal 0..1 with at most %d places" % self.places

    def parse(self, text):
        whole, _, fraction = text.strip().partition(".")
        for char in whole + fraction:
            if not "0" <= char <= "9":
                raise Malformed("not a decimal")
        if not whole + fraction or len(whole) > 9 or len(fraction) > self.places:
            raise Malformed("not a decimal")
        value = (int((whole or "0") + fraction), 10 ** len(fraction))
        if value[0] > value[1]:
            raise Malformed("out of range")
        return value

    def format(self, value):
        number, power = value
        places = len(str(power)) - 1
        if not places:
            return str(number)
        return "%d.%s" % (number // power, ("0" * places + str(number % power))[-places:])
