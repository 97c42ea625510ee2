# SPDX-License-Identifier: MIT
"""Could a game be won, who began, and which start is offered: against games played to the end."""

from functools import cache
from typing import Any

import pytest

from teletype.core.request import working
from teletype.engines.game import MACHINE, PERSON, Outcome
from teletype.programs import catalogue
from teletype.programs.base import Program
from teletype.programs.trigex import dialogue as trigex
from tests.engines.test_proofs import mover_wins
from tests.helpers.paper import answered


def begun(line: str, opening: tuple[int, ...] = ()) -> tuple[type[Program], Any]:
    """Return a program and its game; `opening`: the first answer, given already."""
    name, _, setup = line.partition(" ")
    program = catalogue.load(name)
    game, play = program.begin(catalogue.setup(program, setup))
    if opening:
        event = next(play)
        while isinstance(event, str) or event is working:
            event = next(play)
        play.send(opening)
    return program, game


def judged(line: str, wins: int = 0, opening: tuple[int, ...] = ()) -> Outcome:
    *steps, found = begun(line, opening)[1].outcome(wins)
    assert set(steps) <= {None}
    return found


def start(line: str) -> str:
    program, game = begun(line)
    return program.started(game)


@cache
def race_wins(left: int, most: int, last: int) -> bool:
    """Whether whoever moves wins with `left` cells to go, after a move of `last`."""
    return any(
        step == left or not race_wins(left - step, most, step)
        for step in range(1, min(most, left) + 1)
        if step != last
    )


@pytest.mark.parametrize("heaps", [(7, 8, 4), (7, 3, 4), (5,), (1, 1), (2, 3), (1, 2, 3, 0)])
def test_nim(heaps: tuple[int, ...]) -> None:
    line = "nim heaps=" + ",".join(map(str, heaps))
    printed, hard = judged(line), judged(line + " style=hard")
    first = mover_wins(heaps)
    assert not printed.winnable, "the machine begins, or lets the person, as it likes"
    assert printed.began == (MACHINE if first else PERSON)
    assert hard.began == MACHINE and hard.winnable == (not first)
    assert start(line) == " ".join(map(str, heaps))


def test_the_starts_of_nim_that_are_offered() -> None:
    """Each can be won, and the more was won the larger it is."""
    starts = []
    for wins in range(4):
        onward = judged("nim", wins).onward
        assert onward and onward["style"] == "hard" and not mover_wins(onward["heaps"])
        starts.append(onward["heaps"])
    sizes = [sum(start) for start in starts]
    assert sizes == sorted(sizes) and len(set(starts)) == 4
    assert judged("nim", 50).onward == {"heaps": (5, 9, 12), "style": "hard"}
    line = "nim heaps=1,2,3 style=hard"
    assert judged(line).onward != {"heaps": (1, 2, 3), "style": "hard"}, "not the same again"


@pytest.mark.parametrize(
    ("n", "m"), [(15, 6), (14, 6), (13, 4), (12, 3), (7, 3), (5, 4), (999, 2)]
)
def test_the_race(n: int, m: int) -> None:
    line = f"race n={n} m={m}"
    printed, hard = judged(line), judged(line + " style=hard")
    if n < 100:
        first = race_wins(n, m, 0)
        assert printed.began == (MACHINE if first else PERSON)
        assert hard.winnable == (not first)
    assert not printed.winnable and hard.began == MACHINE
    for found in (printed, hard):
        assert found.onward and found.onward["style"] == "hard"
        if found.onward["n"] < 100:
            assert not race_wins(found.onward["n"], found.onward["m"], 0)
    assert start(line) == f"N={n} M={m}"


def test_the_race_of_the_book_offers_a_cell_less() -> None:
    """N=14, M=6 is the example in which the beginner loses."""
    assert judged("race").onward == {"n": 14, "m": 6, "style": "hard"}
    assert judged("race n=14 m=6").onward == {"n": 14, "m": 6, "style": "hard"}
    harder = judged("race n=14 m=6 style=hard").onward
    assert harder and harder["n"] > 14


def misere_wins(heaps: tuple[int, ...]) -> bool:
    return mover_wins(heaps, empty_wins=True)


def test_misere_nim() -> None:
    """The person sets up the heaps, and the machine begins."""
    for opening in ((3, 4, 5), (1, 2, 3), (1, 1, 1), (1, 1, 0), (2, 2, 0)):
        found = judged("misere-nim", 0, opening)
        assert (
            found.winnable == (not mover_wins(opening, empty_wins=True)) and found.began == MACHINE
        )
        assert found.onward is None


def test_trigex_and_yen() -> None:
    printed = judged("trigex")
    assert not printed.winnable and printed.began == MACHINE
    assert printed.onward == {"first": "you"}
    assert judged("trigex first=you").winnable and judged("yen").winnable


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_a_game_that_can_be_won_names_its_first_answer_that_wins(name: str) -> None:
    """RIGHT shows it after a win: of each program with hints, from each start that it offers."""
    program = catalogue.load(name)
    for line in {"", *program.PRESETS, *program.TABLES}:
        setup, _, heaps = line.partition("> ")
        game = program.begin(catalogue.setup(program, setup))[0]
        if not game.HINTS or game.two:
            continue
        if heaps or game.free:
            game.begin([int(heap) for heap in heaps.split()] or game.offered)
        for _ in game.prepare():
            pass
        *_, found = game.outcome(0)
        if not found.winnable:
            continue
        if game.turn == MACHINE:
            game.do(game.reply())
        best = game.best()
        *_, verdict = game.judge(best)
        assert verdict and verdict[:2] == (True, None), line


def test_whoever_begins_trigex_can_win_with_any_field() -> None:
    """All games against the machine, which may be won, lost and drawn; it never breaks a rule."""
    ends: dict[str, int] = {}
    winning = set()

    def play(answers: tuple[int, ...]) -> None:
        lines = answered(trigex, "m=1 first=you", *map(str, answers))
        own = [int(line[2:]) for line in lines if line[:2] == "N="]
        taken = set(answers) | set(own)
        assert len(taken) == len(answers) + len(own), "each field is taken once"
        if lines[-1] != "ВАШ ХОД":
            ends[lines[-1]] = ends.get(lines[-1], 0) + 1
            if lines[-1] == "ВЫ ВЫИГРАЛИ":
                winning.add(answers[0])
            return
        for field in range(1, 10):
            if field not in taken:
                play((*answers, field))

    play(())
    assert set(ends) == {"ВЫ ВЫИГРАЛИ", "ВЫ ПРОИГРАЛИ", "НИЧЬЯ"}
    assert winning == set(range(1, 10))


@pytest.mark.parametrize(
    ("line", "opening", "winnable"),
    [
        ("misere-nim take=3", (5, 0, 0), True),  # 5 leaves 1 by 4: whoever moves gets the last one
        ("misere-nim take=3", (6, 0, 0), False),
        ("misere-nim heaps=4 touch=2", (1, 1, 1, 1), True),  # the machine leaves 3 or 2 of them
        ("misere-nim heaps=4 touch=2", (1, 1, 1, 0), False),  # it leaves 1
    ],
)
def test_misere_nim_with_a_limit(line: str, opening: tuple[int, ...], winnable: bool) -> None:
    assert judged(line, 0, opening).winnable == winnable
