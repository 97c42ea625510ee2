# SPDX-License-Identifier: MIT
"""Opponents of the 10,000-yen game, drawn from a seed: `lab yen suite`.

A player is tuned until it beats a fixed suite, so such a suite says little about opponents that
the player has never met. Here each seed makes EACH opponents of every family:

- `mixture`: a few plans of ten bids, one drawn for each game;
- `lead` and `money`: bids that depend on who leads, or on who has more money left;
- `under`: below what the opponent bid in the same round of its last games;
- `copier`: the opponent's own bids, of an earlier game or of the round before;
- `learner`: the plan that would have won most of the opponent's last games;
- `switcher`: another opponent of these families every few dozen games;
- `noisy`: an equilibrium player that errs, by some per cent or now and then.

`--fresh` fixes the parameters of the opponents. `--seed` fixes their random choices during a
match, as for all other opponents.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from host_tools.contests.yen import remember
from teletype.engines import yen as engine
from teletype.engines import yen_players
from teletype.engines.yen import MONEY, ROUNDS, Chance, Player, settle
from teletype.engines.yen_master import Master

Make = Callable[[Chance], Player]
Bids = Sequence[int]

EVEN = (1000,) * 10

EACH = 4
"""Number of opponents of each family that a seed makes."""


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


def plan(chance: Chance) -> list[int]:
    """Draw a plan of ten bids that sum to MONEY, of one of five shapes."""
    shape = chance.below(5)
    if shape < 2:  # low bids, everything else in one to three rounds
        low = chance.below(500)
        bids = [low] * ROUNDS
        rest = MONEY - low * ROUNDS
        parts = 1 + chance.below(3)
        for part in range(parts, 0, -1):
            share = rest // part if chance.below(2) else rest * (1 + chance.below(9)) // 10
            share = rest if part == 1 else share
            bids[chance.below(ROUNDS)] += share
            rest -= share
        return bids
    if shape == 2:  # arbitrary shares
        weights = [(1 + chance.below(100)) ** 2 for _ in range(ROUNDS)]
    elif shape == 3:  # rising or falling evenly
        first, last = chance.below(100), chance.below(100)
        weights = [1 + first * (9 - at) + last * at for at in range(ROUNDS)]
    else:  # a constant factor from round to round
        factor = 60 + chance.below(81)
        weights = [100**2]
        for _ in range(ROUNDS - 1):
            weights.append(max(1, weights[-1] * factor // 100))
    bids = [MONEY * weight // sum(weights) for weight in weights]
    bids[-1] += MONEY - sum(bids)
    return bids


class Mixture(Planned):
    """Draws one of some plans for each game and changes each bid a little."""

    def __init__(self, chance: Chance, plans: Sequence[Bids], weights: Bids, tenths: int) -> None:
        super().__init__(chance)
        self.plans = plans
        self.weights = weights
        self.tenths = tenths

    def choose(self) -> Bids:
        return self.jitter(self.plans[self._chance.pick(self.weights)], self.tenths)


def mixture(chance: Chance) -> Make:
    plans = [plan(chance) for _ in range(1 + chance.below(6))]
    weights = [1 + chance.below(5) for _ in plans]
    return partial(Mixture, plans=plans, weights=weights, tenths=chance.below(4))


class Reacting(Player):  # type: ignore[misc]
    """Bids a part of the even share of what is left; the part depends on who is ahead.

    `shares`: per cent when ahead, level and behind, in the first and then in the second half of
    the game. Ahead means more yen won, or with `money` more yen left. `wide`: noise in per cent of
    a bid.
    """

    def __init__(self, chance: Chance, shares: Bids, money: bool, wide: int) -> None:
        super().__init__(chance)
        self.shares = shares
        self.money = money
        self.wide = wide

    def bid(self, number: int, left: int) -> int:
        if number == 1:
            self.lead = self.balance = 0
        ahead = self.balance if self.money else self.lead
        at = (0 if ahead > 0 else 2 if ahead < 0 else 1) + 3 * (number > ROUNDS // 2)
        bid = left // (ROUNDS + 1 - number) * self.shares[at] // 100
        noise = bid * self.wide // 100
        bid += self._chance.below(2 * noise + 1) - noise
        self.last = left if number == ROUNDS else min(left, max(0, bid))
        return self.last

    def seen(self, number: int, other: int) -> None:
        mine, theirs = settle(self.last, other)
        self.lead += mine - theirs
        self.balance += other - self.last


def reacting(money: bool, chance: Chance) -> Make:
    shares = [5 + chance.below(100) + chance.below(100) for _ in range(6)]
    return partial(Reacting, shares=shares, money=money, wide=5 + chance.below(40))


class Under(Planned):
    """Goes below the opponent's bids in the same round of its last `games` games.

    `middle` selects the reference: 0 the lowest of those bids, 1 their average, 2 a random one.
    The bid is `per_cent` of it, less 1 to `yen` yen.
    """

    def __init__(
        self, chance: Chance, first: Bids, games: int, middle: int, per_cent: int, yen: int
    ) -> None:
        super().__init__(chance)
        self.past = [first]
        self.most = games
        self.middle = middle
        self.per_cent = per_cent
        self.yen = yen

    def choose(self) -> Bids:
        bids = []
        for column in zip(*self.past, strict=True):
            reference = min(column)
            if self.middle == 1:
                reference = sum(column) // len(column)
            elif self.middle == 2:
                reference = column[self._chance.below(len(column))]
            bids.append(reference * self.per_cent // 100 - 1 - self._chance.below(self.yen))
        return bids

    def learn(self) -> None:
        self.past = [*self.past, self.theirs][-self.most :]


def under(chance: Chance) -> Make:
    return partial(
        Under,
        first=plan(chance),
        games=1 + chance.below(8),
        middle=chance.below(3),
        per_cent=(100, 100, 95, 80)[chance.below(4)],
        yen=(1, 1, 10, 60)[chance.below(4)],
    )


class Copier(Planned):
    """Repeats the opponent's bids of `games` games ago, `shift` rounds later.

    With `games` 0 it bids `per_cent` of the opponent's bid in the round before.
    """

    def __init__(
        self, chance: Chance, first: Bids, games: int, shift: int, per_cent: int, tenths: int
    ) -> None:
        super().__init__(chance)
        self.past = [first] * max(1, games)
        self.games_before = games
        self.shift = shift
        self.per_cent = per_cent
        self.tenths = tenths

    def choose(self) -> Bids:
        bids = self.past[-max(1, self.games_before)]
        return self.jitter([*bids[-self.shift :], *bids[: -self.shift]], self.tenths)

    def bid(self, number: int, left: int) -> int:
        if number > 1 and not self.games_before:
            self.plan[number - 1] = self.theirs[-1] * self.per_cent // 100 + self._chance.below(20)
        return super().bid(number, left)

    def learn(self) -> None:
        self.past = [*self.past[1:], self.theirs]


def copier(chance: Chance) -> Make:
    return partial(
        Copier,
        first=plan(chance),
        games=chance.below(4),
        shift=(0, 0, 1, 5)[chance.below(4)],
        per_cent=70 + chance.below(50),
        tenths=chance.below(3),
    )


class Learner(Planned):
    """Scores its plans on the opponent's last `games` games and takes the best, slightly changed.

    In one of `whim` games it takes any plan.
    """

    def __init__(
        self, chance: Chance, plans: Sequence[Bids], games: int, whim: int, tenths: int
    ) -> None:
        super().__init__(chance)
        self.plans = plans
        self.most = games
        self.whim = whim
        self.tenths = tenths
        self.scores: list[list[int]] = []

    def choose(self) -> Bids:
        if not self.scores or not self._chance.below(self.whim):
            return self.jitter(self.plans[self._chance.below(len(self.plans))], self.tenths)
        sums = [sum(column) for column in zip(*self.scores, strict=True)]
        best = [at for at, score in enumerate(sums) if score == max(sums)]
        return self.jitter(self.plans[best[self._chance.below(len(best))]], self.tenths)

    def learn(self) -> None:
        row = [outcome(bids, self.theirs) for bids in self.plans]
        self.scores = [*self.scores, row][-self.most :]


def learner(chance: Chance) -> Make:
    return partial(
        Learner,
        plans=[plan(chance) for _ in range(5 + chance.below(40))],
        games=1 + chance.below(40),
        whim=2 + chance.below(20),
        tenths=chance.below(3),
    )


class Switcher(Player):  # type: ignore[misc]
    """Plays as one of some opponents and changes to the next after `every` games."""

    def __init__(self, chance: Chance, makes: Sequence[Make], every: int) -> None:
        super().__init__(chance)
        self.players = [make(chance) for make in makes]
        self.every = every
        self.games = 0

    def bid(self, number: int, left: int) -> int:
        self.used = self.players[self.games // self.every % len(self.players)]
        bid: int = self.used.bid(number, left)
        return bid

    def seen(self, number: int, other: int) -> None:
        self.used.seen(number, other)
        self.games += number == ROUNDS


def switcher(chance: Chance) -> Make:
    kinds = (mixture, mixture, partial(reacting, False), under, copier, learner)
    makes = [kinds[chance.below(len(kinds))](chance) for _ in range(2 + chance.below(3))]
    return partial(Switcher, makes=makes, every=20 + chance.below(41))


class Noisy(Master):  # type: ignore[misc]
    """The equilibrium with each bid off by up to `wide` per cent, one in `whim` by any amount."""

    def __init__(self, chance: Chance, wide: int, shift: int, whim: int) -> None:
        super().__init__(chance, learning=False)
        self.wide = wide
        self.shift = shift
        self.whim = whim

    def bid(self, number: int, left: int) -> int:
        bid: int = super().bid(number, left)
        if number < ROUNDS:
            noise = self._chance.below(2 * self.wide + 1) - self.wide + self.shift
            bid = bid * (100 + noise) // 100
            if not self._chance.below(self.whim):
                bid = self._chance.below(2 * left // (ROUNDS + 1 - number) + 1)
            self._bid = bid = min(left, max(0, bid))
        return bid


def noisy(chance: Chance) -> Make:
    return partial(
        Noisy,
        wide=10 + chance.below(60),
        shift=chance.below(61) - 30,
        whim=6 + chance.below(30),
    )


FAMILIES: tuple[tuple[str, Callable[[Chance], Make]], ...] = (
    ("mixture", mixture),
    ("lead", partial(reacting, False)),
    ("money", partial(reacting, True)),
    ("under", under),
    ("copier", copier),
    ("learner", learner),
    ("switcher", switcher),
    ("noisy", noisy),
)


SIZE = EACH * len(FAMILIES)


def opponents(seed: int) -> list[tuple[str, Make]]:
    """Return the opponents that `seed` makes, by name: `mixture-1` is the first of its family."""
    found = []
    for at, (family, draw) in enumerate(FAMILIES):
        chance = Chance(seed * len(FAMILIES) + at)
        found += [(f"{family}-{number}", draw(chance)) for number in range(1, EACH + 1)]
    return found


@dataclass
class Row:
    """Result of the player against one opponent."""

    name: str
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
    name: str,
    fresh: int,
    progress: Callable[[], None] = lambda: None,
    each: Callable[..., Iterable[Row]] = map,
) -> list[Row]:
    """Play the built-in player `name` against all opponents of the seed `fresh`.

    `each`: a `map`, in one process or in several.
    """
    rows = []
    for row in each(partial(play_row, games, seed, name, fresh), range(SIZE)):
        rows.append(row)
        progress()
    return rows


def play_row(games: int, seed: int, name: str, fresh: int, number: int) -> Row:
    """Play the built-in player `name` against one opponent of the seed `fresh`."""
    remember()
    opponent, make = opponents(fresh)[number]
    player = dict(yen_players.PLAYERS)[name]
    return Row(opponent, games, *against(player, make, games, seed))


def average(rows: Sequence[Row]) -> float:
    return sum(row.points for row in rows) / len(rows)


def row_line(row: Row) -> str:
    lost = row.games - row.wins - row.draws
    return f"{row.name:12} {row.points:5.1f} %  {row.wins} won, {row.draws} drawn, {lost} lost"


def lines(rows: Sequence[Row]) -> list[str]:
    """Return the lines of the printed table; the interval is over the opponents drawn."""
    middle = average(rows)
    least = min(row.points for row in rows)
    spread = sum((row.points - middle) ** 2 for row in rows) / (len(rows) - 1)
    half = 1.96 * math.sqrt(spread / len(rows))
    below = sum(row.points <= 60 for row in rows)
    return [
        *map(row_line, rows),
        f"average over {len(rows)} fresh opponents: {middle:.1f} % (+- {half:.1f})",
        f"least of these: {least:.1f} %; {below} not above 60 %",
    ]
