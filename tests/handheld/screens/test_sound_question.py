# SPDX-License-Identifier: MIT
"""The first start: the language, then sound, then the shelf on Nim."""

from pathlib import Path

import pytest
from PIL import Image

from host_tools.emulator.simulator import PWM, Simulator
from teletype.words import LANGUAGES
from tests.helpers.drawn import tap
from tests.helpers.screen import SIZES, Size, hint, read, text
from tests.helpers.sessions import name
from tests.helpers.sheets import Golden, compare, shot
from tests.helpers.shelf import entries


def first(folder: Path, size: Size = (128, 64)) -> Simulator:
    return Simulator(*size, folder=folder, new=True, buzzer=15)


def setting(folder: Path) -> str:
    lines = (folder / "settings.txt").read_text().splitlines()
    return next(line for line in lines if line.startswith("sound="))


@pytest.mark.parametrize(
    ("keys", "kept"),
    [
        ("OK", "off"),
        ("BACK", "off"),
        ("LEFT OK", "all"),
        ("RIGHT OK", "all"),
        ("LEFT LEFT OK", "off"),
    ],
)
def test_one_press_answers_and_no_is_chosen(keys: str, kept: str, tmp_path: Path) -> None:
    desk = first(tmp_path)
    assert name(desk) == "Languages"
    tap(desk, "OK")
    desk.run(100)
    assert name(desk) == "SoundQuestion"
    tap(desk, keys)
    desk.run(100)
    assert name(desk) == "Shelf" and setting(tmp_path) == f"sound={kept}"
    assert read(desk.chip, 1)[0].strip() == "NIM" and entries(desk)[0] == "nim"
    again = Simulator(folder=tmp_path, buzzer=15)
    again.run(100)
    assert name(again) == "Shelf", "it is asked once"


def test_the_sample_sounds_and_is_no_answer(tmp_path: Path) -> None:
    desk = first(tmp_path)
    tap(desk, "OK")
    desk.run(100)
    tap(desk, "UP")
    desk.run(2000)
    clicks = {when for when, hertz, duty in PWM.last.played if hertz < 100 and duty}
    bells = {(hertz, duty) for _, hertz, duty in PWM.last.played if hertz > 1000 and duty}
    assert len(clicks) == len("TELETYPE") and len(bells) >= 10
    assert name(desk) == "SoundQuestion" and PWM.last.duty == 0
    tap(desk, "OK")
    desk.run(100)
    assert setting(tmp_path) == "sound=off"
    sounded = len(PWM.last.played)
    tap(desk, "OK OK")
    desk.settle()
    assert not any(duty for _, _, duty in PWM.last.played[sounded:])


def test_without_a_buzzer_it_is_not_asked(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path, new=True)
    tap(desk, "OK")
    desk.run(100)
    assert name(desk) == "Shelf"


def test_a_typed_line_passes_it_by(tmp_path: Path) -> None:
    desk = first(tmp_path)
    tap(desk, "OK")
    desk.run(100)
    desk.say("nim")
    assert name(desk) == "SessionScreen" and setting(tmp_path) == "sound=off"


def test_a_change_of_language_later_does_not_ask(tmp_path: Path) -> None:
    desk = first(tmp_path)
    tap(desk, "OK OK")
    desk.run(100)
    desk.app.screens.languages(desk.app.activity)
    desk.run(50)
    tap(desk, "DOWN OK")
    desk.run(100)
    assert name(desk) == "Shelf"


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_it_looks(language: str, tmp_path: Path, golden: Golden) -> None:
    images: list[Image.Image] = []
    for size in SIZES:
        folder = tmp_path / str(size[0] + size[1])
        folder.mkdir()
        desk = first(folder, size)
        tap(desk, "DOWN " * LANGUAGES.index(language) + "OK")
        desk.run(100)
        images.append(shot(desk))
        tap(desk, "LEFT")
        images.append(shot(desk))
        assert "OK" in hint(desk.chip) and text(desk.chip, 0)
    compare(golden, f"sound-question-{language}", images)
