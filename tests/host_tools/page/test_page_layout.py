# SPDX-License-Identifier: MIT
"""What the page shows at once: a sentence, the handheld, the paper; nothing moves them."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.helpers.browser import STOP, PageHand

pytestmark = pytest.mark.pico

Opened = Callable[..., PageHand]

TABLETS = {
    "7 inches": (600, 960),
    "10 inches": (768, 1024),
    "11 inches": (820, 1180),
    "on its side": (1024, 768),
}

_WATCHES = """globalThis.tops = new Set();
const look = () => {
  const face = document.querySelector('.face');
  if (face) tops.add(Math.round(face.getBoundingClientRect().top));
  requestAnimationFrame(look);
};
look();"""
"""Records the handheld's position in each frame."""


LANGUAGES = ("en", "ru", "ja", "uk", "de")
"""The page's own languages."""


def box(page: PageHand, selector: str) -> dict[str, Any]:
    found: dict[str, Any] = page.tab.run(
        f"document.querySelector({selector!r}).getBoundingClientRect().toJSON()"
    )
    return found


def test_a_sentence_says_what_it_is(hand: Opened) -> None:
    """It is above the handheld, in each language and size except on a phone on its side."""
    page = hand()
    page.up()
    said = set()
    for language in LANGUAGES:
        page.tab.run(
            "(() => { const s = document.querySelector('#language');"
            f" s.value = {language!r}; s.dispatchEvent(new Event('change')); return 0; }})()"
        )
        text = page.tab.run("document.querySelector('.what').textContent")
        assert 20 < len(text) < 130 and sum(text.count(end) for end in ".。") <= 2
        said.add(text)
        for size in ((390, 844), (768, 1024), (1280, 800)):
            page.tab.size(*size, 1, mobile=size[0] < 1000)
            what, face = box(page, ".what"), box(page, ".face")
            assert what["top"] >= box(page, "h1")["bottom"] - 1
            assert what["height"] > 0 and what["bottom"] <= face["top"]
            assert what["right"] <= size[0] and what["height"] < 60
    assert len(said) == len(LANGUAGES)
    page.clean()


CUT = """[...document.querySelectorAll('.card')].flatMap((card) => {
  const { left, right, bottom } = card.getBoundingClientRect();
  return [...card.querySelectorAll('.told > *')].filter((each) => {
    const its = each.getBoundingClientRect();
    return its.left < left || its.right > right || its.bottom > bottom;
  });
}).map((each) => each.textContent)"""
"""The texts and buttons that stick out of their cards."""


def test_nothing_sticks_out_of_a_card(hand: Opened) -> None:
    """In each language, from the narrowest telephone to a desk."""
    page = hand()
    page.up()
    for language in LANGUAGES:
        page.language(language)
        for width in (320, 360, 390, 430, 820, 1280):
            page.tab.size(width, 800, 1, mobile=width < 1000)
            assert page.tab.run(CUT) == [], (language, width)
    page.clean()


@pytest.mark.parametrize("name", TABLETS)
def test_on_a_tablet_the_paper_is_in_sight(name: str, hand: Opened) -> None:
    """It is visible with the handheld and the answer line, without scrolling."""
    width, height = TABLETS[name]
    page = hand(width=width, height=height)
    page.tab.size(width, height, 1, mobile=True)
    page.up()
    page.fast()
    page.type("nim")
    page.until(STOP)
    assert page.tab.run("scrollY") == 0
    paper, line, face = (box(page, each) for each in (".scroll", "#answer", ".face"))
    assert face["top"] >= 0 and paper["height"] >= 48 and paper["bottom"] <= height
    assert line["bottom"] <= height, "the answer's line"
    assert face["bottom"] <= paper["top"] or face["right"] <= paper["left"]
    assert page.tab.run("teletype.panel.canvas.getBoundingClientRect().width") >= 384
    page.clean()


