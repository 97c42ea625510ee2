# SPDX-License-Identifier: MIT
"""Links, tapes, the flash as a file, other images, and the UF2 files that the page offers."""

import functools
import hashlib
import http.server
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from host_tools import version
from host_tools.emulator.images import SIZES
from host_tools.emulator.pico import make_filesystem, read_filesystem
from host_tools.lab import added_language
from host_tools.lab.page.chromium import Browser
from host_tools.page import page as maker
from host_tools.paths import TAPES
from teletype import words
from tests.helpers.browser import STOP, PageHand

pytestmark = pytest.mark.pico

Opened = Callable[..., PageHand]


@pytest.fixture
def folder(browser: Browser, tmp_path: Path) -> Path:
    """The folder for files that a page in `context` offers."""
    folder = tmp_path / "saved"
    folder.mkdir()
    return folder


@pytest.fixture
def page(browser: Browser, hand: Opened, folder: Path) -> Iterator[PageHand]:
    """The page in a new context, whose files are saved in `folder`."""
    context = browser.context()
    browser.call(
        "Browser.setDownloadBehavior",
        **{"behavior": "allow", "downloadPath": str(folder), "browserContextId": context},
    )
    page = hand(context)
    page.up()
    yield page
    page.clean()


def saved(folder: Path, work: Callable[[], None]) -> Path:
    """Return the file that the page offers while `work` is done."""
    before = set(folder.iterdir())
    work()
    end = time.monotonic() + 60
    while True:
        new = {path for path in set(folder.iterdir()) - before if path.suffix != ".crdownload"}
        if new:
            return new.pop()
        assert time.monotonic() < end, "nothing was saved"
        time.sleep(0.05)


# Links


@pytest.mark.parametrize(
    ("anchor", "wanted"),
    [
        ("#program=nim&heaps=7,8,4", "ИГРА НИМ\n"),
        ("#program=truth-table&formula=(A->B)(~A+~B)", "A=0  B=0  X=1\n"),
        ("#program=truth-table&formula=" + quote("A -> B"), "A=0  B=0  X=1\n"),
        ("#program=race", "ИГРА «ГОНКИ ПО ВЕРТИКАЛИ»"[:4]),
        ("#program=race&n=1", "n=1"),  # refused with the firmware's message
    ],
)
def test_a_link_opens_a_program(hand: Opened, anchor: str, wanted: str) -> None:
    page = hand(anchor=anchor)
    page.until(wanted)
    page.clean()


@pytest.mark.parametrize("ahead", [False, True])
def test_a_link_over_an_open_session(hand: Opened, ahead: bool) -> None:
    """A link works from any screen; the address may change while the page is open.

    Even if the handheld runs ahead of real time, a tap on BACK stays a tap.
    """
    page = hand(anchor="#program=race")
    page.until(STOP)
    if ahead:
        page.tab.run("teletype.machine.ask('hurry', { on: true })")
    page.tab.run("location.hash = 'program=dates'")
    page.until("S=3716")
    page.clean()


def test_a_link_is_followed_once(hand: Opened, browser: Browser) -> None:
    """After a reload the game that the link started continues; a different link is followed."""
    hurry = "teletype.machine.ask('hurry', { on: true })"
    page = hand(browser.context(), "#program=nim&heaps=7,8,4")
    page.up()
    page.tab.run(hurry)
    page.until(STOP)
    page.type("T=2 L=1")
    page.until_stop(1)
    page.tab.until("!teletype.store.late.size")
    page.reload()
    page.until("Resumed: 0001-nim.tape")
    page.tab.run(hurry)
    page.until_stop(0)
    page.type("T=1 L=0")
    page.until_stop(1)
    assert "nim heaps" not in page.paper()
    page.tab.run("location.hash = 'program=dates'")
    page.until("S=3716")
    page.clean()


