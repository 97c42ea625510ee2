# SPDX-License-Identifier: MIT
"""The 10,000-yen game: rules, built-in players, the paper of a game by hand."""

# covers 001:21, 001:126

import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.__main__ import main
from teletype.core.session import Session
from teletype.engines import yen as engine
from teletype.engines import yen_players
from teletype.engines.yen_master import Master
from teletype.programs.yen import dialogue as program
from tests.helpers.paper import answered, paper_of


class Scripted:
    """Plays given games, one after the other and again from the first."""

    def __init__(self, games: list[list[int]]) -> None:
        self._games = games
        self._game = -1

    def bid(self, number: int, left: int) -> int:
        if number == 1:
            self._game = (self._game + 1) % len(self._games)
        return self._games[self._game][number - 1]

    def seen(self, number: int, other: int) -> None:
        pass


@st.composite
def bids(draw: st.DrawFn) -> list[int]:
    """The ten bids of a legal game, of any kind."""
    cuts = sorted(draw(st.lists(st.integers(0, 10000), min_size=9, max_size=9)))
    return [high - low for low, high in zip([0, *cuts], [*cuts, 10000], strict=True)]


def match(a: Any, b: Any, games: int) -> tuple[list[int], list[list[tuple[int, int]]]]:
    """Games won by `a` and `b`, and the bids of each game; every bid must be legal."""
    wins = [0, 0]
    record = []
    for _ in range(games):
        game = engine.Game()
        rounds: list[tuple[int, int]] = []
        while not game.over():
            number = game.number
            pair = (a.bid(number, game.left[0]), b.bid(number, game.left[1]))
            for bid, left in zip(pair, game.left, strict=True):
                assert engine.legal(number, left, bid), (number, left, bid)
            a.seen(number, pair[1])
            b.seen(number, pair[0])
            game.play(*pair)
            rounds.append(pair)
        assert game.left == [0, 0] and sum(game.won) == 20000
        if game.won[0] != game.won[1]:
            wins[game.won[0] < game.won[1]] += 1
        record.append(rounds)
    return wins, record


def player(name: str, seed: int = 1, stream: int = 0) -> Any:
    return yen_players.player(name, engine.Chance(seed, stream))


# rules


@given(bids(), bids())
def test_the_higher_bidder_pays(first: list[int], second: list[int]) -> None:
    """The difference at the end is twice the sum of what the rounds shifted."""
    game = engine.Game()
    net = 0
    for a, b in zip(first, second, strict=True):
        game.play(a, b)
        net += b if a < b else -a if a > b else 0
    assert game.over()
    assert game.won[0] - game.won[1] == 2 * net
    assert sum(game.won) == 20000


@pytest.mark.parametrize(
    ("number", "left", "bid", "legal"),
    [
        (1, 10000, 0, True), (1, 10000, 10000, True), (1, 10000, 10001, False),
        (1, 10000, -1, False), (9, 0, 0, True), (9, 5, 6, False), (10, 2008, 2008, True),
        (10, 2008, 2007, False), (10, 2008, 2009, False), (10, 0, 0, True), (10, 5, 0, False),
    ],
)  # fmt: skip
def test_legal(number: int, left: int, bid: int, legal: bool) -> None:
    assert engine.legal(number, left, bid) == legal


# chance


def is_prime(number: int) -> bool:
    return number > 1 and all(number % factor for factor in range(2, int(number**0.5) + 1))


