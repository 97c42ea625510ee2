# SPDX-License-Identifier: MIT
"""The figure of Iwase's notes, and the progress of the large table."""

import random
import re
from collections.abc import Iterator

import pytest

from host_tools.emulator.simulator import KEYS, Simulator
from teletype import words
from teletype.core.request import working
from teletype.programs.nim_table import game as nim_table
from teletype.programs.race import dialogue as race
from tests.helpers.drawn import assert_as_anew, bytes_of, picture, screen, shown, tap
from tests.helpers.screen import text
from tests.helpers.sheets import Golden, compare, shot


def test_every_position_has_its_place() -> None:
    """27 labels of 11 x 5 pixels inside the screen, with room for a box, none over another."""
    places = picture(shown("nim-table limit=2"))._places
    taken: set[tuple[int, int]] = set()
    for x, y in places:
        label = {(right, down) for right in range(x, x + 11) for down in range(y, y + 5)}
        assert not label & taken
        taken |= label
        assert x >= 0 and x + 11 <= 128 and y >= 1 and y + 7 < 56
    rows = [[places[int(word, 3)] for word in row.split()] for row in nim_table.DIAGRAM]
    for row in rows:
        assert row == sorted(row) and len({y for _, y in row}) == 1
    tops = [row[0][1] for row in rows]
    assert tops == sorted(set(tops)), "the figure of the notes, row by row"


def test_arrows_keep_clear_of_the_digits() -> None:
    """In the finished figure the digits of every won position are as they were at first."""
    desk = shown("nim-table limit=2")
    tap(desk, "LEFT LEFT LEFT LEFT LEFT")
    places = picture(desk)._places
    first = desk.chip.rows()
    tap(desk, "RIGHT " * 27)
    last = desk.chip.rows()
    table = picture(desk)._table
    lost = 0
    for position, (x, y) in enumerate(places):
        before = [bytes(row[x : x + 11]) for row in first[y : y + 5]]
        after = [bytes(row[x : x + 11]) for row in last[y : y + 5]]
        if table[position] == nim_table.LOST:
            lost += 1
            after = [bytes(1 - pixel for pixel in row) for row in after]
        assert after == before, position
        beside = {x - 1, x + 11} & set(range(128))
        sides = [row[right] for row in last[y : y + 5] for right in beside]
        assert not any(sides) or table[position] == nim_table.LOST, "no arrow touches a digit"
    assert lost == 7


def test_positions_stand_apart() -> None:
    """Three pixels at least, where a digit ends one before the next; a box is whole, too."""
    places = picture(shown("nim-table limit=2"))._places
    for x, y in places:
        assert x > 1 and x + 11 < 128
        assert all(abs(x - other) >= 14 for other, row in places if row == y and other != x)


def test_it_fills_in_by_itself_and_stops() -> None:
    desk = shown("nim-table limit=2")
    tap(desk, "LEFT LEFT LEFT LEFT OK")
    seen = []
    for _ in range(200):
        desk.run(100)
        strip = re.sub(r"^OK:[A-Z]+|▲:MARK$", "", text(desk.chip, 7)).strip()
        if strip and strip not in seen:
            seen.append(strip)
    expected = []
    table = [0] * 27
    for position in nim_table.scan(table, 2):
        word = "".join(map(str, nim_table.heaps(position, 2)))
        target = table[position]
        goal = "".join(map(str, nim_table.heaps(target, 2)))
        expected.append(f"{word} LOST" if target == nim_table.LOST else f"{word}→{goal}")
    assert seen == expected
    assert re.match("OK:RUN .* ▲:MARK$", text(desk.chip, 7))
    full = screen(desk)
    tap(desk, "OK")
    desk.run(20_000)
    assert screen(desk) == full


def test_a_step_on_and_a_step_back() -> None:
    desk = shown("nim-table")
    tap(desk, "LEFT LEFT LEFT LEFT LEFT")
    screens = [screen(desk)]
    for _ in range(27):
        assert bytes_of(desk, "RIGHT") <= 260
        assert_as_anew(desk)
        screens.append(screen(desk))
    assert len(set(screens)) == 28
    for expected in reversed(screens[1:-1]):
        assert bytes_of(desk, "LEFT") <= 260
        assert screen(desk)[: 56 * 128] == expected[: 56 * 128]
    tap(desk, "LEFT")
    assert screen(desk)[: 56 * 128] == screens[0][: 56 * 128]


