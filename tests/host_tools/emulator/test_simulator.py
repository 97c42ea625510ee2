# SPDX-License-Identifier: MIT
"""The simulator under CPython: the firmware's own code, Adafruit's driver, a model panel."""

import random
from pathlib import Path

import pytest

from host_tools.emulator.simulator import KEYS, Restart, Simulator, searches
from host_tools.emulator.ssd1306 import SSD1306


def written(desk: Simulator, keys: str) -> int:
    """Return the bytes on the bus while keys are pressed."""
    desk.chip.reset_counters()
    desk.press(*keys.split())
    return desk.chip.wire_bytes


def start(desk: Simulator, line: str, fast: bool = True) -> None:
    """Start a program over the serial port and let it print up to its prompt."""
    desk.app.fast = fast
    desk.serial.typed.append(line)
    desk.run(10)
    if fast:
        desk.settle()


@pytest.fixture
def desk() -> Simulator:
    return Simulator()


def paper(desk: Simulator) -> list[str]:
    return desk.serial.printed.replace("◊ ", "◊ \n").splitlines()


def test_ten_characters_a_second(desk: Simulator) -> None:
    """`ИГРА НИМ` and `ВАШ СОПЕРНИК — ЭВМ МИР` are 30 characters: three seconds."""
    desk.app.settings.values["messages"] = "original"
    start(desk, "nim heaps=7,8,4", fast=False)
    desk.run(2900)
    assert "ДЕЛАЮ" not in desk.serial.printed
    desk.run(300)
    assert "ДЕЛАЮ" in desk.serial.printed


def test_any_key_completes_the_line(desk: Simulator) -> None:
    start(desk, "nim heaps=7,8,4", fast=False)
    desk.run(200)
    for lines in range(2, 6):
        desk.press("OK")
        assert desk.serial.printed.count("\n") >= lines + 1
    desk.settle(2000)


def test_the_stop_is_visible(desk: Simulator) -> None:
    """◊ blinks after the last line while the machine waits."""
    start(desk, "nim-table mode=play")
    assert len(pictures(desk)) == 2


def test_picture_comes_by_itself_and_paper_comes_back(desk: Simulator) -> None:
    start(desk, "nim heaps=5,5")
    before = b"".join(desk.chip.rows())
    desk.press("BACK")  # the paper, to scroll back
    assert b"".join(desk.chip.rows()) != before
    desk.press("OK")
    desk.settle()


def test_a_typed_line_answers_and_a_malformed_one_does_not(desk: Simulator) -> None:
    start(desk, "nim heaps=7,8,4")
    desk.serial.typed += ["2", "2 x", "", "# note", "2 1"]
    desk.run(100)
    desk.settle()
    lines = paper(desk)
    assert "1 value(s), not 2: T L" in lines and "'x' is not an integer" in lines
    assert lines[-4:] == ["ДЕЛАЮ СВОЙ ХОД", "T=1      L=5", "ВАШ ХОД", "◊ "]


def test_lines_typed_while_it_prints_wait(desk: Simulator) -> None:
    start(desk, "nim heaps=7,8,4", fast=False)
    desk.serial.typed += ["2 1", "1 0", "2 0"]
    desk.run(120_000, step=50)
    assert "ВЫ ПРОИГРАЛИ" in paper(desk)


def test_wrong_lines_on_the_shelf(desk: Simulator) -> None:
    for line, message in [
        ("chess", "unknown program 'chess'"),
        ("nim heaps=0", "at least one stone"),
        ("nim heaps", "'heaps' is not name=value"),
        ('nim heaps="7', "quotes"),
    ]:
        desk.serial.typed.append(line)
        desk.run(10)
        assert message in desk.serial.printed.splitlines()[-1]
    assert desk.app.sessions.screen is None


def test_leaving_a_game_does_not_lose_it(desk: Simulator) -> None:
    start(desk, "nim heaps=7,8,4")
    desk.say("2 1")
    desk.press("BACK", "BACK", "BACK")
    assert desk.app.sessions.screen is not None and type(desk.app.activity).__name__ == "Shelf"
    desk.press("OK")
    desk.serial.typed += ["1 0"]
    desk.run(10)
    desk.settle()
    assert "T=3      L=1" in paper(desk)


