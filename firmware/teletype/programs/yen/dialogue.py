# SPDX-License-Identifier: MIT
"""The 10,000-yen game («1万円ゲームについて»), a programming contest in C, over pipes.

Source: K. Nakano (Hiroshima University), whose paper bears no date: rules, three players
(listings 1 to 3), the report of one game (listing 4), strategies of his students. Each player
has 10000 yen for 10 rounds and bids all of it; the lower bid takes both, equal bids go back;
more yen wins the game, more games the match.

Here a person plays one of the built-in players, `games` games in a row; `seed` fixes all random
choices of that player. The opponent's bid is fixed before the person's is read. An answer is the
bid BID of a round.

Decisions, where the print is damaged or silent:
- The print squeezes the widths of the report, and `[ 99]` stands for `[ 999]`. Here a bid takes 4
  columns, in brackets if it took the round, else between blanks; sums take 5.
- Equal sums are a `draw.`; equal bids have no brackets.
- Each game has its own report; after several games a line counts them, including draws.
- After an illegal bid the program reports the yen left, and the round stays open:
  `illegal bid: 2008 yen left.`, in round 10 `illegal bid: 2008 yen left, bid all.`
- The three strategies of the paper are called `frontload` (about 7000 first, the rest evenly),
  `undercut` (a yen below the same round of the last game) and `chooser` (one of several strategies
  for each game, more often one that wins). `random` draws from 0..left-1. `undercut4` undercuts
  the average of four games, as the paper suggests.
- `master` and `equilibrium` are not in the paper: they are strong players of our own. With
  `memory=long` `master` is the player of contests (`teletype.engines.yen_predictor`). Without it,
  it is the first version (`teletype.engines.yen_master`), so that old tapes print the same. Both
  play the first games alike. `equilibrium` never learns, and does not play in the `table`.
- `player` is a built-in player that replaces the person, with the same information as the
  opponent. The paper is then that of `yen match`, and the program asks nothing.
  `player=always1000 opponent=minus1` reproduces listing 4 exactly.
- `rounds=2`: the paper dismisses two rounds, where the strongest strategy is obvious: 5000 twice
  never loses. `always1000` then bids that. `master` and `equilibrium` know ten rounds only.
- `takes=higher`: the paper says that it would be no game if the higher bid took both. A player who
  bids 10000 in round 1 takes at least these, and cannot lose. After the first game in which
  somebody did not begin with all, one line, which is ours, says so. If only one person plays, only
  the person's bid counts. Equal bids go back. `master` and `equilibrium`, and with them `table`
  and `memory`, know only the rule of the paper. The players of the paper bid as usual.
- `table=N`: all players meet in matches of N games, as in the tournament of the paper. The count
  of each match is printed, then the ranking by matches won; both are those of `yen tournament`.

- `players=2`, not in the paper: two people, A and B, bid in turn. A's bid is `secret` until B has
  bid: no tape, paper or serial port shows it before.

The restored listings bid the same against random bids: `host_tools lab originals yen`.

Slips of the original: random.c seeds with `srand` and draws with `random()`. These are one
generator in some C libraries; where they are two, every run draws the same numbers, those of an
unseeded generator. The last `sum+=bet;` of listing 2 counts an old bid, and nothing reads it.
The text has random.c draw «in round 9» where the listing draws in rounds 1 to 9. Over listing 4
the text calls always1000 `always1`.
"""

# covers 001:12, 001:21

from teletype.core.request import Numbers, working
from teletype.core.setup import Choice, Integer, Players, SetupError
from teletype.engines import yen as engine
from teletype.engines import yen_players
from teletype.engines.game import PERSON
from teletype.programs import base
from teletype.programs.yen.game import LISTINGS, Game

