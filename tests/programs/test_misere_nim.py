# SPDX-License-Identifier: MIT
"""Misère Nim: the engine against a brute-force solution, the protocol against every human line."""

from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teletype.core.session import Session
from teletype.core.setup import read, split
from teletype.engines.game import MACHINE, PERSON
from teletype.programs.misere_nim import dialogue as program
from teletype.programs.misere_nim import strategy as engine
from teletype.programs.misere_nim.game import Game
from tests.engines.test_proofs import after as moves
from tests.engines.test_proofs import heaps_won
from tests.helpers.paper import until_stop

REVOKE = "DO NOT REVOKE, PLEASE."


@pytest.mark.parametrize(
    ("heaps", "after"),
    [
        ((3, 4, 5), (1, 4, 5)),  # (a): the highest odd column is the second
        ((6, 3, 2), (1, 3, 2)),
        ((1, 7, 4), (1, 5, 4)),
        ((2, 7, 6), (1, 7, 6)),  # (a): the first of the heaps that have it
        ((1, 2, 3), (1, 2, 2)),  # (b): the largest heap
        ((5, 5, 0), (4, 5, 0)),  # (b): the first of the largest
        ((1, 7, 1), (1, 1, 1)),  # (ii): an even number of single stones
        ((0, 9, 0), (0, 1, 0)),
        ((1, 0, 7), (1, 0, 0)),  # (ii): an odd number of them
        ((0, 1, 1), (0, 0, 1)),  # (iii): the first
        ((1, 1, 1), (0, 1, 1)),
    ],
)
def test_reply_is_the_one_of_the_print(heaps: tuple[int, ...], after: tuple[int, ...]) -> None:
    assert tuple(engine.reply(heaps)) == after


@given(st.lists(st.integers(0, 100), min_size=2, max_size=6).map(tuple), st.data())
def test_legal_is_a_move(heaps: tuple[int, ...], data: st.DataObject) -> None:
    size = len(heaps)
    after = data.draw(
        st.sampled_from(moves(heaps) or [heaps])
        | st.tuples(*[st.integers(max(0, heap - 2), heap + 2) for heap in heaps])
        | st.tuples(*[st.integers(-1, 101)] * size)
    )
    assert engine.legal(heaps, after) == (after in moves(heaps) or _below_0(heaps, after))


