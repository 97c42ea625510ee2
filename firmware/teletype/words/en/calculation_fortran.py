# SPDX-License-Identifier: MIT
"""Calculation, the FORTRAN edition, in `en`."""

TITLE = "CALCULATION, FORTRAN\nCALC. FORTRAN\nFORTRAN"

GIST = "solitaire by numbers"

RULES = "Solitaire: build up in steps of 1, 2, 3 and 4. Park the rest on talons."

LABELS = {
    "edition": "loophole\nhole",
    "stock": "card order\ncards",
    "lucky": "shuffle seed\nN",
    "duel": "duel with\nduel",
}

VALUES = {
    "printed": "as printed",
    "repaired": "closed",
    "greedy": "greedy",
    "practised": "practised",
    "adviser": "adviser",
}

PRESETS = ("FIGURE 5", "CORRECTED")

KEYS = "▲▼ a move, OK: do it\n► the talons, then a hint"

ABOUT = (
    "CALCULATION, FORTRAN",
    "Y. Tanaka",
    "bit magazine, about 1976 (no date on the pages), figures 5 and 6",
    "No machine is named; words of 36 bits, a TSS terminal",
    "",
    (
        "FOUND(k) counts by k up to the king. Talons show the bottom card first; only the last is "
        "free."
    ),
    "N: number of an operation",
    "N=99: show it again",
    "Three illegal numbers at one question end the game.",
    "",
    (
        "Loophole: three illegal numbers while all talons are empty print SUCCESS! "
        "edition=repaired closes it."
    ),
    "",
    "Misprints corrected: JUDGE gets STOCK, not INIT; PTLN-1, not +1; empty FOUND(I) wants I.",
    "Left as it was: NEW CARD! after card 52 gives up.",
    (
        "FIGURE 5 has the cards as printed, five 3s and three jacks: it cannot be won. CORRECTED "
        "has a jack for a 3 on talon 2. The order of the early cards and the last eight are ours."
    ),
    "",
    (
        "duel=adviser, practised, greedy: then the machine lays the same deck. More cards on "
        "foundations win. Ours."
    ),
)

STORY = (
    "Y. Tanaka's program is a judge. The player may be a program, or you.\n"
    "The judge lists what is allowed. You name a number.\n"
    "So nobody can cheat, and games can be counted.\n\n"
    "It asks for a lucky number and shuffles the cards with it.\n"
    "A constant in the listing fits words of 36 bits.\n"
    "So the cards are shuffled with 36 bits here, too.\n\n"
    "The judge has a hole. Three wrong numbers at the first card, and it prints SUCCESS!\n"
    "You can play as printed, or repaired."
)

CLAIMS = (
    "The judge knows the rules and lets no player break them.\n"
    "But three wrong numbers at the first card count as a win."
)
