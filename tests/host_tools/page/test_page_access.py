# SPDX-License-Identifier: MIT
"""The page for everyone: axe-core finds nothing, the keyboard suffices, all languages work."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from host_tools.build import node
from tests.helpers.browser import STOP, PageHand

pytestmark = pytest.mark.pico

Opened = Callable[..., PageHand]

SIZES = {
    "small phone": (320, 640, 2),
    "phone": (360, 740, 2),
    "phone on its side": (740, 360, 2),
    "tablet": (820, 1180, 1),
    "desktop": (1280, 800, 1),
}

DIALOGS = ("share", "tapes", "bootsel", "take", "about")

TITLES = {
    "en": "Pocket Teletype",
    "ru": "Карманный телетайп",
    "ja": "ポケット・テレタイプ",
    "uk": "Кишеньковий телетайп",
    "de": "Taschen-Fernschreiber",
}


def violations(page: PageHand) -> list[str]:
    """Return what axe-core finds: the rule, and where."""
    if not page.tab.run("!!globalThis.axe"):
        source = node.FOLDER / "node_modules/axe-core/axe.min.js"
        page.tab.run(source.read_text(encoding="utf-8") + ";0")
    found: list[dict[str, Any]] = page.tab.run(
        "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>"
        " violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((each) => each.html) })))"
    )
    return [f"{each['id']}: {'; '.join(each['nodes'])[:300]}" for each in found]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe(hand: Opened, theme: str) -> None:
    """At a prompt, with notices and each dialog open, in every size and language."""
    page = hand(anchor="#nonsense")
    page.up()
    page.fast()
    page.type("nim")
    page.until(STOP)
    page.tab.until("document.querySelector('.thoughts')?.hidden === false", what="the guide")
    page.tab.run("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    page.tab.until("document.querySelector('.digits') !== null", what="the thoughts")
    if theme == "dark":
        page.tab.click("#theme")
    for name, size in SIZES.items():
        page.tab.size(*size, mobile=name != "desktop")
        assert violations(page) == [], name
        wide = page.tab.run("document.documentElement.scrollWidth")
        assert wide <= size[0], f"{name}: {wide - size[0]} pixels are beside the screen"
        beside = page.tab.run(
            "[...document.querySelectorAll('main button, .glass')].filter((each) => {"
            " const inner = each.getBoundingClientRect();"
            " const outer = each.closest('.face, section').getBoundingClientRect();"
            " return inner.left < outer.left || inner.right > outer.right; }).length"
        )
        assert beside == 0, f"{name}: something is beside the handheld or the paper"
    page.tab.size(*SIZES["desktop"])
    for tongue, title in TITLES.items():
        page.language(tongue)
        assert page.tab.run("[document.title, document.documentElement.lang]") == [title, tongue]
        assert violations(page) == [], tongue
        for dialog in DIALOGS:
            page.tab.run(f"document.getElementById('{dialog}').click()")
            page.tab.until("document.getElementById('dialog').open")
            assert violations(page) == [], (tongue, dialog)
            if dialog == "tapes":  # reading the tapes takes a while
                page.tab.until("document.querySelector('#dialog .row') !== null")
                assert violations(page) == [], (tongue, "its rows")
            page.tab.run("document.getElementById('dialog').close()")
    page.clean()


def test_every_text_is_in_every_language(hand: Opened) -> None:
    """No visible text stays in English, except names of keys and files."""
    page = hand()
    page.up()
    seen = {}
    for tongue in TITLES:
        page.language(tongue)
        seen[tongue] = page.tab.run(
            "[...document.querySelectorAll('[data-text], [data-label]')].map((each) =>"
            " [each.textContent.trim(), each.getAttribute('aria-label')].join('|'))"
        )
    for tongue in ("ru", "ja", "uk", "de"):
        assert len(seen[tongue]) == len(seen["en"])
        same = [
            text for text, other in zip(seen["en"], seen[tongue], strict=True) if text == other
        ]
        assert same == []
    page.clean()


def test_what_the_browser_keeps_may_be_nonsense(hand: Opened) -> None:
    """The browser's own language and theme replace unknown ones."""
    page = hand()
    page.up()
    for name in ("language", "theme"):
        page.tab.run(f"localStorage.setItem('pocket-teletype-{name}', 'toString')")
    page.open()
    page.up()
    assert page.tab.run("[document.documentElement.lang, document.title]") == ["en", TITLES["en"]]
    assert page.tab.run("document.getElementById('language').value") == "en"
    assert page.tab.run("document.documentElement.dataset.theme") == "light"
    page.clean()


