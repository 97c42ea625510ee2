# SPDX-License-Identifier: MIT
"""All screens of the device in one language, side by side: `screenshots --sheet LANGUAGE`.

For reading a translation as a visitor sees it. The simulator opens each screen: the languages, the
shelf, the settings, the lists, and for each program its setup, about pages and story. A short
reference tape then shows the picture at its first prompts and the paper.
"""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image, ImageDraw

from host_tools.emulator.scenes import session_of
from host_tools.emulator.simulator import Simulator
from host_tools.lab.short_sessions import TAPES

SCALE = 2
"""Width and height of a panel's pixel, in pixels of the sheet."""

ACROSS = 6
"""Screens in a row of the sheet."""

CAPTION = 14
"""Height of the line below a screen, in pixels."""

GAP = 6

FIELDS = 12
"""Most pages of a setup: in one, DOWN changes a date, and never ends."""

PAGES = 100
"""Most pages of any other screen; none has as many."""

PROMPTS = 3
"""Prompts of a session that are shown."""

Screen = tuple[str, Image.Image]
"""A caption and a picture of the panel."""


def _pages(
    desk: Simulator, caption: str, most: int = PAGES, step: int | None = None
) -> Iterator[Screen]:
    """Yield the screen, and those to which `step` presses of DOWN lead until it shows nothing new;
    by default as many as the screen has rows.
    """
    seen: set[bytes] = set()
    for number in range(1, most + 1):
        image = desk.chip.image()
        if image.tobytes() in seen:
            return
        seen.add(image.tobytes())
        yield f"{caption} {number}", image
        desk.press(*["DOWN"] * (step or desk.app.panel.rows - 2))
        desk.run(300)


def screens(language: str, width: int, height: int) -> Iterator[Screen]:
    """Yield every screen in a language, in the order in which a visitor may see them."""
    with tempfile.TemporaryDirectory() as folder:
        first = Simulator(width, height, Path(folder), new=True)
        first.run(500)
        yield "first start", first.chip.image()

    def device() -> Simulator:
        made = Simulator(width, height, Path(folder), buzzer=0)
        made.run(500)
        return made

    with tempfile.TemporaryDirectory() as folder:
        settings = f"language={language}\nmessages=translated\nspeed=fast\ndim=0\n"
        (Path(folder) / "settings.txt").write_text(settings, encoding="utf-8")
        desk = device()
        yield from _pages(desk, "shelf")
        opened: tuple[tuple[str, Callable[[], None]], ...] = (
            ("settings", desk.app.screens.settings),
            ("records", desk.app.screens.records),
            ("tapes", desk.app.screens.saved_tapes),
            ("self-test", desk.app.screens.self_test),
        )
        for caption, shown in opened:
            shown()
            desk.run(500)
            yield from _pages(desk, caption)
        for name in TAPES:
            program, line, answers = session_of(name)
            desk = device()
            desk.app.screens.setup(program)
            desk.run(500)
            yield from _pages(desk, f"{program}: setup", FIELDS)
            desk.app.screens.about(program)
            desk.run(500)
            yield from _pages(desk, f"{program}: about", step=1)
            desk.press("RIGHT")
            desk.run(500)
            chapters = desk.app.activity.chapters
            yield from _pages(desk, f"{program}: chapters")
            for number, chapter in enumerate(chapters):
                desk.app.screens.chapters(program, None, number)
                desk.press("OK")
                desk.run(500)
                yield from _pages(desk, f"{program}: {chapter.lower()}", step=1)
            desk.app.shelf()
            desk.run(300)
            for number, text in enumerate((line, *answers[: PROMPTS - 1]), 1):
                desk.say(text, rest=1500)
                yield f"{program}: prompt {number}", desk.chip.image()
            desk.press("BACK")
            desk.run(500)
            yield f"{program}: paper", desk.chip.image()


def sheet(language: str, width: int, height: int) -> Image.Image:
    """Return the screens as one picture, with their captions."""
    found = list(screens(language, width, height))
    wide, high = SCALE * width + GAP, SCALE * height + CAPTION + GAP
    rows = -(-len(found) // ACROSS)
    page = Image.new("L", (ACROSS * wide + GAP, rows * high + GAP), 128)
    draw = ImageDraw.Draw(page)
    for index, (caption, image) in enumerate(found):
        x, y = GAP + index % ACROSS * wide, GAP + index // ACROSS * high
        larger = image.resize((SCALE * width, SCALE * height), Image.Resampling.NEAREST)
        page.paste(larger.convert("L"), (x, y))
        draw.text((x, y + SCALE * height + 1), caption, 255)
    return page
