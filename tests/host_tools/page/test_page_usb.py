# SPDX-License-Identifier: MIT
"""The page and a board on USB: a fake serial port in Chromium, with the emulated Pico behind it.

Neither the Web Serial API itself nor a physical board has been tested.
"""

import base64
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.emulator.pico import Pico
from host_tools.lab.page.chromium import Browser
from tests.helpers.browser import PageHand

pytestmark = pytest.mark.pico

PORT = """
globalThis.feed = (base64) => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  port.controller.enqueue(bytes);
};
const port = {
  async open() {
    this.readable = new ReadableStream({
      start: (controller) => { this.controller = controller; },
    });
    this.writable = new WritableStream({
      write: (bytes) => toBoard(btoa(String.fromCharCode(...bytes))),
    });
    globalThis.plugged = true;
  },
  async close() { globalThis.plugged = false; },
};
Object.defineProperty(navigator, 'serial', { value: { requestPort: async () => port } });
"""
"""A serial port whose other end is the test: writing to it calls `toBoard`."""


class Cable:
    """The page in a tab, a Pico, and the bytes between them."""

    def __init__(self, page: PageHand, pico: Pico) -> None:
        self.page, self.pico = page, pico
        self._sent = 0

    def until(self, code: str) -> None:
        """Let both run until an expression on the page is true."""
        tab = self.page.tab
        end = time.monotonic() + 120
        while not tab.run(code):
            assert time.monotonic() < end, f"{code}; the paper:\n{self.page.paper()[-500:]}"
            tab.listen()
            said = tab.said.get("toBoard", [])
            for text in said[self._sent :]:
                self.pico.send(base64.b64decode(text))
            self._sent = len(said)
            self.pico.run(50)
            if data := self.pico.read():
                tab.run(f"feed({json.dumps(base64.b64encode(data).decode())})")


@pytest.fixture
def cable(browser: Browser, address: str, firmware_uf2: Path) -> Iterator[Cable]:
    tab = browser.tab(context=browser.context())
    tab.call("Runtime.addBinding", name="toBoard")
    tab.call("Page.addScriptToEvaluateOnNewDocument", source=PORT)
    page = PageHand(tab, address)
    page.up()
    with Pico(firmware_uf2) as pico:
        pico.boot()
        pico.run(300)
        pico.read()
        yield Cable(page, pico)
        page.clean()
    tab.close()


def on_paper(text: str, times: int = 1) -> str:
    paper = "document.getElementById('paper').textContent"
    return f"{paper}.split({json.dumps(text)}).length > {times}"