def test_a_handheld_that_does_not_come_up(hand: Opened) -> None:
    """That is reported; if it starts later after all, only the last wish is fulfilled."""
    page = hand()
    page.up()
    page.fast()
    page.tab.run(
        "Object.defineProperty(teletype, 'ready',"
        " { configurable: true, get: () => 0, set: () => {} }) && 0"
    )
    page.tab.run("teletype.machine.ask('hurry', { on: true })")
    page.tab.run("location.hash = 'program=nim'")
    page.refuses("The handheld has not come up.")
    page.tab.run("teletype.machine.ask('hurry', { on: false })")
    page.drop(TAPES / "nim-protocol.tape")
    page.drop(TAPES / "dates-example.tape")
    page.tab.until("teletype.wishes === 3")
    page.tab.run("delete teletype.ready; teletype.ready = 1")
    page.told("every line was the same")
    assert "nim" not in page.session() and "S=3716" in page.session()
    page.clean()


@pytest.mark.parametrize(
    ("anchor", "told"),
    [
        ("#program=../nim", "cannot be understood: program=../nim"),
        ("#program=nim&heaps=7%0A8", "cannot be understood: heaps=7"),
        ("#program=nim&heaps=%", "cannot be understood: heaps=%"),
        ("#nonsense", "cannot be understood: nonsense"),
        ("#tape=%%%", "cannot be understood"),
        ("#tape=AAAA", "cannot be understood: #tape"),
        ("#tape=S0wsSQQA", "no tape"),
        ("#tape=KyjKTy9KzLVSSM5ILS7m0tXV5TLUU0g1SjXhslNINU815QIA", "There is no program chess."),
        ("#exhibit&tape=S0ws", "cannot be understood: tape=S0ws"),
        ("#exhibit=1", "cannot be understood: exhibit=1"),
    ],
)
def test_a_link_that_says_nothing(hand: Opened, anchor: str, told: str) -> None:
    """It is reported, and the handheld starts anyway."""
    page = hand(anchor=anchor)
    page.told(told)
    page.up()
    assert ("Press any key" if "exhibit&" in anchor else "POCKET TELETYPE") in page.paper()
    page.clean()


# Tapes


def test_a_tape_in_a_link(page: PageHand, hand: Opened, folder: Path) -> None:
    """A game is saved, sent as a link, and played by a friend, who continues it."""
    page.fast()
    page.type("nim heaps=7,8,4")
    page.until_stop(0)
    page.type("T=2 L=1")
    page.until_stop(1)
    page.button("Tapes…")
    file = saved(folder, lambda: page.button("Save"))
    text = file.read_text(encoding="utf-8")
    reference = (TAPES / "nim-protocol.tape").read_text(encoding="utf-8")
    assert text.count("\n") > 9 and text in reference
    page.tab.run("navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }")
    page.button("Copy a link")
    link = page.tab.until("globalThis.copied")
    page.told("The link leads to the file on this computer.")
    for cut in (link[:-8], link + "AAAA"):
        broken = hand(anchor="#" + cut.partition("#")[2])
        broken.told("This link cannot be understood: #tape")
        broken.clean()
    friend = hand(anchor="#" + link.partition("#")[2])
    friend.told("A tape is being played")
    friend.button("To its end")
    friend.told("every line was the same")
    friend.until_stop(1)
    friend.type("T=1 L=0")
    friend.until_stop(2)
    assert friend.session().count("\n◊ ") == 3
    friend.clean()


def test_a_dropped_tape_plays(hand: Opened) -> None:
    """A tape with different paper is reported."""
    page = hand()
    page.up()
    page.fast()
    page.drop(sorted(TAPES.glob("trigex-*.tape"))[0])
    page.button("To its end")
    page.told("every line was the same")
    page.clean()


def test_a_tape_that_differs(hand: Opened, tmp_path: Path) -> None:
    text = (TAPES / "nim-protocol.tape").read_text(encoding="utf-8")
    file = tmp_path / "other.tape"
    file.write_text(text.replace("T=2      L=3", "T=3      L=3"), encoding="utf-8")
    page = hand()
    page.up()
    page.fast()
    page.drop(file)
    page.told("until something else was printed. 4: T=3      L=3 / T=2      L=3")
    for text, told in (
        ("nothing of the kind", "no tape (line 1)"),
        ("program: chess\n---\n1. e2e4\n", "There is no program chess. The programs are: nim,"),
    ):
        file.write_text(text, encoding="utf-8")
        page.drop(file)
        page.told(told)
    assert page.tab.run("teletype.onShelf") is False, "the game goes on"
    page.clean()


