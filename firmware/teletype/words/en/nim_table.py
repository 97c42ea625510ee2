# SPDX-License-Identifier: MIT
"""The table of three-heap Nim, in `en`."""

# covers 003:9, 003:115

TITLE = "THREE HEAPS"

GIST = "every position solved"

RULES = "Three heaps. Enter a position: it gives a winning move or 'lost'."

LABELS = {
    "limit": "max per heap\nmax",
    "mode": "what it does\nmode",
    "rule": "question",
}

VALUES = {
    "all": "whole table",
    "play": "game",
    "asked": "asked",
}

PRESETS = ("NOTES", "DIAGRAM", "WHOLE TABLE", "PLAY", "FIND A RULE")

KEYS = "OK: pause, run, ◄► step\n▲ mark it yourself"

ABOUT = (
    "THREE HEAPS: THE TABLE",
    "J. Iwase, 2009, lectures Keisan Sugaku 1, sec. 70",
    "Language: C",
    "",
    (
        "Three heaps, take any number from one; the last stone wins. The program knows no theory: "
        "it goes through all positions and keeps for each a winning move or the mark lost."
    ),
    "Answer: a position a b c.",
    "735 -> 734: leave 7 3 4.",
    "The last move found is kept; of several it is that of the last heap.",
    "",
    "mode=all: the whole table is printed first, as in the notes; with limits up to 9.",
    (
        "mode=play, as 70.22 suggests: give a position, the table moves, then you give what you "
        "leave. When it is losing it takes one stone from the largest heap."
    ),
    (
        "BACK shows the diagram. Mark it yourself with UP, from the smallest position to the "
        "largest, and compare: it is the exercise of the notes."
    ),
    "",
    "0..9: 76 lost of 1000.",
    "0..99: 7984 of 1000000, one bit for each: 125000 bytes, about a second.",
    "",
    "The notes leave the form of the output open. They warn of a trap: in C, 010 is eight.",
)

STORY = (
    "Lecture notes by J. Iwase, 29 June 2009.\n"
    "Forget all theory, he says. Let the machine find out by itself.\n\n"
    "Whoever has to move at 000 has lost.\n"
    "From 001 you can get there, so 001 is a win: draw an arrow.\n"
    "27 positions are done in pencil, 1000 by the program.\n\n"
    "The program has three gaps, marked ???. The students fill them.\n"
    "Leaving a loop early had not been taught yet.\n"
    "So the search runs on, and the last move found is kept.\n"
    "He warns of a trap: in C, 010 is eight."
)

CLAIMS = "Taken in order, all positions can be decided.\nTrue: 924 of 1000 are won."
