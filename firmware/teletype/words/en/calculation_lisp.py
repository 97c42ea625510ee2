# SPDX-License-Identifier: MIT
"""Calculation, the LISP edition, in `en`."""

TITLE = "CALCULATION, LISP\nCALC. LISP"

GIST = "solitaire in brackets"

RULES = "Solitaire: build up in steps of 1, 2, 3 and 4. Park the rest on talons."

LABELS = {
    "stock": "card order\ncards",
    "lucky": "shuffle seed\nN",
    "duel": "duel with\nduel",
}

VALUES = {
    "greedy": "greedy",
    "practised": "practised",
    "adviser": "adviser",
}

PRESETS = ("FIGURE 8", "CORRECTED")

KEYS = "▲▼ a move, OK: do it\n► the talons, then a hint"

ABOUT = (
    "CALCULATION, LISP",
    "A. Sakurai",
    "bit magazine, about 1976 (no date on the pages), figures 7 and 8",
    "No machine is named",
    "",
    "F1..F4 count by 1..4 up to the king. The top of a list comes first.",
    "WHERE ? wants T1..T4 or F1..F4.",
    "((FROM TO) ...) ? wants NIL (next card) or moves: ((T2 F4)(T4 F4))",
    (
        "They are made from the left, then comes the next card; with (X) at the end you are asked "
        "again."
    ),
    "",
    "Card C fits F if the length of F is C*MAGIC-1 mod 13; MAGIC: 1, 7, 9, 10.",
    "",
    "Misprint corrected: the second ABLEP is ABLEM. Figure 8 has lost a 9 in T3.",
    (
        "FIGURE 8 has the cards as figure 5 prints them, five 3s and three jacks: it cannot be "
        "won. CORRECTED has a jack for a 3 on talon 2. The order of the early cards and the last "
        "eight are ours."
    ),
    "",
    (
        "duel=adviser, practised, greedy: then the machine lays the same deck. More cards on "
        "foundations win. Ours."
    ),
)

STORY = (
    "A. Sakurai's program has 85 lines.\n"
    "The stacks are lists, with the top card first.\n"
    "Does a card fit? Euler's theorem decides, not a table.\n\n"
    "One answer can move many cards: ((T2 F4)(T4 F4)).\n"
    "An (X) at its end means: do this, and ask me again.\n"
    "At the end LISP prints the value: T for true, or NIL.\n\n"
    "Its deck was a file named NISIMURA/NOZAKI.\n"
    "A. Nozaki's book on cards has a game that works out.\n"
    "All three editions show it in a figure. In figure 8 a 9 is missing."
)

CLAIMS = (
    "Euler's theorem tells a card's place on a foundation.\n"
    "True for all 13 cards and all four foundations."
)
