# SPDX-License-Identifier: MIT
"""Contrast, dimming, blanking and pixel shift, on the model of the SSD1306."""

from itertools import pairwise
from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator

MINUTE = 60_000


def desk_with(tmp_path: Path, **settings: object) -> Simulator:
    lines = "".join(f"{name}={value}\n" for name, value in settings.items())
    (tmp_path / "settings.txt").write_text(lines)
    return Simulator(folder=tmp_path)


def idle(desk: Simulator, minutes: float) -> None:
    desk.run(int(minutes * MINUTE), step=500)


def lit(desk: Simulator) -> int:
    return sum(map(sum, desk.chip.rows()))


def chosen(desk: Simulator) -> int:
    shown = desk.app.activity
    return int(shown._chosen if hasattr(shown, "_chosen") else shown._list.chosen)


def test_the_steps_of_contrast_differ(tmp_path: Path) -> None:
    seen = []
    for step in range(1, 6):
        desk = desk_with(tmp_path, contrast=step)
        seen.append(desk.chip.contrast)
        assert desk.chip.unknown == []
    assert seen == sorted(set(seen)) and seen[-1] == 255
    assert all(after - before >= 24 for before, after in pairwise(seen))


def test_changes_show_at_once(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path)
    before, bright = desk.chip.contrast, lit(desk)
    desk.press("UP", "OK", *["DOWN"] * 5, "RIGHT")
    assert desk.chip.contrast > before
    assert not desk.chip.inverted
    desk.press("DOWN", "RIGHT")
    assert desk.chip.inverted and lit(desk) > 128 * 64 - bright - 2000
    desk.press("BACK")
    assert "contrast=5\ninvert=yes\n" in (tmp_path / "settings.txt").read_text()


def test_dims_then_blanks_and_a_press_brings_the_light_back(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, dim=2, blank=5, contrast=3)
    bright, picture = desk.chip.contrast, lit(desk)
    idle(desk, 1.9)
    assert desk.chip.contrast == bright
    idle(desk, 0.2)
    assert desk.chip.contrast == 0 and lit(desk) == picture
    idle(desk, 3)
    assert not desk.chip.on and lit(desk) == 0
    desk.chip.reset_counters()
    before = chosen(desk)
    desk.press("DOWN")
    assert desk.chip.on and desk.chip.contrast == bright and lit(desk) == picture
    assert chosen(desk) == before, "the waking press does nothing else"
    assert desk.chip.wire_bytes < 40, "the picture was in the chip all the time"
    desk.press("DOWN")
    assert chosen(desk) == before + 1


def test_the_repeats_of_the_waking_press_do_nothing(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, dim=1, blank=2)
    idle(desk, 2.5)
    assert not desk.chip.on
    before = chosen(desk)
    desk.hold("DOWN", 2000)
    desk.run(100)
    assert desk.chip.contrast > 0 and chosen(desk) == before
    desk.hold("DOWN", 1000)
    assert chosen(desk) > before + 1, "those of the next press do"


def test_a_press_on_a_dimmed_panel_acts(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, dim=1, blank=0)
    idle(desk, 1.5)
    assert desk.chip.on and desk.chip.contrast == 0
    before = chosen(desk)
    desk.press("DOWN")
    assert desk.chip.contrast > 0 and chosen(desk) == before + 1


def test_a_typed_line_wakes_and_is_answered(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, speed="fast", dim=1, blank=1)
    desk.say("race n=15 m=6")
    idle(desk, 2)
    assert not desk.chip.on
    desk.serial.typed.append("6 5")
    desk.run(100)
    assert desk.chip.on and "\nT=" in desk.serial.printed.rpartition("◊")[0]


def test_a_program_that_prints_is_not_idle(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, dim=1, blank=2)
    desk.serial.typed.append("random-walk time=20 sample=100")
    printed = ""
    for _ in range(20):
        desk.run(30_000, step=50)
        if desk.serial.printed == printed:
            break
        printed = desk.serial.printed
        assert desk.chip.on and desk.chip.contrast > 0
    else:
        assert len(printed) > 2000
    desk.settle()
    idle(desk, 3)
    assert not desk.chip.on, "when it waits, it is"


@pytest.mark.slow
def test_never_means_never(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, dim=0, blank=0)
    idle(desk, 600)
    assert desk.chip.on and desk.chip.contrast > 0
    before = chosen(desk)
    desk.press("DOWN")
    assert chosen(desk) == before + 1, "nothing was dark, so nothing is swallowed"


@pytest.mark.parametrize("height", [64, 32])
def test_the_picture_moves_while_nobody_is_there(tmp_path: Path, height: int) -> None:
    (tmp_path / "settings.txt").write_text("dim=0\nblank=0\n")
    desk = Simulator(height=height, folder=tmp_path)
    rows = desk.chip.rows()
    seen = []
    for _ in range(16):
        idle(desk, 1)
        shift = desk.chip.display_offset
        seen.append(shift)
        assert shift <= 2 and desk.chip.start_line % 8 == 0
        assert desk.chip.rows()[shift:] == rows[: height - shift] or (
            desk.chip.rows()[: height - shift] == rows[shift:]
        )
    assert seen == [0, 1, 1, 2, 2, 1, 1, 0, 0, 1, 1, 2, 2, 1, 1, 0]
    idle(desk, 2)
    desk.press("BACK")
    desk.run(100)  # it does nothing on the shelf: the last row has blinked
    assert desk.chip.display_offset == 0 and desk.chip.rows() == rows


def test_it_moves_after_months_without_a_key_too(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, dim=3, blank=0)
    idle(desk, 4)
    desk.app.saver._idle = 99_996  # ten weeks
    seen = []
    for _ in range(16):
        idle(desk, 1)
        seen.append(desk.chip.display_offset)
        assert desk.chip.contrast == 0 and desk.chip.on
    assert set(seen) == {0, 1, 2} and desk.app.saver._idle < 100_000


def test_a_panel_that_comes_back_is_as_it_was(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, dim=3, blank=5, contrast=2, invert="yes")
    contrast = desk.chip.contrast
    for minutes, on, offset in ((0.5, True, 0), (2, True, 1), (3.1, False, 2)):
        idle(desk, minutes)
        before = desk.chip.rows()
        expected = desk.chip.contrast
        desk.chip.reset()
        desk.app.bus.errors += 1
        desk.run(3000, step=50)
        assert (desk.chip.on, desk.chip.inverted) == (on, True)
        assert (desk.chip.contrast, desk.chip.display_offset) == (expected, offset)
        assert desk.chip.rows() == before
    desk.press("OK")
    assert desk.chip.on and desk.chip.contrast == contrast and desk.chip.inverted


def test_a_profile_chosen_with_the_keys_shows_its_values(tmp_path: Path) -> None:
    (tmp_path / "settings.txt").write_text("language=en\nsound=all\n")
    desk = Simulator(folder=tmp_path, buzzer=16)
    desk.press("UP", "OK", "UP", "UP", "RIGHT", "BACK")  # the last row is the finder's
    text = (tmp_path / "settings.txt").read_text()
    assert "profile=museum" in text and "sound=off" in text
