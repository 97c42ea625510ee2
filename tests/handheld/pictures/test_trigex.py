# SPDX-License-Identifier: MIT
"""The drawn board of Trigex: the cursor's ways, the answers, the stones."""

import random
import re
from itertools import combinations
from math import dist
from types import SimpleNamespace

import pytest

from host_tools.emulator.simulator import KEYS, Simulator
from teletype.programs.trigex.game import EMPTY, LINES, OTHER, OWN
from teletype.words import LANGUAGES
from tests.helpers.drawn import (
    answer,
    assert_as_anew,
    bytes_of,
    last_answer,
    picture,
    screen,
    shown,
    tap,
)
from tests.helpers.screen import read, text
from tests.helpers.sheets import Golden, compare, shot


def ways(start: int) -> dict[int, str]:
    """The keys that lead from a field to each of the nine."""
    from teletype.programs.trigex.picture import neighbour

    found = {start: ""}
    queue = [start]
    for field in queue:
        for index, key in enumerate(KEYS[:4]):
            other = neighbour(field, index)
            if other not in found:
                found[other] = f"{found[field]} {key}"
                queue.append(other)
    return found


def test_every_field_is_a_few_keys_from_every_other() -> None:
    shown("trigex")  # the modules of the firmware need the desk's clock
    for start in range(1, 10):
        found = ways(start)
        assert sorted(found) == list(range(1, 10))
        assert max(len(keys.split()) for keys in found.values()) <= 4


def test_the_drawing_is_straight_and_readable() -> None:
    """On 128 by 64 pixels: lines straight to 0.6 of a pixel, fields apart, other lines away."""
    shown("trigex")  # the modules of the firmware need the desk's clock
    from teletype.programs.trigex.picture import PLACES as places
    from teletype.programs.trigex.picture import SPANS

    def offset(field: int, ends: tuple[int, int]) -> float:
        (x1, y1), (x2, y2), (x, y) = places[ends[0]], places[ends[1]], places[field]
        along = (x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)
        if not 0 <= along <= dist((x1, y1), (x2, y2)) ** 2:
            return min(dist((x, y), (x1, y1)), dist((x, y), (x2, y2)))
        return abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / dist((x1, y1), (x2, y2))

    for first, second in combinations(range(1, 10), 2):
        assert dist(places[first], places[second]) >= 13
    for field in range(1, 10):
        x, y = places[field]
        assert 5 <= x < 90 and 5 <= y <= 50  # a circle fits, above the keys, beside the list
    for line, ends in zip(LINES, SPANS, strict=True):
        lengths = {dist(places[a], places[b]): {a, b} for a, b in combinations(line, 2)}
        assert lengths[max(lengths)] == set(ends)
        for field in range(1, 10):
            assert offset(field, ends) < 0.6 if field in line else offset(field, ends) > 7.1


def test_a_direction_leads_that_way() -> None:
    shown("trigex")
    from teletype.programs.trigex.picture import PLACES, neighbour

    moves = 0
    for field in range(1, 10):
        for index, (right, down) in enumerate(((0, -1), (0, 1), (-1, 0), (1, 0))):
            other = neighbour(field, index)
            across = PLACES[other][0] - PLACES[field][0]
            along = PLACES[other][1] - PLACES[field][1]
            ahead = across * right + along * down
            assert other == field or ahead >= abs(across * down + along * right) / 2
            moves += other != field
    assert moves >= 24


def chosen(desk: Simulator) -> int:
    """Return the point whose lines are lit in the list."""
    top = desk.chip.rows()
    lit = [top[8 * (at % 5)][(112 if at > 4 else 95) - 1] > 0 for at in range(len(LINES))]
    (point,) = (one for one in range(1, 10) if [one in line for line in LINES] == lit)
    return point


