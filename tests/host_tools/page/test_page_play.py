# SPDX-License-Identifier: MIT
"""Games on the page in Chromium, by mouse, finger and key: what the board shows and prints."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from host_tools.lab.page import figures, pictures
from host_tools.lab.page.chromium import Browser
from host_tools.page import page as maker
from tests.helpers.browser import STOP, PageHand
from tests.helpers.paper import printed

pytestmark = pytest.mark.pico

Opened = Callable[..., PageHand]


@pytest.mark.parametrize("how", ["click", "touch", "keys"])
def test_nim(hand: Opened, how: str) -> None:
    """The book's game 7, 8, 4 from the shelf to its end, picture by picture."""
    page = hand()
    page.up()
    page.fast(how)
    page.shows("nim-shelf")
    page.choose("nim", how)
    page.shows("nim-setup")
    page.answer("OK", how)
    page.picker()
    page.press("RIGHT DOWN DOWN", how)
    page.shows("nim-stones")
    page.answer("OK", how)
    page.picker()
    page.answer("LEFT DOWN DOWN DOWN DOWN DOWN OK", how)
    page.picker()
    page.press("DOWN OK", how)
    page.until("ВЫ ПРОИГРАЛИ")
    page.shows("nim-end")
    assert page.session() == printed("nim-protocol")
    page.clean()


def test_typed(hand: Opened) -> None:
    """The same game typed below the paper; the firmware reports an invalid answer."""
    page = hand()
    page.up()
    page.type("nim heaps=7,8,4")
    page.until(STOP)
    for answer, wanted in (("T=2 L=1", 2), ("nonsense", 3), ("T=1 L=0", 4)):
        page.type(answer)
        page.until_stop(wanted - 1)
    page.type("T=2 L=0")
    page.until("ВЫ ПРОИГРАЛИ")
    kept = [line for line in page.session().splitlines() if "nonsense" not in line]
    wanted_lines = printed("nim-protocol").splitlines()
    assert [line for line in kept if line in wanted_lines] == wanted_lines
    page.clean()


def test_a_slow_processor(hand: Opened, browser: Browser) -> None:
    """With a quarter of the processor's time every key arrives in order and is answered."""
    page = hand()
    page.up()
    with browser.slowed(4):
        page.fast("keys")
        page.choose("nim", "keys")
        page.shows("nim-setup", 120)
        page.answer("OK", "keys")
        page.picker()
        page.press("RIGHT DOWN DOWN", "keys")
        page.shows("nim-stones", 120)
        page.answer("OK", "keys")
    page.clean()


@pytest.mark.slow
def test_the_figures(made: Path, installed: None) -> None:
    """The command measures each figure; whether goals are met depends on the machine."""
    lines: list[str] = []
    figures.measure(made / f"{maker.NAME}.html", maker.LIMIT, lines.append)
    assert [line for line in lines if "x real time" in line][3:]
    named = "\n".join(lines)
    for what in ("KiB", "start to the shelf", "key to canvas", "4 times slower", "at a prompt"):
        assert what in named


@pytest.mark.slow
def test_the_pictures(made: Path, installed: None, tmp_path: Path) -> None:
    """The command draws the documents' pictures; their look depends on the system's fonts."""
    drawn = pictures.draw(made / f"{maker.NAME}.html", tmp_path)
    kept = sorted(path.name for path in pictures.FOLDER.iterdir())
    assert sorted(path.name for path in drawn) == kept
    for path in drawn:
        with Image.open(path) as image, Image.open(pictures.FOLDER / path.name) as other:
            assert image.size == other.size
