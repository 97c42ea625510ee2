# SPDX-License-Identifier: MIT
"""The index of a date: days since a fixed one, by the two formulas of V. N. Kasatkin, 1980.

The book writes ‹e› for the floor and decimal factors; here they are floor divisions. January and
February count as the end of the year before, so that a leap day is the last day of its year. No
date is checked: 31 April has the index of 1 May, day 0 that of the last day of the month before.
"""

# covers 002:1097, 002:1136

SECOND = (15, 6, 1978)
"""The second date of the book's example: day, month, year."""


def index(day, month, year):
    """Return the index, in days, in the proleptic Gregorian calendar; it grows by 1 a day.

    For months beyond 12 the formula for March to December applies: 13 and 14 happen to be January
    and February of the next year; from 15 on the days deviate.
    """
    days = 0
    for term in terms(day, month, year):
        days += term
    return days


def terms(day, month, year):
    """Return the terms of the index in the book's order: five for January, February, else six."""
    days = 365 * year, day, 31 * (month - 1)
    lacking: tuple = ()
    if month <= 2:
        year -= 1
    else:
        lacking = (-((4 * month + 23) // 10),)
    return days + lacking + (year // 4, -(3 * (year // 100 + 1) // 4))


def weekday(days):
    """Return the day of the week of an index: 0 Sunday, 1 Monday … 6 Saturday."""
    return days + (-days // 7) * 7 + 6


def length(month, year):
    """Return the number of days of a month, 1..12."""
    following = index(1, month + 1, year) if month < 12 else index(1, 1, year + 1)
    return following - index(1, month, year)


def date(days):
    """Return the (day, month, year) of an index, a real date with the month 1..12."""
    year = days * 400 // 146097 + 1  # the mean year has 365.2425 days
    while index(1, 1, year) > days:
        year -= 1
    month = 12
    while index(1, month, year) > days:
        month -= 1
    return days - index(1, month, year) + 1, month, year
