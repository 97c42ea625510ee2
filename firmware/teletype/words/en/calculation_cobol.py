# SPDX-License-Identifier: MIT
"""Calculation, the COBOL edition, in `en`."""

# covers 004:1, 004:20, 004:120, 004:208, 004:828

TITLE = "CALCULATION, COBOL\nCALC. COBOL"

GIST = "solitaire, 4 foundations"

RULES = "Solitaire: build up in steps of 1, 2, 3 and 4. Park the rest on talons."

LABELS = {
    "stock": "card order\ncards",
    "lucky": "shuffle seed\nN",
    "duel": "duel with\nduel",
    "look": "see the card\nsee",
}

VALUES = {
    "greedy": "greedy",
    "practised": "practised",
    "adviser": "adviser",
    "yes": "yes",
}

PRESETS = ("FIGURE 2", "CORRECTED", "REAL CARDS", "SEE THE CARD")

KEYS = "▲▼ a move, OK: do it\n► the talons, then a hint"

ABOUT = (
    "CALCULATION, COBOL",
    "H. Nisimura, Electrotechnical Laboratory",
    "bit magazine, about 1976 (no date on the pages), figures 2 and 3",
    "No machine is named; for a person at a terminal with a screen",
    "",
    (
        "Foundations 5..8 count by 1, 2, 3, 4 from A, 2, 3, 4 round to the king. 1..4 are talons; "
        "only the top card (first) is free."
    ),
    "WHERETO(hh): the stack for card hh, 1..8.",
    "FROMTO: 26 moves the top card of talon 2 to stack 6; 0: next card.",
    "All 52 on the foundations: you win.",
    "stock=ask: lay out real cards and type each at TURN OUT, 1..13; 99 is the end.",
    "",
    (
        "FIGURE 2 has the cards as printed, five 3s and three jacks: it cannot be won. CORRECTED "
        "has a jack for a 3 on talon 2. The order of the early cards and the last eight are ours."
    ),
    "",
    "Misprints corrected:",
    "N LESS 5: M LESS 5",
    "ADD +1 TO J: ADD -1",
    "CARD over 13: subtract 13",
    (
        "Left as it was: only 18 cards of a talon are shown; if card 52 wins a game, the next one "
        "reads the closing 99 and is lost at once."
    ),
    "",
    (
        "Also called Computer. The author learned it from the column's founder, then asked on "
        "the telephone. He names an article by T. Fujisaki in bit, October 1973."
    ),
    (
        "One condition is more complicated than it need be: he flattered the fashion of "
        "structured programming, he says."
    ),
    (
        "The contest of programs belonged to GPC, the game and puzzle competition at a "
        "symposium held each January in Hakone."
    ),
    "",
    (
        "look=yes: the next card is seen before you move cards. Some books read like that, says "
        "the author, and forbids it."
    ),
    (
        "duel=adviser, practised, greedy: then the machine lays the same deck. More cards on "
        "foundations win. Ours."
    ),
)

STORY = (
    "Professor Shimauchi asked H. Nisimura to write down the rules of a solitaire.\n"
    "Nisimura did not know it. He was shown it once.\n"
    "The rest he asked about by telephone while he was coding.\n\n"
    "Coding, typing and testing took two days; tidying the output took half a day.\n"
    "COBOL has no statement for a loop, he complains.\n"
    "It came to 200 lines. He was shocked, but too tired to shorten it.\n"
    "He wrote it in lower case. No printer could print that.\n\n"
    "Experts are said to win nine games out of ten. At first he never won.\n"
    "A contest of programs was announced. He had no wish to enter."
)

CLAIMS = (
    "An expert wins nine games out of ten.\n"
    "Our adviser wins 967 decks of 1000, with little time to think.\n"
    "A beginner wins one or two out of ten.\n"
    "A simple rule wins 3.6 %."
)
