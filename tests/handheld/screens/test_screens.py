# SPDX-License-Identifier: MIT
"""Every kind of screen, in three languages, on three sizes of panel, as golden pictures.

A sheet for each language and size (tests/golden/screens-LANGUAGE-SIZE.png), to be looked at whole.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

from host_tools.emulator.simulator import Simulator
from teletype.engines.adviser import Adviser
from teletype.programs import catalogue
from teletype.words import LANGUAGES
from tests.helpers.screen import SIZES, Size
from tests.helpers.sheets import Golden

Shots = list[Image.Image]


def speaking(language: str, size: Size, **options: object) -> Simulator:
    desk = Simulator(*size, **options)  # type: ignore[arg-type]
    desk.set(language=language, messages="translated", speed="fast")
    desk.app.shelf()
    desk.run(20)
    return desk


def typed(desk: Simulator, *lines: str) -> None:
    for line in lines:
        desk.serial.typed.append(line)
        desk.run(100)
        desk.settle()
        desk.run(20)


def device(language: str, size: Size) -> Shots:
    """The device's own screens, and a game as text."""
    shots: Shots = []
    desk = speaking(language, size)

    def shot(*keys: str) -> None:
        desk.press(*keys)
        assert desk.chip.unknown == []
        shots.append(desk.chip.image())

    desk.app.settings.values["order"] = "easy"
    desk.app.shelf()
    desk.run(20)
    shot()  # the shelf
    shot(*["DOWN"] * 4)  # with a long title
    desk.app.settings.values["order"] = "machine"
    desk.app.sessions.place = None
    desk.app.shelf()
    shot()
    shot("RIGHT")  # about
    shot("RIGHT")  # its chapters
    shot("BACK", "OK", "DOWN")  # setup
    shot("DOWN", "OK")  # a value
    shot("BACK", "BACK", "DOWN", "DOWN", "OK", "DOWN", "DOWN", "OK")  # a list
    desk.press("BACK", "BACK", "DOWN", "OK", "DOWN", "OK")
    shot()  # the keyboard
    desk.press(*["BACK"] * 40)
    typed(desk, "race", "9 9")
    shot()  # a stop, after a reproach
    shot("BACK")  # looking back
    shot("BACK")  # the shelf with a session to go on with
    shot("UP", "OK")  # settings
    shot("BACK", "UP", "OK")  # tapes
    shot("OK")  # one of them
    shot("DOWN", "DOWN", "DOWN", "OK")  # to be deleted?
    desk.press("UP", "OK")
    desk.run(200)
    shot()  # where the game was lost
    typed(desk, "logic puzzle=vessel")
    shot()  # an end
    return shots


HUNGRY = compile(
    "\n" * 107 + 'def play():\n    yield ""\n    raise MemoryError("memory allocation failed")\n',
    "tests/test_screens.py",
    "exec",
)
"""A program that takes all memory in its line 110, where the golden pictures have it fail."""


def errors(language: str, size: Size, folder: Path) -> Shots:
    """What a person has to know: a safe start, damaged files, a full flash, an error."""
    settings = folder / "settings.txt"
    settings.write_text(f"language={language}\n")
    desk = Simulator(*size, folder=folder, held=("BACK",))
    desk.run(20)
    shots = [desk.chip.image()]
    settings.write_text(f"language={language}\ncontrast=99\nspeed=fast\n")
    desk = Simulator(*size, folder=folder)
    desk.run(20)
    shots.append(desk.chip.image())
    desk = Simulator(*size, folder=folder)
    typed(desk, "race")
    tape = folder / "tapes/0001-race.tape"
    tape.write_text(tape.read_text("utf-8").replace("T=", "T:"), "utf-8")
    desk = Simulator(*size, folder=folder)
    desk.run(400)
    shots.append(desk.chip.image())
    desk = speaking(language, size)
    typed(desk, "race")

    def full(name: str, mode: str) -> None:
        raise OSError(28, "No space left on device")

    desk.app.store.open = full
    desk.serial.typed.append("1 1")
    desk.run(200)
    shots.append(desk.chip.image())
    desk = speaking(language, size, crashes=True)
    typed(desk, "race")
    desk.app.sessions.screen.session._play = iter(())  # which no program is: it cannot be sent to
    desk.serial.typed.append("1 1")
    desk.run(200)
    shots.append(desk.chip.image())

    hungry: dict[str, Callable[[], Iterator[str]]] = {}
    exec(HUNGRY, hungry)
    desk = speaking(language, size, crashes=True)
    typed(desk, "race")
    desk.app.sessions.screen.session._play = hungry["play"]()
    next(desk.app.sessions.screen.session._play)
    desk.serial.typed.append("1 1")
    desk.run(200)
    shots.append(desk.chip.image())
    settings.write_text(f"language={language}\n")
    for failures in "23":
        (folder / "boots.txt").write_text(failures)
        desk = Simulator(*size, folder=folder)
        desk.run(20)
        shots.append(desk.chip.image())
    return shots


