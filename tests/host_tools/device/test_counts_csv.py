# SPDX-License-Identifier: MIT
"""`counts --csv`: a spreadsheet sees a board's names of days and programs as text."""

import csv
import io

import pytest

from host_tools.device import counts
from teletype.exhibit import visit_log


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
