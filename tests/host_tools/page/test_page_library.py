# SPDX-License-Identifier: MIT
"""The library, the guide beside the game, sharing, the full screen, the paper's translation."""

from collections.abc import Callable
from pathlib import Path

import pytest

from teletype.programs import catalogue
from tests.helpers.browser import Browser, PageHand, tab_of

pytestmark = pytest.mark.pico

Opened = Callable[..., PageHand]

_LINES = "[...document.querySelectorAll('#paper .line')].map((e) => [e.textContent.trim(), %s])"


def said(page: PageHand) -> dict[str, str | None]:
    """Return the lines of the paper, with the translation below each."""
    return dict(page.tab.run(_LINES % "e.dataset.said ?? null"))


def guide(page: PageHand) -> str:
    return str(page.tab.run("document.querySelector('.guide').innerText"))


def play(page: PageHand, title: str) -> None:
    """Press PLAY on a card."""
    page.tab.run(
        "[...document.querySelectorAll('.card')].find((e) => e.querySelector('h3').textContent"
        f" === '{title}').querySelector('.play').click()"
    )


_ORDER = """
globalThis.order = [];
const { open } = IDBFactory.prototype;
IDBFactory.prototype.open = function (...of) { order.push('store'); return open.apply(this, of); };
globalThis.Worker = class extends Worker {
  constructor(...of) { super(...of); order.push('worker'); }
  postMessage(what, ...of) {
    if (what.ask === 'start') order.push('start', document.querySelectorAll('.card').length);
    super.postMessage(what, ...of);
  }
};
let unpacking;
Object.defineProperty(globalThis, 'unxz', {
  get: () => (element) => {
    const parts = unpacking(element);
    parts.forEach((part, at) => part.then(() => order.push(`${element.id} ${at}`)));
    return parts;
  },
  set: (given) => (unpacking = given),
});
"""
"""Keeps in which order the page does what takes time."""


def test_nothing_waits_for_what_it_does_not_need(browser: Browser, address: str) -> None:
    """The Worker compiles while the page's program and the image are unpacked, the store opens
    before the image is there, and the board starts before anything else is unpacked and the
    library is drawn."""
    with tab_of(browser, browser.context()) as tab:
        tab.call("Page.addScriptToEvaluateOnNewDocument", source=_ORDER)
        tab.open(address, "globalThis.teletype?.machine || false")
        tab.until("teletype.ready", what="the shelf")
        cards = f"document.querySelectorAll('.card').length === {len(catalogue.NAMES)}"
        tab.until(cards, what="the library")
        order = tab.run("order")
        assert order[:4] == ["worker 0", "worker", "program 0", "store"]
        facts, image, start = map(order.index, ("payload 0", "payload 1", "start"))
        assert facts < image < start and order[start + 1] == 0, "no card before the board"
        assert tab.errors == []


def test_a_card_starts_its_program(hand: Opened) -> None:
    """Nim from the library can be won; guide, paper and thoughts tell what the game knows."""
    page = hand()
    page.up()
    page.fast()
    assert "PLAY: NIM" in guide(page)
    play(page, "NIM")
    page.until("nim heaps=1,2,3 style=hard")
    page.until_stop(0)
    page.tab.until("document.querySelector('.rules p') !== null", what="the rules")
    assert "Take the last stone and you win." in guide(page)
    assert "T=3 L=2" not in guide(page), "the thoughts are closed at first"
    page.tab.until("document.querySelector('[data-said]') !== null", what="a translation")
    found = said(page)
    assert found["ИГРА НИМ"] == "THE GAME OF NIM" and found["T=1      L=0"] is None
    assert "THE GAME OF NIM" not in page.paper(), "the paper is the original's"
    page.tab.run("(document.querySelector('.thoughts').open = true, 0)")
    page.tab.until(
        "document.querySelector('.guide').innerText.includes('T=3 L=2 wins')",
        what="the move that wins",
    )
    page.type("T=3 L=2")
    page.until("T=2      L=1")
    page.until_stop(1)
    page.tab.until(
        "document.querySelector('.guide').innerText.includes('The machine played T=2 L=1')",
        what="the next thought",
    )
    page.language("ru")
    page.tab.until(
        "document.querySelector('.guide').innerText.includes('Кто возьмёт последний')"
        " || document.querySelector('.rules p') !== null",
        what="the rules in Russian",
    )
    assert page.tab.run("document.querySelector('[data-said]')") is None, "it is Russian already"
    page.press("BACK")
    page.tab.until("teletype.onShelf || (teletype.tap('BACK'), false)", what="the shelf")
    page.tab.until("document.querySelector('.rules') === null", what="the page's own guide")
    page.clean()


