# SPDX-License-Identifier: MIT
"""Trigex on the MIR and MIR-2, in `en`."""

MESSAGES = (
    ("ИГРА ТРИГЕКС", "THE GAME OF TRIGEX"),
    ("ВАШ СОПЕРНИК — ЭВМ МИР-2", "YOU PLAY THE MIR-2"),
    ("ДЕЛАЮ СВОЙ # ХОД", "I MAKE MY MOVE #"),
    ("ВАШ ХОД", "YOUR MOVE"),
    ("ВЫ ОШИБЛИСЬ", "WRONG MOVE"),
    ("ВЫ ПРОИГРАЛИ", "YOU HAVE LOST"),
)

TITLE = "TRIGEX"

GIST = "own a line of three"

RULES = "Take fields in turn. Own a whole line of three and you win."

LABELS = {
    "m": "first field",
}

ABOUT = (
    "TRIGEX (TRI-HEX)",
    "V. N. Kasatkin, 1980",
    "Logicheskoe programmirovanie (Tekhnika, Kiev), chapter 1 and appendix",
    "Programs: L. I. Vladykina, T. P. Gnatenko, S. S. Neshev, University of Simferopol",
    "Machine: MIR in the instructions, MIR-2 in the protocol; ALMIR-65",
    "",
    (
        "Nine fields, nine lines: 128 136 147 269 234 358 549 567 789. Be the first to own a "
        "whole line and you win."
    ),
    "The machine begins on M. Answer: L= your field.",
    "Its paper has «ВЫП»L=3; «НА»2 «КОН» ◊ for it.",
    "",
    "Slips of the original:",
    (
        "The formula for M=2 gives 5 after your 9, Table 1 has 4. After 5 you play 3 and the "
        "program runs off the board. Table 1 is used here. Other decimal points were lost in "
        "print."
    ),
    "Taken fields were not refused; they are here.",
    "Any first field wins, not only 1, 2 and 3.",
    "The figure of the board is lost in the scan: this one is drawn from the lines.",
)

STORY = (
    "Kasatkin's advice: first play a few games with somebody.\n"
    "You soon see that it is better to begin.\n"
    "So the machine always begins.\n\n"
    "Its second move it looks up in a table of 24 answers.\n"
    "After that it asks three things. Can I win? Must I stop you? Can I threaten twice?\n"
    "That is not arithmetic, says the book, but looking ahead.\n\n"
    "In the listing the table became formulas.\n"
    "The print lost their decimal points: .2 became 2.\n"
    "The drawing of the board is lost in our copy. Ours has the same nine lines."
)

CLAIMS = (
    "One should begin on field 1, 2 or 3.\n"
    "From each of the nine fields the first player can win.\n"
    "The listing says the same as the table.\n"
    "One formula differs: 2, 9, 5, 3 leads it off the board."
)