def rare(language: str, size: Size) -> Shots:
    """Screens that are seldom seen: few buttons, old paper, what is refused."""
    desk = speaking(language, size, buttons=("UP", "DOWN", "OK"))
    from teletype.handheld.screens.about import (
        Keys,  # (a Simulator brings what the device's modules import)
    )

    desk.app.open(Keys(desk.app))
    desk.run(20)
    shots = [desk.chip.image()]
    desk = speaking(language, size)

    def shot(*keys: str) -> None:
        desk.press(*keys)
        desk.run(20)
        assert desk.chip.unknown == []
        shots.append(desk.chip.image())

    typed(desk, "nim", "2 1")
    desk.press("BACK", "BACK")
    if type(desk.app.activity).__name__ != "Shelf":
        desk.press("BACK")
    desk.press("UP", "UP", "OK", "OK", "DOWN")
    shot("OK")  # a tape, looked at
    desk = speaking(language, size)
    desk.app.settings.values["order"] = "last"
    desk.app.shelf()
    shot()  # the shelf in another order
    desk.press(*["DOWN"] * list(catalogue.NAMES).index("nim"), "OK")
    shot()  # its tables
    desk.press("DOWN")
    desk.app.activity._values["heaps"] = (0, 0)
    shot("OK")  # a setup that is refused
    desk = speaking(language, size)
    desk.app.shelf()
    desk.press(*["DOWN"] * list(catalogue.NAMES).index("truth-table"), "OK")
    desk.press("DOWN", "OK", "OK", "RIGHT", "DOWN", "DOWN")
    typed(desk, "(A->")
    shot()  # a formula that is refused
    desk = speaking(language, size, buttons=("UP", "DOWN", "OK"))
    typed(desk, "misere-nim")
    shot()  # a stop where nothing is on the paper, and how to answer
    typed(desk, "3 4 5")
    shot()  # columns set closer where a row does not fit
    desk = speaking(language, size)
    shot("UP", "OK", *["DOWN"] * 4, "OK")  # an integer of the settings
    desk = speaking(language, size)
    shot("UP", "UP", "OK")  # no tapes
    return shots


PICTURES = (
    ("trigex", ()),
    ("nim", ()),
    ("misere-nim", ("3 5 7",)),
    ("cards k=3 cards=110,011", ()),
    ("nim-table limit=2", ()),
    ("random-walk sample=20", ()),
    ("evolution", ()),
    ("calculation-cobol", ()),
)


