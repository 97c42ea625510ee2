# SPDX-License-Identifier: MIT
"""Opponents for the players of the 10,000-yen game: those of the paper, and others of many kinds.

They come in two halves. `master` was tuned on the first half, and its answer to equilibrium
players on `LEAKS`, among others. Nothing was ever tuned on the held-out opponents (`HELD`);
claims about unknown opponents rest on those.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial

from host_tools.contests.yen import remember
from host_tools.lab.contests import yen_table
from teletype.engines import yen as engine
from teletype.engines import yen_players
from teletype.engines.yen import MONEY, ROUNDS, Chance, Player, settle
from teletype.engines.yen_master import Master
from teletype.engines.yen_table import TABLE

Make = Callable[[Chance], Player]
Bids = Sequence[int]

EVEN = (1000,) * 10
PLANS = (
    EVEN,
    (0,) * 8 + (5000, 5000),
    (7000,) + (333,) * 9,
    (300,) * 8 + (3800, 3800),
    (0, 200, 400, 700, 900, 1100, 1300, 1500, 1800, 2100),
    (2100, 1800, 1500, 1300, 1100, 900, 700, 400, 200, 0),
    (100, 1900) * 5,
    (500,) * 4 + (5500,) + (500,) * 5,
)
"""Ten bids each; the last bid of a game also takes what is left over."""


def outcome(first: Bids, second: Bids) -> int:
    """Return the half points that the first row of ten bids takes from the second: 2, 1 or 0."""
    net = sum((b if a < b else -a if a > b else 0) for a, b in zip(first, second, strict=True))
    return 1 + (net > 0) - (net < 0)


class Planned(Player):  # type: ignore[misc]
    """Chooses a plan of ten bids before each game and keeps both sides' bids of the last game."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.plan = list(EVEN)
        self.mine: list[int] = []
        self.theirs: list[int] = []
        self.games = 0

    def choose(self) -> Bids:
        raise NotImplementedError

    def learn(self) -> None:
        """Learn from the game that has just ended."""

    def bid(self, number: int, left: int) -> int:
        if number == 1:
            self.plan = list(self.choose())
            self.mine = []
            self.theirs = []
        bid = left if number == ROUNDS else min(left, max(0, self.plan[number - 1]))
        self.mine.append(bid)
        return bid

    def seen(self, number: int, other: int) -> None:
        self.theirs.append(other)
        if number == ROUNDS:
            self.games += 1
            self.learn()

    def jitter(self, plan: Bids, tenths: int = 1) -> list[int]:
        """Return the plan with every bid changed by up to `tenths` tenths of it."""
        jittered = []
        for bid in plan:
            width = bid * tenths // 10
            jittered.append(bid - width + self._chance.below(2 * width + 1))
        return jittered


class Copycat(Planned):
    """Repeats the opponent's bids of the last game."""

    def choose(self) -> Bids:
        return self.theirs or EVEN


class Pattern(Planned):
    """Plays three plans in rotation."""

    def choose(self) -> Bids:
        return PLANS[(4, 1, 0)[self.games % 3]]


class Mixer(Planned):
    """Picks any plan at random and changes each bid by up to a fifth."""

    def choose(self) -> Bids:
        return self.jitter(PLANS[self._chance.below(len(PLANS))], 2)


