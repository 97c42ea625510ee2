# SPDX-License-Identifier: MIT
"""What is played on the page is kept: closed, killed, in two tabs, without space, damaged."""

import base64
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.emulator.images import SIZES
from host_tools.emulator.pico import make_filesystem, read_filesystem
from host_tools.lab.page.chromium import Browser
from host_tools.paths import TAPES
from tests.helpers.browser import STOP, PageHand

pytestmark = pytest.mark.pico

Opened = Callable[..., PageHand]

SECTORS = """new Promise((resolve, reject) => {
  const request = indexedDB.open('pocket-teletype');
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const database = request.result;
    const store = database.transaction('%s', 'readwrite').objectStore('%s');
    const wanted = (%s)(store);
    wanted.onsuccess = () => { database.close(); resolve(wanted.result); };
  };
})"""
"""Runs code on a store of the page's database; returns its result."""


_HESITANT = """(({ machine }) => {
  const { ask } = machine;
  machine.ask = async (name, what) => {
    if (name === 'start') {
      machine.ask = ask;
      await new Promise((go) => { teletype.hesitates = () => { go(); return true; }; });
    }
    return ask.call(machine, name, what);
  };
})(teletype)"""
"""The next board is switched on only when the test says so."""


def in_store(page: PageHand, store: str, work: str) -> object:
    result: object = page.tab.run(SECTORS % (store, store, work))
    return result


def game(page: PageHand) -> None:
    """Play Race to its second prompt, in the game of the book."""
    page.up()
    page.fast()
    page.choose("race")
    page.answer("OK")
    page.type("6 5")
    page.until_stop(1)


def saved(page: PageHand) -> None:
    """Wait until the browser has stored all that the board has written."""
    page.tab.until("teletype.store.stored > 0 && !teletype.store.late.size", what="the store")


def test_closed_and_opened_again(hand: Opened, browser: Browser) -> None:
    context = browser.context()
    page = hand(context)
    game(page)
    before = page.session()
    saved(page)
    page.clean()
    page.tab.close()
    page = hand(context)
    page.up()
    assert "Resumed: 0001-race.tape" in page.paper()
    page.until_stop(0)
    page.type("14 6")
    page.tab.until("document.getElementById('paper').textContent.includes('ВЫ ПРОИГРАЛИ')")
    assert before.count("\n") > 5
    page.clean()


def test_a_power_cut(address: str, tmp_path: Path) -> None:
    """The browser is killed; earlier answers are there when it starts again."""
    with Browser(tmp_path / "profile") as browser:
        page = PageHand(browser.tab(), address)
        game(page)
        saved(page)
        browser.kill()
    with Browser(tmp_path / "profile") as browser:
        page = PageHand(browser.tab(), address)
        page.up()
        assert "Resumed: 0001-race.tape" in page.paper()
        page.until_stop(0)
        page.clean()


def test_two_tabs(hand: Opened, browser: Browser) -> None:
    """One of them has the handheld; the other says so and can take it."""
    context = browser.context()
    first = hand(context)
    first.up()
    first.fast()
    second = hand(context)
    second.told("The handheld is in another tab.")
    assert second.tab.run("document.getElementById('paper').textContent") == ""
    second.language("ru")
    second.told("Устройство открыто на другой вкладке.")
    second.language("en")
    second.press("OK")  # there is nothing to press
    assert second.tab.run("document.querySelector('main').inert")
    first.choose("race")
    first.answer("OK")
    saved(first)
    second.button("Bring it here")
    second.up()
    assert "Resumed: 0001-race.tape" in second.paper()
    first.told("The handheld is in another tab.")
    assert first.tab.run("document.getElementById('power').ariaChecked") == "false"
    # the first tab no longer writes anything
    sectors = in_store(second, "sectors", "(store) => store.count()")
    first.tab.run("teletype.store.write([{ offset: 0x1ff000, bytes: new Uint8Array(4096) }])")
    first.tab.run("teletype.power(true)")
    first.press("OK OK OK")
    assert in_store(second, "sectors", "(store) => store.count()") == sectors
    second.type("8 2")
    second.until_stop(1)
    # another tab takes it while it is being switched on here
    first.tab.run(_HESITANT)
    first.button("Bring it here")
    second.told("The handheld is in another tab.")
    first.tab.until("!!teletype.hesitates")
    second.button("Bring it here")
    second.up()
    first.tab.until("teletype.hesitates()")
    first.told("The handheld is in another tab.")
    first.tab.until("document.getElementById('notice-state') === null")
    assert first.tab.run("document.querySelector('main').inert")
    assert first.tab.run("document.getElementById('power').ariaChecked") == "false"
    first.clean()
    second.clean()


