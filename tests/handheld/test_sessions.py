# SPDX-License-Identifier: MIT
"""One way in and one way out: whatever was opened, the shelf is as it was at power-on."""

import gc
import sys
import types
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from tests.helpers.loaded import stayed
from tests.helpers.sessions import name as at
from tests.helpers.setup import to_field, to_start
from tests.helpers.shelf import to


@pytest.fixture(autouse=True)
def anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests have imported would not be loaded by the device."""
    for name in (
        "teletype.engines.structures",
        "teletype.engines.calculation",
        "teletype.programs.calculation.game",
        "teletype.programs.calculation.picture",
        "teletype.programs.calculation.edition",
        "teletype.programs.calculation_cobol.dialogue",
    ):
        monkeypatch.delitem(sys.modules, name, raising=False)


def alive() -> Counter[str]:
    """The firmware's classes and functions that are in memory, beyond those of the start."""
    gc.collect()
    return Counter(
        f"{thing.__module__}.{thing.__qualname__}"
        for thing in gc.get_objects()
        if type(thing) in (type, types.FunctionType)
        and str(thing.__module__ or "").startswith("teletype.")
    )


def here(module: str) -> bool:
    """Whether anything of a module is in memory."""
    return any(name.startswith(f"{module}.") for name in alive())


def begun(folder: Path | None = None) -> Simulator:
    desk = Simulator(folder=folder, crashes=True, fast=True)
    return desk


def about(desk: Simulator) -> None:
    to(desk, "evolution")
    desk.press("RIGHT")
    assert at(desk) == "About" and here("teletype.handheld.screens.about")
    desk.press("BACK")


def setup(desk: Simulator) -> None:
    """The setup, its keyboard, and the editor of the cells with what it imports."""
    to(desk, "truth-table")
    desk.press("OK", "DOWN", "OK")
    assert at(desk) == "Keyboard"
    desk.app.shelf()
    desk.run(20)
    to(desk, "evolution")
    desk.press("OK")
    to_field(desk, "cells")
    desk.press("OK")
    assert at(desk) == "Editor" and here("teletype.engines.structures")
    desk.press("BACK", "BACK", "BACK")


def settings(desk: Simulator) -> None:
    to(desk, "settings")
    desk.press("OK", "RIGHT", "LEFT")
    assert at(desk) == "Options"
    desk.press("BACK")


def ended(desk: Simulator) -> None:
    desk.say("evolution")
    desk.run(1000)
    assert desk.app.sessions.screen and here("teletype.programs.evolution.picture")
    desk.press("BACK", "BACK")
    assert desk.app.sessions.screen is None


def translated(desk: Simulator) -> None:
    """RIGHT on the paper, to another language than the device's."""
    desk.say("race", "6 5")
    desk.press("BACK", "RIGHT", "RIGHT", "BACK")
    assert desk.app.sessions.screen.language._chosen == "ja"
    ended(desk)


def deleted(desk: Simulator) -> None:
    """While it is in memory, from the list of tapes."""
    desk.say("calculation-cobol lucky=14", "1")
    desk.press("BACK", "BACK")
    assert at(desk) == "Shelf" and desk.app.sessions.screen
    to(desk, "tapes")
    desk.press("OK", "OK", "DOWN", "DOWN", "DOWN", "OK", "OK")
    assert at(desk) == "Saved" and desk.app.sessions.screen is None
    desk.press("BACK")


def crashed(desk: Simulator) -> None:
    desk.say("nim", "2 1")
    desk.app.sessions.screen.session._play = iter(())
    desk.say("1 0")
    assert at(desk) == "Crash"
    desk.press("OK")


def damaged(desk: Simulator) -> None:
    """Found out in the middle: its last line is another one than the program prints."""
    desk.say("evolution")
    name = desk.app.sessions.screen.recorder.name
    desk.app.shelf()
    desk.app.sessions.close()
    desk.run(20)
    with desk.app.store.open(f"tapes/{name}", "ab") as file:
        file.write(b"ANOTHER\n")
    desk.app.sessions.resume(name)
    desk.run(500)
    assert at(desk) == "Notice"
    desk.press("OK")


def unreadable(desk: Simulator) -> None:
    desk.app.sessions.resume("0099-nim.tape")
    desk.run(50)
    assert at(desk) == "Notice"
    desk.press("OK")


