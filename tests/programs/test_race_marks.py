# SPDX-License-Identifier: MIT
"""The reader's exercise of the race: the field is marked by hand, and the machine compares."""

import pytest

from teletype.programs.race import dialogue as program
from tests.helpers.paper import answered
from tests.programs.test_race import book_scan

SPECIAL = {(2, 1), (3, 1), (3, 2), (3, 3), (4, 3), (6, 1)}
"""Of the book's field, N=7 and M=3, by hand: (cell, number before it)."""


def field(n: int, m: int, special: set[tuple[int, int]]) -> list[str]:
    """The answers that mark these points, from the last cell but one down."""
    return [
        " ".join(str(int((cell, p) not in special)) for p in range(1, min(m, cell) + 1))
        for cell in range(n - 1, 0, -1)
    ]


@pytest.mark.parametrize("m", [2, 3, 4])
def test_the_machine_has_the_field_of_the_books_scan(m: int) -> None:
    for n in range(m + 1, 13):
        scan = book_scan(n, m)
        special = {point for point, value in scan.items() if value == 0 and point[0] >= point[1]}
        assert (
            answered(program, f"n={n} m={m} mode=mark", *field(n, m, special))[-1] == "ОШИБОК НЕТ"
        )
        wrong = field(n, m, special ^ {(1, 1), (n - 1, m)})
        assert answered(program, f"n={n} m={m} mode=mark", *wrong)[-1] == "ОШИБОК: 2"


def test_a_row_of_other_numbers_is_asked_for_again() -> None:
    rows = field(7, 3, SPECIAL)
    paper = answered(program, "n=7 m=3 mode=mark", "0 1 2", "-1 1 1", *rows)
    assert paper.count("0 ИЛИ 1") == 2 and paper[-1] == "ОШИБОК НЕТ"
