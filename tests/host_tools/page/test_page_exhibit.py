# SPDX-License-Identifier: MIT
"""The page as an exhibit: its own handheld with an exhibit.txt, and what visitors can reach."""

import base64
from collections.abc import Callable

import pytest

from host_tools.emulator.pico import read_filesystem
from host_tools.lab.page.chromium import Browser
from tests.helpers.browser import STOP, PageHand

pytestmark = pytest.mark.pico

Opened = Callable[..., PageHand]

NEW_MS = 400
"""Emulated milliseconds after which a new screen accepts keys."""

_FLASH = """teletype.machine.ask('flash').then((bytes) => {
  const parts = [];
  for (let at = 1 << 20; at < bytes.length; at += 0x2000) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x2000)));
  }
  return btoa(parts.join(''));
})"""


def files(page: PageHand) -> dict[str, bytes]:
    """Return the files on the flash of the page's handheld."""
    return read_filesystem(base64.b64decode(page.tab.run(_FLASH)))


def wait(page: PageHand, milliseconds: int = NEW_MS) -> None:
    page.tab.run(f"teletype.machine.ask('wait', {{ ms: {milliseconds} }})")


def press(page: PageHand, keys: str, how: str = "touch") -> None:
    """Press buttons like visitors, who look at each new screen first."""
    for key in keys.split():
        wait(page)
        page.press(key, how)
        wait(page, 100)


def visible(page: PageHand) -> list[str]:
    """Return the names of what can be used or read."""
    found: list[str] = page.tab.run(
        "[...document.querySelectorAll('button, input, select, a, #paper, #panel')]"
        ".filter((each) => each.checkVisibility())"
        ".map((e) => e.dataset.key ?? (e.id || e.className))"
    )
    return [name for name in found if name]


def test_a_visit(hand: Opened, browser: Browser) -> None:
    """Cards, a game by touch, an absent visitor, cards; the game is kept as a tape."""
    context = browser.context()
    link = "#exhibit&idle=10&ask=5&program=nim&heaps=7,8,4"
    page = hand(context, link)
    page.up()
    assert visible(page) == ["panel", "UP", "LEFT", "RIGHT", "DOWN", "BACK", "OK", "paper"]
    assert files(page)["exhibit.txt"] == b"idle=10\nask=5\nfixed=nim heaps=7,8,4\n"
    card = page.pixels()
    wait(page, 6000)
    assert page.pixels() != card, "the next card"
    press(page, "OK")
    demonstrated = page.paper()
    press(page, "DOWN OK")  # in Russian
    stops = demonstrated.count(STOP)
    page.until_stop(stops)
    assert "ИГРА НИМ" in page.paper().removeprefix(demonstrated)
    page.picker()
    press(page, "DOWN OK")
    page.until_stop(stops + 1)
    page.tab.key("s")  # no picture is saved
    cards = page.paper().count("Press any key")
    page.tab.run("teletype.machine.ask('hurry', { on: true })")  # for the board this is a minute
    page.tab.until(
        "document.getElementById('paper').textContent.split('Press any key').length"
        f" > {cards + 1}",
        what="the cards",
    )
    page.tab.run("teletype.machine.ask('hurry', { on: false })")
    kept = files(page)
    (name,) = [name for name in kept if name.startswith("tapes/") and ".tape" in name]
    assert "nim" in name and "ИГРА НИМ".encode() in kept[name]
    assert b"language=ru" not in kept.get("settings.txt", b""), "a visitor's language is not kept"
    page.tab.until("teletype.store.stored > 0 && !teletype.store.late.size", what="the store")
    page.clean()
    page.tab.close()
    again = hand(context, link)  # like a power cut
    again.up()
    assert STOP not in again.paper(), "the cards come back, not the game"
    assert files(again)[name] == kept[name]
    again.clean()


def test_it_is_a_handheld_of_its_own(hand: Opened, browser: Browser) -> None:
    """The normal page and another exhibit take nothing from it and leave nothing on it."""
    context = browser.context()
    page = hand(context, "#exhibit&programs=trigex")
    page.up()
    usual, other = hand(context), hand(context, "#exhibit")
    usual.up()
    other.up()
    assert "exhibit.txt" not in files(usual)
    assert files(other)["exhibit.txt"] == b""
    assert files(page)["exhibit.txt"] == b"programs=trigex\n"
    for each in (page, usual, other):
        assert each.notices() == []
        each.clean()
    twin = hand(context, "#exhibit&programs=trigex")
    twin.told("in another tab")
    usual.tab.run("location.hash = 'exhibit'")  # this reloads the page
    usual.told("in another tab")
    assert usual.tab.run("document.documentElement.dataset.form") == "exhibit"


