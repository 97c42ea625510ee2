# SPDX-License-Identifier: MIT
"""The picture of the random walk: every point, every bar and every line of the histogram."""

import random
import re
from fractions import Fraction
from math import comb

import pytest

from host_tools.emulator.simulator import KEYS, Simulator
from teletype import words
from teletype.core.setup import read, split
from teletype.programs.random_walk import dialogue as program
from teletype.programs.random_walk.walk import Walk, threshold
from tests.helpers.screen import text

LEFT, MIDDLE, FLOOR, PEAK = 19, 28, 47, 4

LINES = (
    "",
    "time=100",
    "time=50 p=0.9",
    "time=100 p=1",
    "time=100 p=0 nu=1000000000 lambda=69069 mu=1 sample=5",
    "time=99 sample=3000 nu=1000000000 lambda=69069 mu=12345",
    "time=100 sample=1",
    "time=1 sample=7",
    "time=5 p=1 sample=3",
    "time=0 sample=1",
    "time=9 nu=1 chi=0 lambda=1 mu=1 p=0 sample=4",
)


def show(line: str) -> tuple[Simulator, dict[str, int]]:
    """The picture when all is printed."""
    desk = Simulator(fast=True)
    desk.say("random-walk " + line, rest=20)
    return desk, read(program.FIELDS, split(line))


def positions(setup: dict[str, int]) -> list[int]:
    nu = setup["nu"]
    walk = Walk(setup["chi"], setup["lambda"], setup["mu"], nu, threshold(setup["p"], nu))
    at = [0]
    for _ in range(setup["time"]):
        at.append(at[-1] + walk.go(1))
    return at


def table(desk: Simulator) -> dict[int, int]:
    rows = [line for line in desk.serial.printed.splitlines() if len(line) == 28]
    return {int(row[:8]): int(row[8:16]) for row in rows[1:]}