def test_files_that_are_dropped_together(hand: Opened, tmp_path: Path) -> None:
    """The last tape is played, even if the power was off; an invalid file is reported."""
    page = hand()
    page.up()
    page.fast()
    page.machine("Power")
    page.drop(TAPES / "nim-protocol.tape", TAPES / "dates-example.tape")
    page.told("every line was the same")
    assert "nim heaps" not in page.session() and "S=3716" in page.session()
    empty, video = tmp_path / "empty.tape", tmp_path / "video.img"
    empty.touch()
    video.touch()
    os.truncate(video, 1 << 33)
    for file, told in (
        (empty, "no tape (line 1)"),
        (video, "Not a tape, an image or a flash: video.img"),
        (tmp_path, f"Not a tape, an image or a flash: {tmp_path.name}"),
    ):
        page.drop(file)
        page.told(told)
    page.clean()


def test_a_dropped_language_is_on_the_flash(hand: Opened, tmp_path: Path) -> None:
    """German under another code; of a damaged file the board says so at its start."""
    data = added_language.german()
    whole, damaged = tmp_path / "zz.LANG", tmp_path / "zy.lang"
    whole.write_bytes(data)
    damaged.write_bytes(data[:-1])
    page = hand()
    page.up()
    page.drop(whole)
    page.told("The language zz is on the flash")
    page.drop(damaged)
    page.until("zy.lang: damaged, or no language file")
    assert "zz.lang" not in page.session()
    page.clean()


def test_tapes_are_put_on_the_flash(page: PageHand, tmp_path: Path) -> None:
    """Reference tapes are copied there, and the firmware finds them among its own.

    A stranger's tape with a path in its name is refused, and one already there does not hide the
    others.
    """
    stranger, long = tmp_path / "stranger.tape", tmp_path / "long.tape"
    stranger.write_text("program: x.tape-y/z\n---\n")
    long.write_text("program: x\n---\n" + "line\n" * 250_000)
    for file, told in ((stranger, "whose name cannot be: x.tape-y/z"), (long, "long.tape")):
        page.button("Tapes…")
        page.button("Put tapes on the flash…")
        page.tab.files("#file", file)
        page.refuses(told)
    page.button("Tapes…")
    text = page.tab.run("document.getElementById('dialog-body').textContent")
    assert "Reading the tapes…" in text, "what is shown at once"
    page.tab.until(
        "document.getElementById('dialog-body').textContent.includes('There are no tapes yet.')"
    )
    chosen = [TAPES / "dates-example.tape", TAPES / "nim-protocol.tape"]
    page.button("Put tapes on the flash…")
    page.tab.files("#file", *chosen)
    page.told("2 tapes are on the flash.")
    page.tab.run(
        "teletype.addFiles([{ path: '/tapes/0003-x.tape-y/z.tape', bytes: new Uint8Array(1) }])"
    )
    page.button("Tapes…")
    page.tab.until("document.querySelectorAll('#dialog .row').length === 2")
    names = page.tab.run(
        "[...document.querySelectorAll('#dialog .row > span')].map((each) => each.textContent)"
    )
    assert names == ["0002-nim.tape", "0001-dates.tape"]
    assert page.alike() == []


# The flash


