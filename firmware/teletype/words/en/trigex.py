# SPDX-License-Identifier: MIT
"""Trigex on the MIR and MIR-2, in `en`."""

# covers 002:224

MESSAGES = (
    ("ИГРА ТРИГЕКС", "THE GAME OF TRIGEX"),
    ("ВАШ СОПЕРНИК — ЭВМ МИР-2", "YOUR OPPONENT: THE MIR-2"),
    ("ДЕЛАЮ СВОЙ # ХОД", "MY MOVE #"),
    ("ВАШ ХОД", "YOUR MOVE"),
    ("ВЫ ОШИБЛИСЬ", "WRONG MOVE"),
    ("ВЫ ПРОИГРАЛИ", "YOU HAVE LOST"),
    ("ВЫ ВЫИГРАЛИ", "YOU HAVE WON"),
    ("НИЧЬЯ", "DRAW"),
)

TITLE = "TRIGEX"

GIST = "own a line of three"

RULES = "Claim points in turn. Own all three on a line and you win."

LABELS = {
    "m": "first point",
    "first": "who begins",
    "players": "people",
}

VALUES = {
    "machine": "machine",
    "you": "you",
}

PRESETS = ("YOU BEGIN", "TWO PEOPLE")

KEYS = "▲▼◄► a point, OK: take it\nOK–: lines, cheat sheet"

ABOUT = (
    "TRIGEX (TRI-HEX)",
    "V. N. Kasatkin, 1980",
    "Logicheskoe programmirovanie (Tekhnika, Kiev), chapter 1 and appendix",
    "Programs: L. I. Vladykina, T. P. Gnatenko, S. S. Neshev, University of Simferopol",
    "Machine: MIR in the instructions, MIR-2 in the protocol; ALMIR-65",
    "",
    (
        "Nine points, nine lines: 128 136 147 269 234 358 549 567 789. Be the first to own a "
        "whole line and you win."
    ),
    "The machine starts on M. Answer: L= your point.",
    "On the original's paper: «ВЫП»L=3; «НА»2 «КОН» ◊",
    "players=2: two people, A and B, move in turn; the machine is the referee.",
    "first=you, not from the book: you begin, and you can win.",
    "",
    "Slips of the original:",
    (
        "For M=2 and your 9 the formula gives 5, Table 1 gives 4. Reply 3 to its 5 and the "
        "program runs off the board. Table 1 is used here. Other decimal points were lost in "
        "print."
    ),
    "The original did not refuse a taken point; this one does.",
    "Every first point wins, not only 1, 2 and 3.",
    "The figure of the board is lost in the scan: this one is drawn from the lines.",
)

STORY = (
    "Kasatkin's advice: first play a few games with somebody.\n"
    "You soon see that it is better to move first.\n"
    "So the machine always begins.\n\n"
    "It looks up its second move in a table of 24 answers.\n"
    "After that it asks three things. Can I win? Must I stop you? Can I threaten twice?\n"
    "That is not arithmetic, says the book, but looking ahead.\n\n"
    "In the listing the table became formulas.\n"
    "The print lost their decimal points: .2 became 2.\n"
    "The drawing of the board is lost in our copy. Ours has the same nine lines."
)

CLAIMS = (
    "One should begin on point 1, 2 or 3.\n"
    "From each of the nine points the first player can win.\n"
    "The listing says the same as the table.\n"
    "One formula differs: 2, 9, 5, 3 leads it off the board."
)