@pytest.mark.parametrize("code", ["", "&code=UDLR"])
def test_the_operator(hand: Opened, browser: Browser, code: str) -> None:
    """The operator finds the whole page, the faults in the link, and the visitors' tapes."""
    context = browser.context()
    rules = f"#exhibit{code}&idle=9"
    page = hand(context, rules)
    page.up()
    press(page, "OK OK")
    page.tab.run("teletype.machine.send('nim\\n')")
    page.until_stop(0)
    page.tab.run("teletype.machine.send('1 1\\n')")
    page.until_stop(1)
    while "tapes/0001-nim.tape" not in files(page):
        wait(page)
    page.tab.until("!teletype.store.late.size")
    page.clean()
    page.tab.close()
    page = hand(context, f"{rules}&operator")
    if code:
        wait(page, 2000)
        press(page, "UP DOWN LEFT RIGHT", "click")
    page.tab.until("document.getElementById('paper').textContent.includes('idle')")
    assert {"power", "tapes", "line"} <= set(visible(page))
    page.button("Tapes…")
    page.tab.until("document.getElementById('dialog-body').textContent.includes('nim.tape')")
    page.clean()


def test_a_link_that_is_wrong(hand: Opened) -> None:
    """The fault is reported; it is still an exhibit without switches."""
    page = hand(anchor="#exhibit&idel=20")
    page.told("cannot be understood: idel=20")
    page.up()
    assert "power" not in visible(page)
    assert files(page)["exhibit.txt"] == b""
    page.clean()


def test_a_browser_without_room(browser: Browser, address: str) -> None:
    """Visitors can play, and see no message about something they cannot change."""
    tab = browser.tab(context=browser.context())
    tab.call("Storage.overrideQuotaForOrigin", origin="file://", quotaSize=1)
    page = PageHand(tab, address, "#exhibit&program=nim")
    page.up()
    press(page, "OK OK")
    page.until_stop(0)
    assert tab.run("[teletype.store.stored, teletype.store.refusing]") == [0, True]
    assert page.notices() == []
    page.clean()
    tab.close()


_BROKEN = """teletype.payload.uf2('pico').then((uf2) => {
  const broken = uf2.slice();
  for (let block = 2; block < 40; block++) broken.fill(0xDE, 512 * block + 32, 512 * block + 288);
  return teletype.machine.ask('image', { uf2: broken });
})"""
"""Loads an image whose code consists of undefined instructions."""

_WHOLE = """teletype.payload.uf2('pico').then((uf2) => teletype.machine.ask('image', { uf2 }))"""

_COUNT = """(() => {
  globalThis.switched = [];
  const power = document.getElementById('power');
  new MutationObserver(() => switched.push(power.getAttribute('aria-checked')))
    .observe(power, { attributeFilter: ['aria-checked'] });
  return 0;
})()"""


def test_a_board_that_has_stopped_is_switched_on_again(hand: Opened, browser: Browser) -> None:
    """An exhibit does so itself, each time; elsewhere a person is informed and does it."""
    context = browser.context()
    page = hand(context, "#exhibit")
    page.up()
    cards = page.paper().count("Press any key")
    page.tab.run(_COUNT)
    page.tab.run(_BROKEN)
    page.tab.until("switched.join() === 'false,true,false'", what="the second stop")
    assert page.notices() == []
    page.tab.run(_WHOLE)
    page.tab.until(
        "document.getElementById('paper').textContent.split('Press any key').length"
        f" > {cards + 1}",
        what="the cards",
    )
    usual = hand(context)
    usual.up()
    usual.tab.run(_BROKEN)
    usual.told("has stopped")
    usual.tab.until("document.getElementById('power').getAttribute('aria-checked') === 'false'")
    shelves = usual.tab.run("teletype.shelves")
    usual.tab.run(_WHOLE)
    usual.tab.until(f"teletype.shelves > {shelves}", what="the shelf")
