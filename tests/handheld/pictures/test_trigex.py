# SPDX-License-Identifier: MIT
"""The drawn board of Trigex: the cursor's ways, the answers, the stones."""

import random
import re
from itertools import combinations
from math import dist

import pytest

from host_tools.emulator.simulator import KEYS
from teletype.engines.trigex import LINES
from tests.helpers.drawn import (
    answer,
    assert_as_anew,
    bytes_of,
    last_answer,
    picture,
    says,
    screen,
    shown,
    tap,
)
from tests.helpers.screen import text


def ways(start: int) -> dict[int, str]:
    """The keys that lead from a field to each of the nine."""
    from teletype.handheld.pictures.trigex import neighbour

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
    """On 128 by 64 pixels: lines straight to half a pixel, fields apart, other lines away."""
    shown("trigex")  # the modules of the firmware need the desk's clock
    from teletype.handheld.pictures.trigex import PLACES as places
    from teletype.handheld.pictures.trigex import SPANS

    def offset(field: int, ends: tuple[int, int]) -> float:
        (x1, y1), (x2, y2), (x, y) = places[ends[0]], places[ends[1]], places[field]
        return abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / dist((x1, y1), (x2, y2))

    for first, second in combinations(range(1, 10), 2):
        assert dist(places[first], places[second]) > 12
    for field in range(1, 10):
        x, y = places[field]
        assert 5 <= x < 123 and 5 <= y <= 50  # a circle fits, above the row that tells the keys
    for line, ends in zip(LINES, SPANS, strict=True):
        lengths = {dist(places[a], places[b]): {a, b} for a, b in combinations(line, 2)}
        assert lengths[max(lengths)] == set(ends)
        for field in range(1, 10):
            assert offset(field, ends) < 0.5 if field in line else offset(field, ends) > 7.4


def test_a_direction_leads_that_way() -> None:
    shown("trigex")
    from teletype.handheld.pictures.trigex import PLACES, neighbour

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


@pytest.mark.parametrize("field", range(1, 10))
def test_ok_sends_the_field_under_the_cursor(field: int) -> None:
    desk = shown("trigex m=2")
    cursor = picture(desk)._cursor
    tap(desk, ways(cursor)[field])
    assert text(desk.chip, 7).startswith(f"OK:L={field}")
    answer(desk, "OK")
    assert last_answer(desk) == f"L={field}"
    refused = "ВЫ ОШИБЛИСЬ" in desk.serial.printed
    assert refused == (field == 2)
    assert list(picture(desk)._owner).count(2) == (not refused)


def test_a_refused_field_stays_as_it_was() -> None:
    desk = shown("trigex")
    before = screen(desk)
    begun = picture(desk)._cursor
    answer(desk, ways(begun)[1] + " OK")
    assert says(desk, 6, "ВЫ ОШИБЛИСЬ")
    tap(desk, ways(1)[begun])
    rows = slice(0, 48 * 128)
    assert screen(desk)[rows] == before[rows]
    desk.serial.typed.append("12345678901234567890")
    desk.run(20)
    desk.settle()
    desk.run(1100)
    assert list(picture(desk)._owner) == [0, 1] + [0] * 8


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
    owner = picture(desk)._owner
    assert {field for field in range(1, 10) if owner[field] == 1} == own
    assert {field for field in range(1, 10) if owner[field] == 2} == theirs


def test_few_bytes_for_a_move_of_the_cursor() -> None:
    desk = shown("trigex")
    assert max(bytes_of(desk, key) for key in ("DOWN", "RIGHT", "UP", "RIGHT", "RIGHT")) <= 200
