# SPDX-License-Identifier: MIT
"""The 10,000-yen game («1万円ゲームについて»), a programming contest in C, over pipes.

Source: K. Nakano (Hiroshima University), whose paper bears no date: rules, three players
(listings 1 to 3), the report of one game (listing 4), strategies of his students. Each player
has 10000 yen for 10 rounds and bids all of it; the lower bid takes both, equal bids go back;
more yen wins the game, more games the match.

Here a person plays one of the built-in players, `games` games in a row; `seed` fixes all that
the player leaves to chance. The opponent's bid is fixed before the person's is read. An answer
is the bid BID of a round.

Decisions, where the print is damaged or silent:
- The widths of the report are squeezed in print and `[ 99]` stands for `[ 999]`: a bid takes 4
  columns, in brackets if it took the round, between blanks if not; sums take 5.
- Equal sums are a `draw.`; equal bids have no brackets.
- Each game has its own report; after several games a line counts them, draws included.
- An illegal bid is told how much is left, and the round stays open: `illegal bid: 2008 yen
  left.`, in round 10 `illegal bid: 2008 yen left, bid all.`
- The three strategies that the paper describes are called `frontload` (about 7000 first, the
  rest evenly), `undercut` (a yen below the same round of the last game) and `chooser` (one of
  several strategies for each game, more often one that wins). `random` draws from 0..left-1.
- `master` is not of the paper: a strong player of our own (`engines.yen_master`).

Slips of the original: the last `sum+=bet;` of listing 2 counts an old bid and nobody reads it;
the text has random.c draw «in round 9» where the listing draws in rounds 1 to 9, and calls
always1000 `always1` over listing 4.
"""

from engines import yen as engine
from engines import yen_players
from teletype.request import Numbers
from teletype.setup import Choice, Integer

FIELDS = (
    Choice("opponent", "always1000", yen_players.NAMES),
    Integer("games", 1, 1, 1000),
    Integer("seed", 1, 0, 1000000000),
)

OFTEN = ("opponent", "games")

PICTURE = "yen"

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
    "always1000: evenly.",
    "minus1: your last bid - 1.",
    "random: by chance.",
    "frontload: 7000 first.",
    "undercut: your last game, one yen less in each round.",
    "chooser: what wins more.",
    "master: ours; it learns.",
    "",
    "Misprint of the report: [ 99] is [ 999].",
    "Dead code in minus1: the last sum+=bet.",
)


def heap_kib(setup):
    """`master` brings its table, 13 KB, and learns."""
    return 80 if setup["opponent"] == "master" else 64


def heading(a, b):
    return "%s vs %s" % (a, b)


def _pair(a, b, taken, form):
    """Two numbers, in brackets where `taken` is above 0 for the first, below 0 for the second."""
    first = ("[%s]" if taken > 0 else " %s ") % (form % a)
    second = ("[%s]" if taken < 0 else " %s ") % (form % b)
    return first + " " + second


def round_line(number, a, b, won):
    """A round of the report: both bids, and what A and B have taken so far (`won`)."""
    return "%2d: %s -> %5d %5d" % (number, _pair(a, b, b - a, "%4d"), won[0], won[1])


def result_lines(a, b, won):
    """The end of the report; `won`: what A and B have taken in the game."""
    taken = won[0] - won[1]
    return ("    " + _pair(won[0], won[1], taken, "%5d")).rstrip(), verdict(a, b, taken)


def verdict(a, b, lead):
    """Who has won a game or a match; `lead` is A's."""
    if not lead:
        return "draw."
    return "%s won." % (a if lead > 0 else b)


def totals(a, b, wins, draws):
    """The count of a match; `wins`: games won by A and B."""
    return "%s %d  %s %d  draws %d" % (a, wins[0], b, wins[1], draws)


def play(setup):
    """The dialogue; `setup`: the opponent's name, games and seed."""
    name = setup["opponent"]
    player = yen_players.player(name, engine.Chance(setup["seed"]))
    wins = [0, 0]
    draws = 0
    for _ in range(setup["games"]):
        game = engine.Game()
        bid = engine.MONEY // engine.ROUNDS
        yield heading("you", name)
        while not game.over():
            number = game.number
            left = game.left[0]
            other = player.bid(number, game.left[1])
            last = number == engine.ROUNDS
            request = Numbers(("BID", left if last else 0, left))
            request.values = (left if last else min(bid, left),)
            bid = (yield request)[0]
            while not engine.legal(number, left, bid):
                yield "illegal bid: %d yen left%s." % (left, ", bid all" if last else "")
                bid = (yield request)[0]
            player.seen(number, bid)
            game.play(bid, other)
            yield round_line(number, bid, other, game.won)
        yield from result_lines("you", name, game.won)
        lead = game.won[0] - game.won[1]
        if lead:
            wins[lead < 0] += 1
        else:
            draws += 1
    if setup["games"] > 1:
        yield totals("you", name, wins, draws)