def test_the_flash_as_a_file(page: PageHand, folder: Path, tmp_path: Path) -> None:
    """It is saved, read by littlefs-python, changed there, and loaded; a wrong size is refused."""
    page.fast()
    page.type("race")
    page.until_stop(0)
    page.button("Tapes…")
    file = saved(folder, lambda: page.button("Save the flash"))
    flash = file.read_bytes()
    assert len(flash) == 2 << 20
    files = read_filesystem(flash[1 << 20 :])
    assert b"speed=fast" in files["settings.txt"] and "tapes/0001-race.tape" in files
    page.tab.run("document.getElementById('dialog').close()")
    # the state of `make play` is only the filesystem
    state = tmp_path / "flash.img"
    state.write_bytes(make_filesystem({"settings.txt": b"language=ru\n"}))
    page.drop(state)
    page.button("Replace")
    page.tab.until("document.getElementById('paper').textContent.includes('КАРМАННЫЙ')")
    page.tab.until("!teletype.store.late.size")
    page.open("?again")
    page.tab.until("document.getElementById('paper').textContent.includes('КАРМАННЫЙ')")
    page.drop(file)
    page.button("Replace")
    page.tab.until("document.getElementById('paper').textContent.includes('0001-race.tape')")
    # from an earlier version, whose files began elsewhere
    state.write_bytes(make_filesystem({"settings.txt": b"language=ja\n"}, SIZES[1]))
    page.drop(state)
    page.button("Replace")
    page.tab.until("document.getElementById('paper').textContent.includes('テレタイプ')")
    wrong = tmp_path / "wrong.bin"
    wrong.write_bytes(bytes(1000))
    page.drop(wrong)
    page.button("Replace")
    page.told("no flash of this board")
    assert page.tab.run("document.getElementById('power').ariaChecked") == "true"


# Images


def test_another_image(
    hand: Opened, browser: Browser, images: dict[str, Path], tmp_path: Path
) -> None:
    """The Thumby's, with its own panel on SPI, stays after a reload; then the page's own again."""
    context = browser.context()
    page = hand(context)
    page.up()
    page.fast()
    page.tab.until("teletype.store.stored > 2 && !teletype.store.late.size")
    page.machine("Other image…")
    page.button("Choose a UF2 file…")
    page.tab.files("#file", images["thumby"])
    page.tab.until("document.getElementById('panel').width === 72")
    page.tab.until("teletype.onShelf")
    shelf = page.pixels()
    page.press("DOWN")
    page.tab.until("teletype.panel.drawn > 0")
    page.open("?again")
    page.tab.until("document.getElementById('panel').width === 72")
    page.becomes(shelf, "thumby-shelf")
    page.machine("Other image…")
    page.button("Choose a UF2 file…")
    page.tab.files("#file", images["pico2"])
    page.told("for another chip")
    broken = tmp_path / "broken.uf2"
    broken.write_bytes(images["thumby"].read_bytes()[:-100])
    page.drop(broken)
    page.told("no UF2 image")
    broken.write_bytes(images["thumby"].read_bytes()[: 512 * 100])
    page.drop(broken)
    page.told("not whole: only 100 of its")
    assert page.tab.run("document.getElementById('panel').width") == 72, "nothing has changed"
    page.machine("Other image…")
    page.button("Back to this page’s image")
    page.tab.until("document.getElementById('panel').width === 128")
    page.tab.until("teletype.onShelf")
    page.choose("nim")
    page.answer("OK")
    page.machine("Other image…")
    page.button("The image of the Thumby")  # the page contains it
    page.tab.until("document.getElementById('panel').width === 72")
    page.tab.until("teletype.panel.drawn > 0 && document.getElementById('paper').textContent > ''")
    page.clean()


def test_the_images_that_are_offered(
    page: PageHand, folder: Path, images: dict[str, Path], made: Path
) -> None:
    """Those inside equal the boards' images, byte for byte; the others are next to the page."""
    page.button("On a real board…")
    names = page.tab.run(
        "[...document.querySelectorAll('#dialog a.button')].map((each) => each.textContent)"
    )
    here = version.version()
    assert sorted(names) == sorted(f"pocket-teletype-{name}-{here}.uf2" for name in images)
    for name in ("pico", "thumby"):
        file = f"pocket-teletype-{name}-{here}.uf2"
        assert digest(saved(folder, functools.partial(page.button, file))) == digest(images[name])
    address = page.tab.run(
        "[...document.querySelectorAll('#dialog a.button')].map((each) => each.href)[1]"
    )
    assert digest(Path(address.removeprefix("file://"))) == digest(images["pico2"])
    assert "SDA\xa0GP4" in page.tab.run("document.getElementById('dialog').textContent")
    for name, image in images.items():
        assert digest(made / maker.NAME / f"pocket-teletype-{name}-{here}.uf2") == digest(image)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


