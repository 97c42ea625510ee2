# SPDX-License-Identifier: MIT
"""The finder's drawings and files under CPython; the rest is tried on the emulated Pico."""

import importlib
import itertools
import runpy
import sys
from typing import Any

import pytest

from host_tools import paths
from host_tools.emulator.simulator import KEYS, Simulator
from teletype import board_reader

HAS = {"CHIP": "RP2040", "BUTTONS": dict(zip(KEYS, range(6), strict=True))}

MIDDLES = {"UP": 27, "DOWN": 27, "LEFT": 9, "RIGHT": 45}
"""The column that halves each arrow."""


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Simulator:
    desk = Simulator()
    for name in ("I2C", "SPI"):  # what it looks for panels with
        monkeypatch.setattr(sys.modules["machine"], name, object, raising=False)
    return desk


def drawn(desk: Simulator, asked: int, found: tuple[str, ...] = ()) -> list[list[int]]:
    """The panel's pixels while the finder asks for a button and has found others."""
    finder: Any = importlib.import_module("teletype.button_finder")
    finder.Finder(HAS, desk.app.panel, lambda: None, lambda line: None).draw(
        asked, found, "no such button?"
    )
    return [list(row) for row in desk.chip.rows()]


def test_a_title_has_a_line_on_either_side(desk: Simulator) -> None:
    """From the edges of the panel to the words, as long on the right as on the left."""
    row = drawn(desk, 0)[3]
    left = row.index(0)
    right = row[::-1].index(0)
    assert left > 8 and right > 8
    assert abs(left - right) <= 1


@pytest.mark.parametrize("key", MIDDLES)
def test_the_line_of_a_found_button_is_centred(desk: Simulator, key: str) -> None:
    """As far from the arrow's middle on the left as on the right."""
    before = drawn(desk, 5)
    after = drawn(desk, 5, (key,))
    line = [
        (x, y)
        for y, row in enumerate(after)
        for x, pixel in enumerate(row)
        if pixel != before[y][x]
    ]
    assert len({y for _, y in line}) == 1
    columns = [x for x, _ in line]
    middle = MIDDLES[key]
    assert min(columns) < middle < max(columns)
    assert middle - min(columns) == max(columns) - middle


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (72, 40), (64, 48)])
def test_the_summary_names_every_pin(
    size: tuple[int, int], desk: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of six buttons has its pin on the panel, and no text covers another one."""
    finder: Any = importlib.import_module("teletype.button_finder")
    found = {name: 10 + number for number, name in enumerate(KEYS)}
    small = Simulator(*size)
    search = finder.Finder(HAS, small.app.panel, lambda: None, lambda line: None)
    texts: list[tuple[int, int, str]] = []  # row, column, text

    def draw_text(_panel: object, row: int, x: int, text: str, *_: int) -> None:
        texts.append((row, x, text))

    monkeypatch.setattr(finder, "draw_text", draw_text)
    monkeypatch.setattr(search, "_rest", lambda: None)
    monkeypatch.setattr(search, "_pressed", lambda _: (found["OK"], 0))
    assert search.summary(found, "SSD1306 on GP4, GP5", "kept") == 1
    assert {int(text[-2:]) for _, _, text in texts if text[-2:].isdecimal()} >= {*range(10, 16)}
    texts.sort()
    for (row, x, text), (below, right, _) in itertools.pairwise(texts):
        assert row < size[1] // 8 and x + finder.width(text) <= size[0]
        assert row < below or x + finder.width(text) < right, text


@pytest.mark.parametrize(
    ("found", "turns", "kept"),
    [
        ("UP LEFT OK DOWN", False, "UP DOWN OK"),
        ("UP DOWN LEFT OK BACK RIGHT", False, "UP DOWN LEFT RIGHT OK BACK"),
        ("UP OK", False, ""),
        ("RIGHT OK LEFT", True, "LEFT RIGHT OK"),
        ("BACK OK", True, "OK BACK"),
    ],
)
def test_the_largest_set_that_gives_all_keys_is_kept(
    desk: Simulator, found: str, turns: bool, kept: str
) -> None:
    """An encoder gives some of them."""
    finder: Any = importlib.import_module("teletype.finder")
    pins = {name: pin for pin, name in enumerate(found.split())}
    expected = {name: pins[name] for name in kept.split()}
    assert finder.usable({pin: name for name, pin in pins.items()}, turns) == expected


def test_a_part_on_a_pin_of_a_button_is_left_out(desk: Simulator) -> None:
    """The check of board files accepts the rest, whose entries stand in its order."""
    finder: Any = importlib.import_module("teletype.finder")
    has = runpy.run_path(str(paths.BOARDS / "pico/board.py"))
    found = finder.described(has, {"DOWN": 16, "OK": 28}, ["OK"])
    text = finder.file_of(found)
    values, wrong = board_reader.own(text.encode(), has["CHIP"])
    assert values == found and not wrong
    assert values["HIGH"] == ("OK",) and "BUZZER" not in values
    assert values["I2C"] == has["I2C"] and values["BATTERY"] == has["BATTERY"]
    assert 'I2C = {"id": 0, "sda": 4, "scl": 5, "freq": 400000, "addr": 0x3C}\n' in text
