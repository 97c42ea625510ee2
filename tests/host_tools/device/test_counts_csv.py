# SPDX-License-Identifier: MIT
"""`counts`: the totals, and the CSV, in which a spreadsheet sees names as text."""

import csv
import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from host_tools.__main__ import main
from host_tools.device import counts
from teletype.exhibit import visit_log
from tests.helpers.fleets import one_board


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\t=1"])
def test_nothing_is_a_formula(text: str) -> None:
    line = visit_log.Line(1, text)
    line.add([1] * visit_log.NUMBERS, {text: [1, 0]})
    rows = list(csv.reader(io.StringIO(counts.table([line]))))
    assert [row[1] for row in rows[1:]] == [f"'{text}"] * 2 and rows[2][2] == f"'{text}"
    assert all(not cell.startswith(("=", "+", "-", "@", "\t")) for row in rows for cell in row)


def test_what_is_no_formula_stays() -> None:
    line = visit_log.Line(7, "2026-11-26")
    line.add([1] * visit_log.NUMBERS, {"nim": [3, 2, 0]})
    rows = list(csv.reader(io.StringIO(counts.table([line]))))
    assert (
        rows[1][:2] == ["7", "2026-11-26"]
        and rows[2][2] == "nim"
        and [cell for cell in rows[2][3:] if cell] == ["3", "2", "0"]
    )


def test_only_tables_and_pictures_are_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --all, too, whose files have other names than the command line."""
    invoices = "number,customer\n1,Meyer\n"
    mine = tmp_path / "mine.csv"
    mine.write_text(invoices)
    assert main(["counts", "--csv", str(mine)]) == 2
    assert "not a table of counts" in capsys.readouterr().err
    same = str(tmp_path / "x")
    assert main(["counts", "--csv", same, "--png", same]) == 2
    assert "--csv and --png name the same file" in capsys.readouterr().err
    (tmp_path / "visits-Hall.csv").write_text(invoices)
    (tmp_path / "old-Hall.csv").write_text(counts.table([]))
    monkeypatch.setattr(counts, "read", lambda files: ([], visit_log.Line(0, "all"), []))
    done = one_board(monkeypatch, "Hall")
    monkeypatch.setattr(counts, "Files", lambda link: None)
    for name in ("visits.csv", "old.csv"):
        assert main(["counts", "--all", "--csv", str(tmp_path / name)]) == 0
    assert done[0].endswith("visits-Hall.csv: not a table of counts; name another file")
    assert done[1].startswith("0 visits") and len(done) == 2
    assert (tmp_path / "visits-Hall.csv").read_text() == invoices


def test_the_totals_have_all_languages() -> None:
    """Those of the days that the file of all days does not have yet, Ukrainian included."""
    store: dict[str, bytes] = {}
    for name, number, day, visits in (
        (visit_log.ALL, 3, "all", {"uk": 5}),
        (visit_log.NOW, 4, "2026-11-27", {"uk": 2, "xx": 1}),
    ):
        line = visit_log.Line(number, day)
        line.add([1] * visit_log.NUMBERS, {"nim": [1, 1, 0]}, visits)
        store[name] = line.text().encode()
    files: Any = SimpleNamespace(
        entries=lambda: {
            name: SimpleNamespace(folder=False, size=len(data)) for name, data in store.items()
        },
        read=lambda name, size: store[name],
    )
    _, total, wrong = counts.read(files)
    assert not wrong and total.languages == {"uk": 7, "xx": 1}
    assert total.programs["nim"] == [2, 2, 0]
