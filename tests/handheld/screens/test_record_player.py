# SPDX-License-Identifier: MIT
"""Records of the sources, played by the device itself: to look at, to leave, to take over."""

from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from host_tools.paths import TAPES
from teletype import words
from teletype.core import tape
from teletype.core.session import Session
from teletype.programs import catalogue
from tests.helpers.screen import SIZES, text
from tests.helpers.sessions import name as at
from tests.helpers.sheets import Golden, compare, shot

RECORDS = catalogue.records()


def opened(folder: Path, speed: str = "fast") -> Simulator:
    (folder / "settings.txt").write_text(f"speed={speed}\n")
    desk = Simulator(folder=folder, crashes=True)
    desk.app.sessions.watched(0)
    desk.run(20)
    assert at(desk) == "Watch"
    return desk


def played(number: int) -> list[str]:
    """The events of a record as lines of a tape."""
    program, at, _ = RECORDS[number]
    line, answers = catalogue.record(program, at)
    module, setup = catalogue.prepare(program, line)
    session = Session(module.play(setup))
    hand = iter(answers.split(";") if answers else ())
    events = []
    while (event := session.step()) is not None:
        if isinstance(event, str):
            events.append(tape.paper(event))
        elif event is session.request:
            answer = next(hand, None)
            if answer is None:
                break
            events.append(tape.answer(session.answer(answer)[0]))
    assert next(hand, None) is None, "no answer is left over"
    return events


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_a_record_is_that_of_a_reference_tape(number: int) -> None:
    """What the hand plays stands to the letter in a tape of the same program."""
    program = RECORDS[number][0]
    paper = "".join(played(number))
    tapes = [path.read_text("utf-8").partition("---\n")[2] for path in TAPES.glob("*.tape")]
    assert any(text.startswith(paper) for text in tapes), program


def test_the_shelf_leads_to_them(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path, crashes=True)
    desk.press("UP", "UP", "UP")
    assert text(desk.chip, 4) == "WATCH IT PLAY"
    desk.press("OK")
    assert at(desk) == "Watch" and len(RECORDS) >= 10
    desk.press("DOWN", "OK")
    desk.run(1000)
    assert at(desk) == "Playing" and desk.app.sessions.screen.name == "trigex"
    desk.press("BACK")
    assert at(desk) == "Watch" and desk.app.activity._list.chosen == 1
    desk.press("BACK")
    assert at(desk) == "Shelf" and desk.app.sessions.screen is None
    assert not list(tmp_path.glob("tapes/*"))


def test_the_hand_plays_to_the_end_and_the_next_record_follows(tmp_path: Path) -> None:
    """At the typewriter's speed: nothing is kept, and what was left before is still offered."""
    desk = opened(tmp_path, "10")
    desk.app.sessions.start("nim", "heaps=1,2")
    desk.run(100)
    desk.app.sessions.leave(False)
    desk.run(100)
    mine = desk.app.tapes.session
    assert mine
    desk.app.sessions.watched(0)
    desk.run(20)
    desk.press("OK")
    desk.run(4000)
    screen = desk.app.sessions.screen
    assert screen.printing() and 0 < screen.paper.shown < 4
    seen = [list(screen.recorder.answers())]
    for _ in range(300):
        desk.run(250, step=10)
        if seen[-1] != list(screen.recorder.answers()):
            seen.append(list(screen.recorder.answers()))
        if screen.ended:
            break
    assert seen == [[], ["T=6 P=5"], ["T=6 P=5", "T=14 P=6"]]
    assert desk.serial.printed.endswith("ВЫ ПРОИГРАЛИ\n")
    desk.run(13_000, step=10)
    assert desk.app.sessions.screen.name == "trigex"
    assert [path.name for path in tmp_path.glob("tapes/*")] == [mine]
    assert desk.app.tapes.session == mine


@pytest.mark.slow
def test_all_of_them_in_turn(tmp_path: Path) -> None:
    desk = opened(tmp_path)
    desk.press("OK")
    seen: list[int] = []
    for _ in range(12000):
        desk.run(250, step=10)
        screen = desk.app.sessions.screen
        if screen and seen[-1:] != [screen._index]:
            seen.append(screen._index)
            if len(seen) > len(RECORDS):
                break
    assert seen == [*range(len(RECORDS)), 0]
    assert not list(tmp_path.glob("tapes/*"))


@pytest.mark.parametrize("typed", [False, True])
def test_a_record_is_taken_over(typed: bool, tmp_path: Path) -> None:
    """At the second stop of Nim: the tape begins with what the hand has played."""
    desk = opened(tmp_path)
    desk.press("DOWN", "DOWN", "OK")
    desk.run(6500)
    assert list(desk.app.sessions.screen.recorder.answers()) == ["T=2 L=1"]
    if typed:
        desk.serial.typed.append("1 0")
    else:
        desk.press("OK")
    desk.settle()
    desk.run(1500)
    screen = desk.app.sessions.screen
    assert type(screen).__name__ == "SessionScreen" and screen.picture is not None
    name = screen.recorder.name
    assert name == "0001-nim.tape" and desk.app.tapes.session == name
    if not typed:
        desk.serial.typed.append("1 0")
        desk.run(500)
    answers = list(screen.recorder.answers())
    assert answers == ["T=2 L=1", "T=1 L=0"]
    reference = (TAPES / "nim-protocol.tape").read_text("utf-8").partition("---\n")[2]
    mine = (tmp_path / "tapes" / name).read_text("utf-8").partition("---\n")[2]
    assert mine and reference.startswith(mine)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_it_looks_like(language: str, golden: Golden) -> None:
    images = []
    for size in SIZES:
        desk = Simulator(*size, crashes=True)
        desk.set(language=language, speed="fast")
        desk.app.sessions.watched(3)
        desk.run(50)
        images.append(shot(desk))
        desk.press("OK")
        desk.run(600)
        images.append(shot(desk))
        desk.run(1000)
        images.append(shot(desk))
        desk.press("BACK", "DOWN", "OK")
        desk.run(500)
        images.append(shot(desk))
    compare(golden, f"watch-{language}", images)


def test_a_line_typed_at_the_end_goes_to_the_shelf(tmp_path: Path) -> None:
    desk = opened(tmp_path)
    desk.press(*["DOWN"] * 4, "OK")
    desk.run(1000)
    assert desk.app.activity.ended
    desk.serial.typed.append("trigex")
    desk.settle()
    desk.run(100)
    assert desk.app.sessions.screen.name == "trigex" and at(desk) == "SessionScreen"