def test_tab_order(hand: Opened) -> None:
    """Tab reaches every control in reading order, and leaves it again."""
    page = hand()
    page.up()
    wanted = page.tab.run(
        "[...document.querySelectorAll('a, button, select, input, [tabindex]')]"
        ".filter((each) => each.checkVisibility({ visibilityProperty: true }))"
        ".map((e) => e.dataset.key ?? (e.id || e.className || e.tagName))"
    )
    seen = []
    for _ in wanted:
        page.tab.key("Tab")
        seen.append(
            page.tab.run(
                "(() => { const e = document.activeElement;"
                " return e.dataset.key ?? (e.id || e.className || e.tagName); })()"
            )
        )
    assert seen == wanted
    assert {"UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK", "line", "scroll"} <= set(seen)
    page.tab.run(f"document.querySelector('.{seen[0]}').focus()")
    page.tab.key("Enter")  # the first one leads to the line, and is no link to a game
    page.tab.until("document.activeElement.id === 'line'", what="the line")
    assert page.tab.run("location.hash") == "" and page.notices() == []
    page.clean()


def test_buttons_that_have_the_focus(hand: Opened) -> None:
    """Enter and the space bar press the focused button, not OK."""
    page = hand()
    page.up()
    page.fast()
    page.choose("nim", "keys")
    page.tab.run("document.querySelector('[data-key=\"OK\"]').focus()")
    page.tab.key("Space")
    page.until_stop(0)
    page.picker()
    page.tab.run("document.querySelector('[data-key=\"RIGHT\"]').focus()")
    page.tab.key("Enter")
    page.tab.run("document.querySelector('[data-key=\"DOWN\"]').focus()")
    page.tab.key("Enter")
    page.tab.key("Space")
    page.shows("nim-stones")
    assert page.stops() == 1, "OK was not pressed"
    page.tab.run("document.getElementById('line').focus()")
    page.tab.type("T=2 L=")
    page.tab.key("ArrowLeft")
    page.tab.key("Backspace")
    assert page.tab.run("document.activeElement.value") == "T=2 ="
    page.clean()


def test_what_was_clicked_does_not_keep_the_keys(hand: Opened) -> None:
    """After a click on a switch or the paper, Enter is OK again; so are arrows after a choice."""
    page = hand()
    page.up()
    page.fast()
    held = "teletype.machine.ask('figures').then(({ pressed }) => pressed.join() === '%s')"
    for place in ("#said", ".said span", "#language"):
        page.tab.until(held % "")
        page.tab.click(place)
        if place == "#language":
            page.tab.click(place)  # the list is closed again
            page.language("ru")  # what a click in it does
        page.tab.key("ArrowDown", down_only=True)
        page.tab.until(held % "DOWN", patience_s=20, what=f"the arrow after {place}")
        page.tab.call("Input.dispatchKeyEvent", type="keyUp", code="ArrowDown", key="ArrowDown")
        page.press("UP", "keys")
    assert page.tab.run("document.getElementById('language').value") == "ru"
    page.tab.run("document.getElementById('language').focus()")
    page.tab.key("ArrowDown")
    page.language("en")
    assert page.tab.run("document.activeElement.id") == "language", "keys still belong to the list"
    page.tab.run("document.activeElement.blur()")
    page.choose("nim")
    page.tab.click("#theme")
    page.tab.click(".scroll")
    page.tab.key("Enter")
    page.until_stop(0)
    assert page.tab.run("document.documentElement.dataset.theme") == "dark"
    # a reset in the middle of a line starts another one
    page.tab.click(".machine summary")
    page.tab.click("#reset")
    page.until_stop(1)
    assert "◊ \nResumed: 0001-nim.tape\n" in page.paper()
    page.clean()


