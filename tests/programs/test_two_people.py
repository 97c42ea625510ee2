# SPDX-License-Identifier: MIT
"""Two people and the machine as their referee: turns, what is said, where it was lost."""

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from host_tools.sessions import targets
from host_tools.sessions.teach import judged
from teletype.core import tape
from teletype.core.request import Malformed
from teletype.core.session import Session
from teletype.core.setup import SetupError, join
from teletype.programs import catalogue
from teletype.programs.trigex import game as trigex
from tests.helpers.command import call
from tests.helpers.paper import until_stop

NAMES = ("nim", "misere-nim", "race", "trigex", "yen")


def begin(name: str, line: str = "players=2") -> Session:
    program, setup = catalogue.prepare(name, line)
    return Session(program.play(setup))


@pytest.mark.parametrize("name", NAMES)
def test_one_person_is_as_without_it(name: str) -> None:
    program, setup = catalogue.prepare(name, "players=1")
    assert setup == catalogue.prepare(name, "")[1]
    assert "players" not in join(program.FIELDS, setup)
    for wrong in ("0", "3", "-1", "two", ""):
        with pytest.raises(SetupError, match="allowed: 1, 2"):
            catalogue.prepare(name, f'players="{wrong}"')


@pytest.mark.parametrize("seed", range(20))
def test_nim_by_the_rules(seed: int) -> None:
    dice = random.Random(seed)
    heaps = [dice.randrange(6) for _ in range(3)] + [1]
    session = begin("nim", f"heaps={','.join(map(str, heaps))} players=2")
    assert until_stop(session) == ["ИГРА НИМ", "ВАШ ХОД"]
    turn = 0
    while any(heaps):
        assert session.request.player == "AB"[turn]
        group, left = dice.randrange(6), dice.randrange(-1, 7)
        session.answer(f"{group} {left}")
        legal = 1 <= group <= 4 and 0 <= left < heaps[group - 1]
        if legal:
            heaps[group - 1] = left
            turn = 1 - turn
        said = "ВАШ ХОД" if legal else "ВАШ ХОД СДЕЛАН НЕ ПО ПРАВИЛАМ"
        assert until_stop(session) == ["ВЫ ВЫИГРАЛИ" if not any(heaps) else said]
    assert session.ended


@pytest.mark.parametrize("seed", range(20))
def test_the_race_by_the_rules(seed: int) -> None:
    dice = random.Random(seed)
    n, m = dice.randrange(4, 20), dice.randrange(2, 4)
    session = begin("race", f"n={n} m={m} players=2")
    assert until_stop(session) == ["ИГРА ГОНКИ ПО ВЕРТИКАЛИ", "ВАШ ПЕРВЫЙ ХОД"]
    cell = last = turn = 0
    while True:
        assert session.request.player == "AB"[turn]
        number = dice.randrange(m + 2)
        reached = cell + number + (dice.random() < 0.1)
        session.answer(f"T={reached} P={number}")
        said = until_stop(session)
        if reached != cell + number or number in (0, last) or number > m:
            assert said == ["ВЫ ОШИБЛИСЬ"]
            continue
        if reached >= n:
            assert said == ["ВЫ ВЫИГРАЛИ" if reached == n else "ВЫ ПРОИГРАЛИ"] and session.ended
            return
        assert said == ["ВАШ ХОД"]
        cell, last, turn = reached, number, 1 - turn


THE_LINES = [
    {int(field) for field in str(line)} for line in (128, 136, 147, 269, 234, 358, 549, 567, 789)
]
"""The nine lines of the book."""

Side = frozenset[int]


@cache
def value(mine: Side, theirs: Side) -> int:
    """What whoever has to move can reach in Trigex: all games, played to their ends."""
    best = -1
    free = set(range(1, 10)) - mine - theirs
    if not free:
        return 0
    for field in free:
        after = mine | {field}
        won = any(line <= after for line in THE_LINES)
        best = max(best, 1 if won else -value(theirs, after))
    return best


