# SPDX-License-Identifier: MIT
"""Evolution on the MIR-2, in `en`."""

# covers 002:1280

MESSAGES = (
    ("ЭВОЛЮЦИЯ", "EVOLUTION"),
    ("#  ТАКТ", "#  TICK"),
    ("ЖИВЫХ ОСОБЕЙ НЕТ", "NO LIVING CELLS"),
    ("ГРАНИЦЫ ЖИЗНЕННОГО ПРОСТРАНСТВА УЗКИ", "THE LIVING SPACE IS TOO NARROW"),
    (
        "ЗА СКОЛЬКО ТАКТОВ ОДНА ПУЛЬСАЦИЯ? (0: НЕ ЗНАЮ)",
        "HOW MANY TICKS DOES ONE PULSE TAKE? (0: TELL ME)",
    ),
    (
        "С КАКОГО ТАКТА ФИГУРЫ ПОВТОРЯЮТСЯ? (0: НЕ ЗНАЮ)",
        "AT WHICH TICK DOES IT START TO REPEAT? (0: TELL ME)",
    ),
    ("ЗА # ТАКТОВ ПОВТОРЕНИЯ НЕТ", "NO REPEAT WITHIN # TICKS"),
    ("ВЕРНО", "RIGHT"),
    ("НЕВЕРНО", "WRONG"),
    ("ОТВЕТ: #", "ANSWER: #"),
)

TITLE = "EVOLUTION"

GIST = "cells are born and die"

RULES = "A cell with 2 or 3 neighbours lives on; with 3, one is born. Watch."

LABELS = {
    "cells": "cells",
    "m": "rows",
    "n": "columns",
    "v1": "lives with",
    "v2": "or with",
    "v3": "born with",
    "z": "lifespan",
    "r": "ticks",
    "neighbours": "neighbours",
    "m1": "from row",
    "m2": "to row",
    "n1": "from column\nfrom col",
    "n2": "to column",
    "space": "space",
    "rule": "rule",
    "quiz": "question",
}

VALUES = {
    "king": "king",
    "rook": "rook",
    "bishop": "bishop",
    "plane": "1000 x 1000",
    "pulse": "one pulse",
    "settles": "repeats from",
}

PRESETS = (
    "FIG. 50",
    "BOOK",
    "FIG. 44",
    "FIG. 46",
    "FIG. 47",
    "FIG. 48",
    "FIG. 57",
    "FIG. 59",
    "FIG. 58",
    "FIG. 61",
    "QUIZ 59",
    "QUIZ 48",
    "FIG. 49 F",
    "FIG. 49 I",
    "FIG. 49 L",
    "FIG. 49 N",
    "FIG. 49 P",
    "FIG. 49 T",
    "FIG. 49 U",
    "FIG. 49 V",
    "FIG. 49 W",
    "FIG. 49 X",
    "FIG. 49 Y",
    "FIG. 49 Z",
)

STRUCTURES = (
    "blinker",
    "tetromino I",
    "tetromino L",
    "tetromino O",
    "tetromino S",
    "tetromino T",
    "pentomino F",
    "pentomino I",
    "pentomino L",
    "pentomino N",
    "pentomino P",
    "pentomino T",
    "pentomino U",
    "pentomino V",
    "pentomino W",
    "pentomino X",
    "pentomino Y",
    "pentomino Z",
    "glider",
    "light spaceship\nlight ship",
    "middle spaceship\nmiddle ship",
    "heavy spaceship\nheavy ship",
    "figure eight",
    "harvester",
)

KEYS = "OK: pause, run\n► faster, or one tick\n◄ from the start, ▲ print"

ABOUT = (
    "EVOLUTION",
    "V. N. Kasatkin, 1980",
    "Logicheskoe programmirovanie (Tekhnika, Kiev), chapter 4 and appendix",
    "Programs: L. I. Vladykina, T. P. Gnatenko, S. S. Neshev, University of Simferopol",
    "Machine: MIR-2, ALMIR-65",
    "Conway's Life, after M. Gardner. Asks for no answers.",
    "",
    "m n: rows, columns",
    "v1 v2: a cell with this many neighbours lives on",
    "v3: with this many, one is born",
    "z: how many ticks a cell may live",
    "r: ticks to be shown",
    "cells: row:column,...",
    "neighbours: king (8), rook (4), bishop (4)",
    "m1 m2 n1 n2: rows and columns shown at first",
    "space=plane: ours, 1000 rows and columns around the field",
    "quiz: ours; pulse as the book asks of fig. 59, or settles",
    "",
    "Endings: nobody lives; the field is too narrow; the time is over (the listing says nothing).",
    "",
    (
        "Slips of the print: the test for the edge mixes up the upper and lower rows; < stands "
        "for <= in the lifespan; 1 for . in the first listing. Five pentominoes die, but not all "
        "on move 5: on moves 3, 3, 4, 4 and 5."
    ),
)

STORY = (
    "Conway's Life, from articles by Martin Gardner and Stanislaw Ulam.\n"
    "Kasatkin lets you choose the laws. Who survives, who is born, how long may one live?\n"
    "The MIR-2 had a screen. It showed each tick there, or printed it.\n\n"
    "A machine has the patience that a person lacks.\n"
    "One figure of five cells was followed to tick 460.\n"
    "Here you can watch on: it settles at tick 1103.\n"
    "His harvester runs along a row and leaves blocks of four cells.\n\n"
    "The listing's test for the edge confused top and bottom. It is corrected here."
)

CLAIMS = (
    "Five pentominoes die on the fifth move.\n"
    "Five die, at ticks 3, 3, 4, 4 and 5.\n"
    "Two become stable with seven cells.\n"
    "True: V at tick 3, W at tick 2.\n"
    "Four pulse after a few ticks.\n"
    "True: I, L, T and X, from ticks 6, 9, 10 and 6.\n"
    "A structure never loses a symmetry.\n"
    "True, unless cells die of old age."
)