# tapes without the last six stay as they were
FIELDS = (
    Choice("opponent", "always1000", yen_players.NAMES),
    Integer("games", 1, 1, 1000),
    Integer("seed", 1, 0, 1000000000),
    Choice("player", None, yen_players.NAMES),
    Integer("rounds", None, 2, 10),
    Integer("table", None, 1, 1000),
    Choice("memory", None, ("long",)),
    Choice("takes", None, ("lower", "higher")),
    Players(),
)


def check(setup):
    """Refuse values that do not go together."""
    base.exclude(setup, "players", "player", "table", "memory")
    higher = setup["takes"] == "higher"
    for name in () if setup["players"] else ("opponent", "player"):
        if setup["rounds"] not in (None, engine.ROUNDS) and setup[name] in yen_players.TEN:
            raise SetupError("%s=%s: allowed: with rounds=%d" % (name, setup[name], engine.ROUNDS))
        if higher and setup[name] in yen_players.TEN:
            raise SetupError("%s=%s: allowed: with takes=lower" % (name, setup[name]))
    for name in ("table", "memory"):
        if higher and setup[name] is not None:
            raise SetupError("%s=%s: allowed: with takes=lower" % (name, setup[name]))
    base.exclude(setup, "table", "player")


NO_GAME = "Whoever bids 10000 in round 1 never loses."
"""The reason why `takes=higher` is no game, according to the paper."""


def heap_kib(setup):
    """Return the KiB of heap needed. Our own players bring code and a table of 13 KB, which stay
    in the flash of a board; `master` also needs its memory. In a `table` that memory is allocated
    for each of its matches.
    """
    if setup["table"] or setup["memory"]:
        return 152
    return 112


def heading(a, b):
    return "%s vs %s" % (a, b)


def _pair(a, b, taken, form):
    """Return two numbers, in brackets the first if `taken` is above 0, the second if below."""
    first = ("[%s]" if taken > 0 else " %s ") % (form % a)
    second = ("[%s]" if taken < 0 else " %s ") % (form % b)
    return first + " " + second


def round_line(number, a, b, won, higher=False):
    """Return a round of the report: both bids, and the yen that A and B have taken so far (`won`).

    `higher`: the higher bid takes both.
    """
    taken = a - b if higher else b - a
    return "%2d: %s -> %5d %5d" % (number, _pair(a, b, taken, "%4d"), won[0], won[1])


def result_lines(a, b, won):
    """Return the end of the report; `won`: the yen that A and B have taken in the game."""
    taken = won[0] - won[1]
    return ("    " + _pair(won[0], won[1], taken, "%5d")).rstrip(), verdict(a, b, taken)


def verdict(a, b, lead):
    """Return the line that names the winner of a game or a match; `lead` is A's."""
    if not lead:
        return "draw."
    return "%s won." % (a if lead > 0 else b)


def totals(a, b, wins, draws):
    """Return the count of a match; `wins`: games won by A and B."""
    return "%s %d  %s %d  draws %d" % (a, wins[0], b, wins[1], draws)


def sides(setup):
    """Return the names of A and B; the second changes if both are the same, as in a match on the
    host.
    """
    if setup.get("players"):
        return "A", "B"
    you = setup.get("player") or "you"
    other = setup["opponent"]
    return you, other + "-2" if you == other else other


