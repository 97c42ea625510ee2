# SPDX-License-Identifier: MIT
"""The vertical race on the MIR, in `en`."""

# covers 002:83, 002:113

MESSAGES = (
    ("ИГРА ГОНКИ ПО ВЕРТИКАЛИ", "THE VERTICAL RACE"),
    ("ВАШ СОПЕРНИК — ЭВМ МИР", "YOUR OPPONENT: THE MIR"),
    ("ДЕЛАЮ СВОЙ ХОД", "MY MOVE"),
    ("ВАШ ХОД", "YOUR MOVE"),
    ("ВАШ ПЕРВЫЙ ХОД", "YOU MOVE FIRST"),
    ("ВЫ ОШИБЛИСЬ", "WRONG MOVE"),
    ("ВЫ ПРОИГРАЛИ", "YOU HAVE LOST"),
    ("ВЫ ВЫИГРАЛИ", "YOU HAVE WON"),
    ("0 — ОСОБАЯ ТОЧКА, 1 — НЕТ", "0: SPECIAL POINT, 1: NOT"),
    ("РАЗМЕТЬТЕ ПОЛЕ САМИ", "MARK THE FIELD"),
    ("0 ИЛИ 1", "0 OR 1"),
    ("ПОЛЕ МАШИНЫ", "THE MACHINE'S FIELD"),
    ("ОШИБОК НЕТ", "NO MISTAKES"),
    ("ОШИБОК: #", "MISTAKES: #"),
)

TITLE = "VERTICAL RACE\nRACE"

GIST = "first to the top wins"

RULES = "Move up 1 to M cells, but never by the number just played. Reach the top."

LABELS = {
    "n": "cells",
    "m": "longest step\nstep",
    "style": "if losing",
    "mode": "exercise",
    "players": "people",
}

VALUES = {
    "printed": "as printed",
    "hard": "hard",
    "mark": "by hand",
}

PRESETS = ("GAME RECORD", "FIGURE 5", "FIGURE 10", "EXERCISE", "YOU BEGIN", "HARD", "TWO PEOPLE")

KEYS = "◄► a cell, OK: go there\n▲▼ the grid"

ABOUT = (
    "VERTICAL RACE",
    "V. N. Kasatkin, 1980",
    "Logicheskoe programmirovanie (Tekhnika, Kiev), chapter 1 and appendix",
    "Programs: L. I. Vladykina, T. P. Gnatenko, S. S. Neshev, University of Simferopol",
    "Machine: MIR, ALMIR-65",
    "",
    (
        "Move 1..M cells up, but never the number just played. Reach cell N and you win; step "
        "over it and you lose."
    ),
    "Answer: T= the new cell, P= how many cells.",
    "On the original's paper: «ВЫП» T=6; P=5; «НА»L5 «КОН» ◊",
    "",
    "The machine computes all special points first. If no first move is good, it lets you begin.",
    "players=2: two people, A and B, move in turn; the machine is the referee.",
    (
        "mode=mark, an exercise of the book: mark the special points of a small field yourself, "
        "from the last cell down; the machine compares. The dialogue is ours."
    ),
    (
        "style=hard, not from the book: it always begins. When it is losing it leaves you as few "
        "winning numbers as it can, and you may win."
    ),
    "",
    "Slips of the original:",
    "N=13 M=4: it says to begin with 3 or 4; only 3 wins.",
    (
        "P outside 1..M was not checked; it is refused here. M=1 would read outside the table: M "
        "is 2..N-1."
    ),
    "STOP is missing after the last message.",
    (
        "Corrected signs: the table ends at S<=0 (in print S>0, S<0); a point is special after "
        "K>=M-1 failures (K>M-1)."
    ),
)

STORY = (
    "A book of 1980 from Kiev, 26000 copies: how a machine plays and wins.\n"
    "Its programs were made at the university of Simferopol, in a laboratory for pedagogical "
    "cybernetics.\n"
    "L. I. Vladykina, T. P. Gnatenko and S. S. Neshev prepared and debugged them.\n\n"
    "V. N. Kasatkin does not solve this game. He solves another one.\n"
    "There a line is drawn upwards on a grid, from column to column.\n"
    "Each move of one game is a move of the other.\n"
    "So he marks the points from which you must lose.\n"
    "The machine keeps this cheat sheet in memory and plays by it.\n\n"
    "He imagines the players in two rooms, their moves carried across on notes.\n"
    "You might never guess that your opponent is a machine."
)

CLAIMS = (
    "With 13 cells and M=4, begin with 3 or 4.\n"
    "Only 3 wins.\n"
    "The table finds every winning move.\n"
    "True: tried move by move for N to 60, M to 12."
)