def given_up(desk: Simulator) -> None:
    """BACK while it is resumed."""
    desk.say("nim", "2 1")
    name = desk.app.sessions.screen.recorder.name
    desk.app.shelf()
    desk.app.sessions.close()
    desk.run(20)
    desk.app.sessions.resume(name)
    desk.app.buttons.push(5)
    desk.run(50)
    desk.settle()
    while at(desk) != "Shelf":
        desk.press("BACK")
    desk.app.sessions.close()
    desk.app.shelf()
    desk.run(20)


def mistyped(desk: Simulator) -> None:
    desk.say("evolution m=1000", "go", "nim heaps=0")
    assert at(desk) == "Shelf" and "out of range" in desk.serial.printed


def replaced(desk: Simulator) -> None:
    """A session begins over one that was left, and ends."""
    desk.say("cards", "1=1")
    desk.press("BACK", "BACK")
    ended(desk)


WAYS = (
    *(about, setup, settings, ended, translated, deleted, crashed, damaged),
    *(unreadable, given_up, mistyped, replaced),
)


@pytest.mark.parametrize("way", WAYS)
def test_the_shelf_finds_what_the_first_found(way: Callable[[Simulator], None]) -> None:
    desk = begun()
    desk.app.shelf()
    desk.run(20)
    modules, first = stayed(), alive()
    assert at(desk) == "Shelf" and not here("teletype.engines")
    for _ in range(2):
        way(desk)
        assert at(desk) == "Shelf" and desk.app.sessions.screen is None
        assert alive() == first and stayed() == modules


@pytest.mark.parametrize("way", WAYS)
def test_a_session_finds_what_the_first_found(way: Callable[[Simulator], None]) -> None:
    """Also on a screen that the way has left open behind it."""
    desk = begun()
    desk.say("nim")
    first = alive()
    desk.app.shelf()
    desk.run(20)
    way(desk)
    desk.say("nim")
    assert alive() == first


def test_a_session_that_was_left_stays(tmp_path: Path) -> None:
    desk = begun(tmp_path)
    desk.say("calculation-cobol lucky=14", "1")
    desk.press("UP")
    first, screen = alive(), desk.app.sessions.screen
    desk.app.shelf()
    desk.run(20)
    shelf = alive()
    assert first < shelf
    about(desk)
    settings(desk)
    assert alive() == shelf
    desk.app.sessions.place = None
    desk.press("UP")
    to(desk, "go on")
    desk.press("OK")
    assert desk.app.activity is screen and alive() == first


def test_a_picture_and_its_program_have_one_engine() -> None:
    """In the second session too, after the editor and the about page have loaded them."""
    desk = begun()
    for _ in range(3):
        about(desk)
        setup(desk)
        desk.say("calculation-cobol lucky=14", "1")
        screen = desk.app.sessions.screen
        assert type(screen.game.table) is type(screen.picture.view.table)
        assert sum(count for name, count in alive().items() if name.endswith("n.Table")) == 1
        desk.app.shelf()
        desk.run(20)


def test_the_editor_is_left_before_the_session_begins() -> None:
    desk = begun()
    to(desk, "evolution")
    desk.press("OK")
    to_field(desk, "cells")
    desk.press("OK", "BACK", "BACK")
    assert at(desk) == "SetupEditor" and here("teletype.handheld.screens.setup")
    to_start(desk)
    desk.press("OK")
    desk.settle()
    assert desk.app.sessions.screen.name == "evolution"
    assert not here("teletype.handheld.screens.setup")


@pytest.mark.slow
def test_at_power_on(tmp_path: Path) -> None:
    """The session that had the screen is resumed, and leaves nothing on the shelf."""
    gc.unfreeze()
    others = alive()  # what other tests have imported stays
    begun(tmp_path).say("nim", "2 1")
    desk = begun(tmp_path)
    gc.unfreeze()
    desk.settle()
    assert desk.app.sessions.screen.name == "nim" and here("teletype.programs.nim.dialogue")
    desk.app.sessions.close()
    desk.app.shelf()
    desk.run(20)
    assert at(desk) == "Shelf"
    left = "\n".join(alive() - others)
    assert (
        "teletype.programs.nim.dialogue." not in left
        and "teletype.programs.nim.picture." not in left
    )


@pytest.mark.slow
def test_back_leads_out_of_a_long_work_past_all_keys_that_wait() -> None:
    desk = Simulator()
    desk.set(speed="fast")
    desk.serial.typed.append("random-walk sample=1000000000")
    desk.run(500)
    assert desk.app.activity.printing()
    desk.press(*["RIGHT"] * 30)
    for _ in range(3):
        desk.press("BACK")
        desk.run(100)
    assert type(desk.app.activity).__name__ == "Shelf"