@pytest.mark.parametrize("anchor", ["", "#nonsense"])
def test_nothing_that_is_told_moves_the_handheld(anchor: str, hand: Opened) -> None:
    """From the first frame to the shelf, and while a notice appears and disappears."""
    page = hand()
    page.up()
    page.tab.call("Page.addScriptToEvaluateOnNewDocument", source=_WATCHES)
    page.tab.open("about:blank")  # a new fragment alone would not load the page
    page.open(anchor)
    page.up()
    if anchor:
        page.told("cannot be understood")
    page.tab.run("new Promise((done) => setTimeout(() => done(0), 300))")
    if anchor:
        page.tab.run("(document.querySelector('.notice button:last-child').click(), 0)")
        page.tab.run("new Promise((done) => setTimeout(() => done(0), 300))")
    tops = page.tab.run("[...tops]")
    assert len(tops) == 1, f"the handheld moved: {tops}"
    page.clean()


REACHED = """[...document.querySelectorAll('[data-key], .switches button, header button, select,'
  + ' #line, #answer button')].filter((each) => {
  each.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = each.getBoundingClientRect();
  const at = document.elementFromPoint(left + width / 2, top + height / 2);
  return !(width && left >= 0 && left + width <= innerWidth && each.contains(at));
}).map((each) => each.dataset.key || each.id || each.textContent)"""
"""The controls that cannot be scrolled to and clicked in their middle."""


@pytest.mark.parametrize(("width", "height"), [(320, 256), (320, 568), (360, 300), (480, 300)])
def test_everything_is_reached_at_400_per_cent(width: int, height: int, hand: Opened) -> None:
    """WCAG 2.2, 1.4.10: a window of 1280×1024 at 400 % has 320×256 pixels."""
    page = hand(width=width, height=height)
    page.tab.size(width, height, 4, mobile=False)
    page.up()
    assert page.tab.run(REACHED) == []
    assert page.tab.run("document.documentElement.scrollWidth <= innerWidth"), "no sideways scroll"
    canvas, keys = box(page, "#panel"), box(page, ".cross")
    assert canvas["width"] >= 128 and canvas["bottom"] <= keys["top"]
    page.clean()


LIKE_OFF = """[...document.querySelectorAll('[aria-pressed], [aria-checked]')].filter((each) => {
  const name = each.hasAttribute('aria-pressed') ? 'aria-pressed' : 'aria-checked';
  const was = each.getAttribute(name);
  const [on, off] = ['true', 'false'].map((state) => {
    each.setAttribute(name, state);
    return getComputedStyle(each).backgroundColor;
  });
  each.setAttribute(name, was);
  return on === off;
}).map((each) => each.id || each.textContent)"""
"""The buttons with a state that look the same when they are on."""


def test_forced_colours_keep_edges_and_states(hand: Opened) -> None:
    """A high-contrast theme: buttons have edges, those with a state and a pressed one show it."""
    page = hand()
    page.up()
    page.tab.call(
        "Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}]
    )
    assert page.tab.run("matchMedia('(forced-colors: active)').matches")
    style = "getComputedStyle(document.querySelector(%r)).%s"
    for key in ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK"):
        assert page.tab.run(style % (f'[data-key="{key}"]', "borderTopWidth")) != "0px"
        assert page.tab.run(style % (f'[data-key="{key}"]', "borderTopStyle")) == "solid"
    assert page.tab.run("document.querySelectorAll('[aria-pressed], [aria-checked]').length") > 4
    assert page.tab.run(LIKE_OFF) == []
    on = page.tab.run(style % ("#power", "backgroundColor"))
    assert page.tab.run("document.querySelector('#power').ariaChecked") == "true"
    assert on != page.tab.run(style % ("#reset", "backgroundColor"))
    up = page.tab.run(style % ('[data-key="UP"]', "backgroundColor"))
    page.tab.run("document.querySelector('[data-key=\"UP\"]').classList.add('down')")
    assert page.tab.run(style % ('[data-key="UP"]', "backgroundColor")) != up
    page.clean()
