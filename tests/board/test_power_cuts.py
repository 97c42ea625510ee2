# SPDX-License-Identifier: MIT
"""The power is cut at every write to the flash: nothing that was confirmed is lost.

The firmware runs on MicroPython's Unix port with its real littlefs on a model of NOR flash; see
`power_cuts.py`.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

from host_tools.build import bytecode, micropython, packages

pytestmark = pytest.mark.unix


def on_unix(scenario: str, heap: str = "64m") -> list[str]:
    """What power_cuts.py prints, without what the collector says of files that are lost."""
    path = f"{bytecode.tree('x64')}:{packages.driver_path()}:.frozen"
    process = subprocess.run(
        [
            *(micropython.unix(), "-X", f"heapsize={heap}"),
            *(Path(__file__).parent / "power_cuts.py", scenario),
        ],
        env={**os.environ, "MICROPYPATH": path},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert process.returncode == 0, process.stdout[-1000:] + process.stderr[-1000:]
    return process.stdout.splitlines()


@pytest.mark.parametrize(
    ("scenario", "fewest"),
    [
        ("game", 20),
        pytest.param("long", 60, marks=pytest.mark.heavy),
        ("torn", 15),
        ("settings", 3),
        pytest.param("wrong settings", 6, marks=pytest.mark.heavy),
        pytest.param("shelves", 30, marks=pytest.mark.heavy),
        pytest.param("twenty", 20, marks=pytest.mark.heavy),
        ("ended", 4),
        pytest.param("bad", 7, marks=pytest.mark.heavy),
        pytest.param("crash", 12, marks=pytest.mark.heavy),
        pytest.param("boots", 10, marks=pytest.mark.heavy),
        ("exhibit", 10),
    ],
)
def test_every_cut_leaves_what_was_confirmed(scenario: str, fewest: int) -> None:
    lines = on_unix(scenario)
    assert [line for line in lines if line.startswith("cut ")] == []
    match = re.fullmatch(r"(\d+) writes, 0 harmed", lines[-1])
    assert match is not None, lines[-1]
    assert int(match[1]) >= fewest


def test_a_full_flash_is_said_once_and_the_game_goes_on() -> None:
    """One notice, the paper up to the end; the tape is what it was when it was kept last."""
    assert on_unix("full")[-2:] == ["1 ВЫ ПРОИГРАЛИ", "True Resumed: 0001-nim.tape"]


def test_a_program_that_takes_all_memory() -> None:
    """A real MemoryError on MicroPython, three times over; then a game as ever."""
    lines = on_unix("memory", "700k")
    assert lines[-1] == "['T=2 L=1']"
    told = [line for line in lines if "OUT OF MEMORY" in line]
    assert len(told) == 3 and lines.count("Shelf None") == 3
    for number, line in enumerate(told, 1):
        assert "power_cuts.py:" in line and f"crash-{number}.tape" in line