@pytest.mark.parametrize("seed", range(30))
def test_trigex_by_the_rules_and_its_lesson(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    session = begin("trigex")
    pieces = [tape.head("trigex", "players=2")]
    pieces += [tape.paper(line) for line in until_stop(session)]
    assert pieces[1:] == ["ИГРА ТРИГЕКС\n", "ВАШ ХОД\n"]
    sides: list[Side] = [frozenset(), frozenset()]
    turn = 0
    counts = [0, 0]
    lost: list[int | None] = [None, None]
    while not session.ended:
        assert session.request.player == "AB"[turn]
        field = dice.randrange(11)
        pieces.append(tape.answer(session.answer(f"L={field}")[0]))
        said = until_stop(session)
        pieces += [tape.paper(line) for line in said]
        if not 1 <= field <= 9 or field in sides[0] | sides[1]:
            assert said == ["ВЫ ОШИБЛИСЬ"]
            continue
        counts[turn] += 1
        before = value(sides[turn], sides[1 - turn])
        sides[turn] |= {field}
        won = any(line <= sides[turn] for line in THE_LINES)
        after = 1 if won else -value(sides[1 - turn], sides[turn])
        if after < before and lost[turn] is None:
            lost[turn] = counts[turn]
        full = len(sides[0] | sides[1]) == 9
        assert said == ["ВЫ ВЫИГРАЛИ" if won else "НИЧЬЯ" if full else "ВАШ ХОД"]
        turn = 1 - turn
    path = tmp_path / "trigex.tape"
    path.write_text("".join(pieces), encoding="utf-8")
    for told, number in zip(judged(path).split("; B: "), lost, strict=True):
        assert ("lost:" in told) == (number is not None)
        assert number is None or f"answer {number} lost: L=" in told


def test_whoever_begins_trigex_wins_whatever_the_first_two_fields_are() -> None:
    """So the lesson says nothing of them."""
    for first in range(1, 10):
        for second in set(range(1, 10)) - {first}:
            assert value(frozenset([first]), frozenset([second])) == 1


def test_a_game_of_trigex_judges_each_move() -> None:
    """The search on the device and the one here, on positions of up to seven empty fields."""
    dice = random.Random(1)
    judged = 0
    for _ in range(40):
        fields = list(range(1, 10))
        dice.shuffle(fields)
        taken = dice.randrange(2, 9)
        game = trigex.Game({"m": 1, "players": 2})
        sides: list[Side] = [frozenset(), frozenset()]
        for index in range(taken):
            if not game.finished:
                sides[index % 2] |= {fields[index]}
                game.do((fields[index],))
        assert game.finished == any(line <= side for side in sides for line in THE_LINES)
        if game.finished:
            assert game.result == (1 if any(line <= sides[0] for line in THE_LINES) else -1)
            continue
        turn = taken % 2
        mine, theirs = sides[turn], sides[1 - turn]
        best = value(mine, theirs)
        assert trigex.value(list(game.fields), (trigex.OWN, trigex.OTHER)[turn]) == best
        *_, hint = game.hint()
        for field in range(11):
            *_, verdict = game.judge((field,))
            if field not in fields[taken:]:
                assert verdict is None
                continue
            could, better, note = verdict
            assert could == (best > 0) and note == ""
            assert (better is not None) == (reached(mine, theirs, field) < best)
            for good in (better, hint):
                if good:
                    assert reached(mine, theirs, good[0]) == best
            judged += 1
        assert (hint is None) == (best < 0)
    assert judged > 50


def reached(mine: Side, theirs: Side, field: int) -> int:
    """The best result after a move."""
    after = mine | {field}
    return 1 if any(line <= after for line in THE_LINES) else -value(theirs, after)


def test_misere_nim_turns() -> None:
    """A sets up, B moves first; the winner sets up the next game, and so the loser begins it."""
    session = begin("misere-nim")
    assert until_stop(session) == []
    turns = []
    for line, said in (
        ("1 1 2", ["    1    1    2"]),
        ("1 1 2", ["    1    1    2", "DO NOT REVOKE, PLEASE."]),
        ("1 1 1", ["    1    1    1"]),
        ("1 1 0", ["    1    1    0"]),
        ("0 1 0", ["YOU HAVE WON."]),
        ("0 0 0", []),
        ("2 2 0", ["    2    2    0"]),
        ("0 0 0", []),
        ("0 0 1", ["YOU HAVE WON."]),
    ):
        turns.append(session.request.player)
        session.answer(line)
        assert until_stop(session) == said
    assert "".join(turns) == "ABBABABAB"


def test_yen_is_settled_like_a_match() -> None:
    watched = begin("yen", "player=always1000 opponent=minus1")
    report = until_stop(watched)
    session = begin("yen")
    lines = until_stop(session)
    for line in report[1:11]:
        bids = line.partition(":")[2].partition("->")[0].replace("[", " ").replace("]", " ")
        for bid in bids.split():
            session.answer(bid)
            lines += until_stop(session)
    names = [("always1000 vs minus1", "A vs B"), ("minus1 won.", "B won.")]
    expected = "\n".join(report)
    for old, new in names:
        expected = expected.replace(old, new)
    assert "\n".join(lines) == expected and session.ended


def hides(session: Any) -> Iterator[bool]:
    """Whether something is hidden after each of four answers, and what follows it."""
    for line in ("99999", "3217", "99999", "100"):
        session.answer(line)
        yield session.hidden
        until_stop(session)
        yield session.hidden


def test_the_bid_of_a_is_a_secret_until_b_has_bid() -> None:
    session = begin("yen")
    until_stop(session)
    assert not session.hidden
    assert list(hides(session)) == [True, True, True, True, True, True, True, False]


def test_the_other_side_of_a_wire_knows_it_too() -> None:
    """`run --save --on unix` must not write the bid either."""
    sent = iter(
        (
            "*A: BID",
            "<BID=3217",
            "?B: BID",
            "<BID=99999",
            "-illegal bid: 10000 yen left.",
            "?B: BID",
            "<BID=100",
            "| 1:  3217  [ 100] ->     0  3317",
            ".",
        )
    )

    session = targets.RemoteSession(sent.__next__, lambda line: None)
    assert session.step().asked() == "A: BID"  # type: ignore[attr-defined]
    assert session.request is not None and session.request.secret
    hidden = []
    for line in ("3217", "99999", "100"):
        session.answer(line)
        hidden.append(session.hidden)
        while isinstance(session.step(), str):
            hidden.append(session.hidden)
    assert hidden == [True, True, True, True, False] and session.ended


@pytest.mark.parametrize("given, seen", [("3217\n", False), ("3217\n100\n", True)])
def test_run_saves_no_bid_that_is_a_secret(given: str, seen: bool, tmp_path: Path) -> None:
    path = tmp_path / "yen.tape"
    run = call("run", "yen", "players=2", "--save", str(path), stdin=given)
    assert run.returncode == 3
    assert ("3217" in path.read_text("utf-8")) == ("3217" in run.stdout) == seen


def test_what_a_request_of_one_person_has() -> None:
    session = begin("nim", "")
    until_stop(session)
    assert (session.request.player, session.request.asked()) == ("", "T L")
    with pytest.raises(Malformed):
        session.answer("1")
    assert not session.hidden


def test_both_are_told_where_they_lost(tmp_path: Path) -> None:
    path = tmp_path / "nim.tape"
    moves = ("1 2", "2 0", "1 0")  # 3 4: A leaves 2 4 and should have left 3 3; B could leave 2 2
    session = begin("nim", "heaps=3,4 players=2")
    pieces = [tape.head("nim", "heaps=3,4 players=2")]
    for move in moves:
        pieces += [tape.paper(line) for line in until_stop(session)]
        pieces.append(tape.answer(session.answer(move)[0]))
    pieces += [tape.paper(line) for line in until_stop(session)]
    path.write_text("".join(pieces), encoding="utf-8")
    assert judged(path) == (
        "A: answer 1 lost: T=1 L=2; T=2 L=3 was better; "
        "B: answer 1 lost: T=2 L=0; T=2 L=2 was better"
    )


def test_all_of_them_have_lessons() -> None:
    assert all(catalogue.has_lesson(name) for name in NAMES)