@pytest.mark.parametrize("wrong", [(), (0,), (5, 13, 26)])
def test_the_exercise_of_the_notes(wrong: tuple[int, ...]) -> None:
    """Each position is marked; what the table does not have is counted and framed."""
    desk = shown("nim-table")
    tap(desk, "UP")
    table = [0] * 27
    for position in nim_table.scan(table, 2):
        word = "".join(map(str, nim_table.heaps(position, 2)))
        assert text(desk.chip, 7).startswith(word)
        lost = (table[position] == nim_table.LOST) != (position in wrong)
        if position == 9:
            tap(desk, "DOWN LEFT")  # once more
            assert text(desk.chip, 7).startswith(word)
        assert bytes_of(desk, "UP" if lost else "DOWN") <= (400 if position < 26 else 2000)
        assert_as_anew(desk)
    assert text(desk.chip, 7).endswith(f"RIGHT: {27 - len(wrong)}/27")
    places = picture(desk)._places
    rows = desk.chip.rows()
    for position, (x, y) in enumerate(places):
        corners = [rows[y + 5][x + 11], rows[y - 1][x + 11]]
        boxed = (table[position] == nim_table.LOST) != (position in wrong)
        assert all(corners) == boxed
        framed = rows[y + 2][x - 2 if x > 1 else x + 12]
        assert framed or position not in wrong
    tap(desk, "UP DOWN LEFT")
    assert "RIGHT" in text(desk.chip, 7)
    tap(desk, "OK")
    desk.run(16_000)
    assert text(desk.chip, 7).startswith("OK:RUN")
    assert_as_anew(desk)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_the_exercise_looks_like(language: str, golden: Golden) -> None:
    desk = shown("nim-table")
    desk.set(language=language)
    desk.app.open(desk.app.sessions.screen)
    desk.run(20)
    tap(desk, "OK")
    images = [shot(desk)]
    tap(desk, "UP UP DOWN DOWN DOWN UP")
    images.append(shot(desk))
    tap(desk, "DOWN " * 22)
    images.append(shot(desk))
    compare(golden, f"nim-table-marked-{language}", images)


@pytest.mark.slow
def test_any_keys() -> None:
    dice = random.Random(7)
    desk = shown("nim-table limit=3")
    for _ in range(400):
        tap(desk, dice.choice(KEYS[:5]))
        desk.run(dice.choice((0, 100, 600)))
        assert_as_anew(desk)
    tap(desk, "BACK BACK")
    assert type(desk.app.activity).__name__ == "Shelf"


def test_the_progress_of_a_long_search_and_its_end() -> None:
    """A growing percentage on the row where the paper goes on; the stop takes its place."""
    desk = Simulator(fast=True)
    desk.serial.typed.append("nim-table limit=40")
    desk.run(10)
    tap(desk, "BACK OK")  # the picture is there first
    seen = []
    while "◊" not in desk.serial.printed:
        desk.run(5)
        figure = text(desk.chip, 0)
        if figure.endswith("%") and figure not in seen:
            seen.append(figure)
    numbers = [int(figure[:3]) for figure in seen]
    assert numbers == sorted(numbers) and len(numbers) > 50 and numbers[-1] >= 95
    assert text(desk.chip, 1).strip() == "◊" and text(desk.chip, 2) == "> a= 7 b= 3 c= 5"


def test_a_line_of_paper_takes_the_place_of_the_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    def counting(setup: object, game: object) -> Iterator[object]:
        for line in ("A", "B"):
            working.total = 200
            for working.done in range(200):
                yield working
            yield line

    monkeypatch.setattr(race.Program, "play", staticmethod(counting))
    desk = Simulator(fast=True)
    desk.serial.typed.append("race")
    desk.run(25)  # the shelf is left, the screen is drawn and sent
    seen = []
    for _ in range(500):
        desk.run(5)
        rows = (text(desk.chip, 0), text(desk.chip, 1), text(desk.chip, 2))
        if rows not in seen:
            seen.append(rows)
    figures = [f"{percent:3} %" for percent in range(100)]
    assert [row[0] for row in seen[: seen.index(("A", "", ""))]] == [*figures, ""]
    assert [row[1] for row in seen if row[0].startswith("A") and row[1].endswith("%")] == figures
    assert text(desk.chip, 7) == "OK:PICTURE" and seen[-1][1].startswith("B")


def test_the_progress_comes_back_and_does_not_stay_for_another_program() -> None:
    desk = Simulator(fast=True)
    desk.serial.typed.append("nim-table limit=60")
    desk.run(100)
    tap(desk, "BACK OK")
    assert text(desk.chip, 0).endswith("%")
    tap(desk, "BACK")
    assert desk.app.sessions.screen.pictured
    assert "%" not in text(desk.chip, 0)
    tap(desk, "BACK")  # the paper stands still
    assert text(desk.chip, 7).startswith("OK:RESUME")
    tap(desk, "OK")
    desk.run(20)
    assert text(desk.chip, 0).endswith("%")
    tap(desk, "BACK BACK BACK")
    desk.serial.typed.append("race n=999 m=9")
    for _ in range(40):
        desk.run(5)
        assert "%" not in text(desk.chip, 0)