class Stay(Planned):
    """Win-stay, lose-shift: keeps a plan while it wins, then picks another at random."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.used = chance.below(len(PLANS))

    def choose(self) -> Bids:
        return self.jitter(PLANS[self.used])

    def learn(self) -> None:
        if outcome(self.mine, self.theirs) < 2:
            self.used = (self.used + 1 + self._chance.below(len(PLANS) - 1)) % len(PLANS)


class Patient(Planned):
    """Bids next to nothing for eight rounds, then halves: near the equilibrium of large bids."""

    def choose(self) -> Bids:
        return [self._chance.below(200) for _ in range(8)] + [4500 + self._chance.below(1000), 0]


class Dump(Planned):
    """Bids half of the money in a random round and spreads the rest evenly."""

    def choose(self) -> Bids:
        bids = self.jitter((500,) * 10, 2)
        bids[self._chance.below(ROUNDS)] = 4000 + self._chance.below(2000)
        return bids


class Spread(Player):  # type: ignore[misc]
    """Bids anything up to twice the even share of what is left."""

    def bid(self, number: int, left: int) -> int:
        return left if number == ROUNDS else self._chance.below(2 * left // (11 - number) + 1)


class Cautious(Player):  # type: ignore[misc]
    """Bids little while ahead and a large part of its money when behind."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.lead = 0
        self.last = 0

    def bid(self, number: int, left: int) -> int:
        if number == 1:
            self.lead = 0
        even = left // (11 - number)
        self.last = even // 4 if self.lead > 0 else even * 3 // 2 if self.lead < 0 else even // 2
        if self.last:
            self.last -= self._chance.below(self.last // 5 + 1)
        if number == ROUNDS:
            self.last = left
        return self.last

    def seen(self, number: int, other: int) -> None:
        mine, theirs = settle(self.last, other)
        self.lead += mine - theirs


class Second(Planned):
    """Expects to be undercut by one yen: bids two yen less than its own bids of the last game."""

    def choose(self) -> Bids:
        if not self.mine or min(self.mine[:9]) < 4:
            return self.jitter(PLANS[self._chance.below(len(PLANS))])
        return [bid - 2 for bid in self.mine]


class Frequency(Planned):
    """Counts the opponent's bids of each round in steps of 250 yen; goes below the commonest."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.counts = [[0] * 41 for _ in range(ROUNDS)]

    def choose(self) -> Bids:
        if not self.games:
            return EVEN
        return [max(0, 250 * row.index(max(row)) - 1) for row in self.counts]

    def learn(self) -> None:
        for row, bid in zip(self.counts, self.theirs, strict=True):
            row[bid // 250] += 1


class Answer(Planned):
    """Plays the plan that would have won most of the opponent's last 32 games.

    The candidates include plans one yen below the opponent's last four games.
    """

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.past: list[list[int]] = []

    def choose(self) -> Bids:
        plans = list(PLANS)
        for game in self.past[-4:]:
            below = [max(0, bid - 1) for bid in game[:9]]
            plans.append((*below, MONEY - sum(below)))
        scores = [sum(outcome(plan, game) for game in self.past) for plan in plans]
        best = [plan for plan, score in zip(plans, scores, strict=True) if score == max(scores)]
        chosen: Bids = best[self._chance.below(len(best))]
        return chosen

    def learn(self) -> None:
        self.past = [*self.past[-31:], self.theirs]


class Bandit(Planned):
    """Exponential weights over the plans, scored on the opponent's bids after every game."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.scores = [0] * len(PLANS)

    def choose(self) -> Bids:
        best = max(self.scores)
        weights = [1 << max(0, 20 - (best - score) // 4) for score in self.scores]
        return self.jitter(PLANS[self._chance.pick(weights)])

    def learn(self) -> None:
        for index, plan in enumerate(PLANS):
            self.scores[index] = self.scores[index] * 31 // 32 + outcome(plan, self.theirs)


class Nearest(Player):  # type: ignore[misc]
    """Finds the most similar round of past games and bids just below what was bid there.

    Similar: the same round, with the nearest bids of both sides in the rounds before it.
    """

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.past: list[list[tuple[int, int]]] = []
        self.now: list[tuple[int, int]] = []
        self.last = 0

    def bid(self, number: int, left: int) -> int:
        if number == 1:
            self.now = []
        if number == ROUNDS:
            self.last = left
        elif not self.past:
            self.last = left // (11 - number)
        else:

            def unlike(game: list[tuple[int, int]]) -> int:
                pairs = zip(game[: number - 1], self.now, strict=True)
                return sum(abs(a - c) + abs(b - d) for (a, b), (c, d) in pairs)

            like = min(reversed(self.past), key=unlike)
            self.last = min(left, max(0, like[number - 1][1] - 1 - self._chance.below(20)))
        return self.last

    def seen(self, number: int, other: int) -> None:
        self.now.append((self.last, other))
        if number == ROUNDS:
            self.past = [*self.past[-99:], self.now]


class Switch(Player):  # type: ignore[misc]
    """Changes to another of the paper's players every 50 games."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.players = [make(chance) for _, make in yen_players.PLAYERS[:5]]
        self.games = 0

    def bid(self, number: int, left: int) -> int:
        bid: int = self.players[self.games // 50 % 5].bid(number, left)
        return bid

    def seen(self, number: int, other: int) -> None:
        for player in self.players:
            player.seen(number, other)
        self.games += number == ROUNDS


class Grid(Player):  # type: ignore[misc]
    """Plays the equilibrium of the game in whole steps of 500 yen, as `yen table` measures it."""

    UNIT = 500

    def bid(self, number: int, left: int) -> int:
        if number == 1:
            self.left = MONEY
            self.lead = 0
        self.last = left
        if number < ROUNDS:
            x, y = left // self.UNIT, self.nearest(self.left)
            n = max(-y, min(x, self.nearest(self.lead)))
            weights = grid_strategy(ROUNDS + 1 - number, x, y, n)
            self.last = self._chance.pick(weights) * self.UNIT
        return self.last

    def nearest(self, yen: int) -> int:
        return (2 * yen + self.UNIT) // (2 * self.UNIT)

    def seen(self, number: int, other: int) -> None:
        self.left -= other
        self.lead += other if self.last < other else -self.last if self.last > other else 0


@cache
def grid_strategy(rounds: int, x: int, y: int, n: int) -> list[int]:
    """Return the weights of the bids 0..x, all in units of the grid."""
    return yen_table.strategy(TABLE, rounds, x, y, n)


def equilibrium(chance: Chance) -> Player:
    return Master(chance, learning=False)


class Leak(Master):  # type: ignore[misc]
    """Plays the equilibrium with every bid but the last changed by `PER_CENT` per cent."""

    PER_CENT = 0

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance, learning=False)

    def bid(self, number: int, left: int) -> int:
        bid: int = super().bid(number, left)
        if number < ROUNDS:
            self._bid = bid = min(left, bid * (100 + self.PER_CENT) // 100)
        return bid


class Ramp(Planned):
    """Bids that rise or fall evenly, with a random slope."""

    def choose(self) -> Bids:
        slope = self._chance.below(361) - 180
        return [1000 + slope * (2 * at - 9) // 2 for at in range(ROUNDS)]


class Coin(Player):  # type: ignore[misc]
    """Bids nothing or twice the even share of what is left, at random."""

    def bid(self, number: int, left: int) -> int:
        if number == ROUNDS:
            return left
        heads: int = self._chance.below(2)
        return min(left, 2 * left // (11 - number)) * heads


class Average(Planned):
    """Bids nine tenths of the opponent's average bid in this game."""

    def bid(self, number: int, left: int) -> int:
        if number == 1:
            self.theirs = []
            first: int = 900 + self._chance.below(200)
            return first
        if number == ROUNDS:
            return left
        return min(left, sum(self.theirs) * 9 // (10 * len(self.theirs)))


class Hoard(Planned):
    """Bids next to nothing until a random round, then spreads the rest evenly."""

    def choose(self) -> Bids:
        quiet = 1 + self._chance.below(8)
        small = [self._chance.below(100) for _ in range(quiet)]
        return small + self.jitter(((MONEY - sum(small)) // (ROUNDS - quiet),) * (ROUNDS - quiet))


class Tidy(Player):  # type: ignore[misc]
    """Bids a multiple of 250 yen near the even share of what is left."""

    def bid(self, number: int, left: int) -> int:
        if number == ROUNDS:
            return left
        bid: int = left // (11 - number) // 250 + self._chance.below(4) - 2
        return min(left, 250 * max(0, bid))


class Best(Planned):
    """Repeats the plan that earned most in its last 16 games; sometimes tries a new one."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.past: list[tuple[int, list[int]]] = []

    def choose(self) -> Bids:
        if not self.past or not self._chance.below(4):
            return self.jitter(PLANS[self._chance.below(len(PLANS))], 3)
        return self.jitter(max(self.past)[1])

    def learn(self) -> None:
        taken = sum(settle(*pair)[0] for pair in zip(self.mine, self.theirs, strict=True))
        self.past = [*self.past[-15:], (taken, self.mine)]


SOURCE: tuple[tuple[str, Make], ...] = tuple(
    (name, make) for name, make in yen_players.PLAYERS if name not in yen_players.TEN
)
OWN = tuple(
    (make.__name__.lower(), make)
    for make in (
        Copycat,
        Pattern,
        Mixer,
        Stay,
        Patient,
        Dump,
        Spread,
        Cautious,
        Second,
        Frequency,
        Answer,
        Bandit,
        Nearest,
        Switch,
        Grid,
    )
)
EQUAL = (("equilibrium", equilibrium), ("mirror", dict(yen_players.PLAYERS)["master"]))
HELD = tuple((make.__name__.lower(), make) for make in (Ramp, Coin, Average, Hoard, Tidy, Best))
LEAKS = tuple(
    (f"leak{per_cent:+}", type("Leak", (Leak,), {"PER_CENT": per_cent}))
    for per_cent in (-5, -3, -1, 1, 3, 5)
)
SIZE = len(SOURCE) + len(OWN) + len(EQUAL)


@dataclass
class Row:
    """Result of the player against one opponent."""

    name: str
    part: str
    games: int
    wins: int
    draws: int

    @property
    def points(self) -> float:
        """Per cent: wins, and draws count half."""
        return 100 * (self.wins + self.draws / 2) / self.games


def against(make: Make, opponent: Make, games: int, seed: int) -> tuple[int, int]:
    """Return the games that the first player wins, and the draws."""
    sides = make(Chance(seed, 0)), opponent(Chance(seed, 1))
    wins = draws = 0
    for _ in range(games):
        game = engine.Game()
        while not game.over():
            number = game.number
            pair = [side.bid(number, left) for side, left in zip(sides, game.left, strict=True)]
            for bid, left in zip(pair, game.left, strict=True):
                if not engine.legal(number, left, bid):
                    raise ValueError(f"bid {bid} with {left} yen left in round {number}")
            sides[0].seen(number, pair[1])
            sides[1].seen(number, pair[0])
            game.play(*pair)
        lead = game.won[0] - game.won[1]
        wins += lead > 0
        draws += lead == 0
    return wins, draws


def play_suite(
    games: int,
    seed: int,
    name: str = "master",
    progress: Callable[[], None] = lambda: None,
    held: bool = False,
    each: Callable[..., Iterable[Row]] = map,
) -> list[Row]:
    """Let the built-in player `name` play every opponent of one half of the suite.

    With `held` these are the held-out opponents and `LEAKS`, otherwise the first half. `each`: a
    `map`, in one process or in several.
    """
    parts = (("paper", SOURCE), ("own", OWN), ("equal", EQUAL))
    pairs = [
        (part, opponent)
        for part, opponents in ((("held", HELD), ("leak", LEAKS)) if held else parts)
        for opponent, _ in opponents
    ]
    rows = []
    for row in each(partial(play_row, games, seed, name), pairs):
        rows.append(row)
        progress()
    return rows


def play_row(games: int, seed: int, name: str, opponent_of: tuple[str, str]) -> Row:
    """Let the built-in player `name` play one opponent, given as (part, opponent)."""
    remember()
    part, opponent = opponent_of
    make = dict(yen_players.PLAYERS)[name]
    other = dict((*SOURCE, *OWN, *EQUAL, *HELD, *LEAKS))[opponent]
    return Row(opponent, part, games, *against(make, other, games, seed))


def average(rows: Sequence[Row]) -> float:
    return sum(row.points for row in rows) / len(rows)


def summary(rows: Sequence[Row]) -> dict[str, float]:
    """Return per cent: average over the paper's opponents, over all but the equals, lowest."""
    counted = [row for row in rows if row.part != "equal"]
    return {
        "paper": average([row for row in rows if row.part == "paper"]),
        "all": average(counted),
        "least": min(row.points for row in counted),
    }


def row_line(row: Row) -> str:
    lost = row.games - row.wins - row.draws
    return (
        f"{row.name:12} {row.part:6} {row.points:5.1f} %  {row.wins} won, {row.draws} drawn,"
        f" {lost} lost"
    )


def lines(rows: Sequence[Row]) -> list[str]:
    """Return the lines of the printed table."""
    return [
        *map(row_line, rows),
        *(held_lines(rows) if rows[0].part == "held" else first_lines(rows)),
    ]


def first_lines(rows: Sequence[Row]) -> list[str]:
    found = summary(rows)
    return [
        f"average over the paper's {len(SOURCE)}: {found['paper']:.1f} %",
        f"average over all {len(SOURCE + OWN)} but the equals: {found['all']:.1f} %",
        f"least of these: {found['least']:.1f} %",
    ]


def held_lines(rows: Sequence[Row]) -> list[str]:
    """Return the averages of the held-out half by part, with 95 % intervals over the games."""
    found = []
    for part, what in (("held", "held-out opponents"), ("leak", "imperfect equilibria")):
        here = [row for row in rows if row.part == part]
        share = average(here)
        games = sum(row.games for row in here)
        half = 196 * math.sqrt(max(0.0, share * (100 - share)) / games) / 100
        found.append(f"average over {len(here)} {what}: {share:.1f} % (+- {half:.1f})")
    return found
