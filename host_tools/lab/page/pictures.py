# SPDX-License-Identifier: MIT
"""Pictures of the page for the documents: `python3 -m host_tools lab page --pictures`.

With a folder it draws more of them, for inspection. Each scene is a game on the page in Chromium,
in one of its languages and on one screen size. All text except the paper uses the system's
typeface, so the pictures differ between machines.
"""

import io
import json
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from host_tools.lab.page.chromium import Browser
from host_tools.paths import ROOT

FOLDER = ROOT / "docs" / "pictures" / "page"


class Scene(NamedTuple):
    """A scene on the page.

    It has a size (width, height, device pixels per CSS pixel), the page's language and colours,
    and the handheld's settings. `typed` is a program and then its answers. `anchor` follows the
    page's address, `keys` begin the visit to an exhibit, and `pressed` is the page's button that
    is pressed last.
    """

    size: tuple[int, int, float]
    language: str
    theme: str
    settings: str
    typed: tuple[str, ...]
    anchor: str = ""
    keys: str = ""
    pressed: str = ""


SCENES = {
    "desktop": Scene((1440, 900, 1), "en", "light", "", ("nim heaps=7,8,4", "T=2 L=1")),
    "phone": Scene((390, 844, 2), "ru", "dark", "language=ru\n", ("trigex m=1", "L=6")),
    "tablet": Scene(
        *((820, 1180, 1), "ja", "light"),
        *("language=ja\nmessages=translated\n", ("race n=13 m=4", "T=7 P=4")),
    ),
    "exhibit": Scene(
        *((1180, 820, 1), "en", "light", "", ("T=2 L=1",)),
        *("#exhibit&program=nim&heaps=7,8,4", "OK OK"),
    ),
}
"""Pictures in the documents."""

_JAPANESE = "language=ja\nmessages=translated\n"

MORE = {
    "desktop-dark": Scene((1280, 800, 1), "en", "dark", "", ("nim heaps=7,8,4", "T=2 L=1")),
    "phone-japanese": Scene(
        *((390, 844, 2), "ja", "light", _JAPANESE, ("nim heaps=7,8,4", "T=2 L=1"))
    ),
    "phone-on-its-side": Scene(
        *((844, 390, 2), "ru", "dark", "language=ru\n", ("trigex m=1", "L=6"))
    ),
    "exhibit-upright": Scene(
        *((820, 1180, 1), "ja", "dark", "", ("T=7 P=4",)),
        *("#exhibit&program=race&n=13&m=4", "OK DOWN DOWN OK"),
    ),
    "tapes": Scene(
        *((1280, 800, 1), "en", "light", "", ("nim heaps=7,8,4", "T=2 L=1")), pressed="tapes"
    ),
    "tapes-on-a-phone": Scene(
        *((360, 740, 2), "ru", "dark", "", ("nim heaps=7,8,4", "T=2 L=1")), pressed="tapes"
    ),
    "board-on-a-phone": Scene(
        *((360, 740, 2), "ja", "light", "", ("nim heaps=7,8,4", "T=2 L=1")), pressed="take"
    ),
}
"""Pictures for inspection only."""

COLOURS = 256
"""Colours of a picture."""

RARE, BRIGHT = 48, 60
"""Most bright colours kept even with few pixels; least difference of red, green and blue in
one."""

_CALM = {"name": "prefers-reduced-motion", "value": "reduce"}

_NEW_MS = 400
"""Emulated milliseconds after which a new screen accepts keys."""

_PICKER_MS = 2000
"""Emulated milliseconds until the picker of a prompt replaces the paper."""

_TOLD = "teletype.kiosk || document.querySelector('.guide .rules p') !== null"
"""The guide has the rules, and the paper its translations."""

_ANSWERED = "document.getElementById('paper').textContent.split('◊ ').length > %d"


def draw(page: Path, folder: Path = FOLDER, scenes: dict[str, Scene] = SCENES) -> list[Path]:
    """Draw scenes of a page in one file; return the pictures. Raises BrowserError."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = []
    with Browser() as browser:
        for name, scene in scenes.items():
            tab = browser.tab(context=browser.context())
            tab.size(*scene.size, mobile=scene.size[0] < 1280)
            tab.call("Emulation.setEmulatedMedia", features=[_CALM])  # no blinking prompt sign
            tab.open(page.as_uri() + scene.anchor, "globalThis.teletype?.ready")
            settings = json.dumps(f"speed=fast\ndim=0\n{scene.settings}")
            tab.run(
                f"teletype.addFiles([{{ path: '/settings.txt',"
                f" bytes: new TextEncoder().encode({settings}) }}])"
            )
            tab.until("teletype.ready")
            tab.until("!teletype.paper.text && [teletype.paper.clear()]")  # between two lines
            for key in scene.keys.split():
                tab.run(f"teletype.machine.ask('wait', {{ ms: {_NEW_MS} }})")
                tab.run(f"teletype.tap('{key}')")
            tab.until(_ANSWERED % len(scene.keys[:1]))
            for stop, line in enumerate(scene.typed, 1 + len(scene.keys[:1])):
                tab.run(f"teletype.send({json.dumps(line + chr(10))})")
                tab.until(_ANSWERED % stop)
            choose = (
                "{ const e = document.getElementById('language'); e.value = '%s'; e.onchange(); }"
            )
            tab.run(
                choose % scene.language
                + ("document.getElementById('theme').click()" if scene.theme == "dark" else "")
            )
            tab.until(_TOLD)
            tab.run(f"teletype.machine.ask('wait', {{ ms: {_PICKER_MS} }})")
            if scene.pressed:
                tab.run(f"document.getElementById('{scene.pressed}').click()")
                tab.until("document.querySelector('#dialog .row') !== null")
            drawn.append(folder / f"{name}.png")
            tab.screenshot(drawn[-1])
            with Image.open(io.BytesIO(drawn[-1].read_bytes())) as image:
                _few_colours(image.convert("RGB")).save(drawn[-1], optimize=True)
            tab.close()
    return drawn


def _few_colours(image: Image.Image) -> Image.Image:
    """Return the picture with few colours, in half of the bytes.

    Red has few pixels and would become grey. So the palette is chosen for the picture together
    with a strip of its bright colours.
    """
    found: Any = image.getcolors(1 << 24)  # triples, for an RGB picture
    bright = [each for _, each in sorted(found, reverse=True) if max(each) - min(each) > BRIGHT][
        :RARE
    ]
    width, height = image.size
    more = Image.new("RGB", (width, height + height // 8))
    more.paste(image)
    for at, colour in enumerate(bright):
        left, right = width * at // len(bright), width * (at + 1) // len(bright)
        more.paste(colour, (left, height, right, more.height))
    return more.quantize(COLOURS).crop((0, 0, width, height))
