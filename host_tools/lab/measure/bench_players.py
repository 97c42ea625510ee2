# SPDX-License-Identifier: MIT
"""Figures of the players: how long they think on the emulated Pico, and how often they win.

The wins come from small samples that never change; use `calculation contest` and `lab yen suite`
for large ones.
"""

import itertools
from pathlib import Path

from host_tools.contests import calculation, yen
from host_tools.emulator.pico import Pico
from host_tools.lab.measure.figures import Figure
from teletype.engines.adviser import PICO

SEED = 1

HELD_SEED = 57542496
HELD_WON, HELD_GAMES = 967, 1000
"""Result of the adviser with the handheld's budget on decks of a seed that was not used for
tuning. `calculation contest adviser --budget pico` repeats it (docs/figures.md)."""

PAST_THE_START = """
import time
while app.boots:
    if not app.tick(): time.sleep_ms(20)
"""
"""Lets the board run until it counts its start as a success, ten seconds after power-on, and frees
what it has kept for that."""

ADVICE = """
import time
app.fast = True
def settle():
    while app.tick(): pass
def advice(budget):
    app.activity.line("calculation-fortran lucky=11")
    settle()
    app.activity.line("1")
    settle()
    app.sessions.screen.show_picture()
    drawn = app.sessions.screen.picture
    while not drawn.thinking:
        drawn.key(3, False)
    adviser = drawn._adviser  # an import here would load the engine a second time
    adviser._budget = budget
    drawn._ask_adviser()
    start = time.ticks_us()
    slowest = 0
    while drawn.thinking:
        turn = time.ticks_us()
        app.tick()
        slowest = max(slowest, time.ticks_diff(time.ticks_us(), turn))
    taken = time.ticks_diff(time.ticks_us(), start)
    won, tried = adviser.won()
    print(adviser.advice(), won, tried, adviser.done, taken, slowest, adviser.intact())
"""
"""Asks the adviser in the picture where to place the second card of a game.

Prints the decision, its playouts won, its playouts, and those of all decisions. Then come the
microseconds of the whole search and of the longest time without polling the keys.
"""

TIMES = """
import time
from teletype.engines import adviser
from teletype.engines.calculation import NONE, Table, deck
quick, full = adviser.Adviser(300, 64), adviser.Adviser()
table = Table()
taken = []
count = 0
for hand in deck(11):
    while hand or table.moves():
        decisions = adviser.options(table, hand)
        decision = decisions[0]
        if len(decisions) > 1:
            count += 1
            thinker = quick if count % 5 else full
            start = time.ticks_us()
            thinker.begin(table, hand)
            while thinker.step(): pass
            if thinker is full:
                taken.append(time.ticks_diff(time.ticks_us(), start))
            decision = thinker.advice()
        if hand:
            table.put(hand, decision)
        elif decision == NONE:
            break
        else:
            table.move(decision // 10, decision % 10)
        hand = 0
taken.sort()
print(len(taken), taken[len(taken) // 2], taken[-1])
"""
"""Plays a game in which every fifth decision has the whole budget; the others are quick.

Prints the number of full decisions, and the microseconds of the median and of the longest.
"""

BIDS = """
import time
from teletype.engines import yen, yen_players
master = yen_players.player("master", yen.Chance(1))
chance = yen.Chance(2)
def game(near):
    slowest = 0
    game = yen.Game()
    while not game.over():
        master._near = near
        start = time.ticks_us()
        bid = master.bid(game.number, game.left[0])
        slowest = max(slowest, time.ticks_diff(time.ticks_us(), start))
        other = game.left[1] if game.number == 10 else 700 + chance.below(300)
        start = time.ticks_us()
        master.seen(game.number, other)
        slowest = max(slowest, time.ticks_diff(time.ticks_us(), start))
        game.play(bid, other)
    return slowest
first = max([game(0) for _ in range(6)])
master._games = 0
for _ in range(4): game(0)
while master._games < 1000:  # what it remembers, without thinking
    for number in range(1, 11):
        at = master._games % 64 * 10 + number - 1
        for block, most in enumerate((1000, 2000, 9000, 1024, 1024)):
            master._past[640 * block + at] = 100 + chance.below(most - 100)
    master._games += 1
slowest = max(first, game(0), game(0), game(6))  # predictions; the answer to an equilibrium
print(slowest)
"""
"""Plays the first games, which learn, and three late in a match, when the memory is full.

Prints the microseconds of the slowest bid or learning step.
"""


