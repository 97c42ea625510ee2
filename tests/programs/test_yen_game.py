# SPDX-License-Identifier: MIT
"""The state of the 10,000-yen game: what it hides, its results, and where a game was lost."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from host_tools import paths
from host_tools.emulator.simulator import Simulator
from host_tools.sessions import teach
from teletype.engines.game import MACHINE, PERSON
from teletype.engines.yen import settle
from teletype.programs import lesson
from teletype.programs.yen import hindsight
from teletype.programs.yen.game import Game
from tests.helpers.drawn import picture
from tests.helpers.paper import begun, go_on


def seen(game: Game) -> str:
    """All that a picture may look at."""
    return repr(
        {
            name: vars(each) if name == "money" else each
            for name, each in vars(game).items()
            if name[0] != "_"
        }
    )


def test_a_bid_of_two_people_is_hidden_from_the_picture() -> None:
    looks = set()
    for bid in (0, 1234, 10000):
        game, session = begun("yen", "players=2 rounds=3")
        go_on(session, bid)
        assert game.turn == MACHINE and game.moves == 1
        looks.add(seen(game))
    assert len(looks) == 1
    go_on(session, 777)
    assert game.bids == [(10000, 777)] and game.money.left == [0, 9223]


@pytest.mark.parametrize("opponent", ["always1000", "minus1", "random", "frontload"])
def test_the_bid_of_the_machine_is_hidden_until_the_person_has_bid(opponent: str) -> None:
    """It is fixed before: the same whatever the person bids, and in sight only afterwards."""
    bids = set()
    looks = set()
    for bid in (0, 5000):
        game, session = begun("yen", f"opponent={opponent} seed=5")
        looks.add(seen(game))
        go_on(session, bid)
        bids.add(game.bids[0][1])
    assert len(bids) == len(looks) == 1


def test_games_in_a_row() -> None:
    """A result stays until the next game's first bid. Against 5000 twice, 4999 takes 9999, and
    10000 first takes 5000 in all: both lose.
    """
    game, session = begun("yen", "rounds=2 games=3")
    results: list[Any] = []
    for first in (5000, 4999, 10000):
        assert game.moves == 0 and not game.bids
        assert game.result == (results[-1] if results else None)
        go_on(session, first)
        assert game.result is None and game.finished == len(results)
        go_on(session, 10000 - first)
        results.append(game.result)
        assert game.finished == len(results)
    assert results == [0, -1, -1] and game.draws == 1 and game.score == [0, 2]
    assert session.ended and game.bids == [(10000, 5000), (0, 5000)]


def test_the_sides() -> None:
    game, session = begun("yen", "players=2 rounds=2")
    for side in (PERSON, MACHINE, PERSON, MACHINE):
        assert game.turn == side and session.request.player == "AB"[side]
        assert game.legal((0,)) == (len(game.bids) == 0)
        go_on(session, 10000 if game.bids else 0)
    assert game.result == 0 and game.money.won == [10000, 10000]


def test_the_second_of_two_games_begins_before_the_machines_bid_is_uncovered() -> None:
    """At the speed of the paper: the last bid of the first game is still covered then."""
    desk = Simulator()
    desk.set(speed="30")
    desk.serial.typed += ["yen rounds=2 games=2", "4000", "6000"]
    for _ in range(4000):
        desk.run(10)
        if desk.serial.printed.count("always1000\n") == 2 and desk.app.sessions.screen.pictured:
            break
    drawn = picture(desk)
    assert drawn.game.finished == 1 and not drawn.game.bids and not drawn.unseen


def of_tape(name: str) -> str:
    return teach.judged(paths.TAPES / f"{name}.tape")


def test_the_lesson_of_tapes() -> None:
    assert of_tape("yen-higher") == teach.TOLD[lesson.NOTHING]
    assert of_tape("yen-draw") == "answer 8 lost: BID=1000; BID=1002 was better"


TWO = """program: yen
setup: rounds=2 players=2
---
A vs B
> BID=3000
> BID=20000
illegal bid: 10000 yen left.
> BID=4000
 1: [3000]  4000  ->  7000     0
> BID=7000
> BID=6000
 2:  7000  [6000] ->  7000 13000
      7000  [13000]
