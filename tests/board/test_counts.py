# SPDX-License-Identifier: MIT
"""`host_tools counts` on the emulated Pico, over a pseudo-terminal."""

import csv
import subprocess
import sys
from pathlib import Path

from handheld import counts
from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.paths import ROOT

DAY = "on 2 1 100 1 0 1 6 1200 nim=2/1\n"


def test_counts(firmware_uf2: Path, tmp_path: Path) -> None:
    """The sum and the rows; a damaged line and a day that was cut are told and left out."""
    files = {
        "exhibit.txt": b"lock=no\n",
        counts.DAYS: f"1 {DAY}2 on 3\n2 {DAY}2 {DAY}".encode(),
        counts.ALL: b"1 all 2 1 100 1 0 1 6 1200 nim=2/1\n",
        counts.NOW: f"3 {DAY}".encode(),
        "counts/now.txt.bad": b"?",
    }
    path = tmp_path / "visits.csv"
    with Pico(firmware_uf2, filesystem=make_filesystem(files)) as pico:
        pico.run(2500)
        port = pico.open_pty()
        process = subprocess.Popen(
            [sys.executable, "-m", "host_tools", "counts", "--port", port, "--csv", str(path)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        pico.serve(process)
        out, err = process.communicate()
    assert process.returncode == 0, err
    assert "6 visits, 3 walked away, 50 s on average" in out
    assert "nim: 6 begun, 3 ended" in out and "1 damaged lines are left out" in out
    assert "counts/now.txt.bad is damaged" in out
    rows = list(csv.DictReader(path.open()))
    assert [row["number"] for row in rows if not row["program"]] == ["1", "2", "3"]
    assert rows[1]["program"] == "nim" and rows[1]["starts"] == "2"
