# SPDX-License-Identifier: MIT
"""Failed starts are counted, and three in a row make a safe one."""

from pathlib import Path

import pytest

from host_tools.emulator.simulator import Desk
from tests.helpers.sessions import GAME, begin, name, rows


def test_three_failed_starts_make_a_safe_one(tmp_path: Path) -> None:
    """A start of which the watchdog makes an end resumes the session once."""
    (tmp_path / "settings.txt").write_text("speed=fast\n")
    begin(tmp_path, answers=GAME[:1])
    shelf = tmp_path / "tapes"
    assert name(Desk(folder=tmp_path, bitten=True)) == "SessionScreen"
    desk = Desk(folder=tmp_path, bitten=True)
    assert name(desk) == "Notice" and desk.app.fast
    desk = Desk(folder=tmp_path, bitten=True)
    assert "Three starts have failed." in desk.serial.printed.replace("\n", " ")
    assert not desk.app.fast
    desk.press("OK")
    assert name(desk) == "Shelf" and rows(desk)[1].startswith("◊ NIM")
    assert [path.name for path in shelf.iterdir()] == ["0001-nim.tape"]
    desk.run(11_000)
    assert not (tmp_path / "boots.txt").exists()
    assert Desk(folder=tmp_path).app.fast


def test_a_good_start_forgets_the_failed_ones(tmp_path: Path) -> None:
    Desk(folder=tmp_path, bitten=True)
    Desk(folder=tmp_path, bitten=True).run(9_000)
    assert (tmp_path / "boots.txt").read_text() == "2"
    Desk(folder=tmp_path).run(11_000)
    assert not (tmp_path / "boots.txt").exists()


def test_a_button_held_starts_safe(tmp_path: Path) -> None:
    (tmp_path / "settings.txt").write_text("speed=fast\n")
    begin(tmp_path, answers=GAME[:1])
    desk = Desk(folder=tmp_path, held=["BACK"])
    assert name(desk) == "Notice" and not desk.app.fast
    assert rows(desk)[1] == "A button was held."
    desk.pin("BACK").drive(1)
    desk.press("OK")
    assert name(desk) == "Shelf"
    assert (tmp_path / "settings.txt").read_text() == "speed=fast\n"


@pytest.mark.parametrize("text", [b"", b"9", b"x", b"\xff", b"-1", b"1" * 100])
def test_a_damaged_count_of_starts(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "boots.txt").write_bytes(text)
    assert name(Desk(folder=tmp_path)) == "Shelf"
