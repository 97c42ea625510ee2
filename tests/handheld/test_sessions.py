# SPDX-License-Identifier: MIT
"""One way in and one way out: whatever was opened, the shelf is as it was at power-on."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from host_tools.emulator.simulator import Desk
from teletype import loading
from tests.helpers.setup import to_field, to_start


@pytest.fixture(autouse=True)
def fresh(modules_stay: None) -> Iterator[None]:
    """A device that is switched on in a Python that has imported nothing of it yet."""
    loading.forget_all_but(())
    yield


def kept() -> set[str]:
    """What is imported, by `sys.modules` and by the packages' attributes."""
    found = set(loading.names())
    for name in list(found):
        for attribute, value in vars(sys.modules[name]).items():
            if getattr(value, "__name__", None) == f"{name}.{attribute}":
                found.add(f"{name}.{attribute}")
    return found


def say(desk: Desk, *lines: str) -> None:
    for line in lines:
        desk.serial.typed.append(line)
        desk.run(10)
        desk.settle()
        desk.run(20)


def at(desk: Desk) -> str:
    return type(desk.app.activity).__name__


def begun(folder: Path | None = None) -> Desk:
    desk = Desk(folder=folder, crashes=True)
    desk.app.fast = True
    return desk


def choose(desk: Desk, row: object) -> None:
    """Goes to a row of the shelf: the name of a program, or one of its other rows."""
    rows = [entry[0] if type(entry) is tuple else entry for entry in desk.app.activity._rows]
    while desk.app.activity._chosen != rows.index(row):
        desk.press("DOWN")


def about(desk: Desk) -> None:
    choose(desk, "evolution")
    desk.press("RIGHT")
    assert at(desk) == "About" and "teletype.programs.evolution" in sys.modules
    desk.press("BACK")


def setup(desk: Desk) -> None:
    """The setup, its keyboard, and the editor of the cells with what it imports."""
    choose(desk, "truth-table")
    desk.press("OK", "DOWN", "OK")
    assert at(desk) == "Keyboard"
    desk.app.shelf()
    desk.run(20)
    choose(desk, "evolution")
    desk.press("OK")
    to_field(desk, "cells")
    desk.press("OK")
    assert at(desk) == "Editor" and "teletype.engines.structures" in sys.modules
    desk.press("BACK", "BACK", "BACK")


def settings(desk: Desk) -> None:
    choose(desk, "settings")
    desk.press("OK", "RIGHT", "LEFT")
    assert at(desk) == "Options"
    desk.press("BACK")


def ended(desk: Desk) -> None:
    say(desk, "evolution")
    desk.run(1000)
    assert desk.app.sessions.screen and "teletype.handheld.pictures.life" in sys.modules
    desk.press("BACK", "BACK")
    assert desk.app.sessions.screen is None


def translated(desk: Desk) -> None:
    """RIGHT on the paper, to another language than the device's."""
    say(desk, "race", "6 5")
    desk.press("BACK", "RIGHT", "RIGHT", "BACK")
    assert desk.app.sessions.screen.tongue == "ja"
    ended(desk)


def deleted(desk: Desk) -> None:
    """While it is in memory, from the list of tapes."""
    say(desk, "calculation-cobol lucky=14", "1")
    desk.press("BACK", "BACK")
    assert at(desk) == "Shelf" and desk.app.sessions.screen
    choose(desk, "tapes")
    desk.press("OK", "OK", "DOWN", "DOWN", "DOWN", "OK", "OK")
    assert at(desk) == "Saved" and desk.app.sessions.screen is None
    desk.press("BACK")


def crashed(desk: Desk) -> None:
    say(desk, "nim", "2 1")
    desk.app.sessions.screen.session._play = iter(())
    say(desk, "1 0")
    assert at(desk) == "Crash"
    desk.press("OK")


def damaged(desk: Desk) -> None:
    """Found out in the middle: its last line is another one than the program prints."""
    say(desk, "evolution")
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


def unreadable(desk: Desk) -> None:
    desk.app.sessions.resume("0099-nim.tape")
    desk.run(50)
    assert at(desk) == "Notice"
    desk.press("OK")


def given_up(desk: Desk) -> None:
    """BACK while it is resumed."""
    say(desk, "nim", "2 1")
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


def mistyped(desk: Desk) -> None:
    say(desk, "evolution m=1000", "go", "nim heaps=0")
    assert at(desk) == "Shelf" and "out of range" in desk.serial.printed