ADVISER = 64 * 1024
"""The most bytes live while the adviser thinks: a session and its buffers."""


def held(pico: Pico) -> tuple[int, int]:
    """Return the live bytes, and those of names and characters, which MicroPython never frees."""
    told = pico.execute("import micropython; micropython.qstr_info()")
    names = int(told.rsplit("n_total_bytes=", 1)[1].split()[0])
    return int(pico.execute("import gc; gc.collect(); print(gc.mem_alloc())").split()[-1]), names


def ask(pico: Pico, budget: int) -> tuple[list[str], int]:
    """Return the words that ADVICE prints, and the live bytes without those of ADVICE itself and
    of new names.

    A person asks later than ten seconds after power-on, so the board is past its start.
    """
    pico.boot()
    pico.execute("from teletype import start; app = start.start()")
    pico.execute(PAST_THE_START)
    first, _ = held(pico)
    pico.execute(ADVICE)
    ready, names = held(pico)
    printed = pico.execute(f"advice({budget})", timeout_ms=60_000).split()[-7:]
    live, more = held(pico)
    return printed, live - (ready - first) - (more - names)


def advice(uf2: Path) -> list[Figure]:
    """How long a person waits for advice, and for the response to a key meanwhile."""
    with Pico(uf2) as pico:
        (*_, taken, slowest, _), live = ask(pico, PICO)
    with Pico(uf2) as pico:
        pico.boot()
        _, median, longest = pico.execute(TIMES, timeout_ms=120_000).split()
    return [
        Figure("adviser: a decision early in a game", int(taken) // 1000, "ms", 2000),
        Figure("adviser: a decision, median of a game", int(median) // 1000, "ms", 1000),
        Figure("adviser: longest decision of a game", int(longest) // 1000, "ms", 2000),
        Figure("adviser: longest without a poll of the keys", int(slowest) // 1000, "ms", 100),
        Figure("heap: the adviser with a table, live", live, "bytes", ADVISER),
    ]


def bids(uf2: Path) -> list[Figure]:
    """How long `master` takes for a bid in the 10,000-yen game."""
    with Pico(uf2) as pico:
        pico.boot()
        slowest = int(pico.execute(BIDS, timeout_ms=60_000)) // 1000
    return [Figure("yen: master's slowest bid, late in a match", slowest, "ms", 100)]


def decks_won(name: str, count: int, budget: int | None = None) -> int:
    """Return how many of the first `count` decks a built-in player wins, with its budget."""
    dealt = enumerate(itertools.islice(calculation.decks(SEED), count), 1)
    make = calculation.BUILT_IN[name]
    return sum(calculation.play_built_in(make, str(budget), *deck) for deck in dealt)


def yen_won(player: str, other: str, games: int) -> int:
    """Return how many games of the 10,000-yen game a built-in player wins against another."""
    sides = yen.BuiltIn(player, SEED, 0), yen.BuiltIn(other, SEED, 1)
    return yen.play_match(sides, games, timeout=600).wins[0]


def wins(uf2: Path) -> list[Figure]:
    """How often built-in players win."""
    greedy = decks_won("greedy", 1000)
    adviser = decks_won("adviser", 40, 8000)
    chooser = yen_won("chooser", "undercut", 1000)
    master = yen_won("master", "chooser", 250)
    return [
        Figure("calculation: greedy wins, of 1000 decks", greedy, "decks", None, "more"),
        Figure("calculation: adviser on 8000, of 40 decks", adviser, "decks", None, "more"),
        Figure("yen: chooser beats undercut, of 1000 games", chooser, "games", None, "more"),
        Figure("yen: master beats chooser, of 250 games", master, "games", None, "more"),
    ]
