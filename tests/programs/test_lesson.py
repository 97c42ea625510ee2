# SPDX-License-Identifier: MIT
"""Where a game was lost, on tapes of games with known mistakes; the games judge their moves."""

from pathlib import Path

import pytest

from host_tools import paths
from host_tools.__main__ import main
from host_tools.sessions import teach
from teletype.programs import lesson

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
