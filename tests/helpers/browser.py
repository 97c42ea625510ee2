# SPDX-License-Identifier: MIT
"""The page in Chromium, played as a person plays it."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image

from host_tools.lab.page.chromium import Browser, BrowserError, Tab
from host_tools.paths import CACHE
from teletype.programs import catalogue

GOLDEN = Path(__file__).resolve().parent.parent / "golden"

STOP = "◊ "

KEYS = {"UP": "ArrowUp", "DOWN": "ArrowDown", "LEFT": "ArrowLeft", "RIGHT": "ArrowRight"}
KEYS |= {"OK": "Enter", "BACK": "Backspace"}
"""The key for each button, as in `make play`."""

_WATCH = """(() => {
  const { panel } = teletype;
  const picture = () => {
    const { width, height } = panel.canvas;
    const { data } = panel.canvas.getContext('2d').getImageData(0, 0, width, height);
    let bits = '';
    for (let at = 0; at < data.length; at += 4) bits += data[at] > 127 ? 1 : 0;
    return [width, height, bits].join();
  };
  const draw = panel.draw.bind(panel);
  globalThis.seen = [picture()];
  panel.draw = (frame) => { draw(frame); seen.push(picture()); };
  globalThis.after = (wanted) => {
    const at = seen.indexOf(wanted);
    if (at >= 0) seen.splice(0, at);
    return at >= 0;
  };
  return 0;
})()"""
"""Keeps every picture of the canvas, so that a brief one is not missed on a busy machine."""

PICKER_MS = 2000
"""Emulated milliseconds until a prompt's picker replaces the paper."""


