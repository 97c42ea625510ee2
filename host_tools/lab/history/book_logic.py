# SPDX-License-Identifier: MIT
"""Claims of V. N. Kasatkin about logic and dates, chapter 2 of his book."""

from datetime import date
from fractions import Fraction
from itertools import product
from math import floor

from host_tools.lab.history.deciding import Claims, Verdict, judged
from teletype.core.session import Session
from teletype.core.setup import read
from teletype.programs.dates import calendar as dates
from teletype.programs.logic import dialogue as logic

CLAIMS = Claims()


def paper(**setup: str) -> list[str]:
    """Return what the program for logical problems prints."""
    session = Session(logic.play(read(logic.FIELDS, list(setup.items()), logic.check)))
    lines = []
    while (event := session.step()) is not None:
        if isinstance(event, str):
            lines.append(event)
    return lines


@CLAIMS.claim("logic-prime", "002:661", "The number 2^11213 - 1 is prime.")
def logic_prime() -> Verdict:
    exponent = 11213
    number = 2**exponent - 1
    term = 4
    for _ in range(exponent - 2):  # the Lucas-Lehmer test
        term = term * term - 2
        term = (term & number) + (term >> exponent)
        term = (term & number) + (term >> exponent)
        if term == number:
            term = 0
    return judged(term == 0, "By the test of Lucas and Lehmer.")


@CLAIMS.claim("logic-false", "002:801", "AB(A->B) is false everywhere.")
def logic_false() -> Verdict:
    def false(bar: int) -> bool:
        """Whether it is false everywhere with a bar over one of the letters, 0 to 3, or over the
        bracket, 4; -1 for none.
        """
        found = []
        for a, b in product((0, 1), repeat=2):
            one, two, three, four = (value ^ (at == bar) for at, value in enumerate((a, b, a, b)))
            found.append(one * two * ((1 - three + three * four) ^ (bar == 4)))
        return not any(found)

    places = [bar for bar in range(5) if false(bar)]
    assert places == [1, 3, 4]
    return judged(
        false(-1), "As printed it is AB. A bar makes it so in three places: either B, the bracket."
    )


@CLAIMS.claim("logic-4096", "002:829", "With 12 letters a table has 4096 rows.")
def logic_4096() -> Verdict:
    return judged(len(list(product((0, 1), repeat=12))) == 4096, "2 to the 12th.")


@CLAIMS.claim("logic-figure-33", "002:903", "The model of IF M THEN T is 1-MT (figure 33).")
def logic_figure_33() -> Verdict:
    wrong = [(m, t) for m, t in product((0, 1), repeat=2) if 1 - m * t != int(not m or t)]
    return judged(
        not wrong, f"Wrong in {len(wrong)} of 4 rows. The text has 1-M+MT, which is right."
    )


@CLAIMS.claim("logic-vessel", "002:1052", "The vessel: Phoenicia, 5th century, and nothing else.")
def logic_vessel() -> Verdict:
    found = []
    for place, century in product(("greek", "phoenician"), (3, 4, 5)):
        boys = (
            (place == "greek") + (century == 5),
            (place == "phoenician") + (century == 3),
            (place != "greek") + (century == 4),
        )
        if boys == (1, 1, 1):
            found.append((place, century))
    printed = paper(puzzle="vessel")
    return judged(
        found == [("phoenician", 5)] and len(printed) == 1,
        f"{len(found)} of 6 pairs fits: {printed[0]}.",
    )


@CLAIMS.claim("logic-timetable", "002:1091", "The timetable has two solutions.")
def logic_timetable() -> Verdict:
    printed = paper(puzzle="timetable")
    return judged(len(printed) == 2, ", ".join(printed) + ".")


@CLAIMS.claim("logic-who", "002:2156", "The murderer is Brown.")
def logic_who() -> Verdict:
    printed = paper(puzzle="who")
    return judged(printed == ["Б=1  Д=0  С=0"], "The only row of the problem with X=1.")


@CLAIMS.claim("dates-any", "002:1104", "The dates may be as distant as one likes.")
def dates_any() -> Verdict:
    year = next(g for g in range(2000, 4000) if dates.index(31, 12, g) > 999_999)
    return judged(False, f"With six digits it ends in {year}.")


def all_days() -> list[date]:
    return [date.fromordinal(ordinal) for ordinal in range(1, date.max.toordinal() + 1, 97)]


@CLAIMS.claim("dates-formula", "002:1120", "Two formulas give the index of a date.")
def dates_formula() -> Verdict:
    for day in all_days():
        index = dates.index(day.day, day.month, day.year)
        assert index == day.toordinal() + 365 and dates.weekday(index) == day.isoweekday() % 7, day
    days = len(all_days())
    return judged(True, f"Tried on {days} days of the years 1 to 9999, one bracket restored.")


@CLAIMS.claim("dates-january", "002:1122", "The one for January and February is right as printed.")
def dates_january() -> Verdict:
    def printed(d: int, m: int, g: int) -> int:
        quarter = floor(Fraction(g - 1, 4))
        return 365 * g + d + 31 * (m - 1) + quarter - floor(Fraction(3, 4) * ((g - 1) // 100) + 1)

    wrong = [g for g in range(1601, 2401) if printed(1, 1, g) != dates.index(1, 1, g)]
    return judged(
        not wrong,
        f"A day off in {wrong[0]} to {wrong[99]} and {wrong[100]} to {wrong[-1]}. A bracket is "
        "lost, in the listing too; the formula for the other months has it.",
    )


@CLAIMS.claim("dates-weekday", "002:1138", "DN = 1+e(1-I/7)*7+6 is 0 to 6.")
def dates_weekday() -> Verdict:
    numbers = [1 + floor(1 - Fraction(i, 7)) * 7 + 6 for i in range(716000, 716007)]
    fine = sorted((i + floor(Fraction(-i, 7)) * 7 + 6) for i in range(716000, 716007))
    assert fine == [0, 1, 2, 3, 4, 5, 6]
    return judged(sorted(numbers) == fine, "The listing has I+e(-I/7)*7+6, which is.")


@CLAIMS.claim("dates-entier", "002:1130", "e(7) = 7, e(1/5) = 0 and e(-4.2) = -5.")
def dates_entier() -> Verdict:
    found = [floor(Fraction(text)) for text in ("7", "1/5", "-4.2")]
    return judged(found == [7, 0, -5], "The largest whole number that is not larger.")


@CLAIMS.claim("dates-gagarin", "002:1108", "Gagarin's day of the week can be found.")
def dates_gagarin() -> Verdict:
    found = dates.weekday(dates.index(12, 4, 1961))
    return judged(found == date(1961, 4, 12).isoweekday(), "12 April 1961: Wednesday.")


@CLAIMS.claim("logic-laws", "002:809", "A->B is ~A+B; A<->B is AB+~A~B.")
def logic_laws() -> Verdict:
    for a, b in product((0, 1), repeat=2):
        assert 1 - a + a * b == max(1 - a, b)
        assert 1 - (a - b) ** 2 == max(a * b, (1 - a) * (1 - b))
    return judged(True, "In all four rows.")
