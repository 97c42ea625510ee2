# SPDX-License-Identifier: MIT
"""What the drawn pictures are made of: circles, digits, numbers, inverted boxes."""

import random

import pytest

from host_tools.emulator.simulator import Simulator


def lit(desk: Simulator) -> set[tuple[int, int]]:
    desk.app.panel.touch(0, 0, 128, 64)
    desk.app.panel.show()
    rows = desk.chip.rows()
    return {(x, y) for y in range(64) for x in range(128) if rows[y][x]}


@pytest.fixture
def desk() -> Simulator:
    desk = Simulator()
    desk.app.panel.fill(0)
    return desk


@pytest.mark.parametrize("radius", range(1, 8))
def test_circles_are_round(desk: Simulator, radius: int) -> None:
    from teletype.handheld.pictures.shapes import disc, ring

    disc(desk.app.panel, 40, 30, radius)
    full = {(x - 40, y - 30) for x, y in lit(desk)}
    wanted = {
        (x, y)
        for x in range(-radius, radius + 1)
        for y in range(-radius, radius + 1)
        if x * x + y * y <= radius * (radius + 1)
    }
    assert full == wanted == {(y, -x) for x, y in full}
    ring(desk.app.panel, 40, 30, radius)
    edge = {(x - 40, y - 30) for x, y in lit(desk)}
    assert edge < full and (0, 0) not in edge
    assert {(radius, 0), (-radius, 0), (0, radius), (0, -radius)} <= edge
    for x, y in full - edge:  # closed: nothing inside touches the outside
        assert {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} <= full


def test_digits_stand_around_their_middle(desk: Simulator) -> None:
    from teletype.handheld.pictures.shapes import digit

    for value in range(10):
        desk.app.panel.fill(0)
        digit(desk.app.panel, 60, 30, value)
        seen = lit(desk)
        assert {x for x, _ in seen} <= set(range(58, 62))
        assert {y for _, y in seen} == set(range(27, 33))


@pytest.mark.parametrize("value", [0, 1, 9, 10, 42, 99, 100, 999, 12345])
def test_numbers_in_place(value: int) -> None:
    Simulator()
    from teletype.handheld.drawing.glyphs import encode
    from teletype.handheld.pictures.shapes import decimal

    codes = bytearray(b"\x07" * 9)
    count = decimal(codes, 2, 6, value)
    assert count == len(str(value))
    assert codes == b"\x07\x07" + encode(str(value).ljust(6)) + b"\x07"


@pytest.mark.parametrize("seed", range(20))
def test_an_inverted_box_and_nothing_else(desk: Simulator, seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(30):
        desk.app.panel.pixel(dice.randrange(128), dice.randrange(64), 1)
    x, y = dice.randrange(128), dice.randrange(64)
    width, height = dice.randint(1, 128 - x), dice.randint(1, 64 - y)
    before = lit(desk)
    box = {(right, down) for right in range(x, x + width) for down in range(y, y + height)}
    desk.app.panel.flip(x, y, width, height)
    desk.app.panel.show()  # what it marked itself is enough
    rows = desk.chip.rows()
    assert {(a, b) for b in range(64) for a in range(128) if rows[b][a]} == before ^ box
    desk.app.panel.flip(x, y, width, height)
    assert lit(desk) == before
