# SPDX-License-Identifier: MIT
"""Days between two dates and their weekdays: V. N. Kasatkin, 1980, chapter 2, «Задача логическая —
ключ арифметический», and appendix, the program for distances between two dates. No machine is
named; the preface gives the programs of the appendix to the MIR series.

S is the number of days from the first date to the second, negative if the second is earlier. DH
are the two days of the week, 0 for Sunday to 6 for Saturday. The program asks nothing.

The original checks no date, and neither does this version: every date of two digits for day and
month and four for the year goes through the formulas. 29.2 of a common year is 1.3, 31.4 is 1.5,
day 0 is the last day of the month before. Months 0, 13 and 14 happen to be December, January and
February of the neighbouring years; from month 15 on the days run late. The calendar is Gregorian
for all years, also before 1582.

Decisions, where the print is damaged or silent:
- `e` is the floor, also of negative numbers: the text says so (e(-4,2) = -5), and DH needs it.
- DH=I+e(-I/7)×7+6, as the listing has it; the chapter's 1+e(1-I/7)×7+6 is damaged.
- In the line for January and February the brackets of e(.75·(e((G-1)/100)+1)) are damaged; read
  literally they are a day wrong in the first century of every four (2001 to 2100).
- Its jump to label 2 belongs into the bracket of «ЕСЛИ»; as printed the other line is never used.
- M≤2 chooses that line, and N≤2 ends the loop over the two dates (`M[N]<2`, `N<2`): the print has
  lost the lines under the signs.
- The first array of the data is Г[2] (`I[2]`). The chapter calls the weekday DN, the listing DH.

The handheld asks for one date, a birthday (`picture_wheels`), and keeps the book's second date
unless the user changes it. The drawing (`picture`) is ours; the weeks of its leaf begin with
DH = 0.

Slip of the book: dates "however distant" end in November 2737, because the listing asks for
numbers of six digits and the index then grows to seven. This version has no such limit.

-I/7 has more than six digits. If the MIR rounded it, the weekday would fail for three residues of
seven; the example has two others. Cut off, to the next lower number, it is right for all, and Nim
needs that too. So we decided that the MIR cuts numbers off (`teletype.engines.almir`). Then the
restored listing prints the same for random dates: `host_tools lab originals dates`.
"""

# covers 002:1097, 002:1136, 002:2158

from teletype.core.setup import Integers
from teletype.programs import base
from teletype.programs.dates import calendar as dates

FIELDS = (
    Integers("d", (12, 15), 2, 2, 0, 99),
    Integers("m", (4, 6), 2, 2, 0, 99),
    Integers("g", (1968, 1978), 2, 2, 0, 9999),
)


def play(setup, game=None):
    """Print the paper; `setup["d"]`, `["m"]`, `["g"]`: days, months, years of the two dates."""
    first, second = [dates.index(*date) for date in zip(setup["d"], setup["m"], setup["g"])]
    yield "S=%d" % (second - first)
    yield "DH[2]"
    yield "%d  %d" % (dates.weekday(first), dates.weekday(second))


class Program(base.Program):
    FIELDS = FIELDS
    PRESETS = (
        "d=12,15 m=4,6 g=1968,1978",
        "d=12,12 m=4,4 g=1961,1961",
    )
    PICTURE = "programs.dates.picture"
    ASKED = "programs.dates.picture_wheels"
    play = staticmethod(play)
