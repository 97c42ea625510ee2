# SPDX-License-Identifier: MIT
"""Misère Nim («三山くずしのプログラム», three heaps), perhaps on the OKITAC 5090.

Source: program 6304 of the column «プログラムのページ» edited by S. Moriguti, by S. Igarashi
(University of Tokyo); the year 1963 is read from the number. Whoever takes the last stone loses.
The person types the whole position: 0 0 0 for a new game, then the heaps, then the heaps after
each of his moves. The machine types the position that it has read and, on the next line, its own
move.

The prose describes the program, rules (1) to (6) and the strategy, and breaks off before the
listing. Decisions, where it is silent:
- Machine and language are given only for program 6303 on the same pages; they are assumed for this
  one too.
- Three numbers on a line, each right-justified in 5 columns.
- At the start a position may be typed without 0 0 0 before it.
- Heaps are 0..100 («not more than 100 stones»); anything else is a foul like any other, also in
  the first position of a game. Rule (3) accepts that one unconditionally.
- After the end of a game only 0 0 0 is legal. 0 0 0 itself is never echoed.
- «Take one of the heaps», «the largest heap», «a single stone»: the first one.
- A single stone given illegally is a foul: it is echoed and refused («given without a foul»).
A person who takes the last stone has typed 0 0 0 and so begun a new game; no line says so.

`heaps` is the number of heaps: the author remarks that replacing nearly every 3 of the listing by
n gives n heaps. He goes on to a second variant, made by changing the part PARITY a little, in
which a total is limited beforehand. The print breaks off there, in the middle of the word. The
limit may be on the heaps that a move may touch, or on the stones that it may take. Both readings,
which are ours, can be played: `touch=2` lets a move take from at most two heaps, `take=3` lets it
take at most three stones. See `teletype.programs.misere_nim.game`. In a lost position the machine
takes one stone from the largest heap, as in the paper.

In `style=hard`, which is not in the paper, a machine in a lost position does not take one stone
from the largest heap: it leaves the person as few winning moves as possible.

With `players=2`, also not in the paper, two people type in turn and the machine is the referee. A
sets up the heaps, B moves first. Each position is echoed. `YOU HAVE WON.` is for the player who
left a single stone. The other one, who would have to take it, types 0 0 0, and the winner sets up
the next game.
"""

# covers 000:98, 000:116c

from teletype.core.request import Numbers
from teletype.core.setup import Choice, Integer, Players, SetupError
from teletype.programs import base
from teletype.programs.misere_nim.game import MOST, Game
from teletype.programs.misere_nim.strategy import fewer

# tapes without `style` stay as they were
FIELDS = (
    Integer("heaps", 3, 2, 6),
    Choice("style", None, ("printed", "hard")),
    Players(),
    Integer("touch", None, 2, 5),
    Integer("take", None, 2, 99),
)


def check(setup):
    base.exclude(setup, "players", "style")
    touch = setup["touch"]
    if touch and touch >= setup["heaps"]:
        raise SetupError(
            "touch=%d: out of range; allowed: fewer than heaps=%d" % (touch, setup["heaps"])
        )
    base.exclude(setup, "touch", "style", "take")
    base.exclude(setup, "take", "style")


def row(heaps):
    """Return the line that echoes a position."""
    return "".join(["%5d" % heap for heap in heaps])


def stop(heaps):
    """Return the request for a position, each heap at most as in `heaps`."""
    return Numbers(*[("N%d" % (index + 1), 0, heaps[index]) for index in range(len(heaps))])


def play(setup, game=None):
    """Run the dialogue until the answers end; `setup["heaps"]`: the number of heaps."""
    game = game or Game(setup)
    count = setup["heaps"]
    highest = [MOST] * count  # offered by a picker: after the end only a new game
    nothing = [0] * count
    if setup.get("touch") or setup.get("take"):
        yield "THE LIMIT IS OUR READING."
        if setup.get("touch"):
            yield "A MOVE: 1..%d HEAPS" % setup["touch"]
        else:
            yield "A MOVE: 1..%d STONES" % setup["take"]
    while True:
        if game.result is not None:
            request = stop(nothing)
        elif game.free:
            request = stop(highest)
            request.values = game.offered
        else:
            request = stop(game.heaps)
            request.values = tuple(fewer(game.heaps))
        if game.two:
            request.player = "AB"[game.turn]
        heaps = yield request
        if not any(heaps):
            game.restart()
        elif game.accepts(heaps):
            game.begin(heaps)
            yield from _played(game)
        elif game.legal(heaps):
            game.do(heaps)
            yield from _played(game)
        else:
            yield row(heaps)
            yield "DO NOT REVOKE, PLEASE."


def _played(game):
    """Yield the lines about an answer that is no foul, and about the machine's move."""
    if game.result is not None:
        yield "YOU HAVE WON."
        return
    yield row(game.heaps)
    if game.two:
        return
    finished = game.finished
    game.do(game.reply())
    if game.finished > finished:
        yield "I HAVE WON."
    yield row(game.heaps)


class Program(base.Program):
    FIELDS = FIELDS
    OFTEN = ("heaps", "players")
    INSTEAD = ("style", "players")
    PRESETS = (
        "heaps=3",
        "heaps=4",
        "heaps=3 style=hard",
        "players=2",
        "heaps=4 touch=2",
        "heaps=3 take=3",
    )
    TABLES = ("> 1 2 3", "> 1 4 5", "> 2 4 6", "> 1 6 7")
    PICTURE = "programs.misere_nim.picture"
    Game = Game
    check = staticmethod(check)
    play = staticmethod(play)

    @staticmethod
    def written(request, move):
        return " ".join([str(heap) for heap in move])
