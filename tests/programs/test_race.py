# SPDX-License-Identifier: MIT
"""The race: the table against the book's scan and a game search, the program against people."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from teletype.core.request import working
from teletype.core.session import Session
from teletype.core.setup import read
from teletype.programs import catalogue
from teletype.programs.race import dialogue as program
from teletype.programs.race.game import Game, Table
from tests.helpers.paper import until_stop


def scanned(n: int, m: int) -> Table:
    table = Table(n, m)
    assert list(table.scan()) == list(range(n, -1, -1))
    return table


def book_scan(n: int, m: int) -> dict[tuple[int, int], int]:
    """Labels 0 to 5 of the listing, with the two mended signs; A[s, x] for s, x from 1."""
    a = {(n, i): 0 for i in range(1, m + 1)}
    for s in range(n - 1, 0, -1):
        for x in range(m, 0, -1):
            tried = r = 0
            while True:
                r += 1
                if r == x:
                    continue
                b = s + r
                if b > n:
                    a[s, x] = 0
                    break
                if a[b, r] == 0:
                    a[s, x] = 1
                    break
                tried += 1
                if tried >= m - 1:
                    a[s, x] = 0
                    break
    return a


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize("n", [*range(3, 41), 99, 100])
def test_the_table_is_that_of_the_books_scan(n: int) -> None:
    for m in range(2, n):
        table = scanned(n, m)
        for (s, x), value in book_scan(n, m).items():
            assert table.special(s, x) == (value == 0), (n, m, s, x)


@pytest.mark.parametrize("m", range(2, 10))
def test_the_table_is_that_of_a_game_search(m: int) -> None:
    """Every cell and last number for N <= 40: special means that the player to move loses."""
    for n in range(m + 1, 41):

        @cache
        def winning(s: int, x: int, n: int = n) -> list[int]:
            numbers = [p for p in range(1, m + 1) if p != x]
            return [p for p in numbers if s + p == n or (s + p < n and not winning(s + p, p))]

        table = scanned(n, m)
        for s in range(n):
            for x in range(m + 1):
                assert table.special(s, x) == (not winning(s, x)), (n, m, s, x)
                assert table.reply(s, x) == min(winning(s, x), default=0), (n, m, s, x)


def points(n: int, m: int) -> set[tuple[int, int]]:
    table = scanned(n, m)
    return {(s, x) for s in range(1, n + 1) for x in range(1, m + 1) if table.special(s, x)}


def row(s: int, m: int) -> set[tuple[int, int]]:
    return {(s, x) for x in range(1, m + 1)}


def test_special_points_of_the_figures() -> None:
    single = {(12, 1), (10, 3), (9, 4), (6, 2), (2, 1)}
    assert points(13, 4) == row(13, 4) | row(8, 4) | row(3, 4) | single
    single = {(11, 1), (9, 3), (7, 1), (5, 3), (3, 1), (1, 3)}
    assert points(12, 3) == row(12, 3) | row(8, 3) | row(4, 3) | single


def winning_starts(n: int, m: int) -> list[int]:
    table = scanned(n, m)
    return [p for p in range(1, m + 1) if p <= n and table.special(p, p)]


def test_the_slip_about_the_first_move() -> None:
    """The book begins with 3 or 4 when N=13, M=4; only 3 wins. Both do for N=8, 18, 28."""
    assert winning_starts(13, 4) == [3]
    for n in (8, 18, 28):
        assert winning_starts(n, 4) == [3, 4]


@pytest.mark.parametrize(
    ("m", "expected"),
    [
        *[(m, list(range(m + 1, 61, m + 1))) for m in (2, 4, 6, 8, 10)],
        (3, list(range(4, 61, 4))),
        (5, [7, 13, 20, 26, 33, 39, 46, 52, 59]),
        (7, [9, 17, 25, 34, 42, 50, 59]),
        (9, [11, 22, 32, 43, 54]),
    ],
)
def test_when_the_machine_lets_the_person_begin(m: int, expected: list[int]) -> None:
    assert [n for n in range(m + 1, 61) if not winning_starts(n, m)] == expected


def machine_at(lines: list[str], cell: int, number: int) -> tuple[int, int]:
    """Where the machine went, read from the paper; what was before if it did not move."""
    for line in lines:
        if line.startswith("T="):
            cell, number = (int(word.split("=")[1]) for word in line.split("  "))
    return cell, number


def begun(n: int, m: int) -> tuple[Session, list[str]]:
    session = Session(program.play({"n": n, "m": m}))
    lines = until_stop(session)
    assert lines[:2] == ["ИГРА ГОНКИ ПО ВЕРТИКАЛИ", "ВАШ СОПЕРНИК — ЭВМ МИР"]
    return session, lines


@pytest.mark.parametrize("m", range(2, 7))
def test_no_legal_line_beats_the_machine(m: int) -> None:
    for n in range(m + 1, 21):
        pending: list[list[tuple[int, int]]] = [[]]
        ended = 0
        while pending:
            answers = pending.pop()
            session, lines = begun(n, m)
            cell, number = machine_at(lines, 0, 0)
            for answer in answers:
                session.answer_values(answer)
                lines = until_stop(session)
                # the rules, by the paper: the machine moves 1..M, not the person's number
                before = answer[0]
                cell, number = machine_at(lines, before, 0)
                if before <= n:
                    assert 1 <= number <= m and number != answer[1] and cell == before + number
                    assert cell <= n
            if session.ended:
                ended += 1
                assert lines[-1] == "ВЫ ПРОИГРАЛИ"
                assert (cell == n) != (answers[-1][0] > n)
                continue
            first = not number
            assert lines[-1] == ("ВАШ ПЕРВЫЙ ХОД" if first else "ВАШ ХОД")
            assert first == (not answers and not winning_starts(n, m))
            for p in range(1, m + 1):
                if p != number:
                    assert cell + p != n, "the person could win"
                    pending.append([*answers, (cell + p, p)])
        assert ended > 0


def lost_starts() -> Iterator[tuple[int, int]]:
    for m in range(2, 5):
        yield from ((n, m) for n in range(m + 1, 13) if not winning_starts(n, m))


def replies(table: Table, m: int, cell: int, last: int) -> list[int]:
    """The numbers that win, each tried."""
    numbers = range(1, min(m, table.cells - cell) + 1)
    return [p for p in numbers if p != last and table.special(cell + p, p)]


@pytest.mark.parametrize(("n", "m"), list(lost_starts()))
def test_a_lost_machine_leaves_the_fewest_winning_numbers(n: int, m: int) -> None:
    """Every legal answer in `style=hard`: who loses is who has erred last."""
    table = scanned(n, m)
    pending: list[list[tuple[int, int]]] = [[]]
    ends = set()
    while pending:
        answers = pending.pop()
        session = Session(program.play({"n": n, "m": m, "style": "hard"}))
        lines = until_stop(session)
        before = last = 0
        for answer in answers:
            before, last = answer
            session.answer_values(answer)
            lines = until_stop(session)
        won = before > n or not table.special(before, last)
        if session.ended and before >= n:
            assert lines == ["ВЫ ВЫИГРАЛИ" if before == n else "ВЫ ПРОИГРАЛИ"]
            ends.add(lines[-1])
            continue
        cell, number = machine_at(lines, before, 0)
        assert number != last and cell == before + number
        if session.ended:
            assert lines[-1] == ("ВЫ ПРОИГРАЛИ" if cell == n else "ВЫ ВЫИГРАЛИ")
            assert (cell == n) == won and (won or before == n - 1)
            continue
        left = len(replies(table, m, cell, number))
        numbers = [p for p in range(1, min(m, n - before) + 1) if p != last]
        assert left == min(len(replies(table, m, before + p, p)) for p in numbers)
        assert (left == 0) == won
        pending.extend([*answers, (cell + p, p)] for p in range(1, m + 1) if p != number)
    assert "ВЫ ВЫИГРАЛИ" in ends


@pytest.mark.parametrize(("n", "m"), [(13, 4), (14, 6), (9, 3)])
def test_a_game_judges_each_move(n: int, m: int) -> None:
    @cache
    def wins(cell: int, last: int) -> bool:
        numbers = [number for number in range(1, min(m, n - cell) + 1) if number != last]
        return any(cell + number == n or not wins(cell + number, number) for number in numbers)

    game = Game({"n": n, "m": m, "players": 2})
    for cell, last, number in product(range(n), range(m + 1), range(1, m + 1)):
        game.cell, game.number = cell, last
        *_, verdict = game.judge((cell + number, number))
        if number == last:
            assert verdict is None
            continue
        reached = cell + number
        good = reached == n or (reached < n and not wins(reached, number))
        could, better, note = verdict
        assert could == wins(cell, last) and note == ""
        assert (better is not None) == (could and not good)
        if better is not None:
            to, by = better
            assert game.legal(better) and (to == n or not wins(to, by))
        *_, hint = game.hint()
        assert (hint is not None) == could


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        (((2, 2), (3, 1), (5, 2)), 1),
        (((2, 2), (5, 3)), -1),
        (((3, 3), (4, 1), (6, 2)), -1),  # beyond the end
        (((1, 1), (3, 2), (4, 1), (7, 3)), 1),
    ],
)
def test_who_has_won(moves: tuple[tuple[int, int], ...], result: int) -> None:
    game = Game({"n": 5, "m": 3, "players": 2})
    for at, move in enumerate(moves):
        assert (game.finished, game.result, game.turn) == (0, None, at % 2)
        assert game.legal(move)
        game.do(move)
    assert (game.finished, game.result) == (1, result)
    assert game.path == [(0, 0), *moves] and game.last == moves[-1] and game.moves == len(moves)


def test_who_begins() -> None:
    for line, first in (("n=15 m=6", 1), ("n=14 m=6", 0), ("n=14 m=6 style=hard", 1)):
        game = Game(catalogue.prepare("race", line)[1])
        assert set(game.prepare()) == {None}
        assert game.turn == first, line


def test_a_machine_that_must_step_over() -> None:
    """One cell is left and the person has just moved by one: the shortest other step."""
    assert scanned(9, 4).hardest(8, 1) == 2


def test_the_order_of_the_checks() -> None:
    for n, m in [(15, 6), (5, 3), (13, 4), (14, 6), (7, 2)]:
        session, lines = begun(n, m)
        cell, number = machine_at(lines, 0, 0)
        for t in range(-2, n + m + 3):
            for p in range(-2, m + 3):
                if t - p != cell or p == number or not 1 <= p <= m:
                    session.answer_values((t, p))
                    assert until_stop(session) == ["ВЫ ОШИБЛИСЬ"], (n, m, t, p)
                    assert not session.ended
        session.answer_values((10**40, 1))
        assert until_stop(session) == ["ВЫ ОШИБЛИСЬ"]
        session.answer_values((cell + 2, 2))
        assert until_stop(session)[0] == "ДЕЛАЮ СВОЙ ХОД"


@pytest.mark.parametrize(("n", "m"), [(999, 9), (999, 998), (999, 2), (998, 997)])
def test_the_longest_strips_are_computed_in_slices(n: int, m: int) -> None:
    session = Session(program.play({"n": n, "m": m}))
    slices = 0
    while session.step() is working:
        slices += 1
    assert slices >= n // 32


def test_a_table_takes_two_bytes_a_row() -> None:
    rows = Table(999, 998).rows
    assert len(rows) * rows.itemsize == 2000


@pytest.mark.parametrize(("n", "m"), [("3", "2"), ("999", "998"), ("999", "2")])
def test_setup_at_the_bounds(n: str, m: str) -> None:
    setup = read(program.FIELDS, [("m", m), ("n", n)], program.check)
    assert setup == {"n": int(n), "m": int(m), "style": None, "mode": None, "players": None}