LETTERS = [
    *(("s", "KeyS"), ("S", "KeyS")),
    *(("ы", "KeyS"), ("Ы", "KeyS"), ("і", "KeyS"), ("І", "KeyS"), ("と", "KeyS")),
    *(("ы", ""), ("і", "")),  # a keyboard on the screen, or on another computer
    *(("Process", "KeyS"), ("s", "KeySemicolon")),  # an input method; Dvorak
]
"""What the S key writes on the keyboards of our languages, and its position."""


def test_the_key_s_in_every_layout(hand: Opened) -> None:
    """It saves a picture; the key in its position on Dvorak does not, nor does Ctrl+S."""
    page = hand()
    page.up()
    page.tab.run("globalThis.shots = 0")
    page.tab.run("teletype.panel.png = async () => { globalThis.shots++; return new Blob(); }")
    for count, (letter, place) in enumerate(LETTERS, 1):
        page.tab.key(letter, place=place)
        assert page.tab.run("globalThis.shots") == count, (letter, place)
    page.tab.key("o", place="KeyS")
    page.tab.key("а", place="KeyF")
    page.tab.key("s", place="KeyS", control=True)
    assert page.tab.run("globalThis.shots") == len(LETTERS)
    page.clean()


def test_what_is_told_is_seen(hand: Opened) -> None:
    """A notice is visible wherever the page is scrolled, and over a dialog."""
    page = hand(anchor="#nonsense", width=390, height=600)
    page.told("cannot be understood")
    page.up()
    seen = (
        "(() => { const r = document.querySelector('.notice span').getBoundingClientRect();"
        " const e = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);"
        " return e?.closest('.notice') !== null && e !== null; })()"
    )
    page.tab.run("scrollTo(0, 9999)")
    assert page.tab.run("scrollY") > 300 and page.tab.run(seen)
    page.button("About the project…")
    page.tab.until("document.getElementById('dialog').open")
    assert page.tab.run(seen)
    page.tab.key("Escape")
    page.tab.until("document.getElementById('notices').closest('dialog') === null")
    assert page.tab.run(seen)
    page.clean()


def test_fingers(hand: Opened) -> None:
    """Several fingers work at once; a held key repeats; leaving the page releases all keys."""
    page = hand(width=390, height=844, scale=2)
    page.tab.size(390, 844, 2, mobile=True)
    page.up()
    with page.tab.touched('[data-key="LEFT"]', '[data-key="OK"]'):
        held = "teletype.machine.ask('figures').then(({ pressed }) => pressed.sort().join())"
        page.tab.until(f"{held}.then((names) => names === 'LEFT,OK')", what="two fingers")
    page.tab.until(f"{held}.then((names) => names === '')", what="no finger")
    page.tab.call(
        "Input.dispatchKeyEvent",
        **{"type": "rawKeyDown", "code": "ArrowDown", "key": "ArrowDown"},
    )
    page.tab.until(f"{held}.then((names) => names === 'DOWN')")
    page.tab.run("dispatchEvent(new Event('blur'))")
    page.tab.until(f"{held}.then((names) => names === '')")
    # a double tap does not zoom the page
    assert page.tab.run(
        "[...document.querySelectorAll('[data-key]')].every((each) =>"
        " getComputedStyle(each).touchAction === 'none')"
        " && getComputedStyle(document.body).touchAction === 'manipulation'"
    )
    page.clean()


