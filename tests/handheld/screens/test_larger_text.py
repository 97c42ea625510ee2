# SPDX-License-Identifier: MIT
"""Larger text as a setting at home: pages, lists, paper and prompts; pictures stay as they are."""

from pathlib import Path

import pytest
from PIL import Image

from host_tools.emulator.simulator import Simulator
from teletype.words import LANGUAGES
from tests.helpers.drawn import tap
from tests.helpers.screen import Halved, Size
from tests.helpers.sessions import name, until
from tests.helpers.sheets import Golden, compare, shot


def large(folder: Path, language: str = "en", more: str = "") -> Simulator:
    (folder / "settings.txt").write_text(
        f"language={language}\ntext=larger\nspeed=fast\nmessages=translated\n{more}"
    )
    desk = Simulator(folder=folder)
    desk.run(50)
    return desk


def typed(desk: Simulator, *lines: str) -> None:
    desk.say(*lines, rest=1500)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_looks_like(language: str, tmp_path: Path, golden: Golden) -> None:
    """The shelf, dark on light too; a setup; paper and prompt; a picture; its paper; a page."""
    images: list[Image.Image] = []
    desk = large(tmp_path, language)
    images.append(shot(desk))
    tap(desk, "RIGHT")
    desk.run(300)
    images.append(shot(desk))
    tap(desk, "OK OK")
    desk.run(300)
    images.append(shot(desk))
    typed(desk, "nim-table", "7 3 5")
    tap(desk, "BACK OK")  # the paper is behind its picture
    images.append(shot(desk))
    desk.app.shelf()
    desk.run(300)
    typed(desk, "nim")
    desk.run(1000)
    assert desk.app.sessions.screen.pictured and desk.app.panel is desk.app.glass
    images.append(shot(desk))
    tap(desk, "DOWN DOWN")
    images.append(shot(desk))
    tap(desk, "BACK")
    desk.run(100)
    assert name(desk) == "PaperScroll" and desk.app.panel is not desk.app.glass
    images.append(shot(desk))
    tap(desk, "OK")
    desk.run(300)
    assert name(desk) == "SessionScreen" and desk.app.panel is desk.app.glass
    tap(desk, "BACK BACK UP OK")
    desk.run(300)
    assert name(desk) == "Options"
    images.append(shot(desk))
    folder = tmp_path / "inverse"
    folder.mkdir()
    desk = large(folder, language, "invert=yes\n")
    assert desk.chip.inverted
    images.append(shot(desk))
    compare(golden, f"larger-text-{language}", images)


def test_the_picture_is_that_of_the_panel(tmp_path: Path) -> None:
    """Pixel by pixel what it is with text of the usual size, before and after an answer."""
    frames = []
    for line in ("text=larger\n", "text=normal\n"):
        folder = tmp_path / line[5:8]
        folder.mkdir()
        (folder / "settings.txt").write_text("language=en\nspeed=fast\n" + line)
        desk = Simulator(folder=folder)
        typed(desk, "nim")
        frames.append([desk.chip.rows()])
        tap(desk, "DOWN DOWN")
        frames[-1].append(desk.chip.rows())
        tap(desk, "OK")
        desk.settle()
        desk.run(1500)
        frames[-1].append(desk.chip.rows())
        assert desk.app.sessions.screen.pictured
    assert frames[0] == frames[1]


@pytest.mark.parametrize(
    ("screen", "lines"),
    [
        ("Outcome", ("nim heaps=1,2,3 style=hard", "3 2", "3 1", "3 0")),
        ("Outcome", ("trigex m=1", "2", "6", "7", "4")),
        ("SelfTest", ()),
    ],
)
def test_what_a_screen_draws_by_pixels_is_larger_too(
    screen: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    """Each row of pixels of a panel with half as many rows is there twice."""
    frames: list[list[list[bytes]]] = []
    for larger in (True, False):  # one after the other: there is one clock
        desk = large(tmp_path) if larger else Simulator(128, 32)
        desk.app.fast = True
        typed(desk, *lines)
        if not lines:
            desk.app.screens.self_test()
            desk.run(300)
        until(desk, screen)
        desk.press("UP")
        frames.append([])
        for _ in range(3):
            desk.run(1200)
            glass = Halved(desk.chip) if larger else desk.chip
            frames[-1].append([bytes(row) for row in glass.rows()])
    assert frames[0] == frames[1]


def test_the_setting_takes_effect_at_once_and_is_kept(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path)
    typed(desk, "nim")
    tap(desk, "BACK BACK")
    desk.run(200)
    desk.app.switch_to(desk.app.screens.settings)
    desk.run(100)
    fields = [field.name for field in desk.app.activity._fields]
    for _ in range(fields.index("text")):
        tap(desk, "DOWN")
    tap(desk, "RIGHT")
    desk.run(200)
    assert desk.app.panel.rows == 4 and name(desk) == "Options"
    assert fields[desk.app.activity._list.chosen] == "text", "the row stays chosen"
    assert "text=larger" in (tmp_path / "settings.txt").read_text()
    tap(desk, "BACK")
    desk.run(200)
    assert name(desk) == "Shelf"
    tap(desk, "OK")  # the game is gone on with
    desk.settle()
    desk.run(1500)
    assert desk.app.sessions.screen.pictured
    tap(desk, "BACK BACK")
    desk.run(200)
    desk.app.switch_to(desk.app.screens.settings)
    desk.run(100)
    for _ in range(fields.index("text")):
        tap(desk, "DOWN")
    tap(desk, "RIGHT")
    desk.run(200)
    assert desk.app.panel.rows == 8 and desk.app.panel is desk.app.glass


@pytest.mark.parametrize("size", [(128, 32), (72, 40)])
def test_a_small_panel_has_no_such_setting(size: Size, tmp_path: Path) -> None:
    (tmp_path / "settings.txt").write_text("language=en\ntext=larger\n")
    desk = Simulator(*size, folder=tmp_path)
    assert desk.app.panel is desk.app.glass
    desk.app.switch_to(desk.app.screens.settings)
    desk.run(100)
    assert "text" not in [field.name for field in desk.app.activity._fields]


def test_an_exhibit_leaves_it_to_its_visitors(tmp_path: Path) -> None:
    (tmp_path / "exhibit.txt").write_text("")
    desk = large(tmp_path)
    assert desk.app.panel is desk.app.glass
