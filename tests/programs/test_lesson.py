# SPDX-License-Identifier: MIT
"""Where a game was lost, on tapes of games with known mistakes; the games judge their moves."""

from pathlib import Path

import pytest

from host_tools import paths
from host_tools.__main__ import main
from host_tools.sessions import teach
from teletype.core import tape
from teletype.core.session import Session
from teletype.programs import catalogue, lesson

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
    assert capsys.readouterr().out == "lost: answer 2 lost: 0 0 2; 0 1 0 was better, (ii)\n"


@pytest.mark.parametrize(
    ("name", "setup", "answers", "told"),
    [
        (
            "misere-nim",
            "heaps=3",
            "1 2 3;0 2 2;0 1 0;0 0 0;1 4 5;0 4 4;0 0 4",
            "answer 2 lost: 0 0 4; 0 3 3 was better",
        ),
        (
            "misere-nim",  # goes on, so two people open its tape
            "heaps=3 players=2",
            "1 2 3;0 2 3;0 2 0;0 1 0",
            "A: answer 1 lost: 0 2 0; 0 2 2 was better",
        ),
        (
            "nim",
            "heaps=1,2,3 style=hard",
            "9 9;2 1;2 0",
            "answer 1 lost: T=2 L=1; T=3 L=2 was better",
        ),
    ],
)
def test_answers_count_as_the_player_counts(
    name: str, setup: str, answers: str, told: str, tmp_path: Path
) -> None:
    """From the first move of the last game: without its setup, earlier games and refused moves."""
    program, values = catalogue.prepare(name, setup)
    session = Session(program.play(values))
    hand = answers.split(";")
    pieces = [tape.head(name, setup)]
    while not session.ended and (hand or session.request is None):
        event = session.step()
        if isinstance(event, str):
            pieces.append(tape.paper(event))
        elif session.request is not None and hand:
            pieces.append(tape.answer(session.answer(hand.pop(0))[0]))
    path = tmp_path / "played.tape"
    path.write_text("".join(pieces), encoding="utf-8")
    assert told in teach.judged(path)


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