def test_a_board_on_usb(cable: Cable) -> None:
    """The page shows its paper, sends it answers, fetches its tapes, and checks it.

    A file whose name is not UTF-8, which MicroPython would not list, is left out.
    """
    page, pico = cable.page, cable.pico
    name = r"b'/tapes/0000-\xff.tape'"
    pico.execute(f"import os\nos.mkdir('/tapes')\nopen({name}, 'wb').close()")
    pico.reset()
    pico.boot()
    pico.run(300)
    pico.read()
    page.button("On a real board…")
    page.button("Connect…")
    cable.until("globalThis.plugged === true && teletype.usb !== null")
    page.told("The paper and the answers are those of the board on USB.")
    assert page.tab.run("document.getElementById('power').ariaChecked") == "false"
    page.tab.run("location.hash = 'program=nim'")
    page.told("The board on USB has the paper. Disconnect it first.")
    assert page.tab.run("document.querySelector('.handheld').inert")
    page.type("race")
    cable.until(on_paper("◊ "))
    page.type("8 2")
    cable.until(on_paper("◊ ", 2))

    page.button("On a real board…")
    page.button("Fetch its tapes")
    cable.until("document.querySelectorAll('#dialog .row').length === 1")
    names = "document.querySelector('#dialog .row span').textContent"
    assert page.tab.run(names) == "0001-race.tape"
    page.tab.run("document.getElementById('dialog').close()")
    cable.until(on_paper("Resumed: 0001-race.tape"))

    # some reference tapes, one of which is wrong
    page.tab.run(
        "teletype.payload.rest.then((rest) => { const { tapes } = rest;"
        " const names = Object.keys(tapes).filter("
        "(name) => /^(nim-protocol|dates-example)$/.test(name));"
        " rest.tapes = Object.fromEntries(names.map((name) => [name, tapes[name]]));"
        " rest.tapes.wrong ="
        " tapes['nim-protocol'].replace('T=2      L=3', 'T=3      L=3');"
        " rest.tapes.lacking = 'program: checkers\\n---\\n'; })"
    )
    page.button("On a real board…")
    page.button("Check it against the reference tapes")
    page.tab.run("globalThis.report = document.querySelector('#dialog pre')")
    # neither typing nor another request may interfere
    page.tab.run("document.getElementById('dialog').close()")
    page.type("nim")
    page.refuses("The board on USB is at work.")
    assert page.tab.run("document.getElementById('line').value") == "nim"
    page.tab.run("document.getElementById('line').value = ''")
    page.button("Tapes…")
    page.refuses("The board on USB is at work.")
    page.tab.run("document.getElementById('dialog').close()")
    report = "report.textContent"
    cable.until(f"{report}.includes('passed')")
    lines = page.tab.run(report).splitlines()
    assert lines[0] == "ok dates-example" and lines[1] == "ok nim-protocol"
    assert lines[2].startswith("FAIL wrong: 4: T=3      L=3 / |T=2      L=3")
    assert lines[3].startswith("FAIL lacking: ") and "checkers" in lines[3]
    assert lines[4] == "2 passed, 2 failed"
    page.told("2 passed, 2 failed")  # the report was closed
    page.tab.run("document.querySelector('#notice-checked button').click()")

    # the handheld goes to another tab and comes back; the board on USB keeps the paper
    power = "document.getElementById('power').ariaChecked"
    page.tab.run("teletype.store.lose()")
    page.told("The handheld is in another tab.")
    page.button("Bring it here")
    page.tab.until("teletype.place === 'here'")
    assert page.tab.run(power) == "false"
    page.type("nonsense")
    cable.until(on_paper("is not an integer"))
    page.tab.run("location.hash = ''")

    page.button("On a real board…")
    page.button("Disconnect")
    cable.until("globalThis.plugged === false && teletype.usb === null")
    page.tab.until("teletype.onShelf", what="the page's own handheld again")
    assert not page.tab.run("document.querySelector('.handheld').inert")

    # nothing is chosen, or another program uses the port
    for name, told in (("NotFoundError", ""), ("NetworkError", "The port cannot be opened.")):
        page.tab.run(
            "navigator.serial.requestPort = async () =>"
            f" {{ globalThis.asked = '{name}'; throw new DOMException('', '{name}'); }}"
        )
        page.button("On a real board…")
        page.button("Connect…")
        page.tab.until(f"globalThis.asked === '{name}'")
        if told:
            page.told(told)
        else:
            assert page.notices() == []


PULL = "port.controller.error(new Error('it was pulled out'))"


@pytest.mark.parametrize("when", ["when it is connected", "while it is being connected"])
def test_a_board_that_is_pulled_out(cable: Cable, when: str) -> None:
    """It is reported, and the page's own handheld is on again."""
    page = cable.page
    with_port = "navigator.serial.requestPort().then((port) => {{ {} }})"
    if when == "while it is being connected":
        power = f"const {{ power }} = teletype; teletype.power = (on) => {{ if (!on) {PULL};"
        page.tab.run(with_port.format(f"{power} return power.call(teletype, on); }}"))
    page.button("On a real board…")
    page.button("Connect…")
    if when == "when it is connected":
        page.told("The paper and the answers are those of the board on USB.")
        page.tab.run("teletype.store.lose()")  # another tab takes the handheld
        page.tab.run(with_port.format(PULL))
    page.told("The board on USB has gone: it was pulled out")
    if when == "when it is connected":
        assert page.tab.run("document.querySelector('main').inert")
        assert page.tab.run("document.getElementById('power').ariaChecked") == "false"
        page.button("Bring it here")
    page.tab.until("teletype.onShelf && teletype.usb === null")


def test_a_board_without_the_firmware(cable: Cable, stock_uf2: Path) -> None:
    """Stock MicroPython has no tapes and no programs; that is reported without waiting."""
    page = cable.page
    with Pico(stock_uf2) as pico:
        pico.boot()
        pico.run(300)
        cable.pico = pico
        page.button("On a real board…")
        page.button("Connect…")
        cable.until("teletype.usb !== null")
        page.button("On a real board…")
        page.button("Check it against the reference tapes")
        cable.until("document.getElementById('notice-refused') !== null")
        page.told("Trouble with the board: ImportError: no module named 'teletype'")
        page.tab.run("document.getElementById('dialog').close()")