@pytest.mark.parametrize("multiplier", [29901, 27555])
def test_multipliers_give_long_periods(multiplier: int) -> None:
    """2**15 has an order of at least (p - 1) / 2 modulo the prime p, and states fit 30 bits."""
    p = multiplier * 2**15 - 1
    assert p < 2**30
    assert is_prime(p) and is_prime((p - 1) // 2)
    assert pow(2**15, 2, p) != 1


def test_chance_follows_its_definition() -> None:
    """Against multiplication by the inverse of 2**15, with which the carries come out the same."""
    chance = engine.Chance(12345, 1)
    start = 2 * 12345 + 1
    states = []
    for multiplier, state in ((29901, start % 1000003 + 1), (27555, start * 7919 % 900001 + 1)):
        p = multiplier * 2**15 - 1
        states.append(state * pow(pow(2**15, -1, p), 16, p) % p)
    for _ in range(1000):
        parts = []
        for index, multiplier in enumerate((29901, 27555)):
            p = multiplier * 2**15 - 1
            states[index] = states[index] * pow(2**15, -1, p) % p
            parts.append(states[index] % 2**15)
        assert chance.below(2**30) == parts[1] * 2**15 + parts[0]


@pytest.mark.parametrize("seed", range(5))
def test_chance_is_even(seed: int) -> None:
    chance = engine.Chance(seed)
    counts = Counter(chance.below(10) for _ in range(20000))
    square = sum((counts[digit] - 2000) ** 2 for digit in range(10))
    assert 2000 * 1 < square < 2000 * 28  # chi-square, 9 degrees of freedom: 0.04 % outside


def test_seeds_and_streams_differ() -> None:
    starts = set()
    for seed in range(500):
        for stream in (0, 1):
            chance = engine.Chance(seed, stream)
            starts.add(tuple(chance.below(10000) for _ in range(4)))
    assert len(starts) == 1000


# players

QUICK = [name for name in yen_players.NAMES if name not in yen_players.TEN]
"""The players of the paper; `test_yen_master` is about the other one."""


@pytest.mark.parametrize("name", QUICK)
@given(st.lists(bids(), min_size=1, max_size=6), st.integers(0, 10**9))
def test_players_are_legal_against_anybody(name: str, games: list[list[int]], seed: int) -> None:
    match(player(name, seed), Scripted(games), 8)


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("name", yen_players.NAMES)
def test_players_are_fixed_by_their_seed(name: str) -> None:
    first = match(player(name, 3), player("random", 5), 50)
    assert first == match(player(name, 3), player("random", 5), 50)
    other = match(player(name, 4), player("random", 5), 50)
    chance = name in ("random", "frontload", "chooser", "master", "equilibrium")
    assert (other != first) == chance


@pytest.mark.parametrize("seed", range(10))
def test_three_way_cycle_of_the_paper(seed: int) -> None:
    """minus1 beats always1000, always1000 beats random, random beats minus1."""
    names = ("minus1", "always1000", "random", "minus1")
    for better, worse in pairwise(names):
        wins, _ = match(player(better, seed, 0), player(worse, seed, 1), 1000)
        assert wins[0] > 1.5 * wins[1], (better, worse, wins)
        wins, _ = match(player(worse, seed, 0), player(better, seed, 1), 1000)
        assert wins[1] > 1.5 * wins[0], (worse, better, wins)


@given(st.lists(bids(), min_size=1, max_size=4))
def test_minus1(games: list[list[int]]) -> None:
    _, record = match(player("minus1"), Scripted(games), len(games))
    for rounds in record:
        for number in range(2, 10):
            assert rounds[number - 1][0] == max(0, rounds[number - 2][1] - 1)
        assert rounds[0][0] == 0


def test_random_draws_from_all_that_is_left_but_one_yen() -> None:
    _, record = match(player("random"), player("always1000"), 3000)
    firsts = [rounds[0][0] for rounds in record]
    assert 0 <= min(firsts) < 10 and 9990 < max(firsts) < 10000
    assert 4800 < sum(firsts) // len(firsts) < 5200
    assert all(rounds[9][0] >= 1 for rounds in record)


def test_frontload_bids_7000_and_the_rest_evenly() -> None:
    _, record = match(player("frontload"), player("always1000"), 1000)
    firsts = {rounds[0][0] for rounds in record}
    assert min(firsts) >= 6500 and max(firsts) <= 7500 and len(firsts) > 500
    assert abs(sum(rounds[0][0] for rounds in record) // 1000 - 7000) < 40
    seconds = set()
    for rounds in record:
        rest = 10000 - rounds[0][0]
        seconds.add(rounds[1][0])
        for number in range(2, 10):
            even = rest // (11 - number)
            assert abs(rounds[number - 1][0] - even) <= even // 10
            rest -= rounds[number - 1][0]
        assert rounds[9][0] == rest
    assert len(seconds) > 50


@given(st.lists(bids(), min_size=1, max_size=6), st.integers(1, 4))
def test_undercut_remembers_the_last_games(games: list[list[int]], memory: int) -> None:
    undercut = engine.Undercut(engine.Chance(1), memory)
    _, record = match(undercut, Scripted(games), len(games))
    for count, rounds in enumerate(record):
        before = [[1000] * 10, *games[:count]][-memory:]
        for number in range(9):
            average = sum(game[number] for game in before) // len(before)
            assert rounds[number][0] == max(0, average - 1)


def test_chooser_prefers_what_has_won() -> None:
    """Against random, always1000 wins six games of seven and minus1 one of four."""
    chooser = player("chooser")
    wins, _ = match(chooser, player("random", stream=1), 3000)
    games, halves = chooser._games, chooser._halves
    assert sum(games) == 3000 + 5
    shares = [half / (2 * count) for half, count in zip(halves, games, strict=True)]
    assert 0.8 < shares[0] < 0.92 and 0.2 < shares[1] < 0.35
    for count, share in zip(games, shares, strict=True):
        assert abs(count / 3005 - share / sum(shares)) < 0.05
    assert wins[0] > 1700


def test_chooser_counts_draws_for_half() -> None:
    chooser = player("chooser")
    wins, _ = match(chooser, player("always1000"), 200)
    draws = 200 - sum(wins)
    assert draws == chooser._games[0] - 1 == chooser._halves[0] - 1
    assert sum(chooser._halves) - 5 == 2 * wins[0] + draws


# by hand


def play(
    opponent: str, games: list[list[int]], seed: int = 1, memory: str | None = None
) -> list[str]:
    """The paper of a session."""
    answers = [str(bid) for game in games for bid in game]
    setup = {"opponent": opponent, "games": str(len(games)), "seed": str(seed)}
    return by_hand(answers, **setup, **({"memory": memory} if memory else {}))


def by_hand(answers: list[str], **setup: str) -> list[str]:
    """The paper of a session with these bids."""
    return answered(program, " ".join(f"{name}={text}" for name, text in setup.items()), *answers)


@pytest.mark.parametrize("games", [1, 4])
@pytest.mark.parametrize(("a", "b"), [("random", "chooser"), ("frontload", "frontload")])
def test_a_watched_match_is_that_of_the_host(
    a: str, b: str, games: int, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = paper_of(program, player=a, opponent=b, games=str(games), seed="5")
    assert main(["yen", "match", a, b, "--games", str(games), "--seed", "5"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert lines[-1] == printed[0] if games > 1 else lines == printed


@pytest.mark.slow
def test_the_table_is_the_tournament_of_the_host(capsys: pytest.CaptureFixture[str]) -> None:
    lines = paper_of(program, table="3", seed="9")
    names = list(yen_players.TABLED)
    assert main(["yen", "tournament", *names, "--games", "3", "--seed", "9", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    pairs = [(a, b) for a in range(len(names)) for b in range(a + 1, len(names))]
    wins = result["wins"]
    assert lines[: len(pairs)] == [
        program.totals(names[a], names[b], (wins[a][b], wins[b][a]), 3 - wins[a][b] - wins[b][a])
        for a, b in pairs
    ]
    assert [line.split()[:3:2] for line in lines[len(pairs) :]] == [
        [f"{place['rank']}.", str(place["won"])] for place in result["ranking"]
    ]


def test_5000_twice_never_loses() -> None:
    """The two rounds that the paper dismisses: always1000 bids 5000 then."""
    for bid in range(10001):
        game = engine.Game(2)
        game.play(5000, bid)
        game.play(5000, 10000 - bid)
        assert game.over() and (game.won[0] > game.won[1]) == (bid != 5000)
    assert paper_of(program, player="always1000", opponent="always1000", rounds="2")[-1] == "draw."


NO_GAME = "Whoever bids 10000 in round 1 never loses."


def splits(purse: int, rounds: int) -> list[tuple[int, ...]]:
    """All ways to bid `purse` yen in so many rounds."""
    if rounds == 1:
        return [(purse,)]
    return [(bid, *rest) for bid in range(purse + 1) for rest in splits(purse - bid, rounds - 1)]


def above(first: Sequence[int], second: Sequence[int]) -> int:
    """What the first takes more than the second, if the higher bid takes both."""
    taken = [0, 0]
    for a, b in zip(first, second, strict=True):
        if a >= b:
            taken[0] += a if a == b else a + b
        if b >= a:
            taken[1] += b if a == b else a + b
    return taken[0] - taken[1]


def test_bidding_all_at_once_never_loses_if_the_higher_bid_takes_both() -> None:
    """3 rounds with 6 yen: all 28 ways to bid against each other."""
    ways = splits(6, 3)
    assert len(ways) == 28
    safe = [mine for mine in ways if all(above(mine, theirs) >= 0 for theirs in ways)]
    assert (6, 0, 0) in safe
    for mine in ways:
        for theirs in ways:
            game = engine.Game(3, higher=True)
            for pair in zip(mine, theirs, strict=True):
                game.play(*pair)
            assert game.won[0] - game.won[1] == above(mine, theirs)


@given(bids())
def test_10000_in_round_1_never_loses_if_the_higher_bid_takes_both(theirs: list[int]) -> None:
    game = engine.Game(higher=True)
    for pair in zip([10000] + [0] * 9, theirs, strict=True):
        game.play(*pair)
    assert game.won == [10000 + theirs[0], 10000 - theirs[0]]


@pytest.mark.parametrize(
    ("answers", "end"),
    [
        (["10000", "0", "0"], ["    [13333]   6667", "you won."]),
        # 0 against 3333, 10000 against 3333, 0 against 3334: 10000 in another round is not safe
        (["0", "10000", "0"], ["    [13333]   6667", "you won.", NO_GAME]),
        # 3333 + 3333 back, 3332 below 3333, 3335 above 3334: 3333 + 6669 to 3333 + 6665
        (["3333", "3332", "3335"], ["    [10002]   9998", "you won.", NO_GAME]),
        (["3000", "3000", "4000"], ["      7334  [12666]", "always1000 won.", NO_GAME]),
    ],
)
def test_the_higher_bid_takes_both(answers: list[str], end: list[str]) -> None:
    assert by_hand(answers, takes="higher", rounds="3")[4:] == end


def test_why_it_is_no_game_is_told_once() -> None:
    lines = by_hand(["5000"] * 8, takes="higher", rounds="2", games="4")
    assert lines.count(NO_GAME) == 1 and lines[5] == NO_GAME and lines.count("draw.") == 4
    lines = by_hand(["10000", "0"] * 3, takes="higher", rounds="2", games="3")
    assert NO_GAME not in lines and lines.count("you won.") == 3
    lines = paper_of(program, player="random", opponent="minus1", takes="higher", games="9")
    assert lines.count(NO_GAME) == 1 and lines[13] == NO_GAME


def test_two_people_and_the_higher_bid() -> None:
    setup = {"takes": "higher", "rounds": "2", "players": "2"}
    lines = by_hand(["9000", "1000", "1000", "9000"], **setup)
    assert lines == [
        "A vs B",
        " 1: [9000]  1000  -> 10000     0",
        " 2:  1000  [9000] -> 10000 10000",
        "     10000   10000",
        "draw.",
        NO_GAME,
    ]
    lines = by_hand(["10000", "10000", "0", "0"], **setup)
    assert lines[1:] == [
        " 1:  10000   10000  -> 10000 10000",
        " 2:     0      0  -> 10000 10000",
        "     10000   10000",
        "draw.",
    ]
    assert by_hand(["10000", "9999", "0", "1"], **setup)[-2:] == ["A won.", NO_GAME]


def test_the_chooser_counts_by_the_rule_that_holds() -> None:
    """An opponent who keeps all for the last round loses by the paper's rule, mostly."""
    theirs = [0] * 9 + [10000]
    for higher in (False, True):
        chooser = yen_players.remembering("chooser", engine.Chance(1), 10, None, higher)
        points = 0
        for _ in range(50):
            game = engine.Game(10, higher)
            for number, other in enumerate(theirs, 1):
                bid = chooser.bid(number, game.left[0])
                chooser.seen(number, other)
                game.play(bid, other)
            lead = game.won[0] - game.won[1]
            points += (lead >= 0) + (lead > 0)
        assert sum(chooser._halves) == 5 + points


@pytest.mark.parametrize(
    "name", [name for name in yen_players.NAMES if name not in yen_players.TEN]
)
@pytest.mark.parametrize("rounds", [2, 3, 9])
def test_players_know_another_number_of_rounds(name: str, rounds: int) -> None:
    for seed in range(20):
        lines = paper_of(
            program, player=name, opponent="random", rounds=str(rounds), games="3", seed=str(seed)
        )
        ends = [line for line in lines if line.startswith("    ")]
        assert len(ends) == 3 and len([line for line in lines if "->" in line]) == 3 * rounds
        for line in ends:
            assert sum(map(int, line.replace("[", " ").replace("]", " ").split())) == 20000


@pytest.mark.parametrize("name", QUICK)
@given(bids(), st.integers(0, 9), st.integers(0, 10000), st.integers(0, 10**9))
def test_the_opponent_bids_before_it_is_told(
    name: str, game: list[int], place: int, other: int, seed: int
) -> None:
    """Another bid in one round leaves the opponent's bids up to that round as they were."""
    changed = game[:place] + [min(other, sum(game[place:]))]
    changed += [0] * (9 - len(changed))
    changed = changed[:9] + [10000 - sum(changed[:9])]
    first, second = (_theirs(play(name, [bids], seed)) for bids in (game, changed))
    assert first[: place + 1] == second[: place + 1]


def _theirs(lines: list[str]) -> list[int]:
    plain = [line.replace("[", " ").replace("]", " ").split() for line in lines]
    return [int(words[2]) for words in plain if words[0].endswith(":")]


@pytest.mark.slow
@pytest.mark.parametrize("memory", [None, "long"])
@pytest.mark.parametrize("name", yen_players.NAMES)
def test_a_match_by_hand_is_that_of_the_engine(name: str, memory: str | None) -> None:
    """Without a long memory `master` is the first one, with it that of contests."""
    game = [1200, 900, 0, 1500, 1000, 1000, 700, 1300, 1400, 1000]
    lines = play(name, [game] * 30, 7, memory)
    first = name == "master" and not memory
    other = Master(engine.Chance(7)) if first else player(name, 7)
    wins, record = match(Scripted([game]), other, 30)
    assert _theirs(lines) == [b for rounds in record for _, b in rounds]
    assert lines[-1] == f"you {wins[0]}  {name} {wins[1]}  draws {30 - sum(wins)}"
    assert lines.count(f"you vs {name}") == 30
    assert lines.count("you won.") == wins[0]
    assert lines.count(f"{name} won.") == wins[1]


def test_illegal_bids_say_what_is_left_and_change_nothing() -> None:
    session = Session(program.play({"opponent": "always1000", "games": 1, "seed": 1}))
    session.step()
    left = 10000
    for number in range(1, 11):
        request = session.step()
        last = number == 10
        assert (request.lows, request.highs) == ([left if last else 0], [left])
        wrong = [-1, left + 1, 10**20] + ([left - 1, 0] if last else [])
        for bid in wrong:
            session.answer_values((bid,))
            rule = ", bid all" if last else ""
            assert session.step() == f"illegal bid: {left} yen left{rule}."
            assert session.step() is session.request
        bid = left if last else 100 * number
        session.answer_values((bid,))
        left -= bid
        assert session.step().startswith(f"{number:2}:")


@pytest.mark.parametrize(
    ("won", "lines"),
    [
        ((3008, 16992), ("      3008  [16992]", "b won.")),
        ((20000, 0), ("    [20000]      0", "a won.")),
        ((10000, 10000), ("     10000   10000", "draw.")),
    ],
)
def test_result_lines(won: tuple[int, int], lines: tuple[str, str]) -> None:
    assert program.result_lines("a", "b", won) == lines


@pytest.mark.slow
def test_a_long_memory_changes_no_tape_without_it() -> None:
    """Six games are the same, the seventh is not; the equilibrium is another player."""
    whole = {"player": "chooser", "games": "7", "seed": "3"}
    papers = [
        paper_of(program, **whole, **who)[:-1]  # without the totals
        for who in (
            {"opponent": "master"},
            {"opponent": "master", "memory": "long"},
            {"opponent": "equilibrium"},
        )
    ]
    heads = [at for at, text in enumerate(papers[0]) if text == "chooser vs master"]
    assert len(heads) == 7
    assert papers[0][: heads[6]] == papers[1][: heads[6]]
    assert papers[0][heads[6] :] != papers[1][heads[6] :]
    assert papers[2][0] == "chooser vs equilibrium"
