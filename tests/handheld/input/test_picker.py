# SPDX-License-Identifier: MIT
"""The picker and the setup editor: large ranges digit by digit, small ones as a whole."""

import random
from pathlib import Path

import pytest

from host_tools.emulator.pico import Pico
from host_tools.emulator.simulator import KEYS, Simulator
from host_tools.lab.measure.bench import ALLOCATED, SETTLE, START
from tests.helpers.screen import read
from tests.helpers.setup import to_field
from tests.helpers.shelf import to

BID = 10000


@pytest.fixture
def desk() -> Simulator:
    desk = Simulator(fast=True)
    return desk


def picker(desk: Simulator, fields: list[tuple[str, int, int, int]]):  # type: ignore[no-untyped-def]
    """A picker on an empty screen; `fields`: label, low, high, value."""
    from teletype.handheld.activity import Activity
    from teletype.handheld.input.picker import Picker

    class Blank(Activity):
        def draw(self) -> None:
            for row in range(8):
                desk.app.panel.clear(row)

        def takes_keys(self) -> bool:
            return True

        takes_lines = takes_keys

        def tick(self, now: int) -> bool:
            return False

        def key(self, key: int, repeat: int) -> None:
            made.key(key, repeat)

    labels, lows, highs, values = (list(column) for column in zip(*fields, strict=True))
    made = Picker(desk.app, labels, lows, highs, values, "> ")
    desk.app.open(Blank(desk.app))
    desk.run(10)
    made.draw()
    desk.run(10)
    return made


def test_a_thousand_from_nothing_is_two_keys(desk: Simulator) -> None:
    """The hundreds are chosen at first; the digits are shown down from the chosen one."""
    made = picker(desk, [("BID=", 0, BID, 0)])
    assert read(desk.chip, 0) == ("> BID=  000", "0")
    desk.press("LEFT", "UP")
    assert made.values == [1000]
    assert read(desk.chip, 0) == ("> BID= 1000", "1")


def test_the_leading_digit_is_chosen_first(desk: Simulator) -> None:
    picker(desk, [("BID=", 0, BID, 950)])
    assert read(desk.chip, 0) == ("> BID=  950", "9")


def test_digits_carry_and_stay_within_the_bounds(desk: Simulator) -> None:
    made = picker(desk, [("BID=", 5, BID, 950)])
    desk.press("UP")
    assert made.values == [1050]
    desk.press("DOWN", "RIGHT", "DOWN", "DOWN")
    assert made.values == [930]
    desk.press("LEFT", "LEFT", "LEFT", "UP")
    assert made.values == [10000]
    desk.press("UP")
    assert made.values == [10000]
    desk.press("DOWN", "DOWN")
    assert made.values == [5]


def test_left_and_right_go_over_the_digits_to_the_next_field(desk: Simulator) -> None:
    made = picker(desk, [("A=", 0, 9, 3), ("B=", 0, 1000, 0), ("C=", -5, 5, -2)])
    seen = []
    for _ in range(6):
        desk.press("RIGHT")
        seen.append(made.field)
    assert seen == [1, 1, 1, 1, 2, 0]
    desk.press("LEFT", "LEFT", "UP")
    assert made.values == [3, 1, -2]
    assert read(desk.chip, 0) == ("> A=3 B=   1 C=-2", "1")
    desk.press("LEFT", "LEFT", "LEFT", "UP", "LEFT", "DOWN")
    assert made.values == [2, 1000, -2]  # 1001 is too large
    assert read(desk.chip, 0) == ("> A=2 B=1000 C=-2", "2")


def test_below_zero(desk: Simulator) -> None:
    made = picker(desk, [("X=", -999, 999, -7)])
    assert read(desk.chip, 0) == ("> X=  -7", "7")
    desk.press("LEFT", "LEFT", "DOWN")
    assert made.values == [-107]
    assert read(desk.chip, 0) == ("> X=-107", "1")
    desk.press("UP", "RIGHT", "UP")
    assert made.values == [3]
    assert read(desk.chip, 0) == ("> X=  03", "0")
    desk.press("LEFT", "DOWN", *["DOWN"] * 12)
    assert made.values == [-999]


def test_a_small_range_goes_round_and_faster_when_held(desk: Simulator) -> None:
    made = picker(desk, [("L=", 0, 40, 0)])
    desk.press("DOWN")
    assert made.values == [40]
    desk.press("UP")
    assert made.values == [0]
    desk.hold("UP", 1300)
    desk.run(60)
    assert made.values == [40]  # and stays there


def test_any_value_is_near(desk: Simulator) -> None:
    """Any bid from any other with 34 keys at most: half of each digit's ten, and the ways."""
    made = picker(desk, [("BID=", 0, BID, 0)])
    dice = random.Random(1)
    for _ in range(40):
        goal = dice.randrange(BID + 1)
        presses = 0
        for place in (4, 3, 2, 1, 0):
            while made._wheel != place:
                desk.press("LEFT" if made._wheel < place else "RIGHT")
                presses += 1
            step = 10**place
            while abs(goal - made.values[0]) * 2 > step or (place == 0 and goal != made.values[0]):
                desk.press("UP" if goal > made.values[0] else "DOWN")
                presses += 1
        assert made.values == [goal]
        assert presses <= 34