def pictures(language: str) -> Shots:
    """The drawn boards, which need 128 x 64 pixels, and what else is drawn."""
    shots = []

    def shot(desk: Simulator) -> None:
        desk.run(400)
        assert desk.chip.unknown == []
        shots.append(desk.chip.image())

    for line, answers in PICTURES:
        desk = speaking(language, (128, 64))
        typed(desk, line, *answers)
        desk.run(1500)
        if not desk.app.sessions.screen.pictured:
            desk.press("BACK")
            desk.run(400)
        shot(desk)
        if line.startswith("random-walk"):
            desk.press("OK")
            shot(desk)  # the walk
        if line == "evolution":
            desk.press("OK")
            shot(desk)  # it stands
    desk.press(*["RIGHT"] * 4)
    shot(desk)  # the adviser thinks, or the talons
    typed(desk, "6")
    desk.run(1500)
    shot(desk)
    desk.press("RIGHT")
    shot(desk)  # the talons, with what the adviser can be asked
    desk.app.sessions.screen.picture._adviser = Adviser(300)
    desk.press("UP")
    shot(desk)  # its choice, before it plays it
    desk.app.sessions.screen.picture._adviser = Adviser(1_000_000)
    desk.press("RIGHT", "RIGHT", "RIGHT")
    shot(desk)  # it thinks
    desk.press("BACK")
    over: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("calculation-lisp stock=13", ("T1", "NIL")),  # a game that is over
        ("evolution cells=8:8,8:9", ()),  # nobody lives
        ("evolution cells=3:3,3:4,3:5", ()),  # too near to the edge
    )
    for line, last in over:
        desk = speaking(language, (128, 64))
        typed(desk, line)
        desk.run(1500)
        typed(desk, *last)
        if not desk.app.sessions.screen.pictured:
            desk.press("BACK")
            desk.run(2000)
        shot(desk)
    desk = speaking(language, (128, 64))
    for name in ("cards", "evolution"):
        desk.app.shelf()
        desk.run(5)
        desk.serial.typed.clear()
        from teletype.handheld.screens.setup import SetupEditor

        desk.app.open(SetupEditor(desk.app, name))
        fields = [field.name for field in desk.app.activity._fields]
        desk.press(
            *["DOWN"] * (1 + fields.index("cells" if name == "evolution" else "cards")), "OK"
        )
        shot(desk)  # an editor
        desk.press("BACK")
        shot(desk)  # what it leaves to, or its menu
    return shots


def stories(language: str, size: Size) -> Shots:
    """Each chapter of each program; on the small panels only the story, and the others' ends."""
    shots: Shots = []
    desk = speaking(language, size)

    for name in catalogue.NAMES:
        desk.app.screens.chapters(name)
        for number in range(len(desk.app.activity.chapters)):
            desk.app.screens.chapters(name, None, number)
            desk.press("OK")
            desk.run(20)
            page = desk.app.activity
            pages = -(-len(page._lines) // page._rows)
            for turned in range(pages):
                desk.press(*["DOWN"] * bool(turned))
                assert desk.chip.unknown == []
                if size == SIZES[0] or not number or turned == pages - 1:
                    shots.append(desk.chip.image())
    return shots


def sheet(shots: Shots) -> Image.Image:
    """All of them side by side, on grey."""
    width, height = shots[0].size
    across = 4 if width > 100 else 6
    rows = (len(shots) + across - 1) // across
    whole = Image.new("L", (across * (width + 4) + 4, rows * (height + 4) + 4), 96)
    for index, image in enumerate(shots):
        row, column = divmod(index, across)
        whole.paste(image.convert("L"), (4 + column * (width + 4), 4 + row * (height + 4)))
    return whole


@pytest.mark.slow
@pytest.mark.sampled(5)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_screens(language: str, size: Size, tmp_path: Path, golden: Golden) -> None:
    shots = device(language, size) + errors(language, size, tmp_path) + rare(language, size)
    if size == (128, 64):
        shots += pictures(language)
    whole = sheet(shots)
    name = f"screens-{language}-{size[0]}x{size[1]}"
    golden(name, SimpleNamespace(unknown=[], image=lambda: whole))


@pytest.mark.slow
@pytest.mark.sampled(5)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_stories(language: str, size: Size, golden: Golden) -> None:
    whole = sheet(stories(language, size))
    name = f"stories-{language}-{size[0]}x{size[1]}"
    golden(name, SimpleNamespace(unknown=[], image=lambda: whole))
