# SPDX-License-Identifier: MIT
"""Errors of programs and of the handheld: what is seen, and the tape that does it again."""

from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from host_tools.sessions.replay import replay_file
from host_tools.sessions.targets import Host
from tests.helpers.sessions import name, rows, tapes
from tests.helpers.texts import english


def broken(setup: object, game: object = None):  # type: ignore[no-untyped-def]
    """A program that stops for an answer and then has an accident."""
    from teletype.core.request import Numbers

    yield "ИГРА НИМ"
    yield Numbers(("T", 1, 3), ("L", 0, 8))
    yield "ПОСЛЕДНЯЯ СТРОКА"
    raise RuntimeError("out of order")


def test_an_error_of_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen that says what and where, a tape that does it again, and the shelf."""
    from teletype.programs.nim import dialogue as nim

    monkeypatch.setattr(nim.Program, "play", broken)
    desk = Simulator(folder=tmp_path, crashes=True, fast=True)
    desk.say("nim")
    assert name(desk) == "SessionScreen"
    desk.say("2 1")
    desk.run(500)
    assert rows(desk)[0].strip("? ") == "STOPPED BY AN ERROR"
    assert rows(desk)[1:3] == ["NIM", "RuntimeError: out of"]
    assert "test_error.py:" in rows(desk)[4] and "crash-1.tape" in desk.serial.printed
    crash = tmp_path / "tapes/crash-1.tape"
    assert crash.read_text("utf-8").startswith(
        "# error RuntimeError: out of order\n# error screens/test_error.py:"
    )
    assert "ПОСЛЕДНЯЯ СТРОКА" in crash.read_text("utf-8")
    monkeypatch.setattr(nim.Program, "play", broken)
    from teletype.programs import catalogue

    monkeypatch.setattr(catalogue, "load", lambda name: nim.Program)
    difference = replay_file(crash, Host())
    assert (
        difference is not None
        and "RuntimeError: out of order (screens/test_error.py" in difference
    )
    monkeypatch.undo()
    assert "expected" in str(replay_file(crash, Host()))  # the mended program: another paper
    desk.press("OK")
    assert name(desk) == "Shelf" and desk.app.sessions.screen is None
    assert name(Simulator(folder=tmp_path)) == "Shelf"
    desk.say("nim", "2 1")
    assert name(desk) == "SessionScreen"


@pytest.mark.parametrize("error", [MemoryError("memory allocation failed"), KeyError("x")])
def test_an_error_of_the_handheld(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a picture, while it draws: the session's tape stays, and can be gone on with."""
    from teletype.programs.nim import picture

    def draw(self: object) -> None:
        raise error

    desk = Simulator(folder=tmp_path, crashes=True, fast=True)
    desk.say("nim", "2 1")
    with monkeypatch.context() as patch:
        patch.setattr(picture.Picture, "draw", draw)
        desk.run(1500)
    assert rows(desk)[0].strip("? ") == "STOPPED BY AN ERROR"
    if isinstance(error, MemoryError):
        assert rows(desk)[2] == "OUT OF MEMORY"
    desk.press("OK")
    assert name(desk) == "Shelf"
    desk.press("UP", "UP", "UP", *["DOWN"] * 3)
    desk.app.sessions.resume()
    desk.settle()
    assert list(desk.app.sessions.screen.recorder.answers()) == ["T=2 L=1"]


def test_no_memory_for_the_screen_of_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its title is drawn with what is in memory, and the tape kept, before anything else is tried;
    then the board starts anew with the session.
    """
    from teletype.programs.nim import dialogue as nim

    monkeypatch.setattr(nim.Program, "play", broken)
    desk = Simulator(folder=tmp_path, crashes=True, fast=True)
    desk.say("nim")

    title = [english.CRASH_TITLE.partition("\n")[0]] + [""] * 7
    tape = tmp_path / "tapes/0001-nim.tape"

    def full(*_: object) -> None:
        assert rows(desk) == title and tape.read_text("utf-8").endswith("ПОСЛЕДНЯЯ СТРОКА\n")
        raise MemoryError("memory allocation failed")

    monkeypatch.setattr(desk.app.sessions, "crash", full)
    monkeypatch.setattr("teletype.handheld.app.encode", full)
    desk.serial.typed.append("2 1")
    with pytest.raises(MemoryError):
        desk.run(500)
    assert rows(desk) == title
    assert tape.read_text("utf-8").endswith("> T=2 L=1\nПОСЛЕДНЯЯ СТРОКА\n")


def test_an_error_without_a_session(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path, crashes=True)
    desk.app.activity.key = None
    desk.press("DOWN")
    assert rows(desk)[0].strip("? ") == "STOPPED BY AN ERROR"
    desk.press("OK")
    assert name(desk) == "Shelf" and not (tmp_path / "tapes").exists()


def test_ctrl_c_is_no_error(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path, crashes=True)

    def interrupt(now: int) -> None:
        raise KeyboardInterrupt

    desk.app.activity.tick = interrupt
    with pytest.raises(KeyboardInterrupt):
        desk.run(5)


def test_three_crash_tapes_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from teletype.programs import catalogue
    from teletype.programs.nim import dialogue as nim

    monkeypatch.setattr(nim.Program, "play", broken)
    monkeypatch.setattr(catalogue, "load", lambda name: nim.Program)  # also after it was dropped
    desk = Simulator(folder=tmp_path, crashes=True, fast=True)
    for _ in range(5):
        desk.say("nim", "2 1")
        desk.run(300)
        desk.press("OK")
    crashes = [entry for entry in tapes(tmp_path) if entry.startswith("crash")]
    assert crashes == ["crash-3.tape", "crash-4.tape", "crash-5.tape"]


FRAME = 'Traceback:\n  File "main.py", line 3, in <module>\n  %s\nError: x\n'


@pytest.mark.parametrize(
    ("frame", "where"),
    [
        (
            'File "teletype/programs/nim/dialogue.py", line 33, in play',
            "nim/dialogue.py:33",
        ),
        (
            'File "teletype/programs/nim/dialogue.py", line 1, in play',
            "nim/dialogue.py:play",
        ),
        ('File "nim.py", line 1, in <module>', "nim.py:1"),
        ('File "teletype/programs/nim/dialogue.py", line 1', "nim/dialogue.py:1"),
        ("no frame", "main.py:3"),
    ],
)
def test_the_place_of_an_error(frame: str, where: str) -> None:
    Simulator()
    from teletype.handheld.screens.error import place

    assert place(FRAME % frame) == where