def _below_0(heaps: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """One heap was made negative; the program sees to that, together with more than 100."""
    changed = [index for index in range(len(heaps)) if heaps[index] != after[index]]
    return len(changed) == 1 and after[changed[0]] < 0


class Table:
    """A session of the program, asked one position at a time."""

    def __init__(self, heaps: int, style: str = "printed") -> None:
        self._session = Session(program.play({"heaps": heaps, "style": style}))
        self._session.step()
        self._zero = (0,) * heaps

    def give(self, heaps: tuple[int, ...]) -> list[str]:
        """What is printed up to the next stop."""
        self._session.answer_values(heaps)
        return until_stop(self._session)

    def start(self, heaps: tuple[int, ...]) -> list[str]:
        assert self.give(self._zero) == []
        return self.give(heaps)


def position(line: str) -> tuple[int, ...]:
    assert len(line) % 5 == 0
    heaps = tuple(int(line[at : at + 5]) for at in range(0, len(line), 5))
    assert line == "".join(f"{heap:5}" for heap in heaps)
    return heaps


@pytest.mark.parametrize(("count", "most"), [(3, 7), (2, 12), (4, 3), (6, 1)])
def test_protocol_over_every_human_line(count: int, most: int) -> None:
    """The machine wins against every line of a position exactly if it is won for the mover.

    Every legal answer to every reply is given once; since what is printed in the middle of a
    game is checked to be what the same position gets at its beginning, the edges make up all
    lines. A position that the machine cannot win is lost to somebody who does not err.
    """
    table = Table(count)
    wins = heaps_won(count, most, empty_wins=True)
    replies: dict[tuple[int, ...], tuple[int, ...] | None] = {}
    for heaps in product(range(most + 1), repeat=count):
        if not any(heaps):
            continue
        lines = table.start(heaps)
        if sum(heaps) == 1:
            assert lines == ["YOU HAVE WON."]
            continue
        assert position(lines[0]) == heaps
        after = position(lines[-1])
        assert after in moves(heaps)
        if sum(after) == 1:
            assert lines[1:-1] == ["I HAVE WON."]
            replies[heaps] = None
        else:
            assert len(lines) == 2
            replies[heaps] = after

    @cache
    def machine_wins(heaps: tuple[int, ...]) -> bool:
        """Against every line of the person, who may also leave the last stone to it."""
        if sum(heaps) == 1:
            return False
        left = replies[heaps]
        return left is None or all(machine_wins(human) for human in moves(left) if any(human))

    for heaps, left in replies.items():
        assert machine_wins(heaps) == wins[heaps], heaps
        for human in moves(left) if left else ():
            if not any(human):
                continue
            assert table.start(heaps)[1:] == ["".join(f"{heap:5}" for heap in left or ())]
            lines = table.give(human)
            if sum(human) == 1:
                assert lines == ["YOU HAVE WON."]
            else:
                last = replies[human]
                assert position(lines[0]) == human
                assert (lines[1] == "I HAVE WON.") == (last is None)
                assert last is None or position(lines[1]) == last


def test_revokes_change_nothing() -> None:
    """Every answer near the machine's position that is no move of it, in every state."""
    table = Table(3)
    table.start((3, 4, 5))
    last = (1, 4, 5)
    for heaps in product(range(-1, 3), range(3, 6), range(3, 8)):
        if heaps not in moves(last):
            assert table.give(heaps) == ["".join(f"{heap:5}" for heap in heaps), REVOKE]
    for single in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        assert table.give(single)[1:] == [REVOKE]
    assert table.give((1, 4, 4)) == ["    1    4    4", "    0    4    4"]


@pytest.mark.parametrize(
    "first", [(101, 1, 1), (1, -1, 1), (0, 0, -1), (2, 0, -1), (0, 0, 10**30)]
)
def test_heaps_out_of_range_are_a_revoke(first: tuple[int, ...]) -> None:
    table = Table(3)
    for start in (table.give, table.start):
        lines = start(first)
        assert lines == ["".join(f"{heap:5}" for heap in first), REVOKE]
    assert table.give((100, 100, 100)) == ["  100  100  100", "    0  100  100"]


@pytest.mark.parametrize(
    ("game", "winner"),
    [
        ([(3, 4, 5), (1, 4, 4), (0, 4, 1)], "I"),
        ([(0, 0, 9)], "I"),
        ([(1, 2, 3), (0, 2, 2), (0, 1, 0)], "YOU"),
        ([(0, 1, 0)], "YOU"),
    ],
)
def test_after_the_end_only_a_new_game_is_legal(game: list[tuple[int, ...]], winner: str) -> None:
    table = Table(3)
    for heaps in game:
        lines = table.give(heaps)
    assert f"{winner} HAVE WON." in lines
    for heaps in [(0, 0, 1), (0, 0, 2), (1, 2, 3), (1, 0, 0)]:
        assert table.give(heaps)[1] == REVOKE
    assert table.start((1, 4, 4)) == ["    1    4    4", "    0    4    4"]


def test_pickers_offer_what_may_be_legal() -> None:
    """All of 0..100 for a new game, then at most what the machine left, then only a new game."""
    session = Session(program.play({"heaps": 3, "style": "printed"}))
    assert session.step().highs == [100, 100, 100]
    highs = []
    for heaps in [(1, 2, 3), (1, 1, 2), (0, 1, 0), (0, 0, 0)]:
        session.answer_values(heaps)
        until_stop(session)
        highs.append(session.request.highs)
    assert highs == [[1, 2, 2], [1, 1, 1], [1, 1, 1], [100, 100, 100]]


def lines_of(setup: str, answers: list[tuple[int, ...]]) -> list[list[str]]:
    """What is printed before each of the answers, and after the last one."""
    session = Session(program.play(read(program.FIELDS, split(setup), program.check)))
    printed = []
    for position in [*answers, None]:
        printed.append(until_stop(session))
        if position is not None:
            session.answer_values(position)
    return printed


def test_two_people_with_a_limit() -> None:
    printed = lines_of("heaps=3 touch=2 players=2", [(2, 2, 2), (0, 1, 2), (0, 0, 1)])
    assert printed[1:] == [["    2    2    2"], ["    0    1    2"], ["YOU HAVE WON."]]


def test_lost_positions_of_misere_nim() -> None:
    for count, most in ((2, 12), (3, 6), (5, 2)):
        for heaps, wins in heaps_won(count, most, empty_wins=True).items():
            assert engine.lost(heaps) != wins, heaps


def test_cases_of_the_strategy() -> None:
    """The paper's three cases, by counting heaps; only (i) (b), and some of (iii), are lost."""
    for heaps, wins in heaps_won(3, 6, empty_wins=True).items():
        name = engine.case(heaps)
        large = sum(heap >= 2 for heap in heaps)
        assert name.split()[0] == ("(i)" if large >= 2 else "(ii)" if large == 1 else "(iii)")
        assert wins or name in ("(i) (b)", "(iii)")
        assert not wins or name != "(i) (b)"


def test_the_hardest_move() -> None:
    """No move leaves fewer winning answers, and none of these more stones."""
    printed = harder = 0
    for count, most in ((2, 12), (3, 7), (4, 4), (5, 3)):
        won = heaps_won(count, most, empty_wins=True)

        @cache
        def answers(heaps: tuple[int, ...], won: dict[tuple[int, ...], bool] = won) -> int:
            return sum(not won[moved] for moved in moves(heaps))

        for heaps, wins in won.items():
            if wins or max(heaps) < 2:
                continue
            moved = tuple(engine.reply(heaps, True))
            assert moved in moves(heaps)
            fewest = min(map(answers, moves(heaps)))
            assert answers(moved) == fewest, (heaps, moved)
            stones = [sum(other) for other in moves(heaps) if answers(other) == fewest]
            assert sum(moved) == max(stones)
            paper = answers(tuple(engine.reply(heaps)))
            printed += paper
            harder += fewest
    assert harder < printed


def test_a_won_position_is_played_as_printed() -> None:
    for heaps, wins in heaps_won(3, 6, empty_wins=True).items():
        if wins and any(heaps):
            assert engine.reply(heaps, True) == engine.reply(heaps)


@pytest.mark.parametrize(("count", "most"), [(2, 6), (3, 4)])
def test_a_game_judges_each_move(count: int, most: int) -> None:
    won = heaps_won(count, most, empty_wins=True)
    for heaps, could in won.items():
        if sum(heaps) < 2:
            continue
        game = Game({"heaps": count, "players": 2})
        game.begin(heaps)
        *_, hint = game.hint()
        assert (hint is not None) == could and (hint is None or not won[hint])
        for moved in filter(any, moves(heaps)):  # zeros ask for a new game
            *_, (held, better, note) = game.judge(moved)
            assert held == could and note == ""
            assert (better is not None) == (could and won[moved]), (heaps, moved)
            assert better is None or (better in moves(heaps) and not won[better])


def test_no_move_is_judged_that_is_none() -> None:
    game = Game({"heaps": 3})
    heaps: tuple[int, ...]
    for heaps in ((3, 3, 3), (101, 0, 0), (0, 0, 0)):
        assert list(game.judge(heaps)) == [None], "the heaps are to be set up"
    assert not game.accepts((101, 0, 0)) and not game.accepts((-1, 2, 2))
    game.begin((3, 3, 3))
    for heaps in ((3, 3, 4), (2, 2, 3), (3, 3, -1), (3, 3, 3), (0, 0, 0)):
        assert list(game.judge(heaps)) == [None]
    assert not game.accepts((3, 3, 3))
    *_, (could, better, note) = game.judge((3, 3, 2))
    assert could and better == (0, 3, 3) and note == "(i) (a)"


def test_the_games_of_a_session() -> None:
    game = Game({"heaps": 2})
    assert (game.turn, game.free, game.start, game.moves) == (PERSON, True, (), 0)
    game.begin((1, 3))
    assert (game.turn, game.start) == (MACHINE, (1, 3))
    game.do(game.reply())
    assert (game.heaps, game.result, game.finished, game.moves) == ([1, 0], -1, 1, 1)
    assert game.before == (1, 3) and game.taken == 3 and game.best() is None
    game.restart()
    assert (game.heaps, game.free, game.result, game.moves) == ([1, 3], True, None, 0)
    assert (game.turn, game.finished, game.last) == (PERSON, 1, None)
    game.begin((2, 2))
    assert game.reply() == (1, 2)
    game.do((1, 2))
    game.do((1, 0))
    assert (game.result, game.finished, game.moves) == (1, 2, 2)
    game.restart()
    game.begin((5, 5))
    game.do(game.reply())
    game.restart()
    assert (game.result, game.finished, game.heaps) == (None, 2, [5, 5])


def test_the_winner_of_two_sets_up_the_next_game() -> None:
    game = Game({"heaps": 2, "players": 2})
    game.begin((1, 2))
    assert game.turn == 1, "A has set up, B begins"
    game.do((1, 0))
    assert (game.result, game.turn) == (-1, 0), "A would have to take the last stone"
    game.restart()
    assert game.turn == 1, "B sets up"
