# SPDX-License-Identifier: MIT
"""`host_tools counts` on the emulated Pico, over a pseudo-terminal."""

import csv
import itertools
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from host_tools.device import counts_picture
from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.paths import ROOT
from teletype.exhibit import visit_log


def lit(path: Path, colour: tuple[int, int, int]) -> list[int]:
    """How many pixels of a colour there are in each row, from the top; equal rows once."""
    with Image.open(path) as image:
        wide, high = image.size
        data = image.convert("RGB").tobytes()
    rows = [data[3 * wide * y : 3 * wide * (y + 1)] for y in range(high)]
    counted = [sum(row[x : x + 3] == bytes(colour) for x in range(0, 3 * wide, 3)) for row in rows]
    return [count for count, _ in itertools.groupby(counted) if count]


DAY = "on 2 1 100 1 0 1 6 1200 nim=2/1\n"


@pytest.mark.heavy
def test_counts(firmware_uf2: Path, tmp_path: Path) -> None:
    """The sum, the rows and the bars; a damaged line and a day that was cut are left out."""
    files = {
        "exhibit.txt": b"lock=no\n",
        visit_log.DAYS: f"1 {DAY}2 on 3\n2 {DAY}2 {DAY}".encode(),
        visit_log.ALL: b"1 all 2 1 100 1 0 1 6 1200 nim=2/1\n",
        visit_log.NOW: f"3 {DAY}".encode(),
        "counts/now.txt.bad": b"?",
    }
    path, picture = tmp_path / "visits.csv", tmp_path / "visits.png"
    with Pico(firmware_uf2, filesystem=make_filesystem(files)) as pico:
        pico.run(2500)
        port = pico.open_pty()
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "host_tools", "counts", "--port", port),
                *("--csv", str(path), "--png", str(picture)),
            ],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        pico.serve(process)
        out, err = process.communicate()
    assert process.returncode == 0, err
    assert "6 visits, 3 walked away, 50 s on average" in out
    assert "nim: 6 begun, 3 ended" in out and "damaged lines that are ignored: 1" in out
    assert "counts/now.txt.bad is damaged" in out
    rows = list(csv.DictReader(path.open()))
    assert [row["number"] for row in rows if not row["program"]] == ["1", "2", "3"]
    assert rows[1]["program"] == "nim" and rows[1]["starts"] == "2"
    program, days, english, japanese = lit(picture, counts_picture.DARK)
    (rest,) = lit(picture, counts_picture.PALE)
    assert abs(program - rest) <= 2, "nim: 3 of 6 came to their end"
    assert days % 3 == 0, "three days of two visits, as high as each other"
    assert abs(program + rest - english) <= 2 and english == japanese, "and nothing in Russian"


def test_the_bars_of_many_days() -> None:
    """They share bars; nothing is lost, and a bar has the name of its first day."""
    days = [
        visit_log.Line(number, "on" if number < 4 else f"day {number}") for number in range(1, 150)
    ]
    for line in days:
        line.numbers[visit_log.VISITS] = line.number
    bars, together = counts_picture.columns(days)
    assert together == 3 and len(bars) == 50 <= counts_picture.MOST
    assert [bar.name for bar in bars[:3]] == ["#1", "day 4", "day 7"]
    assert sum(bar.visits for bar in bars) == 149 * 150 // 2 and bars[1].visits == 4 + 5 + 6
    assert counts_picture.columns([]) == ([], 1)


def test_a_scale_has_round_steps() -> None:
    assert [counts_picture.step(most) for most in (1, 5, 6, 25, 160, 999)] == [1, 1, 2, 5, 50, 200]