def test_the_paper(hand: Opened) -> None:
    """Screen readers get whole lines in their language; text can be selected and printed."""
    page = hand()
    page.up()
    page.type("nim heaps=7,8,4")
    page.until("ВАШ СОПЕРНИК — ЭВМ МИР")
    blank = page.tab.run(
        "(() => { const [range] = CSS.highlights.get('blank'); return range.toString(); })()"
    )
    assert blank and "ВАШ СОПЕРНИК — ЭВМ МИР\n".endswith(blank), "it is being typed"
    page.until_stop(0)
    assert page.tab.run("[...CSS.highlights.get('blank')][0].toString()") == ""
    assert page.tab.run("teletype.paper.character") == 100  # ms, as the board types
    assert page.tab.run("document.getElementById('paper').getAttribute('aria-live')") == "polite"
    lines = page.tab.run(
        "[...document.querySelectorAll('#paper .line')].map((e) => [e.textContent, e.lang])"
    )
    assert ["ИГРА НИМ\n", "ru"] in lines and ["T=2      L=3\n", ""] in lines
    assert page.tab.run(
        "(() => { const s = getSelection(); s.selectAllChildren(document.getElementById('paper'));"
        " return s.toString(); })()"
    ).endswith("ДЕЛАЮ СВОЙ ХОД\nT=2      L=3\nВАШ ХОД\n◊ ")
    assert page.tab.run("getSelection().removeAllRanges() ?? find('ЭВМ МИР', false, false, true)")
    page.tab.call("Emulation.setEmulatedMedia", media="print")
    for full in ("false", "true"):
        page.tab.run(f"document.documentElement.toggleAttribute('data-full', {full})")
        shown = page.tab.run(
            "['header', '.handheld', '#answer', '#leave', '#paper'].map((each) =>"
            " document.querySelector(each).checkVisibility())"
        )
        assert shown == [False, False, False, False, True]
    colours = page.tab.run(
        "(() => { const s = getComputedStyle(document.getElementById('paper'));"
        " return [s.color, s.fontFamily]; })()"
    )
    assert colours[0] == "rgb(0, 0, 0)" and "PT Paper" in colours[1]
    page.tab.run("document.documentElement.dataset.theme = 'dark'")
    page.tab.until("document.querySelector('[data-said]') !== null", what="a translation")
    printed = page.tab.run(
        "[document.documentElement, document.body].map((each) => {"
        " const s = getComputedStyle(each); return [s.backgroundColor, s.colorScheme]; })"
    )
    assert printed == [["rgba(0, 0, 0, 0)", "light"]] * 2, "what is dark is printed on white, too"
    soft = page.tab.run("getComputedStyle(document.querySelector('[data-said]'), '::after').color")
    assert max(map(int, re.findall(r"\d+", soft))) < 0x77, f"{soft} is pale on white"
    page.clean()


def test_every_sign_has_its_glyph(hand: Opened) -> None:
    """The web fonts have all characters of the firmware's fonts; no other font is needed."""
    from host_tools.build import fonts

    page = hand()
    page.up()
    signs = "".join([*fonts.characters(), *fonts.wide_characters()]).replace(" ", "")
    page.tab.run(
        "document.getElementById('paper').append(Object.assign(document.createElement('p'),"
        f" {{ id: 'signs', textContent: {json.dumps(signs)} }}));"
        " document.fonts.ready.then(() => 0)"
    )
    page.tab.call("CSS.enable")
    root = page.tab.call("DOM.getDocument")["root"]["nodeId"]
    found = page.tab.call("DOM.querySelector", nodeId=root, selector="#signs")["nodeId"]
    used = page.tab.call("CSS.getPlatformFontsForNode", nodeId=found)["fonts"]
    assert sum(font["glyphCount"] for font in used if font["isCustomFont"]) >= len(signs)
    assert [font["familyName"] for font in used if not font["isCustomFont"]] == []
    page.clean()


def test_the_pixels_are_whole(hand: Opened) -> None:
    """At any zoom a pixel of the panel is a whole number of screen pixels, in each direction."""
    page = hand()
    page.up()
    for scale in (1, 1.25, 1.5, 1.75, 2, 2.625, 3):
        page.tab.size(round(2000 / scale), round(1500 / scale), scale)
        page.tab.until(
            "(() => { const r = document.getElementById('panel').getBoundingClientRect();"
            " const each = [r.width / 128, r.height / 64].map((x) => x * devicePixelRatio);"
            f" return devicePixelRatio === {scale} && each.every((x) =>"
            " x >= 2 && Math.abs(x - Math.round(x)) < 0.02 && Math.abs(x - each[0]) < 0.02); })()",
            what=f"whole pixels at {scale}",
        )
    page.clean()


def test_the_buzzer(hand: Opened) -> None:
    """Silent until it is switched on; then each refused key and each prompt rings."""
    page = hand()
    page.up()
    page.type("nim")
    page.until_stop(0)
    assert page.tab.run("teletype.sound.played") == 0
    page.tab.click("#sound")
    page.type("T=2 L=1")
    page.until_stop(1)
    page.tab.until("teletype.sound.played > 10", what="clicks and a bell")
    page.tab.click("#sound")
    assert page.tab.run("teletype.sound.context") is None
    page.clean()