B won.
"""


def test_the_lesson_of_two_people(tmp_path: Path) -> None:
    """A leaves 7000 against 6000, which is lost; 4001 takes nothing, and then 5999 all 11999."""
    path = tmp_path / "two.tape"
    path.write_text(TWO)
    assert teach.judged(path) == (
        "A: answer 1 lost: BID=3000; BID=4001 was better; B: " + teach.TOLD[lesson.NOTHING]
    )


def test_a_game_that_nobody_can_win_was_never_held() -> None:
    """5 yen against 5 in one round; with 6 it is won."""
    assert list(hindsight.review([(5, 5)], 0)) == [None, False]
    assert list(hindsight.review([(4, 5)], 0)) == [None, True]


def most(left: int, others: tuple[int, ...]) -> int:
    """The greatest lead, by trying every bid."""
    bids = [left] if len(others) == 1 else range(left + 1)
    leads = []
    for bid in bids:
        mine, theirs = settle(bid, others[0])
        rest = most(left - bid, others[1:]) if len(others) > 1 else 0
        leads.append(mine - theirs + rest)
    return max(leads)


def test_yen_in_hindsight() -> None:
    """All bids of an opponent who has up to 6 yen, in up to three rounds."""
    for count in (1, 2, 3):
        for others in product(range(7), repeat=count):
            for left in range(9):
                lead, bid = hindsight.most(left, others)
                assert lead == most(left, others), (left, others)
                mine, theirs = settle(bid, others[0])
                rest = most(left - bid, others[1:]) if count > 1 else 0
                assert mine - theirs + rest == lead


def test_a_bid_that_loses() -> None:
    """Told of exactly where the game could be won before it and not after it."""
    for others in product(range(5), repeat=3):
        for left, lead, bid in product(range(6), (-3, 0, 2), range(6)):
            if bid > left:
                continue
            mine, theirs = settle(bid, others[0])
            could = lead + most(left, others) > 0
            can = lead + mine - theirs + most(left - bid, others[1:]) > 0
            better = hindsight.better(left, lead, bid, others)
            assert (better is not None) == (could and not can)


def most_above(left: int, others: tuple[int, ...]) -> int:
    """The best lead if the higher bid takes both, by trying every way to bid."""
    leads = []
    for bid in (left,) if len(others) == 1 else range(left + 1):
        rest = most_above(left - bid, others[1:]) if len(others) > 1 else 0
        both = bid + others[0]
        leads.append(rest + (both if bid > others[0] else -both if bid < others[0] else 0))
    return max(leads)


def test_yen_in_hindsight_if_the_higher_bid_takes_both() -> None:
    for count in (1, 2, 3):
        for others in product(range(6), repeat=count):
            for left in range(8):
                lead, bid = hindsight.most(left, others, True)
                assert lead == most_above(left, others), (left, others)
                both = bid + others[0]
                first = both if bid > others[0] else -both if bid < others[0] else 0
                rest = most_above(left - bid, others[1:]) if count > 1 else 0
                assert first + rest == lead
                for tried in (0, left):
                    both = tried + others[0]
                    first = both if tried > others[0] else -both if tried < others[0] else 0
                    can = first + most_above(left - tried, others[1:]) if count > 1 else lead
                    if count > 1:
                        better = hindsight.better(left, 0, tried, others, True)
                        assert (better is not None) == (lead > 0 >= can)


HIGHER = """program: yen
setup: rounds=3 takes=higher
---
you vs always1000
> BID=3000
 1:  3000  [3333] ->     0  6333
> BID=3300
 2:  3300  [3333] ->     0 12966
> BID=3700
 3: [3700]  3334  ->  7034 12966
      7034  [12966]
always1000 won.
Whoever bids 10000 in round 1 never loses.
"""


def test_where_a_game_of_the_higher_bid_was_lost(tmp_path: Path) -> None:
    """6333 behind with 7000 left, 3334 and 3666 take both rounds, 13667 yen. When the second is
    lost, too, the third brings 7034, which is less than 12966.
    """
    path = tmp_path / "higher.tape"
    path.write_text(HIGHER)
    assert teach.judged(path) == "answer 2 lost: BID=3300; BID=3334 was better"
