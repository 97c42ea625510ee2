# SPDX-License-Identifier: MIT
"""Failed starts are counted, and three in a row make a safe one."""

import importlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tools.emulator.simulator import Simulator
from tests.helpers.sessions import GAME, begin, name, refuse, rows


def test_three_failed_starts_make_a_safe_one(tmp_path: Path) -> None:
    """A start of which the watchdog makes an end resumes the session once."""
    (tmp_path / "settings.txt").write_text("speed=fast\n")
    begin(tmp_path, answers=GAME[:1])
    shelf = tmp_path / "tapes"
    assert name(Simulator(folder=tmp_path, bitten=True)) == "SessionScreen"
    desk = Simulator(folder=tmp_path, bitten=True)
    assert name(desk) == "Notice" and desk.app.fast
    desk = Simulator(folder=tmp_path, bitten=True)
    assert "The device failed to start three times." in desk.serial.printed.replace("\n", " ")
    assert not desk.app.fast
    desk.press("OK")
    assert name(desk) == "Shelf" and rows(desk)[1].startswith("◊ NIM")
    assert [path.name for path in shelf.iterdir()] == ["0001-nim.tape"]
    desk.run(11_000)
    assert not (tmp_path / "boots.txt").exists()
    assert Simulator(folder=tmp_path).app.fast


def test_a_good_start_forgets_the_failed_ones(tmp_path: Path) -> None:
    Simulator(folder=tmp_path, bitten=True)
    Simulator(folder=tmp_path, bitten=True).run(9_000)
    assert (tmp_path / "boots.txt").read_text() == "2"
    Simulator(folder=tmp_path).run(11_000)
    assert not (tmp_path / "boots.txt").exists()


@pytest.mark.parametrize("text", [b"", b"9", b"x", b"\xff", b"-1", b"1" * 100])
def test_a_damaged_count_of_starts(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "boots.txt").write_bytes(text)
    assert name(Simulator(folder=tmp_path)) == "Shelf"


# The guard alone


@pytest.fixture
def guard(tmp_path: Path) -> Callable[[], Any]:
    """A start, with what the flash has kept of those before."""
    Simulator()  # fills in what this Python lacks
    store = importlib.import_module("teletype.handheld.keeping.store").Store(f"{tmp_path}/")
    module = importlib.import_module("teletype.handheld.keeping.boot_guard")
    return lambda: module.BootGuard(store)


def test_failures_are_counted_to_three(guard: Callable[[], Any], tmp_path: Path) -> None:
    for count in (1, 2, 3, 3, 3):
        start = guard()
        start.failed()
        assert start.count == count
        assert (tmp_path / "boots.txt").read_text() == str(count)
    start = guard()
    assert start.count == 3 and start.good()
    assert not (tmp_path / "boots.txt").exists() and guard().count == 0


@pytest.mark.parametrize("text", ["0", "4", "-1", "33", " 1", "1\n", "", "x"])
def test_only_a_count_is_one(text: str, guard: Callable[[], Any], tmp_path: Path) -> None:
    (tmp_path / "boots.txt").write_text(text)
    assert guard().count == 0


def test_a_start_is_good_after_ten_seconds(guard: Callable[[], Any]) -> None:
    start = guard()
    begun = time.ticks_ms()  # type: ignore[attr-defined]
    ahead = [0, 5_000, 9_999, 10_000, 60_000]
    told = [start.due(time.ticks_add(begun, after)) for after in ahead]  # type: ignore[attr-defined]
    assert told == [False, False, False, True, True]


@pytest.mark.parametrize(
    ("text", "update", "then"),
    [
        ("ba! 0.1.0 12345678", "!", "ba= 0.1.0 12345678"),
        ("ab< 0.1.0 12345678", "<", "ab= 0.1.0 12345678"),
        ("ab= 0.1.0 12345678", "", "ab= 0.1.0 12345678"),
        ("ab", "", "ab"),
        ("x" * 61, "", "x" * 61),
    ],
)
def test_a_good_start_confirms_an_update(
    text: str, update: str, then: str, guard: Callable[[], Any], tmp_path: Path
) -> None:
    (tmp_path / "firmware").mkdir()
    (tmp_path / "firmware/now").write_text(text)
    start = guard()
    assert start.update == update
    assert start.good() and start.update == ""
    assert (tmp_path / "firmware/now").read_text() == then


def test_a_flash_that_refuses_does_not_confirm(
    guard: Callable[[], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "firmware").mkdir()
    (tmp_path / "firmware/now").write_text("ba! 0.1.0 12345678")
    start = guard()

    monkeypatch.setattr(start._store, "replace", refuse)
    start.failed()
    assert start.count == 1 and not (tmp_path / "boots.txt").exists()
    assert not start.good()
    assert (tmp_path / "firmware/now").read_text() == "ba! 0.1.0 12345678"
