# SPDX-License-Identifier: MIT
"""A new firmware is on trial until its shelf has been drawn and a key or ten seconds have come."""

from pathlib import Path

import pytest

from host_tools.device.flash import HOLDS
from host_tools.emulator.simulator import Simulator
from teletype.handheld.keeping.boot_guard import GOOD, UPDATE
from tests.helpers.texts import english


def device(folder: Path, now: str) -> Simulator:
    (folder / "firmware").mkdir()
    (folder / UPDATE).write_text(now)
    (folder / "settings.txt").write_text("language=en\n")
    return Simulator(folder=folder)


def now(folder: Path) -> str:
    return (folder / UPDATE).read_text()


def said(desk: Simulator) -> str:
    return "".join(desk.serial.printed)


def test_a_key_confirms(tmp_path: Path) -> None:
    desk = device(tmp_path, "ba! 0.1.0 12345678")
    desk.run(3000)
    assert now(tmp_path) == "ba! 0.1.0 12345678"
    desk.press("DOWN")
    assert now(tmp_path) == "ba= 0.1.0 12345678"
    assert HOLDS in said(desk)


def test_ten_quiet_seconds_confirm(tmp_path: Path) -> None:
    desk = device(tmp_path, "ba! ")
    desk.run(GOOD - 200)
    assert now(tmp_path) == "ba! "
    desk.run(400)
    assert now(tmp_path) == "ba= "


@pytest.mark.parametrize("text", ["ba= ", "ba? ", "", "x" * 100, "\udcff"])
def test_nothing_else_is_touched(tmp_path: Path, text: str) -> None:
    data = text.encode("utf-8", "surrogateescape")
    desk = device(tmp_path, "")
    (tmp_path / UPDATE).write_bytes(data)
    desk = Simulator(folder=tmp_path)
    desk.press("DOWN")
    desk.run(GOOD + 500)
    assert (tmp_path / UPDATE).read_bytes() == data
    assert HOLDS not in said(desk)


def test_the_firmware_before_tells_that_it_is_back(tmp_path: Path) -> None:
    desk = device(tmp_path, "a.< ")
    assert english.UPDATE_BACK in said(desk)
    desk.run(GOOD + 500)
    assert now(tmp_path) == "a.= "
    assert HOLDS not in said(desk)
