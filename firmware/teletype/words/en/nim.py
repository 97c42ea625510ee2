# SPDX-License-Identifier: MIT
"""Nim on the MIR and MIR-2, in `en`."""

# covers 002:312, 002:350, 002:330

MESSAGES = (
    ("ИГРА НИМ", "THE GAME OF NIM"),
    ("ВАШ СОПЕРНИК — ЭВМ МИР", "YOUR OPPONENT: THE MIR"),
    ("ДЕЛАЮ СВОЙ ХОД", "MY MOVE"),
    ("ВАШ ХОД", "YOUR MOVE"),
    ("ВАШ ХОД СДЕЛАН НЕ ПО ПРАВИЛАМ", "THAT BREAKS THE RULES"),
    ("ВЫ ПРОИГРАЛИ", "YOU HAVE LOST"),
    ("ВЫ ВЫИГРАЛИ", "YOU HAVE WON"),
)

TITLE = "NIM"

GIST = "take the last stone"

RULES = "Take as many as you like from one heap. Take the last stone and you win."

LABELS = {
    "heaps": "heaps",
    "style": "if losing",
    "players": "people",
}

VALUES = {
    "printed": "as printed",
    "hard": "hard",
}

PRESETS = ("GAME RECORD", "CHAPTER", "FIVE HEAPS", "HARD", "TWO PEOPLE")

KEYS = "◄► a heap, ▲▼ stones\nOK: take them\n▲ binary digits"

ABOUT = (
    "NIM",
    "V. N. Kasatkin, 1980",
    "Logicheskoe programmirovanie (Tekhnika, Kiev), chapter 1 and appendix",
    "Programs: L. I. Vladykina, T. P. Gnatenko, S. S. Neshev, University of Simferopol",
    "Machine: MIR in the listing, MIR-2 above the protocol; ALMIR-65",
    "",
    "Heaps of stones. Take any number from one heap; whoever takes the last stone wins.",
    "",
    "T: the number of a heap",
    "L: how many are LEFT in it, not how many you take",
    "On the original's paper: «ВЫП» T=2; L=1; «НА» 9 «КОН» ◊",
    "",
    "The machine moves first, unless that would lose.",
    "players=2: two people, A and B, move in turn; the machine is the referee.",
    (
        "The book's rule: take a row away. The row special to the others completes them to "
        "even sums in all columns. Find a row that is larger than this one, and leave so many."
    ),
    (
        "Its example: 22 11 23 19. The row special to all but 22 is 15, so leave 15 of 22. For "
        "11 it is 18, which is more."
    ),
    (
        "style=hard, not from the book: it always moves first. When it is losing it leaves you as "
        "few winning moves as it can, and you may win."
    ),
    "",
    (
        "T<1 and L<0 break the rules here; the listing lets them pass. A start of all zeros is "
        "refused."
    ),
    "",
    "In the book:",
    "- its bound for the number of binary digits misses powers of two; the program has it right",
    "- the labels 30 and 39 in the table for 11 23 9 39 30 are swapped",
    "- a table may have three winning rows: 5 4 7",
    "- it has no message for your win: played by the rules, the machine always wins",
)

STORY = (
    "Little is known about the origin of this game.\n"
    "Charles Bouton of Harvard gave it a theory and its name, in 1901.\n"
    "So says Martin Gardner, and Kasatkin after him.\n\n"
    "Then he makes a theory of his own.\n"
    "Write the heaps as binary numbers, one below the other.\n"
    "If each column has an even number of ones, the table is special.\n"
    "Whoever has to move from a special table loses.\n\n"
    "A person cannot work that out in time, he says.\n"
    "The machine need not fear the clock."
)

CLAIMS = (
    "In each table one row exceeds its special row.\n"
    "Not in special tables. In 5 4 7 three rows do.\n"
    "Whoever begins with a special table loses.\n"
    "True: 37448 positions were played to the end."
)