def play(setup, game=None):
    """Run the dialogue; `setup`: the players, games, rounds, seed, or the table."""
    game = game or Game(setup)
    if game.names:
        yield from _tournament(game)
        return
    a, b = sides(setup)
    untold = True
    for _ in range(setup["games"]):
        game.begin()
        bids = [engine.MONEY // game.rounds] * 2
        yield heading(a, b)
        while not game.money.over():
            number = game.money.number
            if game.two:
                request = yield from _ask(game, bids)
                yield from _ask(game, bids)
                request.secret = False  # both have bid
            else:
                yield from _round(game, bids, setup.get("player"))
            first, second = game.bids[-1]
            yield round_line(number, first, second, game.money.won, game.higher)
        yield from result_lines(a, b, game.money.won)
        if untold and game.careless:
            untold = False
            yield NO_GAME
    if setup["games"] > 1:
        yield totals(a, b, game.score, game.draws)


def _round(game, bids, player):
    """Run a round of the machine against a person, or against a built-in `player`."""
    game.oppose()
    if not player:
        yield from _ask(game, bids)
        return
    for bid in game.stand_in():
        if bid is None:
            yield working
    game.do((bid,))


def _ask(game, bids):
    """Ask for the bid of whoever is to bid until it is legal, and make it; return the request.

    The last bid, in `bids`, is offered again.
    """
    last = game.money.number == game.rounds
    left = game.money.left[game.turn]
    request = Numbers(("BID", left if last else 0, left))
    request.values = (left if last else min(bids[game.turn], left),)
    if game.two:
        request.player = "AB"[game.turn]
        request.secret = game.turn == PERSON
    answer = yield request
    while not game.legal(answer):
        yield "illegal bid: %d yen left%s." % (left, ", bid all" if last else "")
        answer = yield request
    bids[game.turn] = answer[0]
    game.do(answer)
    return request


def _tournament(game):
    """Let all players meet in matches; print the counts and the ranking."""
    names = game.names
    games = game.setup["table"]
    standings = [[0, 0, 0, index] for index in range(len(names))]  # matches won, drawn, lost
    working.done = 0
    working.total = games * len(names) * (len(names) - 1) // 2
    for index in range(len(names)):
        for other in range(index + 1, len(names)):
            wins = [0, 0]
            for lead in _match(names[index], names[other], game):
                if lead is None:
                    yield working
                    continue
                working.done += 1
                if lead:
                    wins[lead < 0] += 1
            lead = wins[0] - wins[1]
            game.match(index, other, lead)
            yield totals(names[index], names[other], wins, games - sum(wins))
            standings[index][1 if not lead else 0 if lead > 0 else 2] += 1
            standings[other][1 if not lead else 0 if lead < 0 else 2] += 1
    working.done = working.total = 0
    # equal ones stay in order: MicroPython's sorting is not stable
    for place in sorted(standings, key=lambda standing: standing[3] - 100 * standing[0]):
        rank = 1 + len([other for other in standings if other[0] > place[0]])
        won, drawn, lost, index = place
        name = "%-10s" % names[index]
        yield "%2d. %s  %d won, %d drawn, %d lost" % (rank, name, won, drawn, lost)


def _match(a, b, game):
    """Yield A's lead after each game of a match, and None in between, where it takes time."""
    first = game.player(a, 0)
    second = game.player(b, 1)
    for _ in range(game.setup["table"]):
        money = engine.Game(game.rounds)
        while not money.over():
            number = money.number
            bid = first.bid(number, money.left[0])
            yield None
            other = second.bid(number, money.left[1])
            yield None
            first.seen(number, other)
            yield None
            second.seen(number, bid)
            money.play(bid, other)
        yield money.won[0] - money.won[1]


class Program(base.Program):
    FIELDS = FIELDS
    OFTEN = ("opponent", "player", "games", "players")
    INSTEAD = ("player", "table", "players")
    PRESETS = (
        "",
        "player=always1000 opponent=minus1",
        "player=random opponent=minus1 games=3",
        "rounds=2",
        "takes=higher",
        "opponent=chooser games=5",
        "table=5",
        "opponent=master games=50 memory=long",
        "players=2",
    )
    TABLES = tuple(["opponent=" + each for each in LISTINGS])
    REASONS = ("YEN_RANDOM", "YEN_ALWAYS", "YEN_MINUS")
    PICTURE = "programs.yen.picture"
    Game = Game
    check = staticmethod(check)
    heap_kib = staticmethod(heap_kib)
    play = staticmethod(play)

    @classmethod
    def started(cls, game):
        return game.setup["opponent"]
