# SPDX-License-Identifier: MIT
"""Simple random walk («簡単なランダム・ウォークの実験») on the OKITAC 5090.

Source: program 6303 of the column «プログラムのページ» edited by S. Moriguti, by S. Igarashi
(University of Tokyo), in ALGOLIP, with its data tape; tested with the compiler for the OKITAC 5090
of the university's computing centre. The pages bear no year; 1963 is read from the number. A point
starts at 0 and moves by +1 with the probability p, else by -1. Part 1 prints the position at each
time; part 2 walks `sample` times and prints how often each end position came. The generator goes
on from part to part.

Decisions, where the print is damaged or silent:
- The data are read in the order of the text and the tape, CHI LAMBDA MU NU P TIME SAMPLE. The
  listing reads P TIME SAMPLE first: then the tape would give P = 50000, TIME = 54321 and an
  integer LAMBDA of 0.5.
- `CHI:=CHI-CHI+NU*NU` is CHI - CHI div NU x NU.
- FLS is never assigned; it must be SAMPLE, as a real number. The listing drops the fraction of PP.
- The text asks for «CHI ≡ 1 (mod 20)». It must be LAMBDA: 54321 leaves 1, CHI, 50000, leaves 0.
- A comma and a colon stand for semicolons after the READINTEGER of SAMPLE and CHI.
- The listing passes the relative frequency to PRINTINTEGER; it is printed as a real here.
- The `end` of the loop over the table is lost between two columns.
- Integers are printed in 8 columns, reals in 12 with 5 decimals, rounded half up.
- Values are 0 or more. The largest TIME is 100, the limit of FREQ[0:200]; the largest of the
  others is 10^9. P has at most 18 places.

The restored listing prints the same in random sessions: `host_tools lab originals`.

Slips of the original that stay:
- The walk steps up when CHI <= PP, that is in PP + 1 of NU cases: 50001 of 100000 on the tape.
  With p = 0 one step in each period still goes up.
- MINX and MAXX start at 0. With an odd TIME and no end below 0 the table lists 0, 2, 4, .. . The
  listing never counts or clears these cells; here they hold 0. With an even TIME and no end at 0
  the table has rows of 0 from there to the first end.
"""

# covers 000:7, 000:91

from teletype.core.decimal_field import Decimal
from teletype.core.request import working
from teletype.core.setup import Integer
from teletype.programs import base
from teletype.programs.random_walk import walk as engine
from teletype.programs.random_walk.game import Walked

LARGEST = 1000000000

FIELDS = (
    Integer("chi", 50000, 0, LARGEST),
    Integer("lambda", 54321, 0, LARGEST),
    Integer("mu", 56789, 0, LARGEST),
    Integer("nu", 100000, 1, LARGEST),
    Decimal("p", (5, 10), 18),
    Integer("time", 20, 0, 100),
    Integer("sample", 100, 1, LARGEST),
)


SLICE = 100
"""Steps of part 2 between two `working`."""


def real(number, divisor):
    """Return PRINTREAL of number / divisor."""
    value = engine.rounded(number, divisor, 5)
    return "%12s" % ("%d.%05d" % (value // 100000, value % 100000))


def play(setup, game=None):
    """Print the paper; there is nothing to answer."""
    game = game or Walked(setup)
    time = setup["time"]
    sample = setup["sample"]
    nu = setup["nu"]
    p = setup["p"]
    pp = engine.threshold(p, nu)
    walk = engine.Walk(setup["chi"], setup["lambda"], setup["mu"], nu, pp)
    for t in range(1, time + 1):
        x = game.step(walk.go(1))
        yield "%8d%8d" % (t, x)
    steps = 0
    working.total = sample
    for walked in range(sample):
        game.ends.add(walk.go(time))
        steps += time + 1
        if steps >= SLICE:
            steps = 0
            working.done = walked
            yield working
    working.done = working.total = 0
    yield ""
    game.counted = True
    yield real(p[0], p[1]) + "%8d%8d" % (time, sample)
    yield ""
    for x, count in game.rows():
        yield "%8d%8d" % (x, count) + real(count, sample)
    yield ""
    yield "%8d" % walk.chi


class Program(base.Program):
    FIELDS = FIELDS
    OFTEN = ("time", "p", "sample")
    PRESETS = (
        "time=20 sample=100",
        "time=100 sample=100",
    )
    PICTURE = "programs.random_walk.picture"
    Game = Walked
    play = staticmethod(play)
