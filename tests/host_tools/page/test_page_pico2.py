# SPDX-License-Identifier: MIT
"""The page of the Pico 2: an RP2350 in Chromium, with the golden pictures of the Pico's page."""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.lab.page.chromium import Browser
from host_tools.page import page as maker
from tests.helpers.browser import PageHand
from tests.helpers.paper import printed

pytestmark = pytest.mark.pico

Opened = Callable[..., PageHand]


@pytest.fixture(scope="session")
def address(made: Path, installed: None) -> str:
    """The address of the Pico 2's page, for `hand`."""
    return (made / maker.file_name(maker.SECOND)).as_uri()


def test_nim_from_the_shelf_to_its_end(hand: Opened) -> None:
    page = hand()
    page.up()
    page.fast()
    page.shows("nim-shelf")
    page.choose("nim")
    page.shows("nim-setup")
    page.answer("OK")
    page.picker()
    page.press("RIGHT DOWN DOWN")
    page.shows("nim-stones")
    page.answer("OK")
    page.picker()
    page.answer("LEFT DOWN DOWN DOWN DOWN DOWN OK")
    page.picker()
    page.press("DOWN OK")
    page.until("ВЫ ПРОИГРАЛИ")
    page.shows("nim-end")
    assert page.session() == printed("nim-protocol")
    assert page.tab.run("teletype.machine.ask('flash').then(({ length }) => length)") == 4 << 20
    page.clean()


def test_it_is_another_handheld_than_the_picos(hand: Opened, browser: Browser, made: Path) -> None:
    """A game continues when the page is opened again; the Pico's page does not know it."""
    context = browser.context()
    page = hand(context, "#program=nim&heaps=7,8,4")
    page.up()
    page.until_stop(0)
    page.type("T=2 L=1")
    page.until_stop(1)
    page.tab.until("teletype.store.stored > 0 && !teletype.store.late.size", what="the store")
    page.tab.close()
    tab = browser.tab(context=context)
    other = PageHand(tab, (made / maker.file_name(maker.BOARD)).as_uri())
    other.up()
    assert "Resumed" not in other.paper()
    tab.close()
    page = hand(context)
    page.up()
    assert "Resumed: 0001-nim.tape" in page.paper()
    page.clean()


def test_an_image_for_the_pico_is_refused(hand: Opened, images: dict[str, Path]) -> None:
    page = hand()
    page.up()
    page.drop(images["pico"])
    page.refuses("That image is for another chip; this board has an RP2350.")
    page.clean()


def test_both_pages_are_within_the_limit(made: Path) -> None:
    for board in (maker.BOARD, maker.SECOND):
        assert (made / maker.file_name(board)).stat().st_size <= maker.LIMIT