@pytest.mark.parametrize("line", LINES)
def test_every_point_of_the_walk_is_on_its_place(line: str) -> None:
    desk, setup = show(line)
    desk.press("OK")
    at = positions(setup)
    far = int(text(desk.chip, 0)[:3].strip("+"))
    assert text(desk.chip, 6)[:3].strip(" ") == f"-{far}" and text(desk.chip, 3)[:3] == "  0"
    assert max(map(abs, at)) <= far * (MIDDLE - 1) // (MIDDLE - 4)
    step = min(10, (126 - LEFT) // max(1, setup["time"]))
    rows = desk.chip.rows()
    for t, x in enumerate(at[:-2]):  # the point covers the last ones
        y = MIDDLE - x * (MIDDLE - 4) // far
        assert rows[y][LEFT + t * step], (t, x)
    if setup["time"]:
        assert text(desk.chip, 7).split()[-2:] == [f"t={setup['time']}", f"x={at[-1]}"]


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_axes_have_names(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the histogram and of the walk; they are apart from the numbers."""
    desk, _ = show("")
    desk.app.speak(language)
    walk = desk.app.sessions.screen.picture
    names = type(walk).draw.__globals__
    drawn = names["draw_text"]
    told: list[tuple[int, int, int, str]] = []

    def record(panel: object, row: int, x: int, said: str) -> None:
        told.append((row, x, drawn(panel, row, x, said), said))

    monkeypatch.setitem(names, "draw_text", record)
    count, place, time = [words.text(f"WALK_{name}") for name in ("COUNT", "PLACE", "TIME")]
    for named in ({(0, f"19 {count}"), (6, place)}, {(0, place), (6, time)}):
        told.clear()
        walk.draw()
        assert named <= {(row, said) for row, _, _, said in told}
        for row, x, end, said in told:
            others = [each for each in told if each[0] == row and each[3] != said]
            assert end <= 128 and all(end <= left or right <= x for _, left, right, _ in others)
        desk.press("OK")


@pytest.mark.parametrize("time", [9, 10, 37, 100])
def test_every_tenth_step_has_a_mark(time: int) -> None:
    """A walk that only goes up leaves the row below the axis free for them."""
    desk, _ = show(f"time={time} p=1")
    desk.press("OK")
    step = min(10, (126 - LEFT) // time)
    row = desk.chip.rows()[MIDDLE + 1]
    marks = [x for x in range(LEFT, desk.chip.width) if row[x]]
    assert marks == [LEFT + t * step for t in range(10, time + 1, 10)]


@pytest.mark.parametrize("line", LINES)
def test_bars_and_what_is_expected(line: str) -> None:
    desk, setup = show(line)
    time, sample = setup["time"], setup["sample"]
    counts = table(desk)
    assert sum(counts.values()) in (0, sample)
    up = min(Fraction(threshold(setup["p"], setup["nu"]) + 1, setup["nu"]), Fraction(1))
    binomial: dict[int, Fraction] = {
        2 * ups - time: sample * comb(time, ups) * Fraction(up**ups * (1 - up) ** (time - ups))
        for ups in range(time + 1)
    }
    picture = desk.app.sessions.screen.picture
    peak = Fraction(picture._peak, 100)
    highest = max(*binomial.values(), *map(Fraction, counts.values()))
    assert abs(peak - highest) <= Fraction(1, 100)
    assert str(int(peak + Fraction(1, 2))) in re.findall(r"\d+", text(desk.chip, 0))
    rows = desk.chip.rows()
    shown = range(picture._low, picture._high + 1)
    assert all(x in shown for x, value in counts.items() if value)
    assert all(x in shown for x, value in binomial.items() if value / peak > Fraction(1, 50))
    for x, value in binomial.items():
        if x not in shown:
            continue
        left = picture._bar(x)
        assert left >= 0 and left + max(1, picture._pitch - 1) <= 128
        lit = [rows[y][left] for y in range(8, FLOOR)]  # the number of the peak is above
        bar = int(counts.get(x, 0) * (FLOOR - PEAK) / peak + Fraction(1, 2))
        line_at = FLOOR - int(value * (FLOOR - PEAK) / peak + Fraction(1, 2))
        wanted = [y >= FLOOR - bar for y in range(8, FLOOR)]
        wrong = [8 + at for at in range(len(lit)) if bool(lit[at]) != wanted[at]]
        assert wrong == [y for y in wrong if abs(y - line_at) <= 1] and len(wrong) <= 2, (x, bar)


@pytest.mark.parametrize("line", LINES[:6])
def test_drawn_piece_by_piece_it_is_as_drawn_at_once(line: str) -> None:
    desk = Simulator()
    desk.serial.typed.append("random-walk " + line)
    desk.run(10)
    dice = random.Random(1)
    for _ in range(12):
        desk.run(dice.randrange(20_000), step=10)
        desk.app.fast = dice.randrange(4) == 0
        if dice.randrange(3) == 0:
            desk.press("OK")
        before = desk.chip.rows()
        desk.app.sessions.screen.picture.draw()
        desk.app.panel.show()
        assert desk.chip.rows() == before


def test_a_step_costs_few_bytes() -> None:
    desk = Simulator()
    desk.serial.typed.append("random-walk")
    desk.run(5010)
    desk.chip.reset_counters()
    desk.run(16_000)  # ten lines
    assert 0 < desk.chip.wire_bytes <= 10 * 80


def test_the_paper_goes_on_behind_it_and_comes_back() -> None:
    desk = Simulator(fast=True)
    desk.say("random-walk time=5")
    assert "OK:WALK" in text(desk.chip, 7), "it is there first"
    desk.press("BACK", "OK")  # the paper to look back at, and on
    paper = [text(desk.chip, row).rstrip(" ◊") for row in range(8)]  # it blinks
    assert paper[7].split() == ["OK:SETUP", "BACK:PICTURE"]
    desk.press("BACK")
    assert "OK:WALK" in text(desk.chip, 7)
    desk.press("BACK", "OK")
    assert [text(desk.chip, row).rstrip(" ◊") for row in range(8)] == paper


def test_right_lets_the_line_be_there_at_once() -> None:
    """A line of 16 characters and its feed take 1700 ms; held, RIGHT prints all 38 lines."""
    desk = Simulator()
    desk.serial.typed.append("random-walk")
    desk.run(100)
    steps = desk.app.sessions.screen.picture
    assert text(desk.chip, 7).startswith("OK:TABLE ►")
    for _ in range(4):
        before = steps._t
        desk.press("RIGHT")
        assert steps._t == before + 1
    desk.hold("RIGHT", 1500)
    desk.settle()
    assert desk.app.sessions.screen.ended and text(desk.chip, 7).startswith("OK:WALK")
    desk.press("OK")
    assert text(desk.chip, 7).startswith("OK:TABLE  "), "there is nothing to be hurried"


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_keys(seed: int) -> None:
    dice = random.Random(seed)
    desk = Simulator()
    for line in LINES:
        desk.app.fast = dice.randrange(2) == 0
        desk.app.shelf()
        desk.serial.typed.append("random-walk " + line)
        desk.run(10)
        for key in dice.choices(KEYS[:5] + ("BACK",), k=100):
            desk.press(key)
    assert desk.chip.unknown == []