def test_a_tab_without_the_handheld_plays_nothing(
    hand: Opened, browser: Browser, tmp_path: Path
) -> None:
    """It refuses a link, a tape, a flash and an image, and its board stays off.

    That holds for a tab that never had the handheld and for one that lost it. The link is followed
    once it has the handheld.
    """
    context = browser.context()
    first = hand(context)
    first.up()
    second = hand(context)
    second.told("The handheld is in another tab.")
    flash, image = tmp_path / "flash.img", tmp_path / "image.uf2"
    flash.write_bytes(bytes(1 << 20))
    image.write_bytes(bytes(512))
    for page, other in ((second, first), (first, second)):
        page.tab.run("document.querySelector('#notice-taken button:last-child').click()")
        page.tab.run("location.hash = 'program=nim'")
        page.refuses("Bring it here first.")
        for file in (TAPES / "dates-example.tape", flash, image):
            page.drop(file)
            page.refuses("Bring it here first.")
        assert not page.tab.run("document.getElementById('dialog').open")
        assert page.tab.run("document.getElementById('power').ariaChecked") == "false"
        assert page.tab.run("document.querySelector('main').inert")
        page.button("Bring it here")
        page.tab.until("history.state === 'followed'", what="the link")
        page.until(STOP)
        other.told("The handheld is in another tab.")
    first.clean()
    second.clean()


def test_a_worker_that_has_died(hand: Opened) -> None:
    """Pending requests are rejected, and a new Worker continues the game."""
    page = hand()
    page.up()
    page.type("race")
    page.until_stop(0)
    saved(page)
    page.tab.run(
        "(() => { globalThis.asked = teletype.machine.ask('wait', { ms: 1e6 })"
        ".catch((error) => error.message);"
        " const what = new ErrorEvent('error', { message: 'it broke' });"
        " teletype.machine.worker.dispatchEvent(what); })()"
    )
    page.told("The emulated board has stopped: it broke")
    assert page.tab.run("asked") == "crash"
    page.button("Switch it off and on")
    page.until("Resumed: 0001-race.tape")
    page.until_stop(0)
    assert page.notices() == []
    page.clean()


def test_a_tab_that_was_asleep_is_found_out(hand: Opened, browser: Browser) -> None:
    """It missed the loss of the handheld; its next transaction notices and changes nothing."""
    context = browser.context()
    first = hand(context)
    first.up()
    saved(first)
    first.tab.run("(({ store }) => { store.lose = () => delete store.lose; })(teletype)")
    second = hand(context)
    second.button("Bring it here")
    second.up()
    assert first.tab.run("teletype.store.holds && !Object.hasOwn(teletype.store, 'lose')")
    before = in_store(second, "sectors", "(store) => store.get(0x1ff000)")
    first.tab.run("teletype.store.write([{ offset: 0x1ff000, bytes: new Uint8Array(4096) }])")
    first.told("The handheld is in another tab.")
    assert in_store(second, "sectors", "(store) => store.get(0x1ff000)") == before
    first.clean()
    second.clean()


def test_no_room(browser: Browser, address: str) -> None:
    """The refusal is reported, play continues, and all is saved once there is space."""
    tab = browser.tab(context=browser.context())
    tab.call("Storage.overrideQuotaForOrigin", origin="file://", quotaSize=1)
    page = PageHand(tab, address)
    page.told("The browser refuses to save (QuotaExceededError)")
    tab.until("teletype.store.timer > 0")  # the browser is asked again after a while
    game(page)
    assert tab.run("teletype.store.stored") == 0
    page.machine("Other image…")
    page.button("The image of the Thumby")
    tab.until("teletype.panel.canvas.width === 72")
    page.machine("Other image…")
    page.button("Back to this page’s image")
    tab.until("teletype.panel.canvas.width === 128 && teletype.ready")
    tab.until("teletype.store.late.has('image')")  # not during another attempt
    tab.call("Storage.overrideQuotaForOrigin", origin="file://")
    tab.run("teletype.store.flush()")
    page.told("The browser saves again.")
    stops = page.stops()
    page.type("15 1")  # a wrong move
    page.until_stop(stops)
    saved(page)
    page.open("?")  # a reload
    page.up()
    assert "Resumed: 0001-race.tape" in page.paper()
    page.clean()
    tab.close()


DAMAGED = [
    [
        ("sectors", "'no sector', 0x1f0000"),
        ("sectors", "new Uint8Array(100), 0x1f1000"),
        ("sectors", "new Uint8Array(4096), 'nowhere'"),
        ("facts", "new Uint8Array(3 << 20), 'image'"),
    ],
    # of the right size, but no boot ROM would start it: the page's own image does
    [("facts", "new Uint8Array(2 << 20).fill(7), 'image'")],
]


