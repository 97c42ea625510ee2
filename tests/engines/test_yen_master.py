# SPDX-License-Identifier: MIT
"""The strong player of the 10,000-yen game: its table, its bounds, its bids on every machine."""

import json
import os
import re
import subprocess
import sys
from array import array
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from math import inf, log2
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from host_tools.__main__ import main
from host_tools.build import bytecode
from host_tools.contests import yen
from host_tools.emulator.pico import Pico
from host_tools.lab.contests import yen as workshop
from host_tools.lab.contests import yen_suite, yen_table
from host_tools.lab.measure.bench_players import BIDS
from host_tools.paths import ROOT
from teletype.engines import yen as engine
from teletype.engines import yen_master, yen_players, yen_predictor, yen_values
from teletype.engines.yen_table import TABLE

WON = 2 * yen_values.EVEN * yen_values.FINE


@pytest.fixture(scope="module", autouse=True)
def remembered() -> None:
    yen.remember()


def after(rounds: int, x: int, y: int, n: int, mine: int, theirs: int) -> int:
    """What a situation is worth when `rounds` are left after these bids."""
    matrix = yen_values.outcomes(TABLE, rounds, x, y, n, [mine], [theirs])
    value: int = matrix[0]
    return value


# the table


@pytest.mark.slow
def test_the_table_is_what_the_command_computes() -> None:
    """Cells of each layer anew; each one depends on all the layers before it.

    The rest is tied to the command by the fingerprint of what it computes with.
    """
    assert len(TABLE) == 8 * yen_values.LAYER == 13448 <= 16 * 1024
    for rounds in yen_table.LAYERS:
        base = (rounds - 2) * yen_values.LAYER
        for cell in range(0, yen_values.LAYER // 2, 89):
            assert TABLE[base + cell] == yen_table.worth(TABLE, rounds, cell)


def test_the_table_is_fair() -> None:
    """What is good for me is as bad for the opponent; leads and less money are never worse."""
    for at in range(8):
        layer = TABLE[at * yen_values.LAYER : (at + 1) * yen_values.LAYER]
        assert all(a + b == 254 for a, b in zip(layer, reversed(layer), strict=True))
        for row in range(1, yen_values.STEPS):
            cells = layer[row * yen_values.SIDE : (row + 1) * yen_values.SIDE]
            assert all(b - a >= -12 for a, b in pairwise(cells))
            assert cells[0] < yen_values.EVEN < cells[-1]


@pytest.mark.heavy
def test_the_table_can_hardly_be_exploited() -> None:
    """A perfect opponent on a grid of 10 units; for 20 see the README."""
    assert 0.5 <= yen_table.exploited(TABLE, 10) < 0.51


def test_a_bad_table_is_exploited() -> None:
    """The measure: with all situations even the player has no aim."""
    assert yen_table.exploited(bytes([127] * len(TABLE)), 6) > 0.7


@pytest.mark.slow
def test_the_surest_weights_are_better_than_the_last() -> None:
    """In every fifth cell of the opening what a bid can lose is at most what the last pass's can,
    and in all of them together a good deal less."""
    surest = last = 0.0
    play = yen_values.play
    for cell in range(0, yen_values.LAYER, 5):
        i, j = divmod(cell, yen_values.SIDE)
        rows, columns = yen_values.choices(i), yen_values.choices(40 - i)
        matrix = array("H", bytes(2 * rows * columns))
        sums = array("i", bytes(4 * (3 * rows + 2 * columns)))
        x = yen_values.PARTS * i
        n = yen_values.PARTS * (j + i - yen_values.STEPS)
        shape = rows << 8 | columns
        yen_values.fill(TABLE, 8, x, 320 - x, n, shape, yen_values.BIDS, matrix)
        play(0, 0, 0, matrix, rows, columns, 200, sums)
        end = rows + columns
        losses = []
        for weights in (sums[end : end + rows], sums[2 * end : 2 * end + rows]):
            columns_of = [
                sum(w * matrix[r * columns + c] for r, w in enumerate(weights) if w)
                for c in range(columns)
            ]
            losses.append(min(columns_of) / sum(weights))
        assert losses[1] > losses[0] - 1
        last += losses[0]
        surest += losses[1]
    assert surest > last + 336


def test_two_rounds_are_trivial() -> None:
    """The paper: with two rounds left, half of the money."""
    weights = yen_master.strategy(2, 20, 20)
    best = max(range(len(weights)), key=lambda choice: weights[choice])
    assert yen_values.BIDS[best] == 80 and weights[best] > 0.97 * sum(weights)


@settings(max_examples=40)
@given(st.lists(st.lists(st.integers(0, 4064), min_size=4, max_size=4), min_size=3, max_size=3))
def test_fictitious_play_bounds_the_value(rows: list[list[int]]) -> None:
    """What the two mixtures are sure of differs by little, and lies around twice the value."""
    matrix = array("H", [cell for row in rows for cell in row])
    sums = array("i", [0] * 17)
    twice = yen_values.play(0, 0, 0, matrix, 3, 4, yen_values.PASSES, sums)
    mine, theirs, surest = sums[7:10], sums[10:14], sums[14:]
    assert sum(mine) == sum(theirs)
    low = min(sum(w * row[c] for w, row in zip(mine, rows, strict=True)) for c in range(4))
    high = max(sum(w * cell for w, cell in zip(theirs, row, strict=True)) for row in rows)
    assert (low + high) // sum(mine) == twice
    assert 0 <= high - low < 600 * sum(mine)
    sure = min(sum(w * row[c] for w, row in zip(surest, rows, strict=True)) for c in range(4))
    assert sum(mine) / 4 < sum(surest) <= sum(mine)
    assert low // sum(mine) <= sure // sum(surest) <= high // sum(mine)


@settings(max_examples=100)
@given(st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=3, max_size=3))
def test_what_is_pruned_is_never_better(rows: list[list[int]]) -> None:
    """A row that goes has one that stays and is nowhere less, a column one nowhere more."""
    matrix = array("H", [cell for row in rows for cell in row])
    kept = array("H", [0] * 7)
    shape = yen_values.prune(0, 0, matrix, 3, 4, kept)
    high = [row for row in range(3) if kept[row]]
    wide = [column for column in range(4) if kept[3 + column]]
    assert shape == len(high) << 8 | len(wide) and high and wide
    assert list(matrix[: len(high) * len(wide)]) == [rows[r][c] for r in high for c in wide]
    for gone in set(range(3)) - set(high):
        assert any(all(rows[r][c] >= rows[gone][c] for c in range(4)) for r in high)
    for gone in set(range(4)) - set(wide):
        assert any(all(rows[r][c] <= rows[r][gone] for r in high) for c in wide)


