# SPDX-License-Identifier: MIT
"""The numbers of ALMIR-65 against the module decimal, which has its own arithmetic."""

import decimal
from collections.abc import Callable, Generator
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teletype.engines.almir_functions import Functions
from teletype.engines.almir_numbers import LARGEST, Arithmetic, Number, Trouble, root

DIGITS = (1, 2, 6, 15, 60)


def exact(value: Any) -> Decimal:
    """Return a value as it is, without a context's rounding."""
    if isinstance(value, Number):
        return Decimal(value.m).scaleb(value.e, decimal.Context(prec=9999, Emin=-99999))
    return Decimal(value)


def cut(value: Decimal, digits: int) -> Decimal:
    """Return the next lower number of so many digits."""
    return decimal.Context(prec=digits, rounding=decimal.ROUND_FLOOR).plus(value)


def result(steps: Generator[None, None, Any]) -> Any:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


@st.composite
def operands(draw: st.DrawFn) -> tuple[int, Any, Any]:
    digits = draw(st.sampled_from(DIGITS))
    arithmetic = Arithmetic(digits)
    size = 10**digits
    numbers = st.integers(-size, size) | st.integers(-12, 12)
    powers = st.sampled_from([0, 0, 0, -1, -2, -digits, 3, 20, 60, -200])
    a, b = [arithmetic.made(draw(numbers), draw(powers)) for _ in "ab"]
    return digits, a, b


@st.composite
def longer(draw: st.DrawFn) -> tuple[int, Any, Any]:
    """Numbers of a program, and results with more digits than are asked for now."""
    size = 10**40
    powers = st.sampled_from([-60, -39, -20, -7, -1, 1, 30, 60])
    numbers = st.integers(-size, size) | st.integers(-12, 12)
    number = numbers | st.builds(Number, numbers, powers)
    a = draw(number)
    return draw(st.sampled_from(DIGITS[:4])), a, draw(number | st.just(a))


@given(operands() | longer())
def test_each_result_is_the_exact_one_cut_off(given_: tuple[int, Any, Any]) -> None:
    digits, a, b = given_
    arithmetic = Arithmetic(digits)
    wide = decimal.Context(prec=1500, Emin=-99999, Emax=99999)
    pairs: list[tuple[Callable[..., Any], Callable[..., Decimal]]] = [
        (arithmetic.add, wide.add),
        (arithmetic.subtract, wide.subtract),
        (arithmetic.multiply, wide.multiply),
    ]
    if exact(b):
        pairs.append((arithmetic.divide, wide.divide))
    for ours, theirs in pairs:
        assert exact(ours(a, b)) == cut(theirs(exact(a), exact(b)), digits), ours.__name__
    assert arithmetic.sign(arithmetic.subtract(a, b)) == wide.compare(exact(a), exact(b))
    assert arithmetic.compare(a, b) == wide.compare(exact(a), exact(b))


@given(longer(), st.integers(0, 30))
def test_a_whole_power_is_the_exact_one_cut_off(given_: tuple[int, Any, Any], power: int) -> None:
    digits, a, _ = given_
    arithmetic = Arithmetic(digits)
    wide = decimal.Context(prec=3000, Emin=-99999, Emax=99999)
    value = wide.power(exact(a), power) if power else Decimal(1)
    assert exact(result(arithmetic.power(a, power))) == cut(value, digits)
    if value:
        inverse = exact(result(arithmetic.power(a, -power)))
        assert inverse == cut(wide.divide(1, value), digits)


@given(operands())
def test_whole_part_fraction_and_root(given_: tuple[int, Any, Any]) -> None:
    digits, a, _ = given_
    arithmetic = Arithmetic(digits)
    wide = decimal.Context(prec=1500, Emin=-99999, Emax=99999)
    floor = exact(a).to_integral_value(decimal.ROUND_FLOOR)
    assert exact(arithmetic.floor(a)) == cut(floor, digits)
    if exact(a) >= 0:
        assert exact(arithmetic.fraction(a)) == wide.subtract(exact(a), floor)
        assert exact(arithmetic.square_root(a)) == cut(wide.sqrt(exact(a)), digits)
    else:
        with pytest.raises(Trouble, match="root"):
            arithmetic.square_root(a)


@given(operands())
def test_comparisons(given_: tuple[int, Any, Any]) -> None:
    digits, a, b = given_
    arithmetic = Arithmetic(digits)
    for x, y in ((a, b), (b, a), (a, a)):
        difference = decimal.Context(prec=1500, Emin=-99999).subtract(exact(x), exact(y))
        assert arithmetic.compare(x, y) == int(difference.compare(0))


@given(st.integers(0, 10**9) | st.integers(0, 10**2500))
def test_roots_of_integers(n: int) -> None:
    assert root(n) ** 2 <= n < (root(n) + 1) ** 2
    assert root(n * n) == n


@pytest.mark.slow
def test_numbers_of_4000_digits() -> None:
    # a product has more digits than CPython converts
    arithmetic = Functions(4000)
    with decimal.localcontext(prec=4100, rounding=decimal.ROUND_FLOOR):
        two = arithmetic.square_root(2)
        assert arithmetic.text(two) == str(cut(Decimal(2).sqrt(), 4000))
        assert exact(two) == cut(Decimal(2).sqrt(), 4000)
        assert exact(arithmetic.multiply(two, two)) == cut(exact(two) ** 2, 4000)
        third = arithmetic.divide(1, 3)
        assert arithmetic.text(arithmetic.negative(third)) == "-0." + "3" * 4000
        e = result(arithmetic.exp(1))
        assert exact(e) == cut(Decimal(1).exp(), 4000)


