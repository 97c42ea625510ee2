# SPDX-License-Identifier: MIT
"""The 10,000-yen game, in `en`."""

# covers 001:1, 001:12, 001:21, 001:146

TITLE = "10,000-YEN GAME\n10,000 YEN"

GIST = "lower bid takes both"

RULES = "Spend 10000 yen in ten bids. The lower bid takes both. Most yen wins."

LABELS = {
    "opponent": "opponent\nvs",
    "games": "games",
    "seed": "random seed\nrnd",
    "player": "you",
    "rounds": "rounds",
    "table": "round robin\nrobin",
    "memory": "memory",
    "takes": "both go to",
    "players": "people",
}

VALUES = {
    "lower": "lower",
    "higher": "higher",
}

PRESETS = (
    "YOU PLAY",
    "LISTING 4",
    "THE CYCLE",
    "TWO ROUNDS",
    "HIGHER WINS",
    "STUDENTS",
    "ROUND ROBIN",
    "OUR MASTER",
    "TWO PEOPLE",
)

PICTURE = {
    "SAFE": "10000 at once is safe",
}

KEYS = "▲▼ the bid, ◄► the step\nOK: bid"

ABOUT = (
    "The 10,000-yen game",
    "K. Nakano, Hiroshima University, no date; C, over pipes (listings 1 to 4)",
    "",
    (
        "You and the opponent each have 10000 yen for 10 rounds and bid in secret. The LOWER bid "
        "takes both, equal bids go back. In round 10 all that is left must be bid. More yen wins "
        "the game."
    ),
    "",
    "The report: your bid, its bid -> your yen, its yen. The bid in [ ] took the round.",
    "",
    "always1000: 1000 every round.",
    "minus1: your last bid - 1.",
    "random: by chance.",
    "frontload: 7000 first.",
    "undercut: your last game, one yen less in each round; undercut4: the average of four.",
    "chooser: whatever wins more often.",
    "master: ours; it learns. With memory=long it remembers 60 games.",
    "equilibrium: ours; it never learns, and nobody wins much from it.",
    "",
    "player=: one of them plays for you. rounds=2: bidding 5000 twice never loses.",
    (
        "takes=higher: the higher bid takes both. The paper calls that no game, and it is right: "
        "who bids 10000 in round 1 never loses. The rule can be tried here, and the line at the "
        "end is ours."
    ),
    "table=5: a round robin, 5 games a pair; the picture is the results table.",
    "players=2: two people, A and B. Nobody sees the bid of A before B has bid.",
    "",
    "Misprint of the report: [ 99] is [ 999].",
    "Dead code in minus1: the last sum+=bet.",
)

STORY = (
    "K. Nakano of Hiroshima wanted a contest that beginners in C could enter.\n"
    "The rule is short: the lower bid takes both.\n"
    "His whole laboratory had to take part.\n"
    "Many students neglected their research over it.\n\n"
    "Their programs look for habits: bid one yen less than last time.\n"
    "Or lose the first round on purpose and win the rest.\n"
    "His university's web server once had the source code of the contest."
)

CLAIMS = (
    "minus1 beats always1000, which beats random, and random beats minus1.\n"
    "True: a circle, in 1000 games each.\n"
    "No program can beat all others.\n"
    "One that never loses on average must exist.\n"
    "For each strategy one can make another that beats it.\n"
    "Not for one that never loses on average."
)