@pytest.mark.slow
def test_looking_back_over_a_long_session(desk: Simulator) -> None:
    """Rows that have left the memory are printed again from the answers."""
    desk.app.settings.values["messages"] = "original"
    start(desk, "nim heaps=7,8,4")
    for _ in range(120):
        desk.say("9 9")
    player = desk.app.sessions.screen
    assert player.paper.roll.first > 0
    desk.press("BACK")
    if desk.app.activity is player:
        desk.press("BACK")
    look = desk.app.activity
    assert type(look).__name__ == "PaperScroll"
    last = b"".join(desk.chip.rows())
    desk.press(*["LEFT"] * 60)
    assert look.top == 0
    roll = look._old
    codes = bytes(roll.codes[roll.offset(0) : roll.offset(0) + roll.length(0)])
    from teletype.handheld.drawing.glyphs import encode

    assert codes == encode("ИГРА НИМ")
    desk.press(*["RIGHT"] * ((player.paper.shown - 1) // 7))
    assert b"".join(desk.chip.rows()) == last


def pictures(desk: Simulator) -> set[bytes]:
    """Return what the panel shows in the next 1.5 s."""
    shown = set()
    for _ in range(30):
        desk.run(50)
        shown.add(b"".join(desk.chip.rows()))
    return shown


def test_a_panel_that_goes_away_and_comes_back() -> None:
    """With NAK on the bus the device keeps running on serial, and redraws the screen later."""
    shown = []
    for fault in (False, True):
        desk = Simulator()
        start(desk, "race")
        desk.chip.nak = fault
        desk.serial.typed.append("6 5")
        desk.run(3000)
        assert "T=8  P=2" in paper(desk)
        if fault:
            desk.chip.reset()  # its power was off, so its memory is lost
            desk.chip.nak = False
        desk.run(3000)
        shown.append(pictures(desk))
    assert desk.chip.on
    assert shown[0] == shown[1]


def test_no_panel_at_power_on(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dead(SSD1306):
        def __init__(self, *args: int) -> None:
            super().__init__(*args)
            self.nak = True

    monkeypatch.setattr("host_tools.emulator.simulator.SSD1306", Dead)
    desk = Simulator()
    assert "Self-test." in desk.serial.printed
    desk.serial.typed.append("nim heaps=5,5")  # ends the self-test
    desk.run(50)
    desk.settle()
    assert "ВАШ ХОД" in paper(desk)
    desk.chip.nak = False
    desk.run(2100)
    assert any(any(row) for row in desk.chip.rows())


def test_few_bytes_on_the_bus(desk: Simulator) -> None:
    """A line of paper takes one page, a step of the picker a few columns."""
    assert written(desk, "DOWN") <= 800  # the chosen row describes itself: list and bar move
    start(desk, "nim-table mode=play")
    assert written(desk, "RIGHT") <= 60
    assert written(desk, "UP") <= 60


@pytest.mark.parametrize("gap", [1, 3, 7, 15, 19])
def test_bouncing_contacts_are_one_press(desk: Simulator, gap: int) -> None:
    pushed: list[int] = []
    desk.app.buttons.push = pushed.append
    for level in (0, 1, 0, 1, 0):
        desk.pin("OK").drive(level)
        desk.run(gap, step=1)
    desk.run(100, step=1)
    for level in (1, 0, 1):
        desk.pin("OK").drive(level)
        desk.run(gap, step=1)
    desk.run(100, step=1)
    assert pushed[0] == 4
    # contacts that still bounce after 20 ms count as they are
    assert len(pushed) == 1 or 4 * gap >= 20


def test_a_press_shorter_than_a_turn_of_the_loop_counts(desk: Simulator) -> None:
    taken = []
    desk.app.activity.key = lambda key, repeat: taken.append(key)
    desk.pin("UP").drive(0)
    desk.pin("UP").drive(1)  # within the debounce time: the next poll sees the release
    desk.run(100)
    desk.hold("UP", 100)
    desk.run(50)
    assert taken == [0, 0]


def test_presses_wait_while_the_machine_is_busy(desk: Simulator) -> None:
    for name in ("UP", "DOWN", "LEFT", "RIGHT"):
        pin = desk.pin(name)
        pin.drive(0)
        desk_time(30)
        pin.drive(1)
        desk_time(30)
    taken = []
    desk.app.activity.key = lambda key, repeat: taken.append(key)
    desk.run(100)
    assert taken == [0, 1, 2, 3]


def desk_time(milliseconds: int) -> None:
    """Let time pass without a loop step of the device."""
    from host_tools.emulator import simulator as module

    module._now += milliseconds


def test_a_held_button_repeats_and_a_week_without_presses_does_no_harm(desk: Simulator) -> None:
    from host_tools.emulator import simulator as module

    desk.app.saver.apply({**desk.app.settings.values, "dim": 0, "blank": 0})
    taken = []
    desk.app.activity.key = lambda key, repeat: taken.append((key, repeat))
    desk.hold("DOWN", 1000)
    desk.run(100)
    assert taken[0] == (1, 0) and taken[-1][1] == len(taken) - 1 and 7 <= len(taken) <= 9
    for days in (3, 6, 7, 10, 12, 13):
        taken.clear()
        module._now += days * 86_400_000
        desk.run(100)
        desk.press("UP")
        assert taken == [(0, 0)], days


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_keys_never_stop_the_device(tmp_path: Path, seed: int) -> None:
    """Press 2500 keys per seed on the shelf, in setups, about pages and games.

    In the settings they may ask for a search for the buttons, which restarts it.
    """
    dice = random.Random(seed)
    desk = Simulator(folder=tmp_path, fast=True)
    weights = (3, 3, 3, 3, 4, 1)
    for key in dice.choices(KEYS, weights, k=2500):
        pin = desk.pin(key)
        try:
            pin.drive(0)
            desk.run(50, step=25)
            pin.drive(1)
            desk.run(50, step=25)
        except Restart:
            assert searches()
            desk = Simulator(folder=tmp_path, fast=True)
        assert desk.chip.unknown == []
