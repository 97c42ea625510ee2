# SPDX-License-Identifier: MIT
"""Pictures of the page for the documents: `python3 -m host_tools page --pictures`.

Each scene is a game on the page in Chromium, in one of its languages and on one size of screen.
The typeface of what is not paper is the system's, so that the pictures differ between machines.
"""

import io
import json
import time
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from host_tools.page.chromium import Browser
from host_tools.paths import ROOT

FOLDER = ROOT / "docs" / "pictures" / "page"


class Scene(NamedTuple):
    """A size (width, height, device pixels for one of CSS), the page's language and colours, the
    handheld's settings, and what is typed: a program, then its answers."""

    size: tuple[int, int, float]
    language: str
    theme: str
    settings: str
    typed: tuple[str, ...]


SCENES = {
    "desktop": Scene((1280, 800, 1), "en", "light", "", ("nim heaps=7,8,4", "T=2 L=1")),
    "phone": Scene((390, 844, 2), "ru", "dark", "language=ru\n", ("trigex m=1", "L=6")),
    "tablet": Scene(
        *((820, 1180, 1), "ja", "light"),
        *("language=ja\nmessages=translated\n", ("race n=13 m=4", "T=7 P=4")),
    ),
}

COLOURS = 256
"""Colours of a picture: enough, and a third of the bytes."""

_ANSWERED = "document.getElementById('paper').textContent.split('◊ ').length > %d"


def draw(page: Path, folder: Path = FOLDER) -> list[Path]:
    """Draws all scenes of a page that is one file; returns the pictures. Raises BrowserError."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = []
    with Browser() as browser:
        for name, scene in SCENES.items():
            tab = browser.tab(context=browser.context())
            tab.size(*scene.size, mobile=name != "desktop")
            tab.open(page.as_uri(), "globalThis.teletype?.ready")
            settings = json.dumps(f"speed=fast\ndim=0\n{scene.settings}")
            tab.run(
                f"teletype.addFiles([{{ path: '/settings.txt',"
                f" bytes: new TextEncoder().encode({settings}) }}])"
            )
            tab.run("teletype.paper.clear()")
            tab.until("teletype.onShelf")
            for stop, line in enumerate(scene.typed, 1):
                tab.run(f"teletype.send({json.dumps(line + chr(10))})")
                tab.until(_ANSWERED % stop)
            choose = (
                "{ const e = document.getElementById('language'); e.value = '%s'; e.onchange(); }"
            )
            tab.run(
                choose % scene.language
                + f"document.documentElement.dataset.theme = '{scene.theme}'"
            )
            time.sleep(1.5)  # until the handheld draws the picker
            drawn.append(folder / f"{name}.png")
            tab.screenshot(drawn[-1])
            with Image.open(io.BytesIO(drawn[-1].read_bytes())) as image:
                image.convert("RGB").quantize(COLOURS).save(drawn[-1], optimize=True)
            tab.close()
    return drawn