@pytest.mark.parametrize("seed", range(5))
def test_random_keys_show_what_is_picked(desk: Simulator, seed: int) -> None:
    dice = random.Random(seed)
    fields = []
    for label in "ABC"[: dice.randrange(1, 4)]:
        low = dice.choice((0, 1, -9, -2000))
        high = low + dice.choice((1, 30, 999, 1000, 4321))
        fields.append((label + "=", low, high, dice.randrange(low, high + 1)))
    made = picker(desk, fields)
    for key in dice.choices(("UP", "DOWN", "LEFT", "RIGHT"), k=300):
        desk.press(key)
        text, inverse = "", ""
        for row in range(made.rows):
            line = read(desk.chip, row)
            text += " " + line[0]
            inverse += line[1]
        for index, (label, low, high, _) in enumerate(fields):
            value = made.values[index]
            assert low <= value <= high
            shown = text.split(label)[1]
            end = min((shown.find(letter) for letter in "ABC" if letter in shown), default=99)
            assert int(shown[:end].replace(" ", "")) == value
        if made.wheels[made.field]:
            digits = str(abs(made.values[made.field])).rjust(9, "0")
            assert inverse == digits[-1 - made._wheel]
        else:
            assert int(inverse) == made.values[made.field]


def test_a_key_allocates_nothing(firmware_uf2: Path) -> None:
    with Pico(firmware_uf2) as pico:
        pico.boot()
        pico.execute(START + "\n" + SETTLE)
        pico.execute("app.activity.line('nim-table mode=play'); settle()")
        for key in (0, 3):
            assert int(pico.execute(ALLOCATED.format(key=key))) == 0


# the setup editor


def setup_row(desk: Simulator, program: str, field: str) -> None:
    """Opens a setup from the shelf and chooses the row of a field."""
    to(desk, program)
    desk.press("OK")
    to_field(desk, field)


@pytest.mark.parametrize(
    ("width", "labels", "places"),
    [
        # a row has 25 columns, or 14; the prefix takes two, each field its name and a figure
        (128, ["A=", "B="], [(0, 2), (0, 6)]),
        (128, ["x" * 22], [(0, 2)]),  # 2 + 22 + 1: just as many as there are
        (128, ["x" * 23], [(0, 2)]),  # a longer name is shortened
        (128, ["x" * 9, "y" * 11], [(0, 2), (0, 13)]),
        (128, ["x" * 9, "y" * 12], [(0, 2), (1, 2)]),  # the first column stays the sign's
        (128, ["x" * 24, "y="], [(0, 2), (1, 2)]),
        (72, ["x" * 5, "y" * 4, "z="], [(0, 2), (0, 9), (1, 2)]),  # 9 + 4 + 1
        (72, ["x" * 5, "y" * 5, "z="], [(0, 2), (1, 2), (1, 9)]),
    ],
)
def test_fields_stand_where_they_have_room(
    width: int, labels: list[str], places: list[tuple[int, int]]
) -> None:
    desk = Simulator(width, 40 if width == 72 else 64)
    made = picker(desk, [(label, 0, 9, 1) for label in labels])
    assert made._places == places
    assert made.rows == places[-1][0] + 1


@pytest.mark.parametrize(
    ("labels", "places"),
    [
        (["x" * 24], [(0, 0)]),  # without a prefix it is the first on its row, however wide
        (["x" * 24, "y="], [(0, 0), (1, 0)]),
        (["x" * 11, "y" * 11], [(0, 0), (0, 13)]),  # 12 + 1 + 12
        (["x" * 11, "y" * 12], [(0, 0), (1, 0)]),
    ],
)
def test_the_first_field_is_on_the_first_row(
    desk: Simulator, labels: list[str], places: list[tuple[int, int]]
) -> None:
    from teletype.handheld.input.picker import Picker

    count = len(labels)
    made = Picker(desk.app, labels, [0] * count, [9] * count, [1] * count)
    assert made._places == places and made.rows == places[-1][0] + 1


def test_the_rows_around_the_chosen_field_are_seen(desk: Simulator) -> None:
    """Four fields of a row each in two rows; one that comes draws the others anew."""
    from teletype.handheld.input.picker import Picker

    made = Picker(desk.app, ["x" * 20] * 4, [0] * 4, [9] * 4, [1] * 4, most=2)
    firsts = []
    for _ in range(5):
        firsts.append((made.field, made._first))
        made.key(KEYS.index("RIGHT"), 0)
    assert firsts == [(0, 0), (1, 0), (2, 1), (3, 2), (0, 0)]
    made.key(KEYS.index("LEFT"), 0)
    made.key(KEYS.index("LEFT"), 0)
    assert (made.field, made._first) == (3, 2)
    made.key(KEYS.index("LEFT"), 0)
    made.key(KEYS.index("LEFT"), 0)
    assert (made.field, made._first) == (1, 1)


