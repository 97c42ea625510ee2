# SPDX-License-Identifier: MIT
"""The random walk on the OKITAC 5090, in `en`."""

# covers 000:1, 000:7

TITLE = "RANDOM WALK"

GIST = "a point goes up or down"

RULES = "A point steps up or down at random. Where is it after many steps?"

LABELS = {
    "chi": "start value\nchi",
    "lambda": "multiplier\nlam",
    "mu": "increment\nmu",
    "nu": "modulus\nnu",
    "p": "chance of +1\nchance",
    "time": "steps",
    "sample": "walks\nN",
}

PRESETS = ("TAPE OF 1963", "THE LONGEST")

KEYS = "OK: the table, the walk"

ABOUT = (
    "Simple random walk",
    "S. Igarashi, University of Tokyo, program no. 6303 (1963)",
    "OKITAC 5090, ALGOLIP",
    "",
    (
        "CHI becomes (LAMBDA*CHI+MU) mod NU. If CHI<=PP the point goes up, else down; PP is P*NU "
        "without its fraction."
    ),
    "Part 1: time, position.",
    "Part 2, SAMPLE walks: end, how many, relative frequency. The last line is CHI.",
    "",
    "Slips kept:",
    "<= makes the chance of a step up (PP+1)/NU: 0.50001.",
    (
        "If no walk ends below 0, the table starts at 0: with an odd TIME it lists even ends, all "
        "0; with an even TIME, rows of 0 up to the first end."
    ),
    "The last digit of CHI has the period 10.",
    "",
    (
        "Slips corrected: P TIME SAMPLE are read first, FLS=SAMPLE and an end are lost, "
        "PRINTINTEGER gets a real. CHI-CHI+NU*NU means CHI-CHI div NU*NU. The period is "
        "100000, not 50000; CHI = 1 mod 20 must be LAMBDA."
    ),
)

STORY = (
    "Program 6303, from the page of programs that S. Moriguti edited in 1963.\n"
    "S. Igarashi's point stands at 0. Each step goes up or down by chance.\n\n"
    "Chance is arithmetic here: multiply, add, keep the remainder.\n"
    "The data came on paper tape: seven numbers.\n"
    "T. Shimizu of the computing centre let it be tested there, on an OKITAC 5090.\n"
    "Compiling took about ten seconds, from when the tape was put on.\n\n"
    "It goes up 50001 times in 100000: a slip that we kept."
)

CLAIMS = (
    "The random numbers have a period of 50000.\n"
    "It is 100000, as a comment in the listing says.\n"
    "A walk ends near its start.\n"
    "A hundred walks here: 0.18 on average."
)
