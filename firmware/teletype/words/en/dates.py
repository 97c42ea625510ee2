# SPDX-License-Identifier: MIT
"""Days between dates, in ALMIR-65, in `en`."""

# covers 002:1097, 002:1136

TITLE = "DATES AND WEEKDAYS\nDATES"

GIST = "the weekday of any date"

RULES = "When were you born? The machine says on which day of the week."

LABELS = {
    "d": "both days\ndays",
    "m": "both months\nmonths",
    "g": "both years\nyears",
}

PRESETS = ("APPENDIX", "GAGARIN")

KEYS = "▲▼ set, ◄► next\nOK: the day of the week"

ABOUT = (
    "DATES AND WEEKDAYS",
    "V. N. Kasatkin, 1980",
    "Logicheskoe programmirovanie (Tekhnika, Kiev), chapter 2 and appendix",
    "Programs: L. I. Vladykina, T. P. Gnatenko, S. S. Neshev, University of Simferopol",
    "Machine: none is named here; the book is for the MIR series, ALMIR-65",
    "",
    "d, m, g: day, month and year of two dates.",
    "S: days from the first to the second.",
    "DH: days of the week, from 0 (Sunday) to 6 (Saturday).",
    (
        "The formulas, [ ] for the whole part: I = 365G + D + 31(M-1) + [(G-1)/4] - "
        "[3([(G-1)/100]+1)/4] for January and February."
    ),
    "I = 365G + D + 31(M-1) - [0.4M+2.3] + [G/4] - [3([G/100]+1)/4] for the other months.",
    "S is I of the second date less I of the first. DH = I + [-I/7]*7 + 6, from 0 to 6.",
    (
        "12 June 1998: 729270 + 12 + 155 - 4 + 499 - 15 = 729917; 729917 - 104274*7 + 6 = 5, a "
        "Friday."
    ),
    (
        "The book asks: how can [X] and {X}, the part behind the point, be made of arithmetic "
        "and comparisons? Count N up from 0 while N+1<=X, or down while N>X; then [X]=N, "
        "{X}=X-N."
    ),
    "The calendar is Gregorian in all years.",
    "",
    (
        "No date is checked, as in the original: 30.2. counts on into March, 31.4. is 1.5., day "
        "0 is the last of the month before; months 0, 13 and 14 come out right by luck, later "
        "ones too late."
    ),
    (
        "The weekday comes first. OK leads on to a leaf of the calendar, whose columns are the "
        "numbers of DH, to the formulas with your numbers, and to a second date. A date that "
        "does not exist is shown as the day that the original takes it for."
    ),
    "",
    "Slips of the original:",
    "Its six-digit numbers end in November 2737.",
    (
        "The chapter prints DN=1+e(1-I/7)×7+6. The first 1 is an I, the second "
        "does not belong there. The listing is right."
    ),
    (
        "For January and February the brackets of e(.75×(…+1)) are damaged too: as printed, 2001 "
        "to 2100 are a day off."
    ),
)

STORY = (
    "Two hard nuts for programmers to crack, says Kasatkin.\n"
    "How many days lie between two dates? What day of the week was it?\n"
    "He asks on which day Gagarin flew into space.\n\n"
    "Leap years and short months are logic, he finds.\n"
    "Yet arithmetic alone can do it, with two formulas.\n"
    "One is for January and February, the other for the rest.\n"
    "The trick is to take the whole part of a number.\n\n"
    "Dates are not checked. The 31st of April is simply the 1st of May."
)

CLAIMS = (
    "The dates may be as distant as you like.\n"
    "With six digits it ends in November 2737.\n"
    "The formulas give the right day.\n"
    "True for all days of the years 1 to 9999."
)