@pytest.mark.parametrize("field", (1, *range(3, 10)))
def test_ok_sends_the_field_under_the_cursor(field: int) -> None:
    desk = shown("trigex m=2")
    cursor = chosen(desk)
    tap(desk, ways(cursor)[field])
    assert text(desk.chip, 7).startswith(f"OK:L={field}")
    answer(desk, "OK")
    assert last_answer(desk) == f"L={field}"
    assert "ВЫ ОШИБЛИСЬ" not in desk.serial.printed
    assert picture(desk).game.fields.count(OTHER) == 1


def test_a_taken_field_is_refused_before_ok() -> None:
    """The last row says whose it is; OK held still leads to the lines."""
    desk = shown("trigex m=2")
    printed = desk.serial.printed
    assert text(desk.chip, 5).endswith("MIR")
    tap(desk, ways(chosen(desk))[2])
    assert text(desk.chip, 7).startswith("TAKEN: MIR")
    answer(desk, "OK")
    assert desk.serial.printed == printed
    answer(desk, ways(2)[6] + " OK")
    field = chosen(desk)
    tap(desk, ways(field)[6])
    assert text(desk.chip, 7).startswith("TAKEN: YOU")
    desk.hold("OK", 1000)
    desk.run(100)
    assert not text(desk.chip, 5).endswith("MIR"), "the lines, without the legend of the board"
    assert last_answer(desk) == "L=6"


@pytest.mark.parametrize("taken", range(1, 10))
def test_the_cursor_leaves_a_taken_point_for_the_nearest_free_one(taken: int) -> None:
    drawn = picture(shown("trigex players=2"))
    from teletype.programs.trigex.picture import PLACES

    fields, request = drawn.game.fields, SimpleNamespace(player=drawn.who)
    for free in combinations([field for field in range(1, 10) if field != taken], 2):
        for field in range(1, 10):
            fields[field] = EMPTY if field in free else OWN
        drawn._cursor = taken
        drawn.ask(request)
        nearest = min(free, key=lambda field: dist(PLACES[field], PLACES[taken]))
        assert drawn._cursor == nearest, free


def test_the_legend_says_who_is_who() -> None:
    desk = shown("trigex m=2")
    assert [text(desk.chip, row)[-3:] for row in (5, 6)] == ["MIR", "YOU"]
    desk = shown("trigex players=2")
    assert read(desk.chip, 5)[1].endswith("A") and text(desk.chip, 6).endswith("YOUR MOVE")
    answer(desk, "OK")
    assert read(desk.chip, 5)[1].endswith("B")


def test_a_refused_field_stays_as_it_was() -> None:
    desk = shown("trigex")
    before = screen(desk)
    begun = chosen(desk)
    desk.say("1", rest=1100)
    assert text(desk.chip, 6).endswith("WRONG MOVE")
    tap(desk, ways(1)[begun])
    rows = slice(0, 40 * 128)
    assert screen(desk)[rows] == before[rows]
    desk.say("12345678901234567890", rest=1100)
    assert picture(desk).game.fields == [EMPTY, OWN] + [EMPTY] * 8


@pytest.mark.parametrize("seed", range(6))
def test_any_keys_and_the_board_is_that_of_the_paper(seed: int) -> None:
    dice = random.Random(seed)
    desk = shown(f"trigex m={seed % 3 + 1}")
    for _ in range(200):
        key = dice.choice(KEYS[:4] * 2 + KEYS[4:5])
        if desk.app.sessions.screen.session.ended:
            break
        if key == "OK":
            answer(desk, key)
        else:
            tap(desk, key)
        if desk.app.sessions.screen.pictured:
            assert_as_anew(desk)
    printed = desk.serial.printed
    own = {int(field) for field in re.findall(r"^N=(\d)", printed, re.MULTILINE)}
    given = re.findall(r"◊ L=(\d)\n(.*)", printed)
    theirs = {int(field) for field, next_ in given if next_ != "ВЫ ОШИБЛИСЬ"}
    fields = picture(desk).game.fields
    assert {field for field in range(1, 10) if fields[field] == OWN} == own
    assert {field for field in range(1, 10) if fields[field] == OTHER} == theirs


def test_few_bytes_for_a_move_of_the_cursor() -> None:
    """Fewer than 400 kHz carry in 15 ms, though up to six lines change."""
    desk = shown("trigex")
    sent = [bytes_of(desk, key) for key in KEYS[:4] * 10]
    assert max(sent) <= 660