def test_the_translation_can_be_hidden(hand: Opened) -> None:
    page = hand()
    page.up()
    page.type("nim")
    page.tab.until("document.querySelector('[data-said]') !== null", what="a translation")
    shown = "getComputedStyle(document.querySelector('[data-said]'), '::after').content"
    assert "THE GAME OF NIM" in page.tab.run(shown)
    page.tab.click("#said")
    assert page.tab.run(shown) == "none"
    page.reload()
    page.up()
    assert page.tab.run("document.getElementById('said').checked") is False
    page.clean()


def test_kinds(hand: Opened) -> None:
    """A filter shows the cards of one kind."""
    page = hand()
    page.up()
    count = "[...document.querySelectorAll('.card')].filter((e) => e.checkVisibility()).length"
    assert page.tab.run(count) == 16
    page.button("Solitaire")
    assert page.tab.run(count) == 3
    page.button("All 16")
    assert page.tab.run(count) == 16
    page.clean()


def test_a_link_over_a_game(hand: Opened) -> None:
    """It says what is kept, and leads back to it."""
    page = hand()
    page.up()
    page.fast()
    page.type("nim heaps=7,8,4")
    page.until_stop(0)
    page.type("T=2 L=1")
    page.until_stop(1)
    play(page, "TRIGEX")
    page.until("trigex first=you")
    page.told("Your game of NIM is kept.")
    page.button("Back to my game")
    page.told("every line was the same")
    page.until("T=1      L=5")
    page.clean()


@pytest.mark.parametrize("width", [1280, 390])
def test_an_unknown_program(width: int, hand: Opened) -> None:
    """The answer is in sight, on a phone, too, and the handheld stays as it is."""
    page = hand(anchor="#program=chess", width=width, height=844)
    page.told("There is no program chess. The programs are: nim,")
    page.told("calculation-fortran, calculation-lisp")
    page.up()
    top, bottom = page.tab.run(
        "(() => { const r = document.querySelector('.notice').getBoundingClientRect();"
        " return [r.top, r.bottom]; })()"
    )
    assert top >= 0 and bottom <= 844
    assert "chess" not in page.paper()
    page.clean()


def test_share(hand: Opened, made: Path) -> None:
    """A link to the game, with its moves, and one to its start; both open the game."""
    page = hand()
    page.up()
    page.fast()
    page.type("logic puzzle=who")
    page.tab.until("teletype.session().then((session) => session !== null)", what="a tape")
    page.tab.click("#share")
    links = "[...document.querySelectorAll('#dialog input')].map((each) => each.value)"
    page.tab.until(f"{links}.length === 1")
    assert page.tab.run(links)[0].endswith("#program=logic&puzzle=who")
    page.tab.key("Escape")
    play(page, "NIM")
    page.until_stop(0)
    page.type("T=3 L=2")
    page.until_stop(1)
    page.tab.click("#share")
    page.tab.until(f"{links}.length === 2")
    assert page.alike() == []
    game, start = page.tab.run(links)
    assert start.endswith("#program=nim&heaps=1,2,3&style=hard")
    friend = hand(anchor="#" + game.partition("#")[2])
    friend.told("A tape is being played")
    friend.button("To its end")
    friend.told("every line was the same")
    friend.clean()
    page.clean()


_BESIDE = """['.face', '.roll'].every((each) => {
  const place = (of) => document.querySelector(of).getBoundingClientRect();
  const [its, button] = [place(each), place('#leave')];
  return its.bottom <= button.top || its.right <= button.left;
})"""
"""Whether the button that leads back covers neither the handheld nor the paper."""


def test_full_screen(hand: Opened) -> None:
    """Only the screen and the paper remain; the button leads back."""
    page = hand()
    page.up()
    before = page.tab.run("document.getElementById('panel').getBoundingClientRect().width")
    page.tab.click("#full")
    seen = "[...document.querySelectorAll('header, #library, .guide')].filter((e) =>"
    assert page.tab.run(f"{seen} e.checkVisibility()).length") == 0
    page.tab.until(
        f"document.getElementById('panel').getBoundingClientRect().width > {before}",
        what="a larger screen",
    )
    assert page.tab.run("document.querySelector('#line').checkVisibility()")
    for width, height in ((320, 568), (390, 844), (844, 390), (1024, 768), (1280, 720)):
        page.tab.size(width, height, 1, mobile=width < 1000)
        assert page.tab.run(_BESIDE), f"the button covers something at {width}"
        over = page.tab.run("document.documentElement.scrollHeight - innerHeight")
        assert over <= 0 or width < 390 or height < 400, f"{over} pixels to scroll at {width}"
    page.tab.click("#leave")
    page.tab.until(f"{seen} !e.checkVisibility()).length === 0", what="the page")
    page.clean()


def test_a_kiosk_has_no_library(hand: Opened) -> None:
    page = hand(anchor="#exhibit")
    page.up()
    hidden = "['header', '.guide', '#library', 'footer', '.said'].filter((each) =>"
    assert page.tab.run(f"{hidden} document.querySelector(each).checkVisibility())") == []
    page.clean()