@pytest.mark.slow
@given(
    st.integers(2, 10),
    st.integers(1, 10000),
    st.integers(1, 10000),
    st.integers(-10000, 10000),
)
@example(8, 395, 763, -763)  # all but lost: chances are a few units
@settings(max_examples=30)
def test_the_answer_is_the_best_against_who_leaks(rounds: int, x: int, y: int, n: int) -> None:
    """No other bid of the table's brings the patient more, counted one by one."""
    n = max(-y, min(x, n))
    i, j = yen_master.cell(y, x, -n)
    assert_best(rounds, x, y, n, i, yen_master.strategy(rounds, i, j))


def assert_best(rounds: int, x: int, y: int, n: int, i: int, theirs: Sequence[int]) -> None:
    share = yen_values.STEPS - i

    def brings(mine: int) -> int:
        total = 0
        for leak in yen_values.LEAKS:
            for choice, weight in enumerate(theirs):
                low, high = yen_values.span(rounds, i, y, choice)
                other = min(y, (low + high) * leak // 200)
                lost = WON - after(rounds - 1, x, y, n, mine, other)
                total += weight * 1000 // sum(theirs) * (WON * WON - lost * lost)
        return total

    low, high = yen_values.answer(TABLE, rounds, x, y, n, i, theirs)
    assert 0 <= low <= high <= x
    rows = range(yen_values.choices(share))
    most = max(brings(yen_values.span(rounds, share, x, row)[1]) for row in rows)
    # `weigh` divides by 4096 instead of WON, at most 1/256 too little, and drops fractions
    rounding = most // 256 + len(yen_values.LEAKS) * 1000 * WON
    assert brings(high) >= most - rounding


@pytest.mark.parametrize("i", [1, 10, 20, 30, 39])
def test_the_answer_to_whoever_may_bid_anything(i: int) -> None:
    """All bids that the table has: the matrix is full, and nothing beyond it is looked at."""
    y = yen_values.PARTS * i * 25
    x = yen_values.PARTS * yen_values.STEPS * 25 - y
    theirs = [1] * yen_values.choices(i)
    assert_best(4, x, y, 0, i, theirs)


def exact(rounds: int, x: int, y: int, n: int) -> int | None:
    """The value where it is beyond doubt."""
    if n > x or n < -y:
        return WON * (n > 0)
    if rounds == 1:
        last = n + (y if x < y else -x if x > y else 0)
        return WON // 2 * (1 + (last > 0) - (last < 0))
    return WON // 2 if x == y and n == 0 else None


@given(st.integers(1, 9), *[st.integers(0, 10000)] * 2, st.integers(-10000, 10000))
def test_values_of_every_situation(rounds: int, x: int, y: int, n: int) -> None:
    """Odd money and none at all included; both sides' values make up a game."""
    value = after(rounds, x, y, n, 0, 0)
    assert 0 <= value <= WON
    assert abs(value + after(rounds, y, x, -n, 0, 0) - WON) <= 16
    known = exact(rounds, x, y, n)
    assert known is None or value == known
    assert after(rounds, 0, 0, 0, 0, 0) == WON // 2


# the player


class Clairvoyant:
    """Knows everything about a Master but its chance: the mixture of bids of this very round.

    It answers as well as the table's values let it, and learns nothing.
    """

    def __init__(self, master: yen_master.Master) -> None:
        self._master = master

    def bid(self, number: int, left: int) -> int:
        """The Master has been asked for its bid of the round before."""
        if number == engine.ROUNDS:
            return left
        x, y, n = self._master._x, self._master._y, self._master._n
        options = list(self.options(number))
        steps = {left * step // 40 for step in range(41)}
        below = {max(0, bid - 1) for bid, _ in options if bid <= left}

        def loss(other: int) -> int:
            return sum(
                share * after(engine.ROUNDS - number, x, y, n, bid, other)
                for bid, share in options
            )

        return min(steps | below, key=loss)

    def options(self, number: int) -> Iterator[tuple[int, int]]:
        master = self._master
        mixture = master._mixture
        if mixture is None:
            low, high = master._only
            for part in range(4):
                yield high - (high - low) * part // 4, 1
            return
        weights = master.weights()
        whole = sum(mixture)
        for bid, share in zip(master._proposals, weights, strict=False):
            if share:
                yield bid, 4 * whole * share
        for choice, share in enumerate(mixture):
            if share * 200 > whole:
                low, high = master.span(choice, number)
                for part in (1, 3, 5, 7):
                    yield high - (high - low) * part // 8, share * weights[-1]

    def seen(self, number: int, other: int) -> None:
        pass


def points(master: Any, other: Any, games: int) -> float:
    """The share of the points that `master` takes; every bid must be legal."""
    taken = 0
    for _ in range(games):
        game = engine.Game()
        while not game.over():
            a = master.bid(game.number, game.left[0])
            b = other.bid(game.number, game.left[1])
            assert engine.legal(game.number, game.left[0], a)
            assert engine.legal(game.number, game.left[1], b)
            master.seen(game.number, b)
            other.seen(game.number, a)
            game.play(a, b)
        taken += 1 + (game.won[0] > game.won[1]) - (game.won[0] < game.won[1])
    return taken / (2 * games)


@pytest.mark.heavy
def test_who_knows_all_but_its_chance_gains_little() -> None:
    """An adversary that sees the weights of every bid; the constant player has nothing to hide."""
    master = yen_master.Master(engine.Chance(3))
    assert points(master, Clairvoyant(master), 100) > 0.25  # 0.32 on average, +- 0.05


@pytest.mark.heavy
@pytest.mark.slow
def test_losses_of_the_experts_are_bounded() -> None:
    """Between two rests at most LOSSES more games are lost than won with their help."""
    master = yen_master.Master(engine.Chance(3))
    other = Clairvoyant(master)
    rests = []
    helped = 0
    for _ in range(130):
        before = master._rest
        credit = master._credit
        points(master, other, 1)
        if not before:
            helped += 1
            assert master._credit in (credit - 1, credit, credit + 1, 0)
            assert -yen_master.LOSSES < master._credit <= 2 * yen_master.LOSSES
            if master._rest:
                rests.append(master._rest)
        else:
            assert master._rest == before - 1 and master._credit == credit
    assert rests[:2] == [32, 64]
    assert helped < 100


@pytest.mark.heavy
def test_the_goal_on_a_small_sample() -> None:
    """80 games against each of the paper's players: 80 % on average, over half against each."""
    paper = [make for name, make in yen_players.PLAYERS if name not in yen_players.TEN]
    master = dict(yen_players.PLAYERS)["master"]
    found = []
    for make in (*paper, equilibrium, master):
        wins, draws = yen_suite.against(master, make, 80, 11)
        found.append((wins + draws / 2) / 80)
    assert len(paper) == 7
    assert sum(found[:7]) / 7 >= 0.8 and min(found[:7]) > 0.5
    assert min(found) > 0.38


def equilibrium(chance: engine.Chance) -> Any:
    return yen_master.Master(chance, learning=False)


class Leak(yen_master.Master):
    """Plays the equilibrium with every bid but the last changed by `per_cent` per cent."""

    def __init__(self, chance: engine.Chance, per_cent: int) -> None:
        super().__init__(chance, learning=False)
        self._per_cent = per_cent

    def bid(self, number: int, left: int) -> int:
        bid: int = super().bid(number, left)
        if number < engine.ROUNDS:
            self._bid = bid = min(left, bid * (100 + self._per_cent) // 100)
        return bid


LEAKS: list[yen_suite.Make] = [
    partial(Leak, per_cent=per_cent) for per_cent in (-5, -3, -1, 1, 3, 5)
]


def near(opponent: yen_suite.Make, games: int) -> list[int]:
    """How near to the equilibrium a Master took this opponent to be after each game."""
    master = yen_master.Master(engine.Chance(4))
    other = opponent(engine.Chance(4, 1))
    counts = []
    for _ in range(games):
        points(master, other, 1)
        counts.append(master._near)
    return counts


@pytest.mark.heavy
@pytest.mark.slow
def test_who_plays_an_equilibrium_is_told_from_others() -> None:
    """By the bids with two rounds left; the count is bounded, so a change is noticed."""
    for leak in (*LEAKS, equilibrium):
        counts = near(leak, 30)
        assert counts[-1] == max(counts) == yen_master.SURE
    others: dict[str, yen_suite.Make] = dict((*yen_players.PLAYERS, *yen_suite.opponents(1)))
    for name in ("minus1", "chooser", "under-1", "copier-1", "learner-2"):
        counts = near(others[name], 30)
        assert sum(count > 0 for count in counts) < 10, name
        assert min(counts) >= -yen_master.SURE


@pytest.mark.heavy
@pytest.mark.slow
def test_near_equilibria_that_leak_are_beaten() -> None:
    """60 games against each of six leaks: 60 % of the points in all."""
    taken = 0.0
    for leak in LEAKS:
        master = yen_players.player("master", engine.Chance(8))
        taken += points(master, leak(engine.Chance(8, 1)), 60)
    assert taken / len(LEAKS) >= 0.6


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("name", ["always1000", "minus1", "undercut"])
def test_a_predictable_opponent_is_exploited_within_a_few_dozen_games(name: str) -> None:
    make = dict(yen_players.PLAYERS)[name]
    master = yen_players.player("master", engine.Chance(5))
    other = make(engine.Chance(5, 1))
    points(master, other, 36)
    assert points(master, other, 60) > 0.9


@pytest.mark.heavy
@pytest.mark.slow
def test_a_change_of_the_opponent_is_noticed() -> None:
    """After 500 games against one kind, another kind is exploited as well."""
    master = yen_players.player("master", engine.Chance(6))
    points(master, yen_players.player("always1000", engine.Chance(6, 1)), 500)
    other = yen_players.player("minus1", engine.Chance(6, 1))
    points(master, other, 40)
    assert points(master, other, 60) > 0.85


@pytest.mark.heavy
@pytest.mark.slow
def test_extreme_opponents() -> None:
    """Everything in one round, nothing before the last: odd situations, and all bids legal."""
    for spent in range(1, 11):

        class One(engine.Player):
            def bid(self, number: int, left: int, spent: int = spent) -> int:
                return left if number in (spent, 10) else 0

        master = yen_players.player("master", engine.Chance(spent))
        assert points(master, One(engine.Chance(1)), 40) > 0.8


@st.composite
def games(draw: st.DrawFn) -> list[int]:
    """The ten bids of a legal game, of any kind."""
    cuts = sorted(draw(st.lists(st.integers(0, 10000), min_size=9, max_size=9)))
    return [high - low for low, high in pairwise([0, *cuts, 10000])]


@pytest.mark.heavy
@pytest.mark.slow
@settings(max_examples=40)
@given(st.lists(games(), min_size=1, max_size=4), st.integers(0, 10**9))
def test_every_bid_is_legal(rows: list[list[int]], seed: int) -> None:
    """Against any bids at all; `points` checks."""

    class Scripted(engine.Player):
        def bid(self, number: int, left: int) -> int:
            if number == 1:
                rows.append(rows.pop(0))
            return rows[-1][number - 1]

    points(yen_players.player("master", engine.Chance(seed)), Scripted(engine.Chance(0)), 6)


@pytest.mark.heavy
@pytest.mark.slow
def test_memory_does_not_grow() -> None:
    master = yen_players.player("master", engine.Chance(1))
    other = yen_players.player("chooser", engine.Chance(1, 1))

    def size() -> list[int]:
        return [len(a) for a in vars(master).values() if isinstance(a, array) and a is not mixed()]

    def mixed() -> "array[int] | None":
        return master._mixture

    points(master, other, 2)
    before = size()
    points(master, other, 300)
    assert size() == before
    kept = [a for a in vars(master).values() if isinstance(a, array)]
    assert sum(len(a) * a.itemsize for a in kept) < 12_000


# the predictions


@pytest.mark.slow
def test_master_begins_as_the_first_one_did() -> None:
    """Its first games are those of `Master`, bid by bid, so that short tapes stay as they are."""
    for seed in range(5):
        bids = []
        for make in (yen_players.player, partial(yen_players.remembering, memory=None)):
            master = make("master", engine.Chance(seed), engine.ROUNDS)
            other = yen_players.player("chooser", engine.Chance(seed, 1))
            bids.append([record(master, other) for _ in range(yen_predictor.WARM)])
        assert bids[0] == bids[1]


def record(master: Any, other: Any) -> list[tuple[int, int]]:
    """The bids of a game."""
    game = engine.Game()
    rounds = []
    while not game.over():
        pair = master.bid(game.number, game.left[0]), other.bid(game.number, game.left[1])
        master.seen(game.number, pair[1])
        other.seen(game.number, pair[0])
        game.play(*pair)
        rounds.append(pair)
    return rounds


@given(st.integers(0, 300))
def test_powers(sixteenths: int) -> None:
    exact_power = 2 ** (15 - sixteenths / 16)
    assert abs(yen_predictor.power(sixteenths) - exact_power) <= 1


@given(st.integers(1, 5000))
def test_logarithms(number: int) -> None:
    """Linear between the powers, which is up to 0.087 too little."""
    assert -23 <= yen_predictor.logarithm(number) - 256 * log2(number) <= 0.01


@given(
    st.lists(st.tuples(st.integers(0, 10000), st.integers(32, 32768)), min_size=1, max_size=60),
    st.integers(0, 10000),
)
def test_the_chance_that_was_given_to_a_bid(games: list[tuple[int, int]], other: int) -> None:
    """Against real numbers: halved for each width between the two bids; one game is the likest."""
    games = [*games, (other // 2, 32768)]
    bids, weights = array("H", [7] + [bid for bid, _ in games]), array("H", [w for _, w in games])
    powers = array("H", [yen_predictor.power(k) for k in range(16)])
    found = yen_predictor.likelihood(1, len(games), other, bids, weights, powers)
    width = 40 + other // 10
    near = sum(weight * 2 ** (-abs(bid - other) / width) for bid, weight in games)
    assert abs(found - 1024 * near / sum(weights)) < 80


def test_a_game_counts_less_the_more_its_situation_differs() -> None:
    """Halved for each tenth of difference on either side, and in 70 games.

    The likest has 32768.
    """
    at, share, ratio = 4, 512, 300
    games = [(512, 300), (614, 300), (410, 300), (512, 402), (512, 198), (717, 505), (0, 300)]
    past = array("H", bytes(2 * 5 * 640))
    for age, (theirs, left) in enumerate(games, 1):
        cell = (len(games) - age) * engine.ROUNDS + at
        past[1920 + cell], past[2560 + cell] = theirs, left
    powers = array("H", [yen_predictor.power(k) for k in range(16)])
    found = array("H", bytes(2 * 60))
    yen_predictor.recall(past, at, len(games), share, ratio, powers, found)
    for age, (theirs, left) in enumerate(games, 1):
        tenths = (abs(theirs - share) + abs(left - ratio)) / 102.4
        assert abs(found[age - 1] - 32768 * 2 ** -(tenths + (age - 1) / 70)) < 4000, age
    assert found[0] == 32768 and not any(found[len(games) :])


@pytest.mark.slow
def test_weights_and_expected_bids_follow_their_definition() -> None:
    """Counted again from the games' bids, in real numbers, after more games than are kept."""
    master = yen_players.player("master", engine.Chance(3))
    other = yen_players.player("chooser", engine.Chance(3, 1))
    past = [record(master, other) for _ in range(80)]
    at = 4

    def situation(game: list[tuple[int, int]]) -> tuple[int, int, int] | None:
        x = 10000 - sum(a for a, _ in game[:at])
        y = 10000 - sum(b for _, b in game[:at])
        n = sum(b if a < b else -a if a > b else 0 for a, b in game[:at])
        if x == 0 or n > x or n < -y:
            return None
        return y, 1024 * y // (x + y), 1024 * (n + y) // (x + y)

    here = [(200, 150), (180, 900), (250, 100), (160, 210)]
    found = situation(here)
    assert found is not None
    y, share, ratio = found
    far = []
    for age, game in enumerate(reversed(past[-60:]), 1):
        there = situation(game)
        if there is None:
            far.append(inf)
        else:
            apart = abs(there[1] - share) + abs(there[2] - ratio)
            far.append(apart / 102.4 + age / 70)
    master._begin()
    for number, (a, b) in enumerate(here, 1):
        master._bid = a
        master._predicted = False
        master.seen(number, b)
    master._predict(at, share, ratio)
    for mine, wanted in zip(master._alike, far, strict=True):
        assert abs(mine - 32768 * 2 ** (min(far) - wanted)) < 4000
    for age in range(1, 61):
        game, before = past[-age], [past[-age - back] for back in range(1, 5)]
        a, b = game[at]
        left = 10000 - sum(theirs for _, theirs in game[:at])
        now = [past[-back][at][0] for back in range(1, 5)]
        wanted_bids = [
            b * y // left if left else b,
            b + now[0] - before[0][at][0],
            b + sum(now) // 4 - sum(rounds[at][0] for rounds in before) // 4,
            b + here[-1][0] - game[at - 1][0],
            b + here[-1][1] - game[at - 1][1],
        ]
        for kind, bid in enumerate(wanted_bids):
            assert master._expected[60 * kind + age - 1] == max(0, min(y, bid)), (age, kind)


@pytest.mark.heavy
def test_opponents_that_nobody_has_met() -> None:
    """200 games against each of 32: at least 88 % on average and above 60 % from 30 of them."""
    rows = yen_suite.play_suite(200, 3, "master", 20261126)
    assert yen_suite.average(rows) >= 88
    assert sum(row.points > 57 for row in rows) >= 31


def test_a_bid_of_nothing_is_expected() -> None:
    """From an opponent that has always bid nothing with two rounds left.

    With as much money and a lead, nothing is an answer that wins, and the first that is tried.
    Both then bid the same money in the last round, and the lead decides. Against a bid of one it
    would lose: who has more money in the last round pays it.
    """
    master = yen_master.Master(engine.Chance(1))
    theirs = [500, 500, 500, 0, 0, 0, 0, 0, 0, 8500]

    def play(mine: list[int]) -> None:
        for number, (bid, other) in enumerate(zip(mine, theirs, strict=False), 1):
            master.bid(number, master._x)
            master._bid = bid
            master.seen(number, other)

    for _ in range(yen_master.RECENT):
        play(theirs)
    play([450, 450, 600, 0, 0, 0, 0, 0])  # gives 500 + 500, takes 600: a lead
    assert (master._x, master._y, master._n) == (8500, 8500, 400)
    master.bid(9, 8500)
    in_this_round = 0  # the expert that looks at what was bid in this round before
    assert master._proposals[in_this_round] == 0


@pytest.mark.heavy
@pytest.mark.slow
def test_fixed_plans_are_beaten() -> None:
    """Any plan that is always the same: 95 % of the points in 200 games."""
    chance = engine.Chance(2718)
    for seed in range(6):
        mixture = partial(yen_suite.Mixture, plans=[yen_suite.plan(chance)], weights=[1], tenths=0)
        master = yen_players.player("master", engine.Chance(seed))
        assert points(master, mixture(engine.Chance(seed, 1)), 200) >= 0.95


def test_a_seed_makes_other_opponents() -> None:
    """The same seed the same ones; plans spend all the money."""
    first, again, other = (
        [plans(make) for name, make in yen_suite.opponents(seed) if name.startswith("mixture")]
        for seed in (1, 1, 2)
    )
    assert first == again != other
    chance = engine.Chance(5)
    for _ in range(200):
        drawn = yen_suite.plan(chance)
        assert sum(drawn) == 10000 and min(drawn) >= 0 and len(drawn) == 10


def plans(make: yen_suite.Make) -> list[list[int]]:
    opponent: Any = make(engine.Chance(1))
    return [list(bids) for bids in opponent.plans]


# the same bids everywhere

SCRIPT = """
from teletype.engines import yen as engine
from teletype.engines import yen_players
def match(games, watch):
    a = yen_players.player("master", engine.Chance(7))
    b = yen_players.player("chooser", engine.Chance(7, 1))
    mark = 0
    for count in range(games):
        game = engine.Game()
        while not game.over():
            number = game.number
            p = watch(a.bid, number, game.left[0])
            q = b.bid(number, game.left[1])
            watch(a.seen, number, q)
            b.seen(number, p)
            game.play(p, q)
            mark = (31 * mark + p) % 1000003
    return mark
"""


@cache
def expected(games: int) -> int:
    """A mark of all bids of a match."""
    space: dict[str, object] = {}
    exec(SCRIPT, space)
    return space["match"](games, lambda act, *values: act(*values))  # type: ignore[operator]


def test_the_unix_port_bids_the_same(unix: Path) -> None:
    """With a heap of 80 KiB, in which the table lies, too."""
    code = SCRIPT + "print(match(60, lambda act, *values: act(*values)))\n"
    result = subprocess.run(
        [unix, "-X", "heapsize=80k", "-c", code],
        env={**os.environ, "MICROPYPATH": f"{bytecode.tree('x64')}:.frozen"},
        capture_output=True,
        text=True,
    )
    assert result.stdout == f"{expected(60)}\n", result.stderr


ON_PICO = """
import gc, time
gc.collect()
before = gc.mem_alloc()
slowest = 0
def watch(act, *values):
    global slowest
    start = time.ticks_us()
    value = act(*values)
    slowest = max(slowest, time.ticks_diff(time.ticks_us(), start))
    return value
mark = match(%d, watch)
del match
a = yen_players.player('master', engine.Chance(7))
gc.collect()
print([slowest, gc.mem_alloc() - before, mark])
"""


def test_the_pico_bids_the_same_in_time(firmware_uf2: Path) -> None:
    """At most 100 emulated ms for a bid or for learning from one; the memory of a match."""
    with Pico(firmware_uf2) as pico:
        pico.boot()
        printed = pico.execute(SCRIPT + ON_PICO % 3, timeout_ms=60_000)
        slowest, heap, mark = json.loads(printed)
        assert mark == expected(3)
        assert slowest <= 100_000
        assert heap <= 24_000
        assert int(pico.execute(BIDS, timeout_ms=60_000)) <= 100_000


# the commands


@pytest.mark.slow
def test_the_player_over_pipes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a child it bids what it bids when it is built in."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=":")
    for opponent in ("always1000", "chooser"):
        child = "python -m host_tools yen player master --seed 4"
        ends = ["--games", "12", "--timeout", "60", "--seed", "4"]
        assert yen.main(["match", child, opponent, *ends]) == 0
        piped = capsys.readouterr().out
        assert yen.main(["match", "master", opponent, *ends]) == 0
        assert capsys.readouterr().out == piped.replace("python", "master")


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["yen", "player", "nobody"], "'nobody'"),
        (["yen", "player"], "PLAYER"),
        (["yen", "player", "master", "0"], "'0' is not an integer 1..1000000"),
        (["yen", "suite"], "'yen suite' is now 'python3 -m host_tools lab yen suite'"),
        (["lab", "yen", "suite", "nobody"], "'nobody'"),
        (["lab", "yen", "table", "--units", "1"], "'1' is not an integer 2..20"),
        (["lab", "yen", "table", "--units", "21"], "'21' is not an integer 2..20"),
    ],
)
def test_wrong_usage(argv: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == "" and message in err and err.count("\n") == 1


@pytest.mark.parametrize("answer", ["x", "-1", "10001", "", "1 2"])
def test_a_player_told_nonsense_says_so(answer: str) -> None:
    command = [sys.executable, "-m", "host_tools", "yen", "player", "minus1", "3"]
    result = subprocess.run(command, cwd=ROOT, input=f"{answer}\n", capture_output=True, text=True)
    assert result.returncode == 1 and result.stdout == "0\n"
    assert result.stderr == f"yen: {answer!r} is not a bid 0..10000\n"


def test_a_player_that_is_told_no_more_ends() -> None:
    command = [sys.executable, "-m", "host_tools", "yen", "player", "master", "3"]
    result = subprocess.run(command, cwd=ROOT, input="", capture_output=True, text=True)
    assert result.returncode == 0 and result.stdout.count("\n") == 1 and result.stderr == ""


@pytest.mark.slow
def test_the_suite_prints_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    """All games are counted, and the sums are those of the rows."""
    assert workshop.main(["suite", "minus1", "--fresh", "4", "--games", "4"]) == 0
    *rows, middle, least = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == [name for name, _ in yen_suite.opponents(4)]
    shares = []
    for row in rows:
        share, won, drawn, lost = map(float, re.findall(r"[\d.]+(?= [%wdl])", row))
        assert won + drawn + lost == 4 and share == 25 * won + 12.5 * drawn
        shares.append(share)
    assert middle.startswith(f"average over 32 fresh opponents: {sum(shares) / 32:.1f} % (+- ")
    assert least.startswith(f"least of these: {min(shares):.1f} %; ")


def test_the_table_is_written_as_it_is_committed(tmp_path: Path) -> None:
    path = tmp_path / "yen_table.py"
    yen_table.write(TABLE, path)
    assert path.read_text() == yen_table.PATH.read_text()