def test_functions_at_the_ends_of_the_range() -> None:
    arithmetic = Functions(6)
    least = Number(1, -LARGEST)
    most = Number(1, LARGEST)
    for function in (arithmetic.sin, arithmetic.arctg):
        assert arithmetic.text(result(function(least))) == "1×10↑-9999"
    assert arithmetic.text(result(arithmetic.arctg(most))) == "1.57079"
    assert arithmetic.text(result(arithmetic.exp(least))) == "1"
    assert arithmetic.text(result(arithmetic.ln(most))) == "23023.5"  # 9999 ln 10
    assert arithmetic.text(arithmetic.floor(Number(-1, -LARGEST))) == "-1"


def test_whole_values_are_integers() -> None:
    arithmetic = Arithmetic(6)
    assert arithmetic.divide(arithmetic.divide(1, 4), arithmetic.divide(1, 8)) == 2
    assert arithmetic.made(5000, -3) == 5
    assert arithmetic.made(1234567, 0) == 1234560
    assert arithmetic.made(-1234567, 0) == -1234570
    assert Arithmetic(2).divide(23, 2) == 11
    assert Arithmetic(2, rounding=True).divide(23, 2) == 12


def series(x: Decimal, odd: bool) -> Decimal:
    """Sine or cosine by the plain series."""
    total = term = x if odd else Decimal(1)
    count = 1 if odd else 0
    while term and term.adjusted() > -300:
        term = -term * x * x / ((count + 1) * (count + 2))
        count += 2
        total += term
    return total


def angle(x: Decimal) -> Decimal:
    """The arc tangent, by halving and the plain series."""
    halvings = 0
    while abs(x) > Decimal("0.1"):
        x /= 1 + (1 + x * x).sqrt()
        halvings += 1
    total = term = x
    count = 1
    while term and term.adjusted() > -300:
        term = -term * x * x
        count += 2
        total += term / count
    return total * 2**halvings


@given(st.sampled_from((2, 6, 15, 60)), st.integers(-(10**60), 10**60), st.integers(-64, 2))
def test_functions_have_all_their_digits(digits: int, m: int, e: int) -> None:
    arithmetic = Functions(digits)
    a = arithmetic.made(m, e - 60)
    x = exact(a)
    with decimal.localcontext(prec=400, Emin=-99999, Emax=99999):
        expected = {"exp": x.exp(), "sin": series(x, True), "cos": series(x, False)}
        expected["arctg"] = angle(x)
        if x > 0:
            expected["ln"] = x.ln()
        for name, value in expected.items():
            got = exact(result(getattr(arithmetic, name)(a)))
            # less than a millionth of a millionth of the last digit below the next number counts
            # as that number
            unit = Decimal(1).scaleb(value.adjusted() - digits - 13) if value else Decimal(0)
            assert cut(value, digits) <= got <= cut(value + unit, digits), (name, x)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (2, 10, "1024"),
        (2, -2, "0.25"),
        (4, Number(5, -1), "2"),
        (0, 0, "1"),
        (0, Number(5, -1), "0"),
        (10, 45, "1×10↑45"),
        (-2, 3, "-8"),
        (Number(15, -1), 2, "2.25"),
    ],
)
def test_powers(a: Any, b: Any, expected: str) -> None:
    arithmetic = Functions(6)
    assert arithmetic.text(result(arithmetic.power(a, b))) == expected


@pytest.mark.parametrize(
    ("attempt", "kind"),
    [
        (lambda a: a.divide(1, 0), "division"),
        (lambda a: result(a.ln(0)), "logarithm"),
        (lambda a: result(a.ln(-1)), "logarithm"),
        (lambda a: result(a.power(-2, Number(5, -1))), "power"),
        (lambda a: result(a.power(0, Number(-5, -1))), "power"),
        (lambda a: result(a.power(0, -1)), "division"),
        (lambda a: result(a.exp(10**9)), "too large"),
        (lambda a: result(a.power(10, 9999 * 9)), "too large"),
        (lambda a: result(a.sin(a.made(1, 2000))), "too large"),
        (lambda a: a.add(None, 1), "no value"),
    ],
)
def test_what_has_no_value(attempt: Callable[[Arithmetic], Any], kind: str) -> None:
    with pytest.raises(Trouble) as caught:
        attempt(Functions(6))
    assert caught.value.kind == kind


@pytest.mark.parametrize(
    ("digits", "value", "text"),
    [
        (6, 0, "0"),
        (6, -12, "-12"),
        (6, Number(25, -2), "0.25"),
        (6, Number(-2500, -4), "-0.25"),
        (6, Number(123456, -3), "123.456"),
        (6, Number(3, 50), "3×10↑50"),
        (6, Number(1500, -300), "1.5×10↑-297"),
        (6, Number(1, -6), "0.000001"),
        (6, Number(1, -8), "1×10↑-8"),
        # whole numbers of the text have more digits than asked; from a million on with a power
        (4, 123456, "123456"),
        (4, -999999, "-999999"),
        (4, 1000000, "1×10↑6"),
        (4, 1234567, "1.234567×10↑6"),
        (9, 123456789, "123456789"),
        (4, Number(10000005, -1), "1000000.5"),
        # as many zeros behind the point as digits, and one more
        (4, Number(3333, -8), "0.00003333"),
        (4, Number(3333, -9), "3.333×10↑-6"),
    ],
)
def test_numbers_in_print(digits: int, value: Any, text: str) -> None:
    assert Arithmetic(digits).text(value) == text


def test_e_has_200_digits() -> None:
    with decimal.localcontext(prec=230):
        expected = str(Decimal(1).exp())[:201].rstrip("0")
    arithmetic = Functions(200)
    assert arithmetic.text(result(arithmetic.exp(1))) == expected
