# SPDX-License-Identifier: MIT
"""The reader's exercise of the race: the field is marked by hand, and the machine compares."""

import pytest

from teletype.core.session import Session
from teletype.core.setup import SetupError, read, split
from teletype.programs.race import dialogue as program
from tests.helpers.paper import until_stop
from tests.programs.test_race import book_scan

SPECIAL = {(2, 1), (3, 1), (3, 2), (3, 3), (4, 3), (6, 1)}
"""Of the book's field, N=7 and M=3, by hand: (cell, number before it)."""


def setup(line: str) -> dict[str, object]:
    return dict(read(program.FIELDS, split(line), program.check))


def marked(line: str, rows: list[str]) -> list[str]:
    """The paper of the exercise, answered with `rows`."""
    session = Session(program.play(setup(line)))
    printed = until_stop(session)
    for row in rows:
        session.answer(row)
        printed += until_stop(session)
    assert session.ended
    return printed


def field(n: int, m: int, special: set[tuple[int, int]]) -> list[str]:
    """The answers that mark these points, from the last cell but one down."""
    return [
        " ".join(str(int((cell, p) not in special)) for p in range(1, min(m, cell) + 1))
        for cell in range(n - 1, 0, -1)
    ]


def test_the_field_of_the_book() -> None:
    paper = marked("n=7 m=3 mode=mark", field(7, 3, SPECIAL))
    assert paper == [
        "ИГРА ГОНКИ ПО ВЕРТИКАЛИ",
        "0 — ОСОБАЯ ТОЧКА, 1 — НЕТ",
        "РАЗМЕТЬТЕ ПОЛЕ САМИ",
        "T=7  0 0 0",
        *("T=6", "T=5", "T=4", "T=3", "T=2", "T=1"),
        "ПОЛЕ МАШИНЫ",
        *("T=6  0 1 1", "T=5  1 1 1", "T=4  1 1 0", "T=3  0 0 0", "T=2  0 1", "T=1  1"),
        "ОШИБОК НЕТ",
    ]


@pytest.mark.parametrize("m", [2, 3, 4])
def test_the_machine_has_the_field_of_the_books_scan(m: int) -> None:
    for n in range(m + 1, 13):
        scan = book_scan(n, m)
        special = {point for point, value in scan.items() if value == 0 and point[0] >= point[1]}
        assert marked(f"n={n} m={m} mode=mark", field(n, m, special))[-1] == "ОШИБОК НЕТ"
        wrong = field(n, m, special ^ {(1, 1), (n - 1, m)})
        assert marked(f"n={n} m={m} mode=mark", wrong)[-1] == "ОШИБОК: 2"


def test_a_row_of_other_numbers_is_asked_for_again() -> None:
    rows = field(7, 3, SPECIAL)
    paper = marked("n=7 m=3 mode=mark", ["0 1 2", "-1 1 1", *rows])
    assert paper.count("0 ИЛИ 1") == 2 and paper[-1] == "ОШИБОК НЕТ"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("n=13 m=3 mode=mark", "mode=mark: not with n=13; allowed: with n 3..12"),
        ("n=12 m=5 mode=mark", "mode=mark: not with m=5; allowed: with m 2..4"),
        ("n=7 m=3 mode=mark style=hard", "style=hard: not together with mode="),
        ("n=7 m=3 mode=mark players=2", "mode"),
        ("n=7 m=3 mode=play", "mode"),
    ],
)
def test_what_is_refused(line: str, said: str) -> None:
    with pytest.raises(SetupError, match=said):
        setup(line)
