# SPDX-License-Identifier: MIT
"""Where a game was lost: against brute force, and on tapes of games with known mistakes."""

from functools import cache
from pathlib import Path

import pytest

from host_tools import paths
from host_tools.__main__ import main
from host_tools.sessions import teach
from teletype.engines import teacher
from teletype.programs import lesson
from teletype.programs.misere_nim import strategy as misere_nim
from tests.engines.test_proofs import after, heaps_won


@pytest.mark.parametrize("misere", [False, True])
def test_nim(misere: bool) -> None:
    """Every move of every position: only one that gives a won position away is told of."""
    judge = teacher.misere_nim_better if misere else teacher.nim_better
    for count, most in ((2, 6), (3, 4)):
        won = heaps_won(count, most, empty_wins=misere)
        for heaps, wins in won.items():
            for moved in after(heaps):
                better = judge(heaps, moved)
                assert (better is not None) == (wins and won[moved]), (heaps, moved)
                if better is not None:
                    assert tuple(better) in after(heaps) and not won[tuple(better)]


def test_lost_positions_of_misere_nim() -> None:
    for count, most in ((2, 12), (3, 6), (5, 2)):
        for heaps, wins in heaps_won(count, most, empty_wins=True).items():
            assert misere_nim.lost(heaps) != wins, heaps


def test_cases_of_the_strategy() -> None:
    """The paper's three cases, by counting heaps; only (i) (b), and some of (iii), are lost."""
    for heaps, wins in heaps_won(3, 6, empty_wins=True).items():
        name = misere_nim.case(heaps)
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
            return sum(not won[moved] for moved in after(heaps))

        for heaps, wins in won.items():
            if wins or max(heaps) < 2:
                continue
            moved = tuple(misere_nim.reply(heaps, True))
            assert moved in after(heaps)
            fewest = min(map(answers, after(heaps)))
            assert answers(moved) == fewest, (heaps, moved)
            stones = [sum(other) for other in after(heaps) if answers(other) == fewest]
            assert sum(moved) == max(stones)
            paper = answers(tuple(misere_nim.reply(heaps)))
            printed += paper
            harder += fewest
    assert harder < printed


def test_a_won_position_is_played_as_printed() -> None:
    for heaps, wins in heaps_won(3, 6, empty_wins=True).items():
        if wins and any(heaps):
            assert misere_nim.reply(heaps, True) == misere_nim.reply(heaps)


TAPES = {
    "misere-nim-i-have-won": teach.TOLD[lesson.NEVER],
    "misere-nim-you-have-won": teach.TOLD[lesson.NOTHING],
    "nim-protocol": teach.TOLD[lesson.NEVER],
    "nim-hard": teach.TOLD[lesson.NOTHING],
    "race-protocol": teach.TOLD[lesson.NEVER],
    "race-hard": teach.TOLD[lesson.NOTHING],
    "race-hard-slip": "answer 1 lost: T=4 P=3; T=7 P=6 was better",
    "trigex-protocol": teach.TOLD[lesson.NEVER],
}


@pytest.mark.parametrize("name", TAPES)
def test_tapes(name: str) -> None:
    assert teach.judged(paths.TAPES / f"{name}.tape") == TAPES[name]


LOST = """program: misere-nim
setup: heaps=3
---
> 1 2 3
    1    2    3
    1    2    2
> 0 2 2
    0    2    2
    0    1    2
> 0 0 2
    0    0    2
I HAVE WON.
    0    0    1
"""


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "lost.tape"
    path.write_text(LOST)
    assert main(["teach", str(path)]) == 0
    assert capsys.readouterr().out == "lost: answer 3 lost: 0 0 2; 0 1 0 was better, (ii)\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the tape ends before ---"),
        ("program: dates\nsetup:\n---\n", "dates: its games cannot be analysed"),
        ("program: chess\nsetup:\n---\n", "chess"),
        ("program: nim\nsetup: heaps=x\n---\n", "heaps=x"),
        (LOST.replace("    1    2    2", "    1    1    2"), "line 6: expected"),
    ],
)
def test_tapes_without_a_lesson(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "damaged.tape"
    path.write_text(text)
    assert main(["teach", str(path), str(tmp_path / "none.tape")]) == 1
    first, second = capsys.readouterr().err.splitlines()
    assert told in first and "No such file" in second