def replaced(desk: Desk) -> None:
    """A session begins over one that was left, and ends."""
    say(desk, "cards", "1=1")
    desk.press("BACK", "BACK")
    ended(desk)


WAYS = (
    *(about, setup, settings, ended, translated, deleted, crashed, damaged),
    *(unreadable, given_up, mistyped, replaced),
)


@pytest.mark.parametrize("way", WAYS)
def test_the_shelf_is_as_at_power_on(way: Callable[[Desk], None]) -> None:
    desk = begun()
    first = kept()
    assert at(desk) == "Shelf" and not any(name.startswith("teletype.engines") for name in first)
    for _ in range(2):
        way(desk)
        assert at(desk) == "Shelf" and desk.app.sessions.screen is None
        assert kept() == first


@pytest.mark.parametrize("way", WAYS)
def test_a_session_finds_what_the_first_found(way: Callable[[Desk], None]) -> None:
    """Also on a screen that the way has left open behind it."""
    desk = begun()
    say(desk, "nim")
    first = kept()
    desk.app.shelf()
    desk.run(20)
    way(desk)
    say(desk, "nim")
    assert kept() == first


def test_a_session_that_was_left_stays(tmp_path: Path) -> None:
    """With its modules; what is imported while it is left goes."""
    desk = begun(tmp_path)
    say(desk, "calculation-cobol lucky=14", "1")
    desk.press("UP")
    first, screen = kept(), desk.app.sessions.screen
    desk.app.shelf()
    desk.run(20)
    about(desk)
    settings(desk)
    assert kept() == first | {
        "teletype.handheld.screens.shelf",
        "teletype.handheld.drawing.lists",
    }  # the screen that is there
    desk.app.place = None
    desk.press("UP", *["DOWN"] * 0)
    choose(desk, "go on")
    desk.press("OK")
    assert desk.app.activity is screen and kept() == first
    desk.press("RIGHT", "RIGHT", "RIGHT")  # the adviser, imported now, shuffles cards of the same
    from teletype.engines import adviser, calculation

    assert (
        adviser.TALONS
        is calculation.TALONS
        is sys.modules["teletype.handheld.pictures.calculation"].TALONS
    )


def test_a_picture_and_its_engine_are_of_one_import() -> None:
    """In the second session too, after the editor and the about page have imported them."""
    desk = begun()
    for _ in range(3):
        about(desk)
        setup(desk)
        say(desk, "evolution")
        from teletype.handheld.pictures import life as picture
        from teletype.programs import evolution as program

        assert type(desk.app.sessions.screen.picture) is picture.Picture
        assert desk.app.sessions.screen.program is program
        desk.app.shelf()
        desk.run(20)


def test_the_editor_is_left_before_the_session_begins() -> None:
    """Starting from the setup screen, the session does not have it in memory."""
    desk = begun()
    choose(desk, "evolution")
    desk.press("OK")
    to_field(desk, "cells")
    desk.press("OK", "BACK", "BACK")
    assert at(desk) == "SetupEditor" and "teletype.handheld.screens.setup" in sys.modules
    to_start(desk)
    desk.press("OK")
    desk.settle()
    assert (
        desk.app.sessions.screen.name == "evolution"
        and "teletype.handheld.screens.setup" not in sys.modules
    )


def test_at_power_on(tmp_path: Path) -> None:
    """The session that had the screen is resumed, and its shelf is the first one all the same."""
    first: set[str] = set()
    for _ in range(2):
        desk = begun(tmp_path)
        desk.settle()
        if not first:
            first = kept()
            say(desk, "nim", "2 1")
            loading.forget_all_but(())
    assert desk.app.sessions.screen.name == "nim"
    desk.app.sessions.close()
    desk.app.shelf()
    desk.run(20)
    assert kept() == first


def test_back_leads_out_of_a_long_work_past_all_keys_that_wait() -> None:
    desk = Desk()
    desk.app.settings.values["speed"] = "fast"
    desk.app.apply()
    desk.serial.typed.append("random-walk sample=1000000000")
    desk.run(500)
    assert desk.app.activity.printing()
    desk.press(*["RIGHT"] * 30)
    for _ in range(3):
        desk.press("BACK")
        desk.run(100)
    assert type(desk.app.activity).__name__ == "Shelf"