# The switches, and a server


def test_switches(hand: Opened) -> None:
    """With the power off the panel is dark. After power-on or reset the session continues."""
    page = hand()
    page.up()
    page.fast()
    page.choose("nim")
    page.answer("OK")
    page.picker()
    stones = page.pixels()
    page.machine("Power")
    page.becomes((128, 64, "0" * 8192), "dark")
    page.press("OK")
    page.machine("Power")
    page.tab.until("document.getElementById('paper').textContent.includes('Resumed:')")
    page.becomes(stones, "stones")
    page.machine("Reset")
    page.tab.until("document.getElementById('paper').textContent.split('Resumed:').length === 3")
    page.becomes(stones, "stones")
    page.clean()


def test_the_folder_on_a_server(installed: None, made: Path) -> None:
    """The same page in files, served from this machine over plain http under another name.

    So the browser trusts it as little as a museum's; nothing else is requested.
    """

    served: list[str] = []

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments, directory=str(made / maker.NAME))  # type: ignore[arg-type]

        def log_message(self, format: str, *arguments: object) -> None:
            pass

        def do_GET(self) -> None:
            name, _, query = self.path.partition("?")
            if query:
                served.append(name.removeprefix("/"))
            super().do_GET()

    with (
        http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server,
        Browser(None, "--host-resolver-rules=MAP museum.example 127.0.0.1") as browser,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        tab = browser.tab(context=browser.context())
        page = PageHand(tab, f"http://museum.example:{server.server_port}/", "#program=nim")
        page.until(STOP)
        assert page.tab.run("isSecureContext") is False
        page.button("On a real board…")
        told = "document.getElementById('dialog-body').textContent.includes('over plain http')"
        assert page.tab.run(told)
        page.clean()
        # a browser with files of an older page uses none of them for this one
        asked = [address.partition("?") for address in tab.requests if ".uf2" not in address]
        names = {address.rpartition("/")[2] for address, _, query in asked if query}
        own = {"main.js", "style.css", "facts.json", "tapes.json", "NOTICES.txt", "emulation.js"}
        assert names >= own - {"emulation.js"}  # a Worker's request is not reported
        assert own <= set(served) and len({query for *_, query in asked if query}) == 1
        tab.close()
        server.shutdown()


def test_nothing_can_be_asked_for(hand: Opened) -> None:
    """The page forbids the browser all requests, also from its Workers."""
    page = hand()
    page.up()
    ask = (
        "addEventListener('securitypolicyviolation', (event) => %s(event.effectiveDirective));"
        " fetch('http://127.0.0.1:9/').catch(() => {});"
    )
    assert page.tab.run(f"new Promise((told) => {{ {ask % 'told'} }})") == "connect-src"
    worker = "new Worker(URL.createObjectURL(new Blob([%r])))" % (ask % "postMessage")
    told = f"new Promise((told) => {{ ({worker}).onmessage = ({{ data }}) => told(data); }})"
    assert page.tab.run(told) == "connect-src"
    assert len(page.tab.errors) > 1 and all("Policy" in error for error in page.tab.errors)


@pytest.mark.parametrize("how", ["cut off", "without WebAssembly"])
def test_a_page_that_cannot_start(
    browser: Browser, address: str, made: Path, tmp_path: Path, how: str
) -> None:
    """An incomplete file, or a browser that is too old: the page itself says so."""
    tab = browser.tab(context=browser.context())
    if how == "cut off":
        whole = (made / f"{maker.NAME}.html").read_bytes()
        file = tmp_path / "part.html"
        file.write_bytes(whole[: len(whole) // 2])
        tab.open(file.as_uri())
        tab.run("document.getAnimations().forEach((each) => each.finish())")  # skip the delay
    else:
        gone = "delete globalThis.WebAssembly"
        tab.call("Page.addScriptToEvaluateOnNewDocument", source=gone)
        tab.open(address)
    tab.until(
        "[...document.querySelectorAll('#boot p')].filter((each) =>"
        f" each.checkVisibility({{ visibilityProperty: true }})).length === {len(words.LANGUAGES)}"
    )
    tab.close()
