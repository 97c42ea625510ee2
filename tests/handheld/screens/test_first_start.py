# SPDX-License-Identifier: MIT
"""The first minutes of a new handheld: what programs print is in the person's language. If the
messages are the originals', how to read them in another language is said at the first stop."""

from pathlib import Path

import pytest
from PIL import Image

from host_tools.emulator.simulator import Simulator
from teletype.words import LANGUAGES
from tests.helpers.drawn import tap
from tests.helpers.screen import SIZES, Size, hint
from tests.helpers.sheets import Golden, compare, shot

PATIENCE = 5100
"""Milliseconds without a key after which it is said."""


def at_stop(language: str, line: str, size: Size = (128, 64)) -> Simulator:
    """A desk at the first stop of a program."""
    desk = Simulator(*size)
    desk.set(language=language, messages="original", speed="fast")
    desk.say(line, rest=1100)
    return desk


@pytest.mark.parametrize("size", SIZES)
def test_the_way_to_a_language_is_told_below_the_paper(size: Size) -> None:
    """A picture speaks the language of the device, and keeps its keys; the paper is foreign."""
    desk = at_stop("en", "nim", size)
    keys = hint(desk.chip)
    desk.run(2 * PATIENCE)
    assert hint(desk.chip).strip(" ◊") == keys.strip(" ◊") and "►:English" not in keys
    tap(desk, "BACK")
    assert "►:English" in hint(desk.chip)
    tap(desk, "RIGHT")
    assert desk.app.sessions.screen.language.shown == "en"
    tap(desk, "OK")
    desk.run(2 * PATIENCE)
    assert "►:English" not in hint(desk.chip), "it is read in English now"


@pytest.mark.parametrize(
    ("language", "line"), [("ru", "nim"), ("en", "misere-nim"), ("en", "nim heaps=1,2")]
)
def test_it_is_not_told_in_the_own_language_nor_later(language: str, line: str) -> None:
    desk = at_stop(language, line)
    if line.endswith("2"):
        desk.serial.typed.append("9 9")  # something was answered
        desk.run(10)
        desk.settle()
    desk.run(2 * PATIENCE)
    assert "BACK ►:" not in hint(desk.chip)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_looks_like(language: str, tmp_path: Path, golden: Golden) -> None:
    """The first start; the keys while it prints; the first stop, told; a card to be turned."""
    images: list[Image.Image] = []
    for size in SIZES:
        folder = tmp_path / str(size[0] + size[1])
        folder.mkdir()
        desk = Simulator(*size, folder=folder, new=True)
        tap(desk, "DOWN " * LANGUAGES.index(language))
        desk.run(100)
        images.append(shot(desk))
        tap(desk, "OK")
        desk.run(300)
        desk.serial.typed.append("nim")
        desk.run(1500)
        images.append(shot(desk))
        desk.pin("OK").drive(0)  # held: to the stop
        desk.run(1000)
        desk.settle()
        desk.pin("OK").drive(1)
        desk.run(1100)
        images.append(shot(desk))  # the position before the machine's move
        desk.run(PATIENCE)
        images.append(shot(desk))
    desk = at_stop(language, "calculation-lisp")
    for _ in range(30):
        if desk.app.sessions.screen.game.hand == 0:
            break
        tap(desk, "OK")
        desk.settle()
    desk.run(100)
    images.append(shot(desk))
    compare(golden, f"first-start-{language}", images)