@pytest.mark.parametrize(
    ("value", "up", "repeat", "then"),
    [
        # of 0..20: a key that is held goes by ten from its eighth repeat on, and stops at the ends
        (5, True, 0, 6),
        (5, True, 7, 6),
        (5, True, 8, 15),
        (15, True, 8, 20),
        (20, True, 0, 0),
        (20, True, 1, 20),
        (15, False, 7, 14),
        (15, False, 8, 5),
        (5, False, 8, 0),
        (0, False, 0, 20),
        (0, False, 1, 0),
    ],
)
def test_steps(desk: Simulator, value: int, up: bool, repeat: int, then: int) -> None:
    from teletype.handheld.input.picker import stepped

    assert stepped(value, 0, 20, up, repeat) == then
    assert stepped(value - 20, -20, 0, up, repeat) == then - 20


def test_a_range_below_twenty_has_no_steps_of_ten(desk: Simulator) -> None:
    from teletype.handheld.input.picker import stepped

    assert stepped(5, 0, 19, True, 100) == 6 and stepped(15, 0, 19, False, 100) == 14


def test_round_numbers_up_and_down(desk: Simulator) -> None:
    from teletype.handheld.input.picker import rounder

    found = [0]
    while found[-1] != 1234:
        found.append(rounder(found[-1], 0, 1234, True))
    assert found == [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 1234]
    assert rounder(1234, 3, 1234, True) == 3
    found = [1234]
    while found[-1] != 0:
        found.append(rounder(found[-1], 0, 1234, False))
    assert found == [1234, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0]
    assert rounder(0, 0, 1234, False) == 1234
    assert rounder(7, 6, 99, False) == 6  # 5 is below its range


@pytest.mark.parametrize(
    ("value", "by", "then"),
    [(39, 1, 30), (39, 10, 49), (95, 10, 5), (99, 1, 90), (250, 100, 50), (150, 100, 250)],
)
def test_a_digit_turns_without_its_carry(desk: Simulator, value: int, by: int, then: int) -> None:
    """On to the next one with which the value is within 0..299."""
    from teletype.handheld.input.picker import turned

    assert turned(value, 0, 299, by) == then


def test_a_large_value_is_picked_on_its_row(desk: Simulator) -> None:
    setup_row(desk, "random-walk", "chi")
    assert read(desk.chip, 1)[0] == "start value         50000"
    desk.press("OK")
    assert read(desk.chip, 1) == ("start value         50000", "5")
    desk.press("UP", "RIGHT", "DOWN")
    assert read(desk.chip, 1) == ("start value         59000", "9")
    desk.press("BACK")
    assert desk.app.activity._values["chi"] == 50000
    desk.press("OK", "DOWN", "OK")
    assert desk.app.activity._values["chi"] == 40000
    assert read(desk.chip, 1)[0] == "start value         40000"
    assert "SETUP" in read(desk.chip, 7)[0]
    desk.press("BACK")
    assert "OPEN" in read(desk.chip, 7)[0]


def test_left_and_right_go_to_round_numbers(desk: Simulator) -> None:
    from teletype.handheld.input.picker import rounder

    setup_row(desk, "evolution", "r")
    seen = []
    for key in (*["RIGHT"] * 3, *["LEFT"] * 9):
        desk.press(key)
        seen.append(desk.app.activity._values["r"])
    assert seen == [50, 100, 200, 100, 50, 20, 10, 5, 2, 1, 0, 9999]
    for value in range(1000):
        assert value < rounder(value, 0, 1000, True) <= 2.5 * value or value < 1
        assert value / 2.6 <= rounder(value, 0, 1000, False) < value or value < 2


def test_a_value_that_may_be_left_out(desk: Simulator) -> None:
    setup_row(desk, "evolution", "m1")
    editor = desk.app.activity
    seen = []
    for key in ("RIGHT", "RIGHT", "LEFT", "LEFT", "LEFT", "RIGHT"):
        desk.press(key)
        seen.append(editor._values["m1"])
    assert seen == [3, 4, 3, None, 62, None]


def test_a_choice_goes_round_with_left_and_right(desk: Simulator) -> None:
    setup_row(desk, "logic", "puzzle")
    editor = desk.app.activity
    seen = []
    for key in ("RIGHT", "RIGHT", "RIGHT", "RIGHT", "LEFT"):
        desk.press(key)
        seen.append(editor._values["puzzle"])
    assert seen == ["timetable", "who", None, "vessel", None]


def test_a_refused_setup_says_why_until_the_next_key(desk: Simulator) -> None:
    setup_row(desk, "logic", "puzzle")
    desk.press("DOWN", "DOWN")  # vars without a formula
    desk.app.activity._values["vars"] = "AB"
    desk.press("UP", "UP", "UP", "OK")
    shown = [read(desk.chip, row) for row in range(8)]
    message = " ".join(text for text, inverse in shown[1:] if len(inverse) == 25)
    assert message.startswith("START") and "letter order AB: allowed: with own formula" in message
    desk.press("DOWN")
    assert "letter order AB: there" not in " ".join(read(desk.chip, row)[0] for row in range(8))
    assert read(desk.chip, 2)[0].split() == ["riddle", "vessel"]
