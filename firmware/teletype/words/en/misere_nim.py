# SPDX-License-Identifier: MIT
"""Misère Nim, perhaps on the OKITAC 5090, in `en`."""

# covers 000:98, 000:116a, 000:116b, 000:116c

TITLE = "NIM: LAST STONE LOSES\nLAST LOSES"

GIST = "don't take the last one"

RULES = "Set up the heaps, then take from one. Take the last stone and you lose."

LABELS = {
    "heaps": "heaps",
    "style": "if losing",
    "players": "people",
    "touch": "heaps a move",
    "take": "stones/move",
}

VALUES = {
    "printed": "as printed",
    "hard": "hard",
}

PRESETS = ("THE PAPER", "THE REMARK", "HARD", "TWO PEOPLE", "2 HEAPS", "3 STONES")

KEYS = "◄► a heap, ▲▼ stones\nOK: take them\n▲ binary digits"

ABOUT = (
    "Nim, last stone loses",
    "S. Igarashi, University of Tokyo, program no. 6304 (1963)",
    "No machine is named; no. 6303 next to it ran on the OKITAC 5090, in ALGOLIP.",
    "",
    (
        "Type the whole position: first the heaps to begin with, 0..100 stones each; the machine "
        "moves first. Then the heaps as your move leaves them: one of them smaller, the others as "
        "they were. Leave one stone and you have won."
    ),
    "All 0 starts a new game, also in the middle of one.",
    "",
    "The machine reads your position back and types its own below.",
    "",
    (
        "The print breaks off; no listing is left. The game is made from its rules. Three heaps "
        "in the paper; more are the author's remark."
    ),
    "players=2: two people. A sets up the heaps, B moves first; the machine is the referee.",
    "The machine's strategy, by how many heaps have two stones or more:",
    (
        "(i) two or more. (a) Some column of binary digits has an odd sum: it makes all sums "
        "even. (b) All are even: it is lost and takes one stone from the largest heap."
    ),
    ("(ii) one: it leaves 1 or 0 of that heap, so that an odd number of single stones is left."),
    (
        "(iii) none: the number of single stones decides. The lesson names the case in which "
        "you went wrong."
    ),
    (
        "style=hard, not from the paper: when it is losing the machine leaves you as few winning "
        "moves as it can."
    ),
    (
        "touch=2, take=3: the print breaks off at a variant with a total limited beforehand. "
        "Two readings, ours: so many heaps a move (E. H. Moore), or so many stones."
    ),
)

STORY = (
    "Here whoever takes the last stone loses.\n"
    "S. Igarashi's machine types the heaps and stops.\n"
    "You take some away and type what is left.\n\n"
    "It compares with what it left. Whoever cheats is told: DO NOT REVOKE, PLEASE.\n"
    "At cards, to revoke is to fail to follow suit.\n"
    "In a lost position it takes one stone and waits for your slip.\n\n"
    "You set up the heaps, then it moves. That favours it, Igarashi thought.\n"
    "Our copy breaks off in the middle of a word about another Nim."
)

CLAIMS = (
    "Positions in which the machine loses are much rarer.\n"
    "True: 0.79 % of all heaps from 1 to 100."
)
