# SPDX-License-Identifier: MIT
"""Each program from power-on to its end and back to the shelf, by the six buttons.

Whoever presses knows nothing of the program: mostly OK, now and then an arrow, as a visitor may.
The host's own program must then print what stands on the tape.
"""

import random
from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from host_tools.sessions.replay import replay_file
from host_tools.sessions.targets import Host
from teletype import words
from teletype.programs import catalogue
from teletype.words import LANGUAGES
from tests.helpers.screen import Size
from tests.helpers.sessions import name as at
from tests.helpers.setup import to_start

SIZES = ((128, 64), (128, 32), (72, 40), (64, 48))
KEYS = ("OK", "OK", "OK", "UP", "DOWN", "LEFT", "RIGHT")

MOST = 2000
"""Keys after which a program should have ended."""

ENDLESS = {"cards": 60, "nim-table": 60, "misere-nim": 300, "mir": 300}
"""Programs that ask until they are left, and after how many keys that is."""

KEPT = 60
"""Keys for a program that somebody has added: it may ask until its answer is right."""


def to_program(desk: Simulator, name: str) -> None:
    """From the shelf to the first screen of a program."""
    rows = list(desk.app.activity._rows)
    while desk.app.activity._chosen != rows.index(name):
        desk.press("DOWN")
    desk.press("OK")
    if at(desk) == "SetupEditor":  # another may ask for more than a list of values
        to_start(desk)
        desk.press("OK")
    desk.run(50)


def play(desk: Simulator, name: str) -> None:
    """Presses keys until the program has ended."""
    chance = random.Random(name)
    ours = words.program(name).storied()
    for _ in range(ENDLESS.get(name, MOST if ours else KEPT)):
        screen = desk.app.sessions.screen
        if (screen and screen.ended) or at(desk) == "Shelf":  # after the lesson
            return
        desk.press(chance.choice(KEYS))
        desk.run(50)
        assert desk.chip.unknown == []
    assert name in ENDLESS or not ours, f"not ended after {MOST} keys: {at(desk)}"


@pytest.mark.sampled(34)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(catalogue.NAMES))
def test_a_walk(name: str, language: str, size: Size, tmp_path: Path) -> None:
    (tmp_path / "settings.txt").write_text(f"language={language}\nspeed=fast\norder=machine\n")
    desk = Simulator(*size, folder=tmp_path)
    desk.run(50)
    assert at(desk) == "Shelf"
    to_program(desk, name)
    play(desk, name)
    desk.run(3000)
    for _ in range(8):
        if at(desk) != "Shelf":
            desk.press("BACK")
            desk.run(500)  # no key leaves the reason of a defeat at once
    assert at(desk) == "Shelf"
    tape = next(tmp_path.glob("tapes/*.tape"))
    assert replay_file(tape, Host()) is None
