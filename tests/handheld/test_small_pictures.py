# SPDX-License-Identifier: MIT
"""The pictures that panels of 128x32 and 72x40 pixels have, too: what they look like, and that the
programs are played in them with the keys."""

from collections.abc import Callable

import pytest
from PIL import Image

from tests.handheld.test_screens import speaking, typed
from tests.helpers.drawn import tap
from tests.helpers.sheets import compare
from words import LANGUAGES

SIZES = ((128, 32), (72, 40))

SCRIPTS = (
    ("nim", "", "DOWN DOWN", "RIGHT"),
    ("nim heaps=1,2", "", "DOWN OK"),
    ("misere-nim", "", "UP RIGHT", "OK", "DOWN"),
    ("race", "", "RIGHT", "OK", "LEFT OK"),
    ("race n=4 m=3", "", "OK"),
    ("yen", "", "UP", "RIGHT UP", "OK"),
    ("yen rounds=2", "", "OK", "OK"),
    ("evolution", "", "RIGHT", "OK", "UP", "DOWN"),
    ("evolution m=50 n=128 z=9999 r=20 cells=24:64,24:65,25:63,25:64,26:64 space=plane", "", "OK"),
)
"""A line that is typed on the shelf, and keys, each lot before a picture of the screen."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_they_look_like(language: str, golden: Callable[..., None]) -> None:
    images: list[Image.Image] = []
    for size in SIZES:
        for line, *lots in SCRIPTS:
            desk = speaking(language, size)
            typed(desk, line)
            desk.run(1500)
            for keys in lots:
                tap(desk, keys)
                desk.run(1500)
                assert desk.app.sessions.screen.pictured, (line, keys)
                assert desk.chip.unknown == []
                images.append(desk.chip.image())
    compare(golden, f"small-pictures-{language}", images)