@pytest.mark.parametrize("damaged", DAMAGED, ids=["parts", "image of junk"])
def test_a_damaged_store(damaged: list[tuple[str, str]], hand: Opened) -> None:
    """Invalid parts are set aside and reported; the rest is used."""
    page = hand()
    game(page)
    saved(page)
    page.tab.run("teletype.power(false)")
    for name, part in damaged:
        in_store(page, name, f"(store) => store.put({part})")
    page.open("?")
    page.told(f"{len(damaged)} damaged parts")
    page.up()
    assert "Resumed: 0001-race.tape" in page.paper()
    assert in_store(page, "damaged", "(store) => store.count()") == 1
    page.open("?again")
    page.up()
    assert page.notices() == [], "it was put aside"
    page.clean()


OLD = {
    "settings.txt": b"language=ru\nspeed=fast\n",
    "tapes/0001-race.tape": b"program: race\nsetup: n=15 m=6\n---\n",
    "tapes/0002-nim.tape": b"program: nim\nsetup: heaps=7,8,4\n---\n",
    "a/b/notes.txt": bytes(range(256)) * 40,
}

_KEEP = """(store) => {
  store.clear();
  const bytes = Uint8Array.from(atob('%s'), (sign) => sign.charCodeAt(0));
  let last;
  for (let at = 0; at < bytes.length; at += 4096) {
    const sector = bytes.slice(at, at + 4096);
    if (sector.some((byte) => byte !== 255)) last = store.put(sector, 0xa0000 + at);
  }
  return last;
}"""
"""Puts a filesystem where an earlier version of the page kept it."""


def flash_files(page: PageHand) -> dict[str, bytes]:
    """Return the files on the flash of the current board."""
    text = page.tab.run(
        "teletype.machine.ask('flash').then((bytes) => { let text = '';"
        "for (let at = 1 << 20; at < bytes.length; at += 0x2000)"
        " text += String.fromCharCode(...bytes.subarray(at, at + 0x2000)); return btoa(text); })"
    )
    return read_filesystem(base64.b64decode(text))


@pytest.mark.parametrize("damaged", [False, True])
def test_the_flash_of_an_earlier_version(hand: Opened, damaged: bool) -> None:
    """Its files began where the image is now; they are carried over, or the flash can be saved."""
    page = hand()
    page.up()
    saved(page)
    page.tab.run("teletype.power(false)")
    old = make_filesystem(OLD, SIZES[1])
    if damaged:
        old = bytes(8192) + old[8192:]
    in_store(page, "sectors", _KEEP % base64.b64encode(old).decode())
    page.open("?")
    page.told("cannot be carried over" if damaged else "its files were carried over")
    page.up()
    files = flash_files(page)
    assert damaged == ("tapes/0001-race.tape" not in files)
    assert damaged or OLD.items() <= files.items()
    page.tab.until("!teletype.store.late.size", what="the store")
    assert in_store(page, "damaged", "(store) => store.count()") == 1
    least = in_store(page, "sectors", "(store) => store.getAllKeys()")
    assert isinstance(least, list) and min(least) >= 1 << 20
    page.open("?again")
    page.up()
    assert page.notices() == [], "it was done once"
    assert damaged or OLD.items() <= flash_files(page).items()
    if damaged:  # the console says why it cannot be read
        (why,) = page.tab.errors
        assert "no metadata" in why
        page.tab.errors.clear()
    page.clean()


def test_no_store_at_all(hand: Opened, browser: Browser, address: str) -> None:
    """With a browser that stores nothing at all, the page says so, and the handheld works."""
    tab = browser.tab(context=browser.context())
    refuse = "() => { throw new DOMException('no', 'SecurityError'); }"
    tab.call(
        "Page.addScriptToEvaluateOnNewDocument",
        source=f"indexedDB.open = {refuse};"
        f" Object.defineProperty(globalThis, 'localStorage', {{ get: {refuse} }});",
    )
    page = PageHand(tab, address)
    page.told("This browser keeps nothing here")
    page.up()
    theme = "document.documentElement.dataset.theme"
    assert tab.run(theme) == "light"
    tab.click("#notice-store button:last-child")  # it covers the page's buttons
    tab.click("#theme")
    assert tab.run(theme) == "dark"
    page.type("nim")
    page.tab.until(f"document.getElementById('paper').textContent.includes('{STOP}')")
    page.clean()
    tab.close()