def hold(desk: Simulator) -> None:
    desk.hold("OK", 600)
    desk.run(50)


def test_the_lines_through_the_chosen_field_are_lit_in_the_list() -> None:
    desk = shown("trigex m=3")
    from teletype.programs.trigex.picture import neighbour

    cursor = chosen(desk)
    for key in ["UP", "LEFT", "DOWN", "RIGHT", "RIGHT", "UP", "LEFT", "LEFT", "DOWN", "DOWN"]:
        tap(desk, key)
        cursor = neighbour(cursor, KEYS.index(key))
        for index, line in enumerate(LINES):
            x = 112 if index > 4 else 95
            lit = desk.chip.rows()[8 * (index % 5)][x - 1]
            assert bool(lit) == (cursor in line)
        assert_as_anew(desk)


def test_ok_held_leads_round_and_answers_nothing() -> None:
    desk = shown("trigex")
    board = screen(desk)
    for row, told in ((7, "OK-:CHEAT SHEET"), (7, "OK-:BOARD"), (7, "OK-:LINES")):
        hold(desk)
        assert text(desk.chip, row).endswith(told)
        assert_as_anew(desk)
    assert screen(desk) == board and "◊ L=" not in desk.serial.printed
    hold(desk)
    tap(desk, "LEFT")
    answer(desk, "OK")
    assert last_answer(desk).startswith("L=")
    assert text(desk.chip, 7).startswith(("OK:L=", "TAKEN"))


@pytest.mark.parametrize("line", ["trigex first=you", "trigex players=2"])
def test_without_the_machine_s_first_move_there_is_no_cheat_sheet(line: str) -> None:
    """Its table is of games that the machine begins: the list of lines leads back to the board."""
    desk = shown(line)
    board = screen(desk)
    hold(desk)
    assert text(desk.chip, 7).endswith("OK-:BOARD")
    hold(desk)
    assert screen(desk) == board


def test_the_crib_is_table_1_and_marks_this_game() -> None:
    """002:260, row by row; the machine began on 2, the person has answered 6."""
    desk = shown("trigex m=2")
    tap(desk, ways(chosen(desk))[6])
    answer(desk, "OK")
    assert "N=1" in desk.serial.printed
    hold(desk)
    hold(desk)
    rows = [text(desk.chip, row) for row in (2, 3, 4)]
    table = [row[7:].ljust(18)[::2].replace("·", "0") for row in rows]
    assert table == ["032322633", "301111334", "210162221"]
    lit = [desk.chip.rows()[24][34 + 10 * column] for column in range(9)]
    assert lit == [0, 0, 0, 0, 0, 1, 0, 0, 0], "the machine's answer to 6"
    assert text(desk.chip, 5) == "You took 6: it takes 1."


def test_the_line_that_has_won_blinks() -> None:
    desk = shown("trigex")
    for field in (2, 4, 5):
        if desk.app.sessions.screen.ended:
            break
        tap(desk, ways(chosen(desk))[field])
        answer(desk, "OK")
    while not desk.app.sessions.screen.ended:
        answer(desk, "OK")
    game = picture(desk).game
    assert all(game.fields[field] == OWN for field in LINES[game.line])
    seen = set()
    for _ in range(12):
        desk.run(100)
        seen.add(screen(desk))
    assert len(seen) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_looks_like(language: str, golden: Golden) -> None:
    images = []
    desk = Simulator()
    desk.set(language=language, messages="translated", speed="fast")
    desk.say("trigex", rest=1100)
    images.append(shot(desk))
    tap(desk, ways(chosen(desk))[6])
    answer(desk, "OK")
    tap(desk, ways(chosen(desk))[7])
    for _ in range(3):
        images.append(shot(desk))
        hold(desk)
    tap(desk, ways(chosen(desk))[1])
    answer(desk, "OK")
    images.append(shot(desk))
    compare(golden, f"trigex-list-{language}", images)
