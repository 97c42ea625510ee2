# SPDX-License-Identifier: MIT
"""Calculation, the COBOL edition, in `en`."""

TITLE = "CALCULATION, COBOL\nCALC. COBOL"

GIST = "solitaire, 4 foundations"

RULES = "A solitaire: build up by 1, 2, 3, 4. Keep on four talons what does not fit."

LABELS = {
    "stock": "card order\ncards",
    "lucky": "shuffle seed\nN",
}

PRESETS = ("FIGURE 2", "MENDED", "REAL CARDS")

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
    "All 52 up: you won.",
    "stock=ask: lay out real cards and type each at TURN OUT, 1..13; 99 is the end.",
    "",
    (
        "FIGURE 2 has the cards as printed, five 3s and three jacks: it cannot be won. MENDED has "
        "a jack for a 3 on talon 2. The order of the early cards and the last eight are ours."
    ),
    "",
    "Misprints mended:",
    "N LESS 5: M LESS 5",
    "ADD +1 TO J: ADD -1",
    "CARD over 13: minus 13",
    (
        "Left as it was: only 18 cards of a talon are shown; a game won with card 52 leaves the "
        "closing 99 to the next game, which is lost at once."
    ),
)

STORY = (
    "Professor Shimauchi asked H. Nisimura to write down the rules of a solitaire.\n"
    "Nisimura did not know it. He was shown it once.\n"
    "While he was coding he asked the rest by telephone.\n\n"
    "Coding, keying in and testing took two days, the looks half a day more.\n"
    "COBOL has no statement for a loop, he complains.\n"
    "It had 200 lines. That was a shock, and he was too tired to shorten it.\n"
    "He wrote it in small letters. No printer had any.\n\n"
    "Experts win nine out of ten, it is said. At first he never won.\n"
    "A contest of programs was announced. He had no wish to enter."
)

CLAIMS = (
    "An expert wins nine games out of ten.\n"
    "Our adviser wins 849 decks of 1000, with little time to think.\n"
    "A beginner wins one or two out of ten.\n"
    "A simple rule wins 3.6 %."
)