class PageHand:
    """Hands that use the page in one tab."""

    def __init__(self, tab: Tab, address: str, anchor: str = "") -> None:
        self.tab = tab
        self.address = address
        self._at = 0
        self.open(anchor)

    def open(self, anchor: str = "") -> None:
        """Go to the page (again), without waiting for the handheld."""
        self.tab.open(self.address + anchor, "globalThis.teletype?.machine || false")
        self.tab.run(_WATCH)

    def up(self) -> None:
        """Wait for the shelf or the last session."""
        self.tab.until("teletype.ready", what="the shelf")

    # What can be seen

    def pixels(self) -> tuple[int, int, str]:
        """Return the canvas: width, height, and a 0 or a 1 for each pixel."""
        width, height, bits = self.tab.run("seen.at(-1)").split(",")
        return int(width), int(height), bits

    def shows(self, name: str, patience_s: float = 90) -> None:
        """Wait until the canvas has shown tests/golden/NAME.png, pixel by pixel."""
        with Image.open(GOLDEN / f"{name}.png") as image:
            grey = image.convert("L")
            bits = "".join("1" if value > 127 else "0" for value in grey.tobytes())
            self.becomes((grey.width, grey.height, bits), name, patience_s)

    def becomes(self, wanted: tuple[int, int, str], name: str, patience_s: float = 90) -> None:
        """Wait until the canvas has shown a picture since the last one that was awaited.

        On failure the current picture is saved in .cache/golden.
        """
        end = time.monotonic() + patience_s
        code = f"after({','.join(map(str, wanted))!r})"
        while not self.tab.run(code):
            if time.monotonic() > end:
                width, height, bits = self.pixels()
                image = Image.frombytes("L", (width, height), bytes(255 * int(b) for b in bits))
                got = CACHE / "golden" / f"page-{name}.png"
                got.parent.mkdir(parents=True, exist_ok=True)
                image.save(got)
                raise AssertionError(f"{got} is not {name}; the paper:\n{self.paper()[-500:]}")
            time.sleep(0.03)

    def paper(self) -> str:
        """Return all text on the paper."""
        return str(self.tab.run("document.getElementById('paper').textContent"))

    def session(self) -> str:
        """Return the text on the paper since the shelf was left."""
        return self.paper().rpartition("POCKET TELETYPE")[2].partition("\n")[2]

    def until(self, text: str) -> None:
        """Wait until `text` is on the paper since the shelf was left."""
        wanted = json.dumps(text)
        self.tab.until(
            "document.getElementById('paper').textContent.split('POCKET TELETYPE').pop()"
            f".includes({wanted})",
            what=f"'{text}' on the paper",
        )

    def stops(self) -> int:
        """Return how often the program has shown a prompt."""
        return self.paper().count(STOP)

    def until_stop(self, seen: int) -> None:
        """Wait for more than `seen` prompts."""
        self.tab.until(
            f"document.getElementById('paper').textContent.split({json.dumps(STOP)}).length"
            f" > {seen + 1}",
            what="the next stop",
        )

    def notices(self) -> list[str]:
        """Return the notices above the desk."""
        found = self.tab.run(
            "[...document.querySelectorAll('.notice span')].map((each) => each.textContent)"
        )
        return [str(each) for each in found]

    def told(self, text: str) -> None:
        """Wait until a notice contains `text`."""
        self.tab.until(
            "[...document.querySelectorAll('.notice span')]"
            f".some((each) => each.textContent.includes({json.dumps(text)}))",
            what=f"a notice '{text}'",
        )

    # What a person can do

    def press(self, keys: str, how: str = "click") -> None:
        """Press the named buttons one after another: by `click`, `touch` or `keys`."""
        for key in keys.split():
            if how == "keys":
                self.tab.key(KEYS[key])
                continue
            (self.tab.click if how == "click" else self.tab.tap)(f'[data-key="{key}"]')

    def fast(self, how: str = "click") -> None:
        """Set the speed to fast, from the shelf, whose last row leads to the settings."""
        shelves = self.tab.run("teletype.shelves")
        self.press("UP OK LEFT BACK", how)
        self.tab.until(f"teletype.shelves > {shelves}", what="the shelf again")
        self.press("DOWN", how)

    def choose(self, program: str, how: str = "click") -> None:
        """Go from the shelf, where it was left, to the setup of a program."""
        others = [name for name in catalogue.NAMES if name not in catalogue.easy()]
        names = [*catalogue.easy(), *others]
        rows = len(names) + 3  # the records, the tapes and the settings are rows too
        down = (names.index(program) - self._at) % rows
        self._at = names.index(program)
        self.press(("DOWN " * down if 2 * down <= rows else "UP " * (rows - down)) + "OK", how)
        if catalogue.load(program).TABLES:
            self.press("DOWN", how)  # the setup is behind the start page

    def picker(self) -> None:
        """Wait until the prompt's picker has appeared on its own."""
        self.tab.run(f"teletype.machine.ask('wait', {{ ms: {PICKER_MS} }})")

    def answer(self, keys: str, how: str = "click") -> None:
        """Press keys, the last of which sends the answer, and wait for the next prompt."""
        seen = self.stops()
        self.press(keys, how)
        self.until_stop(seen)

    def type(self, line: str) -> None:
        """Type a line into the page's input and send it."""
        self.tab.run("document.getElementById('line').focus()")
        self.tab.type(line)
        self.tab.key("Enter")
        self.tab.run("document.getElementById('line').blur()")

    def drop(self, *files: Path) -> None:
        """Drag files onto the page and drop them."""
        data = {"items": [], "files": [str(file) for file in files], "dragOperationsMask": 1}
        for event in ("dragEnter", "dragOver", "drop"):
            self.tab.call("Input.dispatchDragEvent", type=event, x=400, y=300, data=data)

    def reload(self) -> None:
        """Reload the page, without waiting for the handheld."""
        self.tab.run("globalThis.old = true")
        self.tab.call("Page.reload")
        self.tab.until("!globalThis.old && (globalThis.teletype?.machine || false)")
        self.tab.run(_WATCH)

    def refuses(self, text: str) -> None:
        """Wait until the page reports that it refuses something, and close that notice."""
        self.told(text)
        self.tab.run("document.querySelector('#notice-refused button:last-child').click()")

    def language(self, name: str) -> None:
        """Choose the page's language: en, ru, uk or ja."""
        self.tab.run(
            f"(() => {{ const e = document.getElementById('language'); e.value = '{name}';"
            " e.dispatchEvent(new Event('change', { bubbles: true })); })()"
        )

    def button(self, text: str) -> None:
        """Press a button or a link of the page by its text."""
        self.tab.until(
            "(() => { const found = [...document.querySelectorAll('button, a.button')]"
            f".filter((each) => each.textContent.trim() === {json.dumps(text)}"
            " && each.checkVisibility());"
            " found.at(-1)?.click(); return found.length > 0; })()",
            what=f"a button '{text}'",
        )

    def alike(self) -> list[str]:
        """Return the controls of the dialog that a screen reader names alike."""
        names: list[str] = self.tab.run(
            "[...document.querySelectorAll('#dialog-body :is(button, input, a)')].map((each) =>"
            " [each.closest('[role=group]')?.ariaLabel ?? '', each.ariaLabel || each.textContent]"
            ".join(': '))"
        )
        return [name for name in names if names.count(name) > 1]

    def machine(self, text: str) -> None:
        """Press a button of "Machine", which is closed at first."""
        self.tab.run("document.querySelector('.machine:not([open]) summary')?.click()")
        self.button(text)

    def clean(self) -> None:
        """Check that the page reported no error and requested nothing but its own files."""
        self.tab.listen()
        assert self.tab.errors == []
        own = self.address.rpartition("/")[0] + "/"
        others = [
            address[:100]
            for address in self.tab.requests
            if not address.startswith((own, "data:", "blob:"))
        ]
        assert others == []


@contextmanager
def tab_of(browser: Browser, context: str = "", **size: float) -> Iterator[Tab]:
    """Yield a tab; close it at the end."""
    tab = browser.tab(context=context, **size)  # type: ignore[arg-type]
    try:
        yield tab
    finally:
        tab.close()


__all__ = ["GOLDEN", "KEYS", "STOP", "Browser", "BrowserError", "PageHand", "tab_of"]
